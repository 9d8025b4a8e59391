// Score sheets: rows, standing and the picture.

import { describe, expect, it } from "vitest";
import { drawSheet } from "../src/pages/table/evening-image";
import { sheetRows, standing } from "../src/pages/table/evening-sheet";
import type { SheetLine } from "../src/api/wire";

const line = (game: number, part: number | undefined, more: Partial<SheetLine> = {}): SheetLine => ({
  game, ...(part === undefined ? {} : { part }), points: [7, 3], sums: [7, 3], order: [1, 2], wins: [0, 0], ...more,
});
const games = (count: number): { table: string; at: number }[] => Array.from({ length: count }, (_, k) => ({ table: `t${k}`, at: k }));

describe("a score sheet", () => {
  it("numbers games, and the games of a series", () => {
    const labels = (count: number, lines: SheetLine[]): string[] => sheetRows({ games: games(count), lines }).map((row) => row.label);
    expect(labels(2, [line(1, undefined), line(2, undefined)])).toEqual(["1", "2"]);
    expect(labels(1, [line(1, 1), line(1, 2)])).toEqual(["1", "2"]);
    expect(labels(2, [line(1, 1), line(1, 2), line(2, 1)])).toEqual(["1.1", "1.2", "2.1"]);
  });

  it("says who began and who won", () => {
    const [row] = sheetRows({ games: games(1), lines: [line(1, undefined, { order: [2, 1], winners: [1], sums: [17, 5] })] });
    expect(row!.cells).toEqual([
      { points: 7, sum: 17, hasBegun: false, hasWon: true },
      { points: 3, sum: 5, hasBegun: true, hasWon: false },
    ]);
  });

  it("stands by wins, or by sums where there is only one game or series", () => {
    const last = line(2, undefined, { sums: [19, 25], wins: [2, 1] });
    expect(standing(last, true)).toBe("2 : 1");
    expect(standing(last, false)).toBe("19 : 25");
  });
});

describe("the picture of a score sheet", () => {
  const ink = { paper: "#fff", card: "#eee", ink: "#000", soft: "#555", line: "#ccc", accent: "#00f", glow: "#ff0" };
  const words = { title: "Score sheet", game: "Game", sum: "Sum", wins: "Wins", legend: "" };
  const draw = (names: string[], count: number): ReturnType<typeof drawSheet> => {
    const rows = Array.from({ length: count }, (_, k) => ({
      label: String(k + 1), cells: names.map(() => ({ points: 1, sum: k, hasBegun: true, hasWon: true })),
    }));
    return drawSheet({ heading: "Phoenix", names, rows, wins: names.map(() => count), words }, ink);
  };

  it("is a valid drawing whatever players are called", () => {
    const { text } = draw(['<script>&"', "👩‍👩‍👧‍👦".repeat(9)], 2);
    expect(text).not.toContain("<script>");
    expect(text).toContain("&lt;script&gt;&amp;&quot;");
    expect(text.match(/<text /g)!.length).toBe(text.match(/<\/text>/g)!.length);
  });

  it("grows with players and games", () => {
    const [small, large] = [draw(["Ada", "Bob"], 1), draw(["Ada", "Bob", "Cy", "Di"], 9)];
    expect(large.width).toBeGreaterThan(small.width);
    expect(large.height).toBeGreaterThan(small.height);
  });
});
