// Every text exists in every language, with the same placeholders.

import { describe, expect, it, vi } from "vitest";
import { LENGTH, TUTORIALS, loadTutorial } from "../src/pages/learn/steps";
import { loadStepTexts } from "../src/i18n/tutorials";
import { en, type Text } from "../src/i18n/en";
import { GUEST_NAMES, preferredLanguage, LANGUAGES, loadLanguage, loadOtherPages, ownName } from "../src/i18n/languages";

const gaps = (text: Text): string[] =>
  (typeof text === "string" ? [text] : Object.values(text)).map((one) => [...new Set(one.match(/\{\w+\}/g))].sort().join());
const firstTexts: Record<string, Text> = en;
const FOLDERS = ["boards", "editing", "endings", "invitation", "moves", "other-pages", "positions"]; // texts that are loaded with some pages
const FILES = import.meta.glob<Record<string, Text>>("../src/i18n/*/??.ts", { eager: true, import: "default" });
const textsIn = (folder: string, code: string): Record<string, Text> => FILES[`../src/i18n/${folder}/${code}.ts`]!;
/** All English texts of keys that `t` and `sentence` know. */
const english: Record<string, Text> = { ...en, ...textsIn("other-pages", "en") };
const FAULTS = import.meta.glob<Record<string, Text>>("../src/i18n/positions/faults.??.ts", { eager: true, import: "default" });
const TEXTS = import.meta.glob<Record<string, Text>>("../src/i18n/??.ts", { eager: true, import: "default" });
const textsOf = (code: string): Record<string, Text> => TEXTS[`../src/i18n/${code}.ts`]!;
const WORDS = LANGUAGES.flatMap((code) => [
  { code, what: "the first page and tables", texts: textsOf(code), english: firstTexts },
  ...FOLDERS.map((what) => ({ code, what, texts: textsIn(what, code), english: textsIn(what, "en") })),
]);

describe.each(WORDS)("the words of $what in $code", ({ code, texts, english }) => {
  it("are all there, and none is empty", () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    for (const text of Object.values(texts)) expect(text).not.toBe("");
  });

  it("have the same placeholders as the English ones", () => {
    for (const [key, text] of Object.entries(texts)) {
      expect(new Set(gaps(text)), key).toEqual(new Set(gaps(english[key]!)));
    }
  });

  it("have a text for every plural of the language that whole numbers can have", () => {
    const rules = new Intl.PluralRules(code);
    const wanted = new Set(Array.from({ length: 200 }, (_, n) => rules.select(n)));
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text !== "string") expect(Object.keys(text), key).toEqual(expect.arrayContaining([...wanted]));
    }
  });
});

describe("the glossary", () => {
  /** Words that the glossary replaces, or that stand in for player, opponent, account or spectator. */
  const AVOIDED: Record<string, RegExp> = {
    en: /\b(somebody|someone|nobody|whoever|he|his|weakest)\b/i,
    de: /Mitschrift|Aufzeichnung|Remis|\bdran\b|niedrigste|\bFigur(en)?\b|Rückschau|\b(jemand|niemand)/i,
  };

  it.each(Object.keys(AVOIDED))("is followed: %s", async (code) => {
    const avoided = AVOIDED[code]!;
    const steps = (await Promise.all(TUTORIALS.map((game) => loadStepTexts(game, code)))).flat();
    const all = { ...textsOf(code), ...Object.assign({}, ...FOLDERS.map((folder) => textsIn(folder, code))), ...FAULTS[`../src/i18n/positions/faults.${code}.ts`], ...Object.fromEntries(steps.map((step, k) => [`tutorial ${k}`, JSON.stringify(step)])) };
    const wrong = Object.entries(all).filter(([, text]) => avoided.test(JSON.stringify(text)));
    expect(wrong).toEqual([]);
  });
});

describe("tutorials", () => {
  it.each(LANGUAGES)("name no cells, whose names are off by default: %s", async (code) => {
    for (const game of TUTORIALS) {
      for (const step of await loadStepTexts(game, code)) expect(JSON.stringify(step)).not.toMatch(/\b[a-y]\d{1,2}\b/);
    }
  });
});

describe("the language", () => {
  it("is the first wanted one that is available", () => {
    expect(preferredLanguage(["en-GB", "de"])).toBe("en");
    expect(preferredLanguage(["fr", "de-AT", "en"])).toBe("de");
    expect(preferredLanguage(["fr"])).toBe("en");
  });
  it("calls itself by its own name", () => {
    expect(LANGUAGES.map(ownName)).toEqual(["Deutsch", "English"]);
  });
  it("has a name for guests that is known before its texts are loaded", () => {
    expect(LANGUAGES.map((code) => textsOf(code)["guest.name"])).toEqual(GUEST_NAMES);
  });
});

