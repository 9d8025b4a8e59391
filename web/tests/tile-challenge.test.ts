import { describe, expect, it } from "vitest";
import { countTiles, splitTurns } from "../src/games/tile-challenge/turns";

describe("turns of a log", () => {
  it("a row that is still being drawn is open", () => {
    expect(splitTurns({ log: ["* middle R G P", "1 draw", "* tile R", "1 draw", "* tile G"], staging: ["R", "G"] })).toEqual([
      { seat: 1, tiles: ["R", "G"], end: "open" },
    ]);
  });
  it("a row that is gone after a draw has failed", () => {
    expect(splitTurns({ log: ["* middle R G P", "1 draw", "* tile R", "1 draw", "* tile O"], staging: [] })).toEqual([
      { seat: 1, tiles: ["R", "O"], end: "fail" },
    ]);
  });
  it("the next seat's draw ends a turn that failed", () => {
    const log = ["* middle R G P", "1 draw", "* tile O", "2 draw", "* tile G", "2 stop", "1 take"];
    expect(splitTurns({ log, staging: [] })).toEqual([
      { seat: 1, tiles: ["O"], end: "fail" },
      { seat: 2, tiles: ["G"], end: "stop" },
      { seat: 1, tiles: [], end: "take" },
    ]);
  });
  it("a bonus turn after one that failed starts a new row", () => {
    const log = ["1 draw", "* tile R", "1 draw", "* tile R", "1 draw", "* tile G"];
    expect(splitTurns({ log, staging: ["G"] })).toEqual([
      { seat: 1, tiles: ["R", "R"], end: "fail" },
      { seat: 1, tiles: ["G"], end: "open" },
    ]);
  });
  it("tiles that were in the row when the game began belong to its first turn", () => {
    const begun = { log: ["1 draw", "* tile R", "2 draw", "* tile G"], staging: ["G"], beginning: { staging: ["B", "R"] } };
    expect(splitTurns(begun)).toEqual([
      { seat: 1, tiles: ["B", "R", "R"], end: "fail" },
      { seat: 2, tiles: ["G"], end: "open" },
    ]);
  });
  it("the middle is filled up between turns only", () => {
    const log = ["1 draw", "* tile R", "* reshuffle", "* middle R G B", "1 draw", "* tile G"];
    expect(splitTurns({ log, staging: ["G"] }).map((turn) => turn.end)).toEqual(["fail", "open"]);
  });
});

it("tiles are counted", () => expect(countTiles({ R: 2, G: 0, B: 3 })).toBe(5));
