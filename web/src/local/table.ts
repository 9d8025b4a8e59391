// A table in this browser: what is stored of it, and what can happen there. As the server's tables, without a network.

import { Refusal } from "../api/refusal";
import type { Ended, ExplainedMove, FinishedLocalGame, ReviewPosition, ReviewRequest, Situation, Sitter, Terms, View } from "../api/wire";
import type { Game, State } from "../engine/game";
import { fromHex, proof, recordText, toHex } from "../engine/record";
import { newName } from "./address";
import type { NewLocalTable } from "./messages";

const STAND_IN = "club"; // the level of the bot that plays on for a player who resigns
const KEY_BYTES = 32;

/** All that is kept of a table. Chance follows from the key, so that the moves are enough. */
export interface StoredTable {
  readonly name: string;
  readonly number: number; // of changes so far
  readonly created: number; // epoch seconds
  readonly changed: number;
  readonly terms: Terms;
  readonly seats: readonly Sitter[];
  readonly key: string; // in hexadecimal digits
  readonly moves: readonly string[];
  readonly turn: number | null; // for lists; null: the game is over
  readonly out: readonly number[]; // seats that resigned, and for which a bot plays on
  readonly ended: Ended | null;
  readonly followed: string; // the table of the rematch
  readonly began?: readonly Sitter[]; // the seats before a bot took one over
  readonly sent?: Sent; // to the server, after the end
}

/** The account to whose history a finished game was sent, and the code with which the server refused it; empty: it is there. */
export interface Sent { readonly account: string; readonly refused: string }

const seconds = (): number => Date.now() / 1000;

/** Tables never change; whatever happens gives a new one. Seats count from 1. */
export class LocalTable {
  private constructor(readonly stored: StoredTable, readonly state: State) {}

  /** Open a table and start its game. */
  static open(game: Game, { seats, hints = true, take_backs = true, counting = true }: Omit<NewLocalTable, "game" | "options">): LocalTable {
    const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
    const state = game.start(key);
    const terms: Terms = { game: game.name, options: { ...game.options }, listed: false, hints, take_backs, counting };
    return new LocalTable({
      name: newName(), number: 1, created: seconds(), changed: seconds(), terms, seats, key: toHex(key), moves: [],
      turn: state.turn, out: [], ended: null, followed: "",
    }, state);
  }

  /** The table as it was stored. */
  static replay(game: Game, stored: StoredTable): LocalTable {
    return new LocalTable(stored, game.replay({ key: fromHex(stored.key), nonces: new Map(), moves: stored.moves }));
  }

  // --- how it stands

  get phase(): "playing" | "over" {
    return this.stored.ended === null ? "playing" : "over";
  }

  get turn(): number | null {
    return this.phase === "over" ? null : this.state.turn;
  }

  /** The seats that are played at this screen. */
  get mine(): number[] {
    return this.stored.seats.flatMap(({ type }, k) => (type === "person" || type === "screen" ? [k + 1] : []));
  }

  /** The level of the bot to move; null if there is none. */
  get botToMove(): string | null {
    const sitter = this.stored.seats[(this.turn ?? 0) - 1];
    return sitter?.type === "bot" ? sitter.level : null;
  }

  // --- what happens

  private changed(changes: Partial<StoredTable>, state = this.state): LocalTable {
    const ended = changes.ended ?? this.stored.ended;
    const turn = ended === null ? state.turn : null;
    return new LocalTable({ ...this.stored, ...changes, turn, number: this.stored.number + 1, changed: seconds() }, state);
  }

  private checkPlaying(): void {
    if (this.phase === "over") throw new Refusal("game-over", "the game is over");
  }

  /** Play a move, which may end the game. */
  play(seat: number, text: string): LocalTable {
    this.checkPlaying();
    const state = this.state.play(text, seat);
    const { ranks } = state;
    const ended = ranks === null ? null : this.ending("finished", null, rankLast(ranks, this.stored.out));
    return this.changed({ moves: [...this.stored.moves, text], ...(ended && { ended }) }, state);
  }

  private ending(how: Ended["how"], seat: number | null, ranks: number[] | null): Ended {
    return { type: "ended", how, seat, ranks, key: this.stored.key };
  }

