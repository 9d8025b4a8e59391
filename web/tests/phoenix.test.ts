import { describe, expect, it } from "vitest";
import { after, Card, laidOut, lastPlayed, liesAs, moved, read, switched, touched } from "../src/boards/phoenix";

const rows = { spectrum: [..."RGBYPO"], lines: [[..."abcdefghij"], [..."ABCDEFGHIJ"]] };
const line = (text: string, seat = 1): string => after(rows, text, seat).lines[seat - 1]!.join("");

describe("what a move does to the rows", () => {
  it("Move closes up those passed, in both directions", () => {
    expect(line("M3:2>5")).toBe("acdebfghij");
    expect(line("M2:5>3")).toBe("abecdfghij");
    expect(moved([1, 2, 3], 1, 3)).toEqual([2, 3, 1]);
  });
  it("Switch and Rotate change two places", () => {
    expect(line("S2:4-6")).toBe("abcfedghij");
    expect(line("R")).toBe("jbcdefghia");
    expect(switched([1, 2, 3], 1, 3)).toEqual([3, 2, 1]);
  });
  it("Modify moves a cube", () => {
    expect(after(rows, "N2:1>3", 2).spectrum.join("")).toBe("GBRYPO");
    expect(after(rows, "N1:2>3", 2).spectrum.join("")).toBe("RBGYPO");
  });
  it("Exchange swaps opposite pawns", () => {
    const there = after(rows, "X:7", 2);
    expect(there.lines.map((one) => one.join(""))).toEqual(["abcdefGhij", "ABCDEFgHIJ"]);
  });
  it("the other seat's line is the other seat's", () => expect(line("S1:1-2", 2)).toBe("BACDEFGHIJ"));
  it("a discard changes nothing", () => expect(after(rows, "-S4", 1)).toBe(rows));
});

describe("a card in the hand", () => {
  it("Move: the piece first, then where it goes", () => {
    const card = new Card("M3", ["M3:2>5", "M3:5>2", "M3:5>8", "S1:1-2", "-M3"]);
    expect([...card.firsts()].sort()).toEqual([2, 5]);
    expect([...card.seconds(5)].sort()).toEqual([2, 8]);
    expect(card.meant(5, 2).map((action) => action.text)).toEqual(["M3:5>2"]);
    expect(card.meant(2)).toHaveLength(1);
    expect(card.discard).toBe("-M3");
  });
  it("Switch and Modify 1: either end first", () => {
    const card = new Card("S2", ["S2:4-6", "S2:6-8"]);
    expect([...card.firsts()].sort()).toEqual([4, 6, 8]);
    expect(card.meant(8)[0]?.text).toBe("S2:6-8");
    expect(card.meant(6)).toHaveLength(2);
    expect(card.discard).toBeNull();
    expect(new Card("N1", ["N1:2>3"]).meant(3)[0]?.text).toBe("N1:2>3");
  });
  it("Modify is played on the spectrum, Exchange on one place, Rotate on the ends", () => {
    expect(new Card("N2", ["N2:1>3"]).row).toBe("spectrum");
    expect(new Card("X", ["X:7"]).meant(7)).toHaveLength(1);
    expect([...new Card("R", ["R", "-R"]).firsts()]).toEqual([1, 10]);
    expect(new Card("R", ["-R"]).actions).toEqual([]);
  });
});

describe("the last move", () => {
  it("is of this round only", () => {
    expect(lastPlayed(["* spectrum RGBYPO", "1 S1:1-2", "* card 1 X"])?.action.text).toBe("S1:1-2");
    expect(lastPlayed(["1 S1:1-2", "* spectrum RGBYPO", "* line 1 RRGBYPOORG"])).toBeNull();
  });
  it("shows where it was", () => {
    expect(touched({ seat: 2, action: read("X:7")! })).toEqual([{ row: 1, place: 7 }, { row: 2, place: 7 }]);
    expect(touched({ seat: 2, action: read("N2:1>3")! })).toEqual([{ row: "spectrum", place: 1 }, { row: "spectrum", place: 3 }]);
    expect(touched({ seat: 2, action: read("-X")! })).toEqual([]);
  });
});

it("pieces keep their identity while they move", () => {
  const view = { spectrum: "RGBYPO", lines: ["RRGBYPOORG", "GGRBYPOOYP"] };
  const pieces = laidOut(view);
  const there = after(pieces, "S2:1-3", 1);
  expect(there.lines[0]![2]).toBe(pieces.lines[0]![0]);
  expect(liesAs(there, { ...view, lines: ["GRRBYPOORG", view.lines[1]!] })).toBe(true);
  expect(liesAs(there, view)).toBe(false);
});

it("no other text is a move", () => {
  for (const text of ["", "M", "draw", "*", "hand", "m10m11"]) expect(read(text)).toBeNull();
});
