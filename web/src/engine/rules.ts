// The rules of a game in its module: deal, list, play, tell. All of it is decided there.

import { type Module, readField } from "./module";
import type { Options } from "./streams";
import type { Template } from "./tables";

const ILLEGAL = -1;
const NO_MOVE = -1;
const DEALER_BYTES = 34 * 8;

/** A position as the kernel has it. It is never written to. */
export type Position = Uint8Array;

/** What a move or the set-up led to. */
export interface Step {
  readonly record: Position;
  readonly stream: BigUint64Array;
  readonly draws: readonly number[];
}

/** Whose turn it is, and how things stand. Seats count from 0. */
export interface Status {
  readonly isChanceDue: boolean;
  readonly isOver: boolean;
  readonly turn: number;
  readonly utilities: readonly number[];
}

/** Where a tile of Ingenious fits, on which cells, and what each colour scores there. */
export interface Places { readonly edges: Int32Array; readonly cells: Int32Array; readonly points: Uint8Array }

/** A game with its options. */
export class Rules {
  readonly players: number;
  readonly template: Template;
  private readonly start: Position;

  constructor(
    readonly module: Module,
    readonly options: Options,
  ) {
    this.players = Number(options.players);
    const { series, templates, record } = module.tables;
    const games = Number(options.games ?? 1);
    this.template = findTemplate(templates, games > series ? { ...options, ...(series > 0 && { games: series }) } : options);
    this.start = withHeadStart(this.template, options);
    if (series > 0) this.start[record.fields.games!.offset] = games;
  }

  /** The game before anything is drawn. */
  get undealt(): Position {
    return this.start;
  }

  /** Deal a new game from a dealer's stream. */
  deal(stream: BigUint64Array): Step {
    const step = this.advance(this.start, NO_MOVE, stream);
    if (step === null) throw new Error("nothing can be dealt");
    return step;
  }

  /** Play a move and draw what is due; null if the move is not legal. */
  play(record: Position, move: number, stream: BigUint64Array): Step | null {
    return this.advance(record, move, stream);
  }

  private advance(record: Position, move: number, stream: BigUint64Array): Step | null {
    const { module } = this;
    const { most } = module.tables;
    return module.scoped(() => {
      const at = module.place(record);
      const chance = module.allocate(DEALER_BYTES);
      module.words(chance, stream.length).set(stream);
      const [trace, scratch] = [module.allocate(4 * most.trace), module.allocate(4 * most.moves)];
      const n = module.exports.advance(at, 1, 0, move, chance, stream.length, trace, most.trace, scratch, most.moves);
      if (n === ILLEGAL) return null;
      return {
        record: module.bytes(at, record.length).slice(),
        stream: module.words(chance, stream.length).slice(),
        draws: Array.from(module.ints(trace, n)),
      };
    });
  }

  /** Play a move and leave chance due; null if the move is not legal. */
  playUndealt(record: Position, move: number): Position | null {
    const { module } = this;
    const { moves } = module.tables.most;
    return this.change(record, (at) => module.exports.replay_move(at, 1, 0, move, module.allocate(4 * moves), moves) !== 0);
  }

  /** Settle an outcome of the draw that is due; null if it is impossible. */
  settle(record: Position, outcome: number): Position | null {
    const { module } = this;
    const { outcomes } = module.tables.most;
    return this.change(record, (at) => {
      const [out, weights] = [module.allocate(4 * outcomes), module.allocate(4 * outcomes)];
      return module.exports.replay_outcome(at, 1, 0, outcome, out, outcomes, weights, outcomes) !== 0;
    });
  }

  /** What a seat (from 0; -1: a spectator) may see of a position, in numbers. */
  redact(record: Position, seat: number): Position {
    return this.change(record, (at) => {
      this.module.exports.redact(at, 1, 0, seat);
      return true;
    })!;
  }

  /** A possible game, from what a seat may see of it; the stream goes on. */
  dealHidden(seen: Position, seat: number, stream: BigUint64Array): Position {
    const { module } = this;
    return this.change(seen, (at) => {
      const chance = module.placeStream(stream);
      module.exports.deal_hidden(at, 1, seat, chance, stream.length);
      stream.set(module.words(chance, stream.length));
      return true;
    })!;
  }

  private change(record: Position, run: (at: number) => boolean): Position | null {
    const { module } = this;
    return module.scoped(() => {
      const at = module.place(record);
      return run(at) ? module.bytes(at, record.length).slice() : null;
    });
  }

