// Head starts in options, and which ones make a game even.

import { describe, expect, it } from "vitest";
import { headStartOption, headStartsOf, meanRating, suggestHeadStarts } from "../src/games/head-starts";

const INFO = { head_starts: [0, 1, 2, 3, 4, 5, 6], head_start_rating: 75 };

describe("head starts", () => {
  it("are written for every seat, and left out if there are none", () => {
    expect(headStartOption([0, 3], 2)).toBe("0 3");
    expect(headStartOption([2, 0], 4)).toBe("2 0 2 0");
    expect(headStartOption([0, 0, 0], 3)).toBeUndefined();
  });
  it("are read for every side", () => {
    expect(headStartsOf({ players: 3, headstart: "0 3 1" })).toEqual([0, 3, 1]);
    expect(headStartsOf({ players: 4, variant: "teams", headstart: "2 0 2 0" })).toEqual([2, 0]);
    expect(headStartsOf({ players: 2 })).toEqual([]);
  });
});

describe("a suggestion", () => {
  it("makes every side as strong as the strongest", () => {
    expect(suggestHeadStarts([889, 1096], INFO)).toEqual([3, 0]);
    expect(suggestHeadStarts([1096, 1000, 889], INFO)).toEqual([0, 1, 3]);
  });
  it("is at most the largest head start", () => {
    expect(suggestHeadStarts([0, 1267], INFO)).toEqual([6, 0]);
  });
  it("needs all ratings, and a game that was measured", () => {
    expect(suggestHeadStarts([null, 889], INFO)).toBeNull();
    expect(suggestHeadStarts([0, 889], { ...INFO, head_start_rating: null })).toBeNull();
  });
  it("takes the mean of partners", () => {
    expect(meanRating([100, 300])).toBe(200);
    expect(meanRating([100, undefined])).toBeNull();
  });
});
