import { describe, expect, it } from "vitest";
import { lowestToMark, completedColours, trackGains, trackEnd, trackGoals } from "../src/games/board/tracks";
import type { IngeniousView, PhoenixView, TileChallengeView } from "../src/api/wire";

it("the gains are what a track has more than before", () => {
  expect(trackGains({ R: 3, G: 5 }, { R: 7, G: 5 })).toEqual([["R", 4]]);
  expect(trackGains({ B: 3 }, { R: 2, G: 0, B: 1 })).toEqual([["R", 2]]);
});

describe("a colour is complete at the points that the server names", () => {
  it("once, when it reaches them", () => {
    expect(completedColours({ R: 15, G: 17 }, { R: 18, G: 17 }, [18])).toEqual(["R"]);
    expect(completedColours({ R: 18 }, { R: 18 }, [18])).toEqual([]);
  });
  it("twice where a track is completed twice", () => {
    expect(completedColours({ R: 18 }, { R: 20 }, [18, 36])).toEqual([]);
    expect(completedColours({ R: 35 }, { R: 36 }, [18, 36])).toEqual(["R"]);
  });
});

it("the view says where tracks end", () => {
  const tracks = { full: [18, 36] } as IngeniousView;
  const collection = { quota: 6 } as TileChallengeView;
  expect([tracks, collection, {} as PhoenixView, undefined].map(trackEnd)).toEqual([36, 6, undefined, undefined]);
});

it("a track has a mark at every point where its colour is complete", () => {
  expect(trackGoals({ full: [18, 36] } as IngeniousView)).toEqual([18, 36]);
  expect(trackGoals({ quota: 6 } as TileChallengeView)).toEqual([6]);
  expect(trackGoals({} as PhoenixView)).toEqual([]);
});

describe("the lowest colours", () => {
  it("are marked unless most colours are that low", () => {
    expect(lowestToMark({ R: 2, G: 5, B: 2, O: 3 })).toBe(2);
    expect(lowestToMark({ R: 2, G: 5, B: 2, O: 2 })).toBeNull();
    expect(lowestToMark({ R: 7, G: 7, B: 7 })).toBeNull();
  });
});
