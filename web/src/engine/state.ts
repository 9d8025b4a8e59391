// A position of a game and how it came about, in the types of the wire. As Python's `genial.core.state`.

import type { Choices, Effect, Ending, Explanation, View } from "../api/wire";
import { Refusal } from "../api/refusal";
import type { Seen } from "./bots";
import { effectOf, gainsBetween } from "./effects";
import type { Game } from "./game";
import { type Headers, type Origin, proof, recordText } from "./record";
import type { Position, Status, Step } from "./rules";
import { dealerStream } from "./streams";

/** States never change; `play` gives a new one. Seats count from 1; null is a spectator. */
export class State {
  readonly moveCount: number; // since the start
  readonly previous: State | null; // before the last move; null at the start
  readonly lastCode: number | null; // the last move as the kernel's number
  private knownStatus?: Status;
  private knownLines?: readonly string[];
  private knownShown?: readonly string[];
  private knownEffect?: Effect;

  constructor(
    readonly game: Game,
    private readonly step: Step,
    readonly origin: Origin,
    move?: { readonly previous: State; readonly code: number },
  ) {
    this.previous = move?.previous ?? null;
    this.lastCode = move?.code ?? null;
    this.moveCount = move === undefined ? 0 : move.previous.moveCount + 1;
  }

  /** The position as the kernel has it, with all that is hidden. */
  get position(): Position {
    return this.step.record;
  }

  // --- whose turn, and the end

  private get status(): Status {
    return (this.knownStatus ??= this.game.rules.status(this.position));
  }

  /** The seat to move; null when the game is over. */
  get turn(): number | null {
    return this.over ? null : this.status.turn + 1;
  }

  get over(): boolean {
    return this.status.isOver;
  }

  /** By seat, as things stand: the share of the others that each is ahead of; solo, the lowest colour's share of its track. */
  get utilities(): readonly number[] {
    return this.status.utilities;
  }

  /** Ranks by seat, 1 2 2 4 style; null until the game is over. */
  get ranks(): number[] | null {
    if (!this.over) return null;
    const { tracks } = this.game;
    const byTrack = new Map(tracks.map((track, seat) => [track, this.utilities[seat]!]));
    return tracks.map((track) => 1 + [...byTrack.values()].filter((other) => other > byTrack.get(track)!).length);
  }

  /** The points by colour, one entry for each track (a seat or a team). */
  get scores(): Record<string, number>[] {
    return this.game.kit.scores(this.position);
  }

  // --- moves

  /** Every legal move once. */
  legal(): string[] {
    return Array.from(this.game.rules.legal(this.position), (code) => this.game.spell(code));
  }

  /** The legal moves, small enough to be sent with every turn. */
  choices(): Choices {
    const short = this.over ? null : this.game.kit.choices?.(this.position);
    return short ?? { moves: this.legal() };
  }

  /** The state after a move; refuses one that is not legal. The seat is checked when given. */
  play(text: string, seat?: number): State {
    const code = this.game.read(text);
    if (seat !== undefined && !this.over && seat !== this.turn) {
      throw new Refusal("wrong-turn", `it is seat ${this.turn}'s turn, not seat ${seat}'s`);
    }
    return this.playCode(code);
  }

  /** The state after a move given as the kernel's number. */
  playCode(code: number): State {
    const step = this.game.rules.play(this.position, code, this.step.stream);
    if (step === null) throw this.refusal(code);
    return new State(this.game, step, this.origin, { previous: this, code });
  }

  /** This state with another future: it deals from another key. */
  branch(key: Uint8Array): State {
    const move = this.previous === null || this.lastCode === null ? undefined : { previous: this.previous, code: this.lastCode };
    return new State(this.game, { ...this.step, stream: dealerStream(key) }, this.origin, move);
  }

  /** What a move would score and why. */
  explain(text: string): Explanation {
    const code = this.game.read(text);
    const explained = this.over ? null : this.game.kit.explain(this.position, code);
    if (explained === null) throw this.refusal(code);
    return explained;
  }

  private refusal(code: number): Refusal {
    if (this.over) return new Refusal("game-over", "the game is over");
    return new Refusal("illegal-move", `${this.game.spell(code)} is not possible now`);
  }

  // --- what happened, and what a seat may see of it

  /** All states from the start up to this one. */
  get history(): State[] {
    const states: State[] = [];
    for (let state: State | null = this; state !== null; state = state.previous) states.push(state);
    return states.reverse();
  }

  /** The text of the move that led here; null at the start. */
  get lastMove(): string | null {
    return this.lastCode === null ? null : this.game.spell(this.lastCode);
  }

  /** The seat whose move led here; null at the start. */
  get mover(): number | null {
    return this.previous?.turn ?? null;
  }

  /** What the last move did, in short; null at the start. All seats may know it. */
  get effect(): Effect | null {
    const { previous, lastCode } = this;
    if (previous === null || lastCode === null) return null;
    return (this.knownEffect ??= this.effectAfter(previous, lastCode));
  }

  private effectAfter(previous: State, code: number): Effect {
    const { kit, tracks } = this.game;
    if (kit.effect !== undefined) return kit.effect(previous.position, code, this.step.draws, this.position);
    const track = tracks[previous.turn! - 1]!;
    return effectOf(gainsBetween(previous.scores[track]!, this.scores[track]!));
  }

  /** The lines that the last move added to the log: the move first, then chance. All of it is shown. */
  get lines(): readonly string[] {
    const { mover, lastMove } = this;
    return (this.knownLines ??= [
      ...(mover === null ? [] : [`${mover} ${lastMove}`]),
      ...this.game.notation.chanceLines(this.step.draws, mover, this.game.options),
    ]);
  }

  /** What the last move shows to all seats. */
  private get shown(): readonly string[] {
    const { previous, lastCode } = this;
    return (this.knownShown ??= previous === null ? [] : this.game.notation.revealed(previous.position, lastCode!));
  }

  /** The lines that the last move added to the log, as a seat sees them. */
  news(seat: number | null): string[] {
    const { notation, options } = this.game;
    return this.lines.flatMap((line) => (line.startsWith("*") ? [notation.redact(line, seat, options)] : [line, ...this.shown]));
  }

  /** The whole log as a seat sees it. */
  log(seat: number | null): string[] {
    return this.history.flatMap((state) => state.news(seat));
  }

  /** What a seat may see. Without the log it costs less; `news` then tells what was added. */
  view(seat: number | null, { log = true }: { readonly log?: boolean } = {}): View {
    const { name, options, rules, kit } = this.game;
    const common = {
      version: rules.module.tables.version, game: name, options, seat, turn: this.turn, over: this.over, ranks: this.ranks,
      scores: this.scores, log: log ? this.log(seat) : [],
    };
    return { ...common, ...kit.visible(this.position, seat) } as unknown as View;
  }

  /** What a bot on a seat gets. */
  redacted(seat: number): Seen {
    const { options, rules } = this.game;
    return { options, seat, log: this.log(seat), record: rules.redact(this.position, seat - 1) };
  }

  /** How the game ended with these ranks, if any. */
  ending(ranks: readonly number[] | null): Ending {
    return this.game.kit.ending(this, ranks);
  }

  /** The whole record as text. The commitment to the key is in it from the start, the key itself once the game is over. */
  record(headers: Headers = {}): string {
    const { ranks, game } = this;
    const result = ranks === null ? {} : { result: ranks.join(" ") };
    const body = this.history.flatMap((state) => state.lines);
    return recordText(game.name, game.options, { ...result, ...proof(this.origin, ranks !== null), ...headers }, body);
  }
}