  /** Take back the last moves up to a seat's own last one. */
  takeBack(seat: number): LocalTable {
    this.checkPlaying();
    if (this.stored.terms.take_backs === false) throw new Refusal("no-take-backs", "moves cannot be taken back at this table");
    const state = this.stateBeforeMoveOf(seat);
    if (state === null) throw new Refusal("nothing-to-undo", "you have no move to take back");
    return this.changed({ moves: this.stored.moves.slice(0, state.moveCount) }, state);
  }

  private stateBeforeMoveOf(seat: number): State | null {
    let state = this.state.previous;
    while (state !== null && state.turn !== seat) state = state.previous;
    return state;
  }

  private get undoable(): number[] {
    const { take_backs } = this.stored.terms;
    return this.phase === "over" || take_backs === false ? [] : this.mine.filter((seat) => this.stateBeforeMoveOf(seat) !== null);
  }

  /** Give up: with two sides the game is over, otherwise a bot plays on. */
  resign(seat: number): LocalTable {
    this.checkPlaying();
    const { tracks } = this.state.game;
    const sides = new Set(tracks).size;
    if (sides === 1) return this.changed({ ended: this.ending("resigned", seat, null) });
    if (sides === 2) {
      const ranks = tracks.map((track) => (track === tracks[seat - 1] ? 2 : 1));
      return this.changed({ ended: this.ending("resigned", seat, ranks) });
    }
    const seats = this.stored.seats.with(seat - 1, { type: "bot", level: STAND_IN });
    return this.changed({ seats, out: [...this.stored.out, seat], began: this.stored.began ?? this.stored.seats });
  }

  /** Close the table without a winner. */
  abort(): LocalTable {
    return this.changed({ ended: this.ending("aborted", null, null) });
  }

  /** The options of a rematch: players sit one seat further, and take their head starts with them. */
  get nextOptions(): Record<string, number | string> {
    const { options } = this.stored.terms;
    const [first, ...others] = String(options.headstart ?? "").split(" ");
    return options.headstart === undefined ? options : { ...options, headstart: [...others, first].join(" ") };
  }

  /** Open a table where the same players play again, each one seat further; and this one, which says so. */
  rematch(game: Game): { readonly next: LocalTable; readonly after: LocalTable } {
    if (this.phase !== "over") throw new Refusal("not-over", "the game is not over");
    const { seats: [first, ...others], terms } = this.stored;
    const next = LocalTable.open(game, { ...terms, seats: [...others, first!] });
    return { next, after: this.changed({ followed: next.stored.name }) };
  }

  /** Note what became of the finished game at the server. */
  noteSent(sent: Sent): LocalTable {
    return new LocalTable({ ...this.stored, sent, number: this.stored.number + 1 }, this.state);
  }

  /** The finished game as the server is told of it. */
  finishedGame(): FinishedLocalGame {
    if (this.phase !== "over") throw new Refusal("not-over", "the game is not over");
    const { name, created, changed, seats, began, out, terms: { hints = true, take_backs = true, counting = true } } = this.stored;
    return {
      table: name, record: this.record(), seats: (began ?? seats).map(newSeat), out: [...out], began: created, ended: changed,
      hints, take_backs, counting,
    };
  }

  // --- what the page shows

  private get audience(): number[] {
    return this.mine.length > 0 ? this.mine : [0];
  }

  /** What a seat sees, or a spectator (0); after the end nothing is hidden in the log. */
  private viewOf(seat: number): View {
    const view = this.state.view(seat || null);
    return this.phase === "over" ? { ...view, log: this.state.history.flatMap(({ lines }) => lines) } : view;
  }

  situation(): Situation {
    const { stored, state, phase, mine, turn } = this;
    const { name, number, terms, seats, ended, out, followed } = stored;
    return {
      type: "situation", table: name, number, phase, terms, host: "", seats: [...seats], mine, turn, out: [...out], followed,
      views: Object.fromEntries(this.audience.map((seat) => [seat, this.viewOf(seat)])),
      choices: turn !== null && mine.includes(turn) ? state.choices() : null,
      effects: state.history.flatMap(({ effect }) => effect ?? []),
      undoable: this.undoable, result: ended, ending: ended && state.ending(ended.ranks ?? null),
      offers: ended === null ? [] : mine.length > 0 ? ["rematch", "review"] : ["review"],
    };
  }

  /** What a move of the seat to move would score, and why. */
  explain(move: string): ExplainedMove {
    this.checkPlaying();
    const { turn } = this;
    if (turn === null || !this.mine.includes(turn)) throw new Refusal("not-your-turn", "it is not your turn");
    return { seat: turn, move, explained: this.state.explain(move), number: null };
  }

