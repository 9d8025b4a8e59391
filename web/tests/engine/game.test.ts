// What the laws do not see: refusals, other spellings, and games that are stored.

import { expect, test } from "vitest";
import { Refusal } from "../../src/api/refusal";
import { Game } from "../../src/engine/game";
import { commitment } from "../../src/engine/record";
import { loadGame } from "./modules";

const KEY = new Uint8Array(32).fill(5);
const OPTIONS = {
  ingenious: { players: 2, variant: "standard", start: 1 },
  tile_challenge: { players: 2, games: 1, start: 1 },
  spezial: { players: 2, board: "rebuilt", start: 1 },
  phoenix: { players: 2, start: 1 },
};
const names = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[];
const gameOf = async (name: keyof typeof OPTIONS, more: object = {}): Promise<Game> => new Game(await loadGame(name), { ...OPTIONS[name], ...more });

/** The code of what a call refuses. */
function refusal(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return "";
}

test.each(names)("%s: every legal move is read as it is spelt", async (name) => {
  const game = await gameOf(name);
  const { legal, position } = { legal: game.start(KEY).legal(), position: game.start(KEY).position };
  expect(legal.map((text) => game.read(text))).toEqual([...game.rules.legal(position)]);
});

test.each(names)("%s: what is no move is refused", async (name) => {
  const start = (await gameOf(name)).start(KEY);
  for (const text of ["", "toString", "Rh8", "m11m12+", "m11m12+OO+", "swap "]) expect(refusal(() => start.play(text)), text).toBe("bad-text");
});

test("a tile has one spelling", async () => {
  const game = await gameOf("ingenious");
  expect(game.spell(game.read("Rh8Bi8"))).toBe("Rh8Bi8");
  for (const text of ["Bi8Rh8", "Rh8Bj9", "Rh8Xi8", "Rh8Bz8"]) expect(refusal(() => game.read(text)), text).toBe("bad-text");
});

test("moves that cannot be played are refused", async () => {
  const start = (await gameOf("ingenious")).start(KEY);
  const [move] = start.legal() as [string];
  expect(refusal(() => start.play("swap"))).toBe("illegal-move");
  expect(refusal(() => start.explain("keep"))).toBe("illegal-move");
  expect(refusal(() => start.play(move, 2))).toBe("wrong-turn");
  expect(start.play(move, 1).moveCount).toBe(1);
});

test("nothing is played after the end", async () => {
  let state = (await gameOf("phoenix")).start(KEY);
  while (!state.over) state = state.play(state.legal()[0]!);
  expect(state.turn).toBeNull();
  expect(state.legal()).toEqual([]);
  expect(refusal(() => state.play("-R"))).toBe("game-over");
  expect(refusal(() => state.explain("-R"))).toBe("game-over");
});

test("a stored game is played again", async () => {
  const game = await gameOf("tile_challenge");
  const nonces = new Map([[2, KEY]]);
  let state = game.start(KEY, nonces);
  for (let k = 0; k < 30 && !state.over; k++) state = state.play(state.legal().at(-1)!);
  const moves = state.history.slice(1).map(({ lastMove }) => lastMove!);
  const again = game.replay({ key: KEY, nonces, moves });
  expect(again.record()).toBe(state.record());
  expect(again.previous?.position).toEqual(state.previous?.position);
  expect(game.start(KEY).log(null)).not.toEqual(game.start(KEY, nonces).log(null));
});

test("the commitment is published from the start, the key after the end", async () => {
  let state = (await gameOf("phoenix")).start(KEY);
  expect(state.record()).toContain(`\ncommitment: ${commitment(KEY)}\n`);
  expect(state.record()).not.toContain("\nkey: ");
  while (!state.over) state = state.play(state.legal()[0]!);
  expect(state.record()).toContain(`\nkey: ${"05".repeat(32)}\n`);
});

test("a bot gets nothing that its seat cannot know", async () => {
  const start = (await gameOf("ingenious")).start(KEY);
  const { log, record } = start.redacted(1);
  expect(log[1]).toBe("* rack 2 ?? ?? ?? ?? ?? ??");
  expect(record).toEqual(start.game.rules.redact(start.position, 0));
  expect(record).not.toEqual(start.position);
});

test("options come in the order of a record's header", async () => {
  const module = await loadGame("ingenious");
  const options = { headstart: "0 3", start: 2, variant: "standard", players: 2 };
  expect(new Game(module, options).start(KEY).record()).toMatch(/^game: ingenious\nplayers: 2\nvariant: standard\nstart: 2\nheadstart: 0 3\n/);
  expect(new Game(module, { ...options, headstart: "0 0" }).start(KEY).view(1).options).toEqual({ players: 2, variant: "standard", start: 2 });
});

test("what only the server plays is refused", async () => {
  const own = { board: "mine@0123456789ab", layout: "{}" };
  for (const more of [own, { board: "generated-7" }, { players: 9 }]) {
    await expect(gameOf("spezial", more), JSON.stringify(more)).rejects.toMatchObject({ code: "bad-option" });
  }
});
