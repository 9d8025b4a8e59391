// The seats of a new table, and the address where a game is played on.

import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("navigator", { languages: ["en"] });
const { newSeats, opponentIndex } = await import("../src/pages/new-table/seats");
const { parseLink, playOnLink } = await import("../src/pages/review/position-link");

const preset = {
  seats: [
    { kind: "bot", level: "casual", name: "" },
    { kind: "open", level: "casual", name: "" },
    { kind: "screen", level: "casual", name: " Bob " },
    { kind: "bot", level: "nobody", name: "" },
  ],
};

describe("the seats of a new table", () => {
  it("are mine and those of the opponents, in their order", () => {
    const levels = ["kid", "casual"];
    expect(newSeats(3, 1, preset, levels)).toEqual([{ type: "me" }, { type: "open" }, { type: "screen", name: "Bob" }]);
    expect(newSeats(4, 3, preset, levels)).toEqual([
      { type: "open" }, { type: "screen", name: "Bob" }, { type: "me" }, { type: "bot", level: "casual" },
    ]);
  });
  it("keep the opponents when I change mine", () => {
    expect([2, 3, 4].map((seat) => opponentIndex(seat, 1))).toEqual([1, 2, 3]);
    expect([1, 2, 4].map((seat) => opponentIndex(seat, 3))).toEqual([1, 2, 3]);
  });
});

it("a game is played on from one of its positions, or from the last", () => {
  expect(playOnLink("table", "x7", 12)).toBe("/review/x7/play-on?move=12");
  expect(playOnLink("upload", "x7", null)).toBe("/record/x7/play-on");
  expect(parseLink(new URL(playOnLink("table", "x7", 12), "http://x").searchParams).move).toBe(12);
});
