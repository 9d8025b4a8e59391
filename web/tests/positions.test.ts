// Positions in the editor: edits as data, JSON, and a German sentence for what the server refuses.

import { describe, expect, it } from "vitest";
import { INGENIOUS, SPEZIAL } from "../src/games/board/hex";
import german from "../src/i18n/positions/faults.de";
import { cleared, type Draft, type DraftOf, fromText, toText } from "../src/pages/positions/draft";
import {
  addToRack, areNeighbours, countOf, dealTo, layTile, laySeatTile, ownerOf, paintLine, placeCube, putChip, putSymbol, removeFromRack, removeTiles, tileOf, toggleStaging,
} from "../src/pages/positions/edits";

const ZERO = { R: 0, G: 0, B: 0, O: 0, Y: 0, P: 0 };
const ingenious: DraftOf<"ingenious"> = {
  game: "ingenious", options: { players: 2 }, turn: 1, phase: "place", bonus: 0, board: { h8: "R" }, racks: [["RG"], ["BB"]], bag: {}, scores: [{ ...ZERO, R: 3 }, ZERO], laid: [], openings: [],
};
const spezial: DraftOf<"spezial"> = { game: "spezial", options: { players: 2 }, chips: { g7: "O1" }, tiles: [["a10a11"], []], turns: 1, scores: [{ O: 1 }, { O: 0 }] };
const challenge: DraftOf<"tile-challenge"> = {
  game: "tile-challenge", options: { players: 2 }, turn: 1, finished: 0, series: [0, 0], collections: [ZERO, { ...ZERO, G: 2 }], middle: { ...ZERO, R: 3 }, staging: ["G"], stack: ZERO, bonus: 0, idle: 4,
};
const phoenix: DraftOf<"phoenix"> = {
  game: "phoenix", options: { players: 2 }, round: 2, start: 2, turn: 2, spectrum: "RGBYPO", lines: ["RRRRRGGGGG", "BBBBBYYYYY"], hands: [["M2", "X"], []], pile: {}, discards: { X: 2 }, points: [4, 0], last: null,
};
const [inner, spot] = [(name: string) => INGENIOUS.cell(name), (name: string) => SPEZIAL.cell(name)];

describe("Ingenious", () => {
  it("puts, replaces and takes away symbols, and changes no other position", () => {
    expect(putSymbol(ingenious, inner("h9"), "G").board).toEqual({ h8: "R", h9: "G" });
    expect(putSymbol(ingenious, inner("h8"), "B").board).toEqual({ h8: "B" });
    expect(putSymbol(ingenious, inner("h8"), null).board).toEqual({});
    expect(ingenious.board).toEqual({ h8: "R" });
  });
  it("lays a tile with its halves in the order of the cells", () => {
    expect(layTile(ingenious, inner("g9"), inner("g10"), "YP").board).toEqual({ h8: "R", g9: "Y", g10: "P" });
  });
  it("names a tile by the earlier colour first, and doubles", () => {
    expect([tileOf("P", "R"), tileOf("R", "P"), tileOf("Y", "Y")]).toEqual(["RP", "RP", "YY"]);
  });
  it("fills and empties racks", () => {
    const more = addToRack(ingenious, 2, "OP");
    expect(more.racks).toEqual([["RG"], ["BB", "OP"]]);
    expect(removeFromRack(more, 2, 0).racks).toEqual([["RG"], ["OP"]]);
  });
});

describe("Genial Spezial", () => {
  it("lays a tile, lower cell first, in place of what lies there", () => {
    const next = laySeatTile(spezial, 2, spot("a12"), spot("a11"));
    expect(next.tiles).toEqual([[], ["a11a12"]]);
    expect([ownerOf(next, "a11"), ownerOf(next, "a10")]).toEqual([2, 0]);
  });
  it("takes a whole tile away, and puts chips", () => {
    expect(removeTiles(spezial, "a11").tiles).toEqual([[], []]);
    expect(removeTiles(spezial, "a12")).toEqual(spezial);
    expect(putChip(spezial, "g7", "B2").chips).toEqual({ g7: "B2" });
  });
  it("knows which cells are next to each other", () => {
    expect(areNeighbours(spot("m10"), spot("m11"))).toBe(true);
    expect(areNeighbours(spot("m10"), spot("m12"))).toBe(false);
    expect(areNeighbours(spot("m10"), spot("m10"))).toBe(false);
  });
});

