// What is drawn for each kind of move, and how it reads in both languages.

import { render } from "svelte/server";
import type { Component } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Effect } from "../src/api/wire";
import type { PlayedMove } from "../src/games/played-move";

const settings = vi.hoisted(() => ({ language: "en", symbols: "letters", codes: false, orientation: "auto", motion: true }));
vi.mock("../src/stores/settings.svelte", () => ({ settings }));
vi.mock("../src/games/board/orientation.svelte", async () => {
  const { LEVEL } = await import("../src/games/board/hex");
  return { planeFor: () => LEVEL };
});

const { playedMove } = await import("../src/games/played-move");
const { loadLanguage } = await import("../src/i18n/languages");
const GAMES = {
  ingenious: await import("../src/games/ingenious/move-pictures"),
  "tile-challenge": await import("../src/games/tile-challenge/move-pictures"),
  spezial: await import("../src/games/spezial/move-pictures"),
  phoenix: await import("../src/games/phoenix/move-pictures"),
};
type Game = keyof typeof GAMES;

await loadLanguage("de");
beforeEach(() => void Object.assign(settings, { language: "en", codes: false }));

/** The picture of a move without the names that styles have. */
function drawing(game: Game, lines: string[], effect: Effect | null = null, players = 2): string {
  return render(GAMES[game].MovePicture as Component<{ played: PlayedMove }>, { props: { played: playedMove(lines, players, effect) } })
    .body.replace(/ ?svelte-\w+/g, "");
}
/** The letters on the symbols of a picture, and its words. */
const shown = (html: string): string => html.replace(/<!--.*?-->/gs, "").replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();
const words = (game: Game, lines: string[], effect: Effect | null = null): string[] =>
  ["en", "de"].map((language) => {
    settings.language = language;
    return GAMES[game].moveText(playedMove(lines, 2, effect)).replaceAll("\u00ad", "");
  });

describe("a move is read from its log", () => {
  it("with the tile that was turned up after it", () => {
    expect(playedMove(["2 draw", "* tile R", "* middle G"], 3)).toEqual({ seat: 2, move: "draw", drawn: "R", players: 3, effect: null });
    expect(playedMove(["1 Rh4Gi3", "* rack 1 OO"], 2)).toMatchObject({ seat: 1, move: "Rh4Gi3", drawn: "" });
  });
});

describe("Ingenious", () => {
  it("draws the tile with its two symbols and its place on a map of the board in use", () => {
    const html = drawing("ingenious", ["1 Rh4Gi3"]);
    expect(shown(html)).toBe("R G");
    expect(html.match(/<line [^>]*>/g)).toHaveLength(1);
    const map = (players: number): string => /<svg viewBox="([^"]*)" height/.exec(drawing("ingenious", ["1 Rh4Gi3"], null, players))![1]!;
    expect(Number(map(4).split(" ")[3])).toBeGreaterThan(Number(map(2).split(" ")[3]));
  });
  it("marks different places at different points", () => {
    const place = (move: string): string => /<line [^>]*>/.exec(drawing("ingenious", [move]))![0];
    expect(place("1 Rh4Gi3")).not.toBe(place("1 Rh8Gi7"));
    expect(place("1 Rh4Gi3")).toBe(place("2 Oh4Pi3"));
  });
  it("says swap and keep in words", () => {
    expect(shown(drawing("ingenious", ["1 swap"]))).toBe("Swap");
    expect(shown(drawing("ingenious", ["1 keep"]))).toBe("Keep");
    settings.language = "de";
    expect(shown(drawing("ingenious", ["1 swap"]))).toBe("Tauschen");
  });
  it("is read aloud", () => {
    expect(words("ingenious", ["1 Rh4Gi3"])).toEqual(["red and green on h4 and i3", "Rot und Grün auf h4 und i3"]);
    expect(words("ingenious", ["1 Rh4Ri3"])).toEqual(["double red on h4 and i3", "Doppel-Rot auf h4 und i3"]);
    expect(words("ingenious", ["1 keep"])).toEqual(["Keep", "Behalten"]);
  });
});

