// A game in the browser says what Python says, in the types of the wire: every position of the games that Python wrote down.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Game, type State } from "../../src/engine/game";
import { digestOf, EXPLAINED, games, GOLDEN, originOf, type Played, playedOf } from "./golden";
import { loadGame } from "./modules";

const seatsOf = ({ game }: State): (number | null)[] => [null, ...Array.from({ length: game.players }, (_, k) => k + 1)];

/** What is said of a position: see `spelling` in `tests.wasm.golden`. */
function spelling(state: State): string {
  const { game, position } = state;
  const legal = game.rules.legal(position);
  const explained = Array.from({ length: Math.min(EXPLAINED, legal.length) }, (_, k) => game.spell(legal[Math.floor((k * legal.length) / EXPLAINED)]!));
  const parts = [...seatsOf(state).map((seat) => state.view(seat, { log: false })), state.choices(), state.effect, ...explained.map((move) => state.explain(move))];
  return parts.map((part) => JSON.stringify(part)).join("\n");
}

/** What is said of a game up to a position: see `whole` there. */
function whole(state: State): string {
  const someRanks = Array.from({ length: state.game.players }, (_, seat) => 1 + state.game.tracks[seat]!);
  const parts = [...seatsOf(state).map((seat) => state.view(seat)), ...[state.ranks, someRanks, null].map((ranks) => state.ending(ranks))];
  return [...parts.map((part) => JSON.stringify(part)), state.record({ "seat 1": "Ada" })].join("\n");
}

describe.each(games)("%s", (name) => {
  /** Compare a text with Python's; of one that differs Python shows the difference (`tests/wasm/test_laws.py`). */
  function compare(text: string, digest: number, kind: string, line: number, { options, key }: Played, ply: number): void {
    if (digestOf(text) === digest) return;
    writeFileSync(join(GOLDEN, `${name}.differs.json`), JSON.stringify({ line, ply, kind, text }));
    expect.fail(`${kind} of ${JSON.stringify(options)} ${key} differs after ${ply} moves`);
  }

  test("views, choices, effects, explanations, endings and records are Python's", { timeout: 3_600_000 }, async () => {
    const module = await loadGame(name);
    let [positions, line] = [0, 0];
    for (const played of playedOf(name)) {
      const game = new Game(module, played.options);
      const { key, nonces } = originOf(played);
      let state = game.start(key, nonces);
      for (const move of [...played.moves, null]) {
        const ply = state.moveCount;
        for (const [kind, spell, digests] of [["spelling", spelling, played.spelt], ["whole", whole, played.wholes]] as const) {
          const digest = digests[ply];
          if (digest !== undefined) compare(spell(state), digest, kind, line, played, ply);
        }
        if (move !== null) state = state.play(game.spell(move));
      }
      positions += Object.keys(played.spelt).length;
      expect(state.over).toBe(true);
      line++;
    }
    expect(positions).toBeGreaterThan(line);
    console.log(`${name}: ${positions} positions of ${line} games spelt`);
  });
});
