// Bots in the browser: they get what their seat may see, and ask the module for everything else.

import type { Module } from "./module";
import type { Position, Rules } from "./rules";
import { fastStream, type Options, streamFor } from "./streams";
import type { Level } from "./tables";
import { SearchTree } from "./tree";

/** All that a bot knows: its seat (from 1), what that may see in numbers, and its log. */
export interface Seen {
  readonly options: Options;
  readonly seat: number;
  readonly log: readonly string[];
  readonly record: Position; // see `Rules.redact`
}

/** A move that a bot considered. */
export interface Candidate { readonly move: number; readonly value: number; readonly visits: number }

/** A bot's evaluation of a position. */
export interface Thought {
  readonly move: number;
  readonly candidates: readonly Candidate[]; // best first
  readonly value: readonly number[]; // by seat
  readonly visits: number;
}

/** When to stop a search without an effort of its own; asked from time to time. */
export type IsEnough = (visits: number) => boolean;

const CHUNK = 64; // iterations between two looks at the clock
const MOST_EFFORT = 10_000; // of a bot without a limit, when it works out the rest of a game
const AHEAD = 2; // the least effort with which the bot of Tile Challenge solves the next turn, too
const SHOWN = 20; // candidates of a greedy bot

/** A bot of a level. */
export class Bot {
  private readonly level: Level;

  constructor(
    readonly rules: Rules,
    name: string,
    private readonly seed: bigint,
    private readonly weights: number, // pointer
    effort?: number,
  ) {
    const level = rules.module.tables.levels[name];
    if (level === undefined) throw new RangeError(`there is no level ${name}`);
    this.level = effort === undefined ? level : { ...level, effort };
  }

  private get module(): Module {
    return this.rules.module;
  }

  private get weightCount(): number {
    return this.module.tables.weights[this.rules.template.weights] ?? 0;
  }

  /** Choose a move. */
  think(seen: Seen, isEnough: IsEnough = () => true): Thought {
    return this.module.scoped(() => {
      switch (this.level.kind) {
        case "greedy": return this.rank(seen);
        case "search": return this.search(seen, isEnough);
        case "endgame": return this.solve(seen) ?? this.search(seen, isEnough);
        case "turn": return this.plan(seen);
      }
    });
  }

  private possible(seen: Seen): { root: number; record: Position; stream: BigUint64Array } {
    const stream = streamFor(this.seed, seen.seat, seen.options, seen.log);
    const viewer = this.rules.players === 1 ? 0 : seen.seat - 1;
    const record = this.rules.dealHidden(seen.record, viewer, stream);
    return { root: this.module.place(record), record, stream };
  }

  private rank(seen: Seen): Thought {
    const { module, level } = this;
    const { most, features } = module.tables;
    const { root, record, stream } = this.possible(seen);
    const [f, moves, values] = [module.allocate(features), module.allocate(4 * most.moves), module.allocate(8 * most.moves)];
    const n = module.exports.evaluate_root(root, 1, f, 1, this.weights, this.weightCount, level.style ?? 0, moves, most.moves, values, most.moves);
    const chance = module.placeStream(stream);
    const best = module.exports.choose_noticed(values, most.moves, n, level.overlook ?? 0, chance, stream.length);
    const [codes, worth] = [module.ints(moves, n), module.floats(values, n)];
    const order = Array.from(worth.keys()).sort((one, other) => worth[other]! - worth[one]!).slice(0, SHOWN);
    const shown = [best, ...order.filter((k) => k !== best)];
    return {
      move: codes[best]!,
      candidates: shown.map((k) => ({ move: codes[k]!, value: worth[k]!, visits: 0 })),
      value: this.rules.status(record).utilities,
      visits: n,
    };
  }

  private search(seen: Seen, isEnough: IsEnough): Thought {
    const { root, record, stream } = this.possible(seen);
    const effort = this.rules.legal(record).length === 1 ? 1 : this.level.effort ?? null;
    const tree = new SearchTree(this.rules, this.weights, this.weightCount, root, fastStream(stream[1]!));
    for (let grown = 0; effort === null || grown < effort;) {
      const chunk = effort === null ? CHUNK : Math.min(CHUNK, effort - grown);
      tree.grow(seen.seat - 1, chunk);
      grown += chunk;
      if (effort === null && isEnough(grown)) break;
    }
    return tree.thought(seen.seat - 1);
  }

  /** Work out the rest of a game of Genial Spezial; null if there are too many tiles left, or the effort is spent. */
  private solve(seen: Seen): Thought | null {
    const { module, rules } = this;
    const { most, features, numbers, record: layout } = module.tables;
    const { endgame, endgame_positions: each, endgame_most: limit, endgame_rows: progressRows } = numbers;
    const { solve } = module.exports;
    if (endgame === undefined || each === undefined || limit === undefined || progressRows === undefined || solve === undefined) return null;
    const { record, stream } = this.possible(seen);
    const rows = endgame + 1;
    const games = module.allocate(rows * layout.size);
    module.bytes(games, layout.size).set(record);
    const effort = this.level.effort ?? null;
    const room = Math.min(limit, each * (effort ?? MOST_EFFORT));
    const budget = module.allocate(4);
    module.ints(budget, 1)[0] = room;
    const [moves, scores] = [module.allocate(4 * rows * most.moves), module.allocate(8 * rows * most.moves)];
    const [utilities, guaranteed] = [module.allocate(8 * rows * most.seats), module.allocate(8 * rows * most.seats)];
    const move = solve(
      games, rows, module.allocate(rows * features), rows, this.weights, this.weightCount, budget, 1, module.placeStream(stream), stream.length,
      moves, rows, most.moves, scores, rows, most.moves, utilities, rows, most.seats, guaranteed, rows, most.seats,
      module.allocate(4 * progressRows * rows), progressRows, rows,
    );
    if (move < 0) return null;
    const value = Array.from(module.floats(utilities, rules.players));
    const visits = room - module.ints(budget, 1)[0]!;
    return { move, candidates: [{ move, value: value[seen.seat - 1]!, visits }], value, visits };
  }

  /** Solve the turn of Tile Challenge, and the one after it. */
  private plan(seen: Seen): Thought {
    const { module, rules } = this;
    const { most, features, record: layout } = module.tables;
    const { plan_turn: planTurn } = module.exports;
    if (planTurn === undefined) throw new Error("the module has no plan_turn");
    const { root } = this.possible(seen);
    const count = most.moves + rules.players;
    const [moves, values] = [module.allocate(4 * most.moves), module.allocate(8 * count)];
    const isAhead = (this.level.effort ?? AHEAD) >= AHEAD;
    const n = planTurn(
      root, 1, this.weights, this.weightCount, Number(isAhead), module.allocate(2 * features), 2, module.allocate(layout.size), 1,
      moves, most.moves, values, count,
    );
    const [codes, worth] = [module.ints(moves, n), module.floats(values, count)];
    return {
      move: codes[0]!,
      candidates: Array.from(codes, (move, k) => ({ move, value: worth[k]!, visits: 0 })),
      value: Array.from(worth.subarray(most.moves)),
      visits: n,
    };
  }
}