describe("Tile Challenge", () => {
  it("switches colours of the staging row in their order", () => {
    const both = toggleStaging(challenge, "R");
    expect(both.staging).toEqual(["R", "G"]);
    expect(toggleStaging(both, "G").staging).toEqual(["R"]);
  });
});

describe("Phoenix", () => {
  it("paints a place of a line", () => {
    expect(paintLine(phoenix, 1, 10, "O").lines).toEqual(["RRRRRGGGGO", "BBBBBYYYYY"]);
    expect(paintLine(phoenix, 2, 1, "O").lines[1]).toBe("OBBBBYYYYY");
  });
  it("changes the places of two cubes, so that every colour stays", () => {
    expect(placeCube(phoenix, 1, "O").spectrum).toBe("OGBYPR");
    expect(placeCube(phoenix, 3, "B").spectrum).toBe("RGBYPO");
  });
  it("deals cards by kind", () => {
    const more = dealTo(phoenix, 1, "M2", 3);
    expect(more.hands).toEqual([["M2", "M2", "M2", "X"], []]);
    expect(countOf(more.hands[0], "M2")).toBe(3);
    expect(dealTo(more, 1, "M2", 0).hands[0]).toEqual(["X"]);
  });
});

describe("a draft", () => {
  it.each<Draft>([ingenious, spezial, challenge, phoenix])("is the same after it was written and read: $game", (draft) => {
    expect(fromText(toText(draft))).toEqual(draft);
    expect(toText(draft).split("\n").length).toBe(Object.keys(draft).length + 3);
  });
  it.each(["", "{", "null", "[]", "7", '"x"', '{"board": {}}', '{"game": 5}'])("is not read from %s", (text) => {
    expect(fromText(text)).toBeNull();
  });
  it("is cleared of all that was laid, but keeps what no game is without", () => {
    expect(cleared(ingenious)).toEqual({ ...ingenious, board: {}, scores: [ZERO, ZERO] });
    expect(cleared(spezial)).toMatchObject({ tiles: [[], []], chips: { g7: "O1" }, scores: [{ O: 0 }, { O: 0 }] });
    expect(cleared(challenge)).toMatchObject({ collections: [ZERO, ZERO], middle: ZERO, staging: [], idle: 0 });
    expect(cleared(phoenix)).toMatchObject({ round: 1, points: [0, 0], discards: { X: 0 }, spectrum: "RGBYPO" });
  });
});

describe("reasons why a position is refused", () => {
  const SOURCES = import.meta.glob<string>(["../../src/genial/{core,games}/**/*.py", "!**/ending.py"], { query: "?raw", import: "default", eager: true });
  // Refused options have reasons of their own, and data of the wrong shape has a fault.
  const BAD_OPTION = /BadOption\([^]*?\n(?! {8})/g;
  const NAMED = /\b(?:reason|fault)="([a-z-]+)"/g;
  const COMPOSED = ["other-game", "other-options", "missing-field", "unknown-field", "wrong-value"]; // not written as one word
  const found = new Set([...COMPOSED, ...Object.values(SOURCES).flatMap((text) => [...text.replace(BAD_OPTION, "").matchAll(NAMED)].map(([, reason]) => reason!))]);

  it("are found", () => expect(found.size).toBeGreaterThan(50));
  it.each([...found].filter((reason) => reason !== "shape").sort())("have a German sentence: %s", (reason) => {
    expect(german[reason]).toBeDefined();
  });
  it("are no longer listed when they are gone", () => {
    expect(Object.keys(german).filter((reason) => reason !== "other" && !found.has(reason))).toEqual([]);
  });
});
