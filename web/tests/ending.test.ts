// What the end of a game says, from the facts of the server.

import { describe, expect, it, vi } from "vitest";

vi.mock("../src/stores/settings.svelte", () => ({ settings: { language: "en" } }));
const { decidingPoints, decisionText, endRows, hasWon, headline, reasonText } = await import("../src/pages/table/ending");
const { columns, shareText } = await import("../src/pages/daily/result");
import type { DailyResult, IngeniousEnding, IngeniousView, Situation } from "../src/api/wire";

const NAMES = ["Ada", "Bob"];
const ending = (more: Partial<IngeniousEnding> = {}): IngeniousEnding => ({
  reason: "no-room", facts: { n: 18 }, orders: ["RG", "GR"], totals: [], place: 1, best: [], completed: [0, 0], ...more,
});
const finished = (more: Partial<Situation> = {}): Situation => ({
  type: "situation", table: "t", number: 9, phase: "over", terms: { game: "ingenious", options: {} }, host: "",
  seats: [{ type: "person", account: "a", name: "Ada" }, { type: "bot", level: "kid" }], mine: [1],
  views: { "1": { scores: [{ R: 2, G: 4 }, { R: 7, G: 2 }] } as unknown as IngeniousView },
  result: { type: "ended", how: "finished", ranks: [2, 1] }, ending: ending(), ...more,
});

describe("the end of a game", () => {
  it("shows the winner first, and marks what decided", () => {
    const rows = endRows(finished(), NAMES);
    expect(rows.map(({ name, rank }) => [name, rank])).toEqual([["Bob", 1], ["You", 2]]);
    expect(rows[0]!.cells.map(({ colour, points, kind }) => [colour, points, kind])).toEqual([["G", 2, "level"], ["R", 7, "decides"]]);
    expect(rows.map(decidingPoints)).toEqual([7, 4]);
    expect(headline(finished(), rows, 18)).toBe("Bob wins 7 : 4");
    expect(decisionText(finished())).toBe("The lowest colours are level, so the next ones decide.");
    expect(reasonText(finished(), NAMES)).toBe("No place is left for another tile.");
  });

  it("marks in every row what decided against the winner, and names no score of different places", () => {
    const three = finished({
      seats: Array.from({ length: 3 }, () => ({ type: "bot", level: "kid" })),
      views: { "1": { scores: [{ R: 2, G: 4 }, { R: 7, G: 2 }, { R: 9, G: 0 }] } as unknown as IngeniousView },
      result: { type: "ended", how: "finished", ranks: [2, 1, 3] }, ending: ending({ orders: ["RG", "GR", "GR"] }),
    });
    const rows = endRows(three, ["Ada", "Bob", "Cy"]);
    expect(rows.map(({ cells }) => cells.map(({ kind }) => kind))).toEqual([["level", "decides"], ["level", "decides"], ["decides", "rest"]]);
    expect(headline(three, rows, 18)).toBe("Bob wins");
  });

  it("names no score where the score did not decide", () => {
    const resigned = finished({ result: { type: "ended", how: "resigned", seat: 1, ranks: [2, 1] }, ending: ending({ reason: "", place: null }) });
    expect(headline(resigned, endRows(resigned, NAMES), 18)).toBe("Bob wins");
    expect(reasonText(resigned, NAMES)).toBe("You resigned.");
    expect(reasonText({ ...resigned, mine: [2] }, NAMES)).toBe("Ada resigned.");
    expect(decisionText(resigned)).toBe("");
    expect([hasWon(resigned), hasWon({ ...resigned, mine: [2] }), hasWon({ ...resigned, mine: [] })]).toEqual([false, true, false]);
  });

  it("is a draw that no player has won", () => {
    const draw = finished({ result: { type: "ended", how: "finished", ranks: [1, 1] }, ending: ending({ place: null }) });
    expect(headline(draw, endRows(draw, NAMES), 18)).toBe("A draw, 2 : 2");
    expect(decisionText(draw)).toBe("All colours are level.");
    expect(hasWon(draw)).toBe(false);
  });

  it("of partners is one row for each team", () => {
    const teams = finished({ seats: Array.from({ length: 4 }, () => ({ type: "bot", level: "kid" })), mine: [3], result: { type: "ended", how: "finished", ranks: [1, 2, 1, 2] } });
    const rows = endRows(teams, ["Ada", "Bob", "Cy", "Di"]);
    expect(rows.map(({ name }) => name)).toEqual(["Ada + You", "Bob + Di"]);
    expect(headline(teams, rows, 36)).toMatch(/^You win/);
  });
});

describe("the text about a daily challenge", () => {
  const result: DailyResult = { day: "2027-03-01", ends: 0, over: false, colours: [4, 9, 18, 20, 27, 36], rank: 2, ranked: 7, streak: 3 };

  it("tells the result and neither tiles, colours nor places", () => {
    expect(shareText(result, 36)).toBe(
      "Genial · Daily challenge 2027-03-01\n▁▃▅▅▇█\nLowest colour: 4 of 36 · Rank 2 of 7 so far · 3 days in a row",
    );
  });
  it("has a distribution without gaps", () => {
    expect(columns([{ lowest: 3, attempts: 1 }, { lowest: 5, attempts: 2 }]).map(({ attempts }) => attempts)).toEqual([1, 0, 2]);
    expect(columns([])).toEqual([]);
  });
});