describe("refusals", () => {
  const SOURCES = import.meta.glob<string>("../../src/genial/{core,games,server}/**/*.py", { query: "?raw", import: "default", eager: true });
  // Codes that only programs and hosts at a terminal see, or that the client words differently.
  const ELSEWHERE = new Set(
    `bad-backup bad-site banned bad-header bad-key bad-nonce bad-setting bad-view empty-database error file-exists foreign-database
    forfeited has-admin is-an-admin lost newer-database no-bus no-database no-free-seat no-record no-such-report no-such-type
    not-an-admin not-empty not-fresh replaced server-runs several-people taken-back`.split(/\s+/),
  );
  const SENT = /(?:\bcode ?= ?|\brefuse\([\w.]+, )"([a-z-]+)"/g;
  const found = Object.entries(SOURCES)
    .filter(([path]) => !path.endsWith("/shapes.py")) // codes of faults, not of refusals
    .flatMap(([, text]) => [...text.matchAll(SENT)].map(([, code]) => code!));
  const codes = new Set(found);

  it.each([...codes].filter((code) => !ELSEWHERE.has(code)).sort())("have a text: %s", (code) => {
    expect(english).toHaveProperty([`refusal.${code}`]);
  });
  const options = Object.values(SOURCES).flatMap((text) =>
    [...text.matchAll(/BadOption\(([^]*?)\n(?! {8})/g)].filter(([, body]) => !body!.includes("code=")).flatMap(([, body]) => [...body!.matchAll(/reason="([a-z-]+)"/g)]),
  ).map(([, reason]) => reason!);

  it.each([...new Set(options)].filter((reason) => reason !== "board-saved").sort())("of an option have a text: %s", (reason) => {
    expect(english).toHaveProperty([`refusal.bad-option.${reason}`]);
  });
  it("are found in the sources", () => {
    expect(new Set(options).size).toBeGreaterThan(8);
    expect(codes.size).toBeGreaterThan(100);
  });
});

describe("faults of a board", () => {
  const SOURCES = import.meta.glob<string>("../../src/genial/games/spezial/layout*.py", { query: "?raw", import: "default", eager: true });
  const written = Object.values(SOURCES).flatMap((text) => [...text.matchAll(/Fault\(\s*"([a-z-]+)"/g)].map(([, code]) => code!));
  const codes = new Set([...written, "unreadable", "missing-field", "unknown-field", "wrong-value"].filter((code) => code !== "cannot-read"));

  it.each([...codes].sort())("have a text: %s", (code) => {
    expect(textsIn("boards", "en")).toHaveProperty([`fault.${code}`]);
  });
  it("are found in the sources", () => {
    expect(codes.size).toBeGreaterThan(10);
  });
});

describe.each(TUTORIALS)("the tutorial of %s", (game) => {
  it.each(LANGUAGES)("has all its texts: %s", async (language) => {
    const { steps } = await loadTutorial(game);
    const texts = await loadStepTexts(game, language);
    const inEnglish = await loadStepTexts(game, "en");
    expect(steps.length).toBe(LENGTH);
    expect(texts.length).toBe(LENGTH);
    for (const [k, step] of steps.entries()) {
      const text = texts[k]!;
      for (const part of [text.title, text.text, text.right, ...[text.wrong].flat(), ...text.tasks, ...(text.tips ?? [])]) {
        expect(part.length, `step ${k + 1}`).toBeGreaterThan(2);
      }
      expect(text.tasks.length).toBe(step.asks.length);
      if (typeof text.wrong !== "string") expect(text.wrong.length).toBe(step.asks.length);
      expect(text.tips?.length).toBe(inEnglish[k]!.tips?.length);
      const options = step.asks.flatMap((ask) => ask.question ?? []);
      expect(Object.keys(text.options ?? {}).sort()).toEqual([...options].sort());
    }
  });

  it.each(LANGUAGES)("ends with a few tips: %s", async (language) => {
    const tips = (await loadStepTexts(game, language)).at(-1)?.tips ?? [];
    expect(tips.length).toBeGreaterThanOrEqual(2);
    expect(tips.length).toBeLessThanOrEqual(3);
  });

  it("asks for something that can be shown", async () => {
    for (const { asks } of (await loadTutorial(game)).steps) {
      for (const ask of asks) {
        if (ask.question) expect(ask.question).toContain(ask.right);
        else expect(ask.show).toBeTruthy();
      }
    }
  });
});

describe("a refusal", () => {
  it("says in the reader's language when to try again", async () => {
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
    vi.stubGlobal("navigator", { languages: ["en"] });
    const { sentence } = await import("../src/i18n/index.svelte");
    const { settings } = await import("../src/stores/settings.svelte");
    const { Refusal } = await import("../src/api/http");
    const refused = (minutes: number): string => sentence(new Refusal("analyses-full", "try again", { minutes }));
    await loadOtherPages("en");
    settings.language = "en";
    expect([refused(1), refused(8)]).toEqual([expect.stringContaining("in a minute"), expect.stringContaining("in 8 minutes")]);
    await loadLanguage("de");
    await loadOtherPages("de");
    settings.language = "de";
    expect([refused(1), refused(8)]).toEqual([expect.stringContaining("in einer Minute"), expect.stringContaining("in 8 Minuten")]);
  });

  it("of an option says what is wrong with it", async () => {
    const { sentence } = await import("../src/i18n/index.svelte");
    const { settings } = await import("../src/stores/settings.svelte");
    const { Refusal } = await import("../src/api/http");
    const refused = (facts: Record<string, number | string>): string => sentence(new Refusal("bad-option", "no", facts));
    const headStart = { reason: "range", option: "headstart", least: 0, most: 6, value: "9" };
    await loadOtherPages("en");
    settings.language = "en";
    expect(refused(headStart)).toBe("The head start must be 0 to 6, not 9.");
    expect(refused({ reason: "moon" })).toBe("This option doesn’t fit the game.");
    await loadLanguage("de");
    await loadOtherPages("de");
    settings.language = "de";
    expect(refused(headStart)).toBe("Vorsprung: Möglich ist 0 bis 6, nicht 9.");
  });
});
