import { describe, expect, it } from "vitest";
import { rearrange, Card, createRows, lastPlayed, type Piece, parseMove, touchedPlaces } from "../src/games/phoenix/moves";

describe("a card in the hand", () => {
  it("Move: the piece first, then where it goes", () => {
    const card = new Card("M3", ["M3:2>5", "M3:5>2", "M3:5>8", "S1:1-2", "-M3"]);
    expect([...card.firstPlaces()].sort()).toEqual([2, 5]);
    expect([...card.secondPlaces(5)].sort()).toEqual([2, 8]);
    expect(card.actionsFor(5, 2).map((action) => action.text)).toEqual(["M3:5>2"]);
    expect(card.actionsFor(2)).toHaveLength(1);
    expect(card.discard).toBe("-M3");
  });
  it("Switch and Modify 1: either end first", () => {
    const card = new Card("S2", ["S2:4-6", "S2:6-8"]);
    expect([...card.firstPlaces()].sort()).toEqual([4, 6, 8]);
    expect(card.actionsFor(8)[0]?.text).toBe("S2:6-8");
    expect(card.actionsFor(6)).toHaveLength(2);
    expect(card.discard).toBeNull();
    expect(new Card("N1", ["N1:2>3"]).actionsFor(3)[0]?.text).toBe("N1:2>3");
  });
  it("Modify is played on the spectrum, Exchange on one place, Rotate on the ends", () => {
    expect(new Card("N2", ["N2:1>3"]).row).toBe("spectrum");
    expect(new Card("X", ["X:7"]).actionsFor(7)).toHaveLength(1);
    expect([...new Card("R", ["R", "-R"]).firstPlaces()]).toEqual([1, 10]);
    expect(new Card("R", ["-R"]).actions).toEqual([]);
  });
});

describe("the last move", () => {
  it("is of this round only", () => {
    expect(lastPlayed(["* spectrum RGBYPO", "1 S1:1-2", "* card 1 X"])?.action.text).toBe("S1:1-2");
    expect(lastPlayed(["1 S1:1-2", "* spectrum RGBYPO", "* line 1 RRGBYPOORG"])).toBeNull();
  });
  it("shows where it was", () => {
    expect(touchedPlaces({ seat: 2, action: parseMove("X:7")! })).toEqual([{ row: 1, place: 7 }, { row: 2, place: 7 }]);
    expect(touchedPlaces({ seat: 2, action: parseMove("N2:1>3")! })).toEqual([{ row: "spectrum", place: 1 }, { row: "spectrum", place: 3 }]);
    expect(touchedPlaces({ seat: 2, action: parseMove("-X")! })).toEqual([]);
  });
});

describe("pieces keep their identity", () => {
  const colours = { spectrum: "RGBYPO", lines: ["RRGBYPOORG", "GGRBYPOOYP"] };
  const pieces = createRows(colours);
  const coloursOf = (row: readonly Piece[]): string => row.map((piece) => piece.colour).join("");

  it("while two of a line change places", () => {
    const { lines } = rearrange(pieces, { ...colours, lines: ["GRRBYPOORG", colours.lines[1]!] });
    expect(lines.map(coloursOf)).toEqual(["GRRBYPOORG", "GGRBYPOOYP"]);
    expect([lines[0]![0], lines[0]![2]]).toEqual([pieces.lines[0]![2], pieces.lines[0]![0]]);
    expect(lines[1]).toEqual(pieces.lines[1]);
  });
  it("while one moves and the others close up", () => {
    const { spectrum } = rearrange(pieces, { ...colours, spectrum: "GBRYPO" });
    const [red, green, blue, ...rest] = pieces.spectrum;
    expect(spectrum).toEqual([green, blue, red, ...rest]);
  });
  it("while opposite ones are exchanged", () => {
    const { lines } = rearrange(pieces, { ...colours, lines: ["RGGBYPOORG", "GRRBYPOOYP"] });
    expect([lines[0]![1], lines[1]![1]]).toEqual([pieces.lines[1]![1], pieces.lines[0]![1]]);
  });
  it("and every piece is used once", () => {
    const { lines, spectrum } = rearrange(pieces, { spectrum: "OPYBGR", lines: ["GROOPYBGRR", "PYOOPYBRGG"] });
    const ids = [...spectrum, ...lines.flat()].map((piece) => piece.id);
    expect(new Set(ids).size).toBe(26);
    expect([...ids].sort()).toEqual([...pieces.spectrum, ...pieces.lines.flat()].map((piece) => piece.id).sort());
  });
});

it("no other text is a move", () => {
  for (const text of ["", "M", "draw", "*", "hand", "m10m11"]) expect(parseMove(text)).toBeNull();
});