describe("Tile Challenge", () => {
  it("draws the tile that came, or its back while it is unknown", () => {
    expect(shown(drawing("tile-challenge", ["1 draw", "* tile O"]))).toBe("O Draw");
    expect(drawing("tile-challenge", ["1 draw"])).toContain('class="back"');
    expect(drawing("tile-challenge", ["1 draw", "* tile O"])).not.toContain('class="back"');
  });
  it("crosses a turn that failed", () => {
    expect(shown(drawing("tile-challenge", ["1 draw", "* tile O"], { failed: "in-row", colour: "O" }))).toBe("O Draw ✗");
  });
  it("says stop, and shows what was taken", () => {
    expect(shown(drawing("tile-challenge", ["1 stop"], { gains: { R: 2 } }))).toBe("Stop");
    expect(shown(drawing("tile-challenge", ["1 take"], { gains: { Y: 1 } }))).toBe("Y Take");
    expect(shown(drawing("tile-challenge", ["1 take"]))).toBe("Take");
  });
  it("is read aloud", () => {
    expect(words("tile-challenge", ["1 draw", "* tile O"])).toEqual(["Draw: orange", "Aufdecken: Orange"]);
    expect(words("tile-challenge", ["1 draw", "* tile O"], { failed: "in-row" })).toEqual(["Draw: orange, the turn has failed", "Aufdecken: Orange, der Zug ist misslungen"]);
    expect(words("tile-challenge", ["1 take"], { gains: { Y: 1 } })).toEqual(["Take: yellow", "Nehmen: Gelb"]);
    expect(words("tile-challenge", ["1 stop"])).toEqual(["Stop", "Aufhören"]);
  });
});

describe("Genial Spezial", () => {
  it("draws a tile of the player's side, its place, and the colours of bonus fields", () => {
    const html = drawing("spezial", ["2 m10n9+OP"]);
    expect(html).toContain("--side-2");
    expect(html.match(/<line [^>]*>/g)).toHaveLength(1);
    expect(html.match(/<polygon/g)).toHaveLength(2); // both halves of the board
    expect(shown(html)).toBe("+ O + P");
    expect(shown(drawing("spezial", ["1 m10n9"]))).toBe("");
  });
  it("says pass", () => expect(shown(drawing("spezial", ["1 pass"]))).toBe("Pass"));
  it("is read aloud", () => {
    expect(words("spezial", ["1 m10n9"])).toEqual(["a tile on m10 and n9", "ein Stein auf m10 und n9"]);
    expect(words("spezial", ["1 m10n9+O"])).toEqual(["a tile on m10 and n9, bonus: orange", "ein Stein auf m10 und n9, Bonus: Orange"]);
    expect(words("spezial", ["1 pass"])).toEqual(["Pass", "Passen"]);
  });
});

describe("Phoenix", () => {
  it.each([
    ["M2:3>5", "3 → 5"], ["S2:3-5", "3 ↔ 5"], ["R", "1 ↔ 10"], ["X:4", "4"], ["-M2", "✕ Discard"],
  ])("draws the card of %s with its places", (move, text) => {
    const html = drawing("phoenix", [`1 ${move}`]);
    expect(html).toContain(`class="${move.replace("-", "")[0]}"`); // the kind of the card
    expect(shown(html)).toBe(text);
  });
  it("is read aloud", () => {
    expect(words("phoenix", ["1 M2:3>5"])).toEqual(["Move 2: from place 3 to place 5", "Versetzen 2: von Stelle 3 nach Stelle 5"]);
    expect(words("phoenix", ["1 S2:3-5"])).toEqual(["Switch 2: places 3 and 5", "Austausch 2: Stellen 3 und 5"]);
    expect(words("phoenix", ["1 X:4"])).toEqual(["Exchange: place 4", "Seitenwechsel: Stelle 4"]);
    expect(words("phoenix", ["1 -M2"])).toEqual(["Move 2, discarded", "Versetzen 2, abgeworfen"]);
  });
});
