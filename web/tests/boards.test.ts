// Boards of Genial Spezial in the editor: mirrored cells, edits, undo, JSON, links.

import { describe, expect, it } from "vitest";
import type { BoardLimits } from "../src/api/wire";
import { SPEZIAL } from "../src/games/board/hex";
import { CELLS } from "../src/games/spezial/moves";
import { newTablePath, sharedPath } from "../src/pages/boards/board-link";
import { amend, begin, redo, step, undo } from "../src/pages/editing/history";
import { pack, unpack } from "../src/pages/editing/packed-link";
import { counters, edit, EMPTY, type Field, fromText, imagesOf, type Layout, SYMMETRIES, toFile, toText } from "../src/pages/boards/layout";

const NAMES = new Set(CELLS.map((cell) => SPEZIAL.of(cell)));
const DARK: Field = { kind: "dark", digits: [3, 4] };
const at = (name: string) => SPEZIAL.cell(name);

describe("mirrored cells", () => {
  it.each(SYMMETRIES)("lie on the board and lead back to each other: %s", (symmetry) => {
    for (const cell of CELLS) {
      const images = imagesOf(cell, symmetry);
      for (const image of images) {
        expect(NAMES.has(image)).toBe(true);
        expect(imagesOf(at(image), symmetry).sort()).toEqual([...images].sort());
      }
    }
  });
  it("are one, two or four, fewer on an axis and in the centre", () => {
    expect(imagesOf(at("g7"), "none")).toEqual(["g7"]);
    expect(imagesOf(at("g7"), "turn").sort()).toEqual(["g7", "s13"]);
    expect(imagesOf(at("g7"), "axes").sort()).toEqual(["g19", "g7", "s1", "s13"]);
    expect(imagesOf(at("m7"), "axes").sort()).toEqual(["m13", "m7"]);
    expect(imagesOf(at("m10"), "axes")).toEqual(["m10"]);
  });
});

describe("a tool", () => {
  it("puts its field on all images, and takes the same field away again", () => {
    const once = edit(new Map(), at("g7"), DARK, "axes");
    expect([...once.keys()].sort()).toEqual(["g19", "g7", "s1", "s13"]);
    expect(edit(once, at("s13"), DARK, "axes").size).toBe(0);
  });
  it("replaces another field, and erases", () => {
    const once = edit(new Map(), at("g7"), DARK, "none");
    const other = edit(once, at("g7"), { kind: "dark", digits: [4] }, "none");
    expect(other.get("g7")).toEqual({ kind: "dark", digits: [4] });
    expect(once.get("g7")).toEqual(DARK);
    expect(edit(other, at("g7"), null, "none").size).toBe(0);
  });
});

describe("the history", () => {
  it("goes back and forth, and a new step forgets the future", () => {
    const three = step(step(begin(1), 2), 3);
    expect(undo(three).present).toBe(2);
    expect(undo(undo(undo(three))).present).toBe(1);
    expect(redo(undo(three)).present).toBe(3);
    expect(redo(three)).toBe(three);
    expect(redo(step(undo(three), 4)).present).toBe(4);
  });
  it("does not count a change of the present as a step", () => {
    expect(undo(amend(step(begin(1), 2), 5)).present).toBe(1);
  });
});

const LAYOUT: Layout = { name: "mine", note: "„schön“", fields: new Map([["s1", DARK], ["b13", { kind: "bonus", digits: [] }], ["a13", { kind: "grey", digits: [] }]]) };

describe("the JSON of a board", () => {
  it("has its fields in the order of cells and reads back", () => {
    expect(toFile(LAYOUT).fields.map(({ cell }) => cell)).toEqual(["a13", "b13", "s1"]);
    const again = fromText(toText(LAYOUT));
    expect([again.name, again.note]).toEqual(["mine", "„schön“"]);
    expect(new Map([...again.fields].sort())).toEqual(new Map([...LAYOUT.fields].sort()));
    expect(JSON.parse(toText(EMPTY))).toEqual({ name: "", fields: [] });
  });
});

describe("a counter", () => {
  it("counts fields and digits of a kind, against what the server says", () => {
    const limits = { kinds: [{ kind: "dark", digits: [3, 4], fields: 10, times: [6, 10] }, { kind: "bonus", digits: [], fields: null, times: [] }] } as unknown as BoardLimits;
    const fields = new Map([...LAYOUT.fields, ["a19", { kind: "dark", digits: [4] } as Field]]);
    expect(counters(fields, limits)).toEqual([
      { kind: "dark", digit: null, count: 2, expected: 10 },
      { kind: "dark", digit: 3, count: 1, expected: 6 },
      { kind: "dark", digit: 4, count: 2, expected: 10 },
      { kind: "bonus", digit: null, count: 1, expected: null },
    ]);
  });
});

const NOT_UTF8 = "-_8PAA"; // the bytes ff fe, compressed

describe("a link", () => {
  it("carries a board in the letters of an address", async () => {
    const fragment = await pack(toText(LAYOUT));
    expect(fragment).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(await unpack(fragment)).toBe(toText(LAYOUT));
    expect(await sharedPath("x")).toBe(`/boards/shared#${await pack("x")}`);
    expect(await newTablePath("x")).toBe(`/new/spezial#${await pack("x")}`);
  });
  it("that is broken carries nothing", async () => {
    const whole = await pack(toText(LAYOUT));
    for (const broken of ["", "!", "AAAA", "%C3%A4", whole.slice(0, 20), `x${whole}`, NOT_UTF8]) expect(await unpack(broken)).toBeNull();
  });
  it("that would fill the memory carries nothing", async () => {
    expect(await unpack(await pack(" ".repeat(100_001)))).toBeNull();
    expect(await unpack(await pack(" ".repeat(100_000)))).toHaveLength(100_000);
  });
});
