// Which moves solve the task of a tutorial step.

import { describe, expect, it } from "vitest";
import { isRight } from "../src/pages/learn/steps";
import type { Explanation, SpezialExplanation } from "../src/api/wire";

const chip = { kind: "chip", tower: "a1", colour: "R", points: 1, turns: false } as const;
const plain: SpezialExplanation = { move: "", gains: { R: 2, B: 1 }, parts: [chip, chip], chain: null };
const explanation = (more: object = {}): Explanation => ({ ...plain, ...more });

describe("an answer", () => {
  it("is any move if nothing is asked", () => expect(isRight({}, "draw", explanation())).toBe(true));
  it("is one of the moves named", () => {
    expect(isRight({ moves: ["draw"] }, "draw", explanation())).toBe(true);
    expect(isRight({ moves: ["draw"] }, "stop", explanation())).toBe(false);
  });
  it("begins as asked", () => {
    expect(isRight({ starts: ["-"] }, "-S4", explanation())).toBe(true);
    expect(isRight({ starts: ["-"] }, "S4:1-5", explanation())).toBe(false);
  });
  it("covers a cell, not one whose name begins like it", () => {
    expect(isRight({ covers: ["f1"] }, "f12f13", explanation())).toBe(false);
    expect(isRight({ covers: ["f13"] }, "f12f13+O", explanation())).toBe(true);
  });
  it("is the tile asked for", () => {
    expect(isRight({ tile: "BB" }, "Be12Bf12", explanation())).toBe(true);
    expect(isRight({ tile: "BB" }, "Be12Pf12", explanation())).toBe(false);
  });
  it("gains at least as much as asked", () => {
    expect(isRight({ gains: { R: 2 }, total: 3, colours: 2 }, "x", explanation())).toBe(true);
    expect(isRight({ gains: { R: 3 } }, "x", explanation())).toBe(false);
    expect(isRight({ gains: { Y: 1 } }, "x", explanation())).toBe(false);
    expect(isRight({ total: 4 }, "x", explanation())).toBe(false);
    expect(isRight({ colours: 3 }, "x", explanation())).toBe(false);
  });
  it("has parts of a kind", () => {
    expect(isRight({ parts: { chip: 2 } }, "x", explanation())).toBe(true);
    expect(isRight({ parts: { large: 1 } }, "x", explanation())).toBe(false);
  });
  it("is judged by what the server says: numbers at least, truths exactly, lists by length", () => {
    const explained = explanation({ bonus_moves: 1, matches: [true, false], chain: { towers: ["a", "b"] } });
    expect(isRight({ says: { bonus_moves: 1, "matches.0": true, "chain.towers": 2 } }, "x", explained)).toBe(true);
    expect(isRight({ says: { "matches.1": true } }, "x", explained)).toBe(false);
    expect(isRight({ says: { "chain.towers": 3 } }, "x", explained)).toBe(false);
    expect(isRight({ says: { nothing: 1 } }, "x", explained)).toBe(false);
  });
});
