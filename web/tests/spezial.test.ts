import { describe, expect, it } from "vitest";
import { nextOpenCell, SPEZIAL } from "../src/games/board/hex";
import { CELLS, lastMove, lastPlacement, placeOf, Places, parseMove, spell } from "../src/games/spezial/moves";

const cell = (name: string) => SPEZIAL.cell(name);

describe("the board", () => {
  it("has 247 cells, each once", () => {
    expect(new Set(CELLS.map((one) => SPEZIAL.of(one))).size).toBe(247);
    expect(CELLS).toHaveLength(247);
  });
});

describe("moves of Genial Spezial", () => {
  it("spells the lower cell first, whichever was tapped first", () => {
    expect(placeOf(cell("m11"), cell("m10"))).toBe("m10m11");
    expect(placeOf(cell("n9"), cell("m10"))).toBe("m10n9");
  });
  it("adds the colours of bonus fields", () => {
    expect(spell("m10m11", "")).toBe("m10m11");
    expect(spell("m10m11", "O")).toBe("m10m11+O");
    expect(spell("m10m11", "OP")).toBe("m10m11+OP");
  });
  it("reads what it spells", () => {
    expect(parseMove("m10m11+OP")).toEqual({ place: "m10m11", first: cell("m10"), second: cell("m11"), colours: "OP" });
    expect(parseMove("c19d19")?.colours).toBe("");
    expect(parseMove("pass")).toBeNull();
  });
});

describe("places", () => {
  const places = new Places(["m10m11+O", "m10m11+P", "m11m12", "m11n10", "pass"]);
  it("offers the neighbours that complete a legal tile", () => {
    expect(places.partners(cell("m11")).map((one) => SPEZIAL.of(one)).sort()).toEqual(["m10", "m12", "n10"]);
    expect(places.partners(cell("a16"))).toEqual([]);
  });
  it("knows how many colours to ask for", () => {
    expect(places.coloursNeeded("m10m11")).toBe(1);
    expect(places.coloursNeeded("m11m12")).toBe(0);
    expect(places.anyMove("m10m11")).toBe("m10m11+O");
    expect(places.anyMove("a16b16")).toBeNull();
    expect(places.size).toBe(3);
  });
});

it("the last placement is found behind passes and chance", () => {
  expect(lastPlacement(["* chips d13:O1", "1 n8o8", "2 pass"])).toEqual({ number: 1, seat: 1, placement: parseMove("n8o8") });
  expect(lastPlacement(["* chips d13:O1"])).toBeNull();
});

describe("looking for the next place with a key", () => {
  const cells = ["m9", "m10", "m11", "m12"].map(cell);
  const isOpen = (one: { q: number; r: number }) => ["m10", "m12"].includes(SPEZIAL.of(one));
  const next = (from: string | null, by: 1 | -1) => {
    const found = nextOpenCell(cells, isOpen, from === null ? null : cell(from), by);
    return found === null ? null : SPEZIAL.of(found);
  };
  it("goes on from the current cell, and around", () => {
    expect([next("m9", 1), next("m10", 1), next("m12", 1)]).toEqual(["m10", "m12", "m10"]);
  });
  it("goes back, too", () => {
    expect([next("m11", -1), next("m10", -1)]).toEqual(["m10", "m12"]);
  });
  it("begins at either end, and finds the only one again", () => {
    expect([next(null, 1), next(null, -1)]).toEqual(["m10", "m12"]);
    expect(nextOpenCell(cells, (one) => SPEZIAL.of(one) === "m11", cell("m11"), 1)).toEqual(cell("m11"));
    expect(nextOpenCell(cells, () => false, null, 1)).toBeNull();
  });
});

describe("the last move", () => {
  it("can be a pass, and has seat 0 before the first", () => {
    expect(lastMove(["* chips O1", "1 m10m11+OP", "2 pass"])).toEqual({ number: 2, seat: 2, move: "pass" });
    expect(lastMove(["* chips O1"])).toEqual({ number: 0, seat: 0, move: "" });
  });
});
