// Every text is there in every language, with the same gaps.

import { describe, expect, it } from "vitest";
import { de as lessonsDe } from "../src/learn/words/de";
import { en as lessonsEn } from "../src/learn/words/en";
import { LENGTH, TUTORIALS, tutorial } from "../src/learn/steps";
import { de } from "../src/words/de";
import { en, type Text } from "../src/words/en";

const gaps = (text: Text): string[] =>
  (typeof text === "string" ? [text] : [text.one, text.other]).map((one) =>
    [...new Set(one.match(/\{\w+\}/g))].sort().join(),
  );

describe("the words", () => {
  const english: Record<string, Text> = en;
  const german: Record<string, Text> = de;

  it("have the same keys in both languages", () => {
    expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(Object.keys(english))("have the same gaps: %s", (key) => {
    expect(gaps(german[key]!)).toEqual(gaps(english[key]!));
  });

  it("are never empty", () => {
    for (const texts of [english, german]) {
      for (const text of Object.values(texts)) expect(text).not.toBe("");
    }
  });
});

describe.each(TUTORIALS)("the tutorial of %s", (game) => {
  it.each([["en", lessonsEn], ["de", lessonsDe]] as const)("has all its texts: %s", async (_, lessons) => {
    const { steps } = await tutorial(game);
    const texts = lessons[game]!;
    expect(steps.length).toBe(LENGTH);
    expect(texts.length).toBe(LENGTH);
    for (const [k, step] of steps.entries()) {
      const text = texts[k]!;
      for (const part of [text.title, text.text, text.right, text.wrong, ...text.tasks]) {
        expect(part.length, `step ${k + 1}`).toBeGreaterThan(2);
      }
      expect(text.tasks.length).toBe(step.asks.length);
      const options = step.asks.flatMap((ask) => ask.question ?? []);
      expect(Object.keys(text.options ?? {}).sort()).toEqual([...options].sort());
    }
  });

  it("asks for something that can be shown", async () => {
    for (const { asks } of (await tutorial(game)).steps) {
      for (const ask of asks) {
        if (ask.question) expect(ask.question).toContain(ask.right);
        else expect(ask.show).toBeTruthy();
      }
    }
  });
});
