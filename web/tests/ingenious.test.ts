// What the board of Ingenious computes itself: geometry and counts.

import { describe, expect, it } from "vitest";
import { hexagon, INGENIOUS, neighbour } from "../src/games/board/hex";
import { isBonus, lastPlacement, Places, points, parseMove, room, spell, unseen } from "../src/games/ingenious/moves";
import { tilesOn } from "../src/games/ingenious/tiles";
import type { IngeniousView } from "../src/api/wire";

const view: IngeniousView = {
  version: 1, game: "ingenious", seat: 1, ranks: null, openings: null,
  options: { players: 2, variant: "standard", start: 1 }, turn: 1, over: false, scores: [], phase: "place", board: {},
  rack: ["RG", "BB"], rack_sizes: [6, 6], bag: 100, bonus: 0, full: [18], log: [],
};

describe("a move's text", () => {
  it("is parsed and spelled", () => {
    for (const text of ["Rd12Bd11", "Gl3Gl4"]) expect(spell(parseMove(text)!)).toBe(text);
    expect(parseMove("swap")).toBeNull();
  });
  it("begins with the colour that comes first, whichever half was laid first", () => {
    const move = parseMove("Rd12Bd11")!;
    expect(spell({ first: move.second, second: move.first, colours: ["B", "R"] })).toBe("Rd12Bd11");
    const double = parseMove("Gl3Gl4")!;
    expect(spell({ ...double, first: double.second, second: double.first })).toBe("Gl3Gl4");
  });
});

it("a tile turns to the next direction in which it fits", () => {
  const cell = INGENIOUS.cell("h8");
  const neighbours = [1, 4].map((k) => INGENIOUS.of(neighbour(cell, k)));
  const places = new Places(neighbours.map((other) => [("h8"), other].sort().join(" ")));
  expect(places.direction(cell, 2)).toBe(4);
  expect(places.direction(cell, 5)).toBe(1);
  expect(places.direction(INGENIOUS.cell("a8"), 0)).toBeNull();
});

it("both halves score where they lie", () => {
  const sums = points(parseMove("Rh8Rh9")!, { h8: [2, 0, 0, 0, 0, 0], h9: [3, 0, 0, 0, 0, 0] });
  expect([...sums]).toEqual([["R", 5]]);
});

describe("the log", () => {
  it("gives the last tile and its seat", () => {
    expect(lastPlacement(["1 Rd12Bd11", "2 swap", "* shown 2 RR"])?.seat).toBe(1);
    expect(lastPlacement(["* rack 1 RR"])).toBeNull();
  });
  it("gives a bonus move to a seat that laid the last tile and is to move", () => {
    expect(isBonus({ ...view, log: ["1 Rd12Bd11"] })).toBe(true);
    expect(isBonus({ ...view, log: ["2 Rd12Bd11"] })).toBe(false);
    expect(isBonus({ ...view, log: ["1 Rd12Bd11"], options: { ...view.options, players: 1 } })).toBe(false);
  });
});

describe("the room that is left", () => {
  const cells = hexagon(1);
  const names = cells.map((cell) => INGENIOUS.of(cell));
  it("is all of an empty board", () => expect(room(cells, {})).toMatchObject({ free: 7, isolated: [], tiles: 3 }));
  it("has isolated cells", () => {
    const left = [names[0]!, names[1]!, names[6]!];
    const board = Object.fromEntries(names.filter((name) => !left.includes(name)).map((name) => [name, "R"]));
    expect(room(cells, board)).toMatchObject({ free: 3, isolated: [cells[6]], tiles: 1 });
  });
});

it("the tiles that were not seen: all but those laid and mine", () => {
  const left = new Map(unseen({ ...view, log: ["1 Rd12Gd11", "2 Bl3Bl4", "* shown 2 OO"] }));
  expect(left.size).toBe(21);
  expect([left.get("RG"), left.get("BB"), left.get("OO"), left.get("YP")]).toEqual([4, 3, 5, 6]);
  expect([...left.values()].reduce((a, b) => a + b)).toBe(120 - 4);
});

it("tiles not seen are counted from the position that a game began from", () => {
  const beginning = { bag: { RG: 2, BB: 1, YP: 4 }, racks: [["RG", "BB"], ["??", "??"]] };
  const left = new Map(unseen({ ...view, beginning, rack: ["RG", "YP"], log: ["1 Bd12Bd11", "2 Yl3Pl4"] }));
  expect([left.get("RG"), left.get("BB"), left.get("YP"), left.has("??")]).toEqual([2, 1, 2, false]);
});

describe("the tiles on a board", () => {
  it("are those that were laid", () => {
    const { whole, single, printed } = tilesOn({ c8: "P", d8: "R", d9: "G" }, ["1 Rd8Gd9"]);
    expect([whole.map(spell), single, printed.length]).toEqual([["Rd8Gd9"], [], 1]);
  });
  it("are joined from neighbouring symbols where no move tells, all of them if they can be", () => {
    const { whole, single } = tilesOn({ h6: "R", h7: "G", h5: "B", h8: "O", d8: "R", d9: "R" }, ["1 Rd8Rd9"]);
    expect(whole.map(spell).sort()).toEqual(["Gh7Oh8", "Rd8Rd9", "Rh6Bh5"]);
    expect(single).toEqual([]);
  });
  it("have one half where no other one is beside it", () => {
    const { whole, single } = tilesOn({ h6: "R", h7: "G", h5: "B" }, []);
    expect([whole.length, single.map(([, colour]) => colour)]).toEqual([1, ["B"]]);
  });
});
