// The engine in the browser says what Python says: every position of the games that Python wrote down.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Bot } from "../../src/engine/bots";
import { unpackWeights } from "../../src/engine/module";
import { news, notationOf } from "../../src/engine/notation/index";
import { type Position, Rules, type Step } from "../../src/engine/rules";
import { dealerStream, fastStream } from "../../src/engine/streams";
import type { Tables } from "../../src/engine/tables";
import { Digest, digestOf, EXPLAINED, games, originOf, type Played, playedOf } from "./golden";
import { loadGame, MODULES } from "./modules";

function digest(rules: Rules, step: Step, ply: number): number {
  const found = new Digest();
  const { record } = step;
  const status = rules.status(record);
  const legal = rules.legal(record);
  found.add(record);
  found.add(Int32Array.from(step.draws));
  found.add(step.stream);
  found.add(Int32Array.of(Number(status.isChanceDue), Number(status.isOver), status.turn));
  found.add(Float64Array.from(status.utilities));
  found.add(legal);
  addViews(rules, record, status.isOver ? -1 : status.turn, ply, found);
  for (let k = 0; k < Math.min(EXPLAINED, legal.length); k++) {
    const numbers = rules.explain(record, legal[Math.floor((k * legal.length) / EXPLAINED)]!);
    found.add(Int32Array.of(numbers?.length ?? -1));
    if (numbers !== null) found.add(numbers);
  }
  const places = status.isOver ? null : rules.places(record);
  if (places !== null) found.add(new TextEncoder().encode(spellPlaces(rules.module.tables, places)));
  return found.value;
}

function addViews(rules: Rules, record: Position, turn: number, ply: number, found: Digest): void {
  for (let seat = -1; seat < rules.players; seat++) {
    const seen = rules.redact(record, seat);
    found.add(seen);
    if (seat === turn) {
      const stream = fastStream(BigInt(ply));
      found.add(rules.dealHidden(seen, seat, stream));
      found.add(stream);
    }
  }
}

function spellPlaces({ names, numbers, lists }: Tables, places: NonNullable<ReturnType<Rules["places"]>>): string {
  const cells = names.cells!, colours = numbers.colours!;
  const texts = Array.from(places.edges, (edge) => `${cells[lists.edge_low![edge]!]} ${cells[lists.edge_high![edge]!]}`);
  const points = Array.from(places.cells, (cell, k) => [cells[cell]!, Array.from(places.points.subarray(k * colours, (k + 1) * colours))]);
  return JSON.stringify([texts, Object.fromEntries(points)]);
}

/** The digests of the logs that a spectator and all seats see. */
function logDigests(rules: Rules, played: Played): number[] {
  const notation = notationOf(rules);
  const seats = [null, ...Array.from({ length: rules.players }, (_, k) => k + 1)];
  const logs = seats.map((): string[] => []);
  let before: Position | null = null;
  let ply = 0;
  for (const step of replay(rules, played)) {
    const move = before === null ? null : { before, seat: rules.status(before).turn + 1, code: played.moves[ply++]! };
    seats.forEach((seat, k) => logs[k]!.push(...news(notation, played.options, seat, step, move)));
    before = step.record;
  }
  return logs.map((log) => digestOf(log.join("\n")));
}

function* replay(rules: Rules, played: Played): Generator<Step> {
  const { key, nonces } = originOf(played);
  let step = rules.deal(dealerStream(key, nonces));
  yield step;
  for (const move of played.moves) {
    const next = rules.play(step.record, move, step.stream);
    if (next === null) throw new Error(`the move ${move} is not legal`);
    yield (step = next);
  }
}

describe.each(games)("%s", (name) => {
  test("positions, moves, draws, views, choices and explanations are Python's", { timeout: 3_600_000 }, async () => {
    const module = await loadGame(name);
    let [positions, count] = [0, 0];
    for (const played of playedOf(name)) {
      const rules = new Rules(module, played.options);
      let ply = 0;
      for (const step of replay(rules, played)) {
        if (digest(rules, step, ply) !== played.digests[ply]) expect.fail(`${JSON.stringify(played.options)} ${played.key} differs after ${ply} moves`);
        ply++;
      }
      expect(ply).toBe(played.digests.length);
      expect(logDigests(rules, played), "logs").toEqual(played.logs);
      positions += ply;
      count++;
    }
    expect(positions).toBeGreaterThan(count);
    console.log(`${name}: ${positions} positions of ${count} games`);
  });

  test("every level chooses Python's move with Python's visits", { timeout: 3_600_000 }, async () => {
    const module = await loadGame(name);
    const levels = new Set<string>();
    for (const played of playedOf(name)) {
      if (played.bots.length === 0) continue;
      const rules = new Rules(module, played.options);
      const steps = [...replay(rules, played)];
      const planes = readFileSync(join(MODULES, `${name}-${rules.template.weights}.weights`));
      module.scoped(() => {
        const weights = module.place(unpackWeights(planes));
        for (const choice of played.bots) {
          levels.add(choice.level);
          const { record } = steps[choice.ply]!;
          const { turn } = rules.status(record);
          const bot = new Bot(rules, choice.level, BigInt(choice.seed), weights, choice.effort);
          const thought = bot.think({ options: played.options, seat: turn + 1, log: choice.log, record: rules.redact(record, turn) });
          const told = { move: thought.move, value: thought.value, candidates: thought.candidates.map((c) => [c.move, c.visits, c.value]) };
          expect(told, `${choice.level} after ${choice.ply} moves`).toEqual({ move: choice.move, value: choice.value, candidates: choice.candidates });
        }
      });
    }
    expect([...levels].sort()).toEqual(Object.keys(module.tables.levels).sort());
  });
});