  /** Every legal move once. */
  legal(record: Position): Int32Array {
    const { module } = this;
    const { moves } = module.tables.most;
    return module.scoped(() => {
      const [at, out] = [module.place(record), module.allocate(4 * moves)];
      return module.ints(out, module.exports.moves(at, 1, 0, out, moves)).slice();
    });
  }

  /** The outcomes of the draw that is due, and their weights. */
  outcomes(record: Position): { readonly outcomes: Int32Array; readonly weights: Int32Array } {
    const { module } = this;
    const most = module.tables.most.outcomes;
    return module.scoped(() => {
      const [at, out, weights] = [module.place(record), module.allocate(4 * most), module.allocate(4 * most)];
      const n = module.exports.outcomes(at, 1, 0, out, most, weights, most);
      return { outcomes: module.ints(out, n).slice(), weights: module.ints(weights, n).slice() };
    });
  }

  /** Whose turn it is, and how things stand. */
  status(record: Position): Status {
    const { module, players } = this;
    return module.scoped(() => {
      const [at, utilities, results] = [module.place(record), module.allocate(8 * players), module.allocate(12)];
      module.exports.status(at, 1, 0, utilities, players, results);
      const [due, over, turn] = module.ints(results, 3) as unknown as [number, number, number];
      return { isChanceDue: due !== 0, isOver: over !== 0, turn, utilities: Array.from(module.floats(utilities, players)) };
    });
  }

  /** What a move would score and why, in numbers; null if it cannot be explained. */
  explain(record: Position, move: number): Int32Array | null {
    const { module } = this;
    const most = module.tables.explanation;
    return module.scoped(() => {
      const [at, out] = [module.allocate(2 * record.length), module.allocate(4 * most)];
      module.bytes(at, record.length).set(record);
      const n = module.exports.explain_move(at, 2, move, out, most);
      return n === ILLEGAL ? null : module.ints(out, n).slice();
    });
  }

  /** How the last round of Phoenix ended, in the numbers of `explain`; null if none has ended, and in other games. */
  lastRound(record: Position): Int32Array | null {
    const { module } = this;
    const { explain_last_round: explain } = module.exports;
    const most = module.tables.explanation;
    if (explain === undefined) return null;
    return module.scoped(() => {
      const [at, out] = [module.place(record), module.allocate(4 * most)];
      const n = explain(at, 1, out, most);
      return n === ILLEGAL ? null : module.ints(out, n).slice();
    });
  }

  /** The chains of Genial Spezial, in numbers; none in other games. */
  chains(record: Position): Int32Array {
    const { module } = this;
    const { find_chains: find } = module.exports;
    const count = module.tables.numbers.chains ?? 0;
    return module.scoped(() => {
      const [at, out] = [module.place(record), module.allocate(4 * count)];
      find?.(at, 1, out, count);
      return module.ints(out, count).slice();
    });
  }

  /** The legal moves of Ingenious in short; null in other games, and where a list is shorter. */
  places(record: Position): Places | null {
    const { module } = this;
    const { numbers } = module.tables;
    const find = module.exports.find_places;
    const [cells, edges, colours] = [numbers.cells, numbers.edges, numbers.colours];
    if (find === undefined || cells === undefined || edges === undefined || colours === undefined) return null;
    if (readField(module.tables.record, record, "phase")[0] === numbers.choosing) return null;
    return module.scoped(() => {
      const [at, there, out] = [module.place(record), module.allocate(cells), module.allocate(4 * edges)];
      const [where, points, results] = [module.allocate(4 * cells), module.allocate(cells * colours), module.allocate(8)];
      find(at, 1, there, cells, out, edges, where, cells, points, cells, colours, results);
      const [n, k] = module.ints(results, 2) as unknown as [number, number];
      return { edges: module.ints(out, n).slice(), cells: module.ints(where, k).slice(), points: module.bytes(points, k * colours).slice() };
    });
  }
}

function findTemplate(templates: readonly Template[], options: Options): Template {
  const found = templates.find((template) => Object.entries(options).every(([name, value]) => name === "headstart" || template.options[name] === value)
    && Object.keys(template.options).every((name) => name in options));
  if (found === undefined) throw new RangeError(`there is no game with the options ${JSON.stringify(options)}`);
  return found;
}

function withHeadStart(template: Template, options: Options): Position {
  const record = Uint8Array.from(atob(template.record), (letter) => letter.charCodeAt(0));
  const points = String(options.headstart ?? "").split(" ").map(Number);
  template.headStart.forEach((changes, seat) => {
    for (const [at, more] of changes) record[at]! += (points[seat] ?? 0) * more;
  });
  return record;
}