  /** The game after a number of moves: what was seen then, and after the end all of it. */
  position(number: number): ReviewPosition {
    const state = this.state.history[number];
    if (state === undefined) throw new Refusal("no-such-position", "there is no such position");
    const isOpen = this.phase === "over";
    const seats = isOpen ? this.stored.seats.map((_, k) => k + 1) : this.audience;
    return positionOf(state, this.state.moveCount, seats, isOpen);
  }

  /** The finished game after other moves from an earlier position, with deals from a seed. */
  branch(tried: Branch): ReviewPosition {
    if (this.phase !== "over") throw new Refusal("not-over", "the game is not over");
    return branchOf(this.state, tried);
  }

  /** The text of the record; until the game is over, only what the players here may see. */
  record(): string {
    const { state, mine, stored: { seats, ended, key, changed } } = this;
    const names = seats.map((sitter, k) => [`seat ${k + 1}`, sitter.type === "bot" ? sitter.level : "name" in sitter ? sitter.name : ""]);
    const headers = { ...Object.fromEntries(names), date: new Date(1000 * changed).toISOString().slice(0, 10) };
    if (ended !== null) return state.record({ key, ...headers, ...headersOf(ended, state.ranks) });
    const { name, options } = state.game;
    return recordText(name, options, { ...proof(state.origin, false), ...headers }, state.log(mine.length === 1 ? mine[0]! : null));
  }
}

/** A seat as in a request for a new table. */
function newSeat(sitter: Sitter): FinishedLocalGame["seats"][number] {
  if (sitter.type === "bot") return sitter;
  return sitter.type === "screen" ? { type: "screen", name: sitter.name } : { type: "me" };
}

/** What a record says of an end that is not that of the rules. */
function headersOf({ how, seat, ranks }: Ended, byRules: readonly number[] | null): Record<string, string> {
  const result = (ranks ?? []).join(" ");
  return {
    ...(how !== "finished" && { ended: how === "resigned" ? `${how} ${seat}` : how }),
    ...(ranks && result !== byRules?.join(" ") && { [byRules === null ? "result" : "placed"]: result }),
  };
}

/** Moves that are tried out after a number of moves of a game, with deals from a seed. */
export type Branch = Pick<ReviewRequest, "at" | "moves" | "seed">;

/** A game after other moves from an earlier position. */
export function branchOf({ history, game: { players } }: State, { at, moves = [], seed }: Branch): ReviewPosition {
  const from = history[at ?? 0];
  if (from === undefined) throw new Refusal("no-such-position", "there is no such position");
  const chosen = seed ?? Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  const state = moves.reduce((now, move) => now.play(move), from.branch(keyOf(chosen)));
  return { ...positionOf(state, state.moveCount, seatsOf(players), true), seed: chosen };
}

/** The numbers of all seats. */
export const seatsOf = (players: number): number[] => Array.from({ length: players }, (_, k) => k + 1);

/** A key of deals that follows from a number. */
function keyOf(seed: number): Uint8Array {
  const key = new Uint8Array(KEY_BYTES);
  new DataView(key.buffer).setFloat64(0, seed);
  return key;
}

/** A state of a game as these seats see it; in an open one nothing is hidden. */
export function positionOf(state: State, total: number, seats: readonly number[], isOpen: boolean): ReviewPosition {
  const { previous, lastMove, turn } = state;
  return {
    number: state.moveCount, total, turn, move: lastMove ?? "", mover: state.mover, ranks: state.ranks, effect: state.effect,
    views: Object.fromEntries(seats.map((seat) => [seat, state.view(seat || null, { log: false })])),
    lines: Object.fromEntries(seats.map((seat) => [seat, [...(isOpen ? state.lines : state.news(seat || null))]])),
    explained: previous === null || lastMove === null ? null : previous.explain(lastMove),
    choices: turn !== null && (isOpen || seats.includes(turn)) ? state.choices() : null,
  };
}

/** The ranks by seat after seats that gave up come last, the first of them at the end. */
export function rankLast(ranks: readonly number[], out: readonly number[]): number[] {
  const left = ranks.filter((_, k) => !out.includes(k + 1));
  return ranks.map((rank, k) => {
    const place = out.indexOf(k + 1);
    if (place >= 0) return ranks.length - place;
    return out.length === 0 ? rank : 1 + left.filter((other) => other < rank).length;
  });
}
