// A game in the browser that says everything a table needs, in the types of the wire. As Python's `genial.core.game`.

import type { GameName } from "../api/wire";
import { Refusal } from "../api/refusal";
import { type Kit, kitOf } from "./kits";
import type { Module } from "./module";
import { type Notation, notationOf } from "./notation";
import type { Origin } from "./record";
import { Rules } from "./rules";
import { State } from "./state";
import { dealerStream, type Options } from "./streams";

export type { Origin, State };

/** A game as it is stored: what it was dealt from, and the texts of its moves. */
export interface StoredGame extends Origin { readonly moves: readonly string[] }

/** The rules of a game with its options. */
export class Game {
  readonly name: GameName;
  readonly players: number;
  readonly tracks: readonly number[]; // the score track of each seat, from 0
  readonly seriesLength: number; // games that are played one after the other, and whose points add up
  readonly rules: Rules;
  readonly notation: Notation;
  readonly kit: Kit;
  readonly options: Options; // in the order of a record's header

  /** All options are needed, but for `headstart`; those of games that only the server plays are refused. */
  constructor(module: Module, options: Options) {
    this.name = module.tables.game as GameName;
    this.rules = rulesFor(module, options);
    this.options = inOrder(options, this.rules.template.options);
    this.players = this.rules.players;
    this.tracks = this.rules.template.tracks;
    this.seriesLength = Number(options.games ?? 1);
    this.notation = notationOf(this.rules);
    this.kit = kitOf(this.rules, this.notation);
  }

  /** Deal a new game from the host's key of 32 bytes, and the players' nonces by seat. */
  start(key: Uint8Array, nonces: ReadonlyMap<number, Uint8Array> = new Map()): State {
    return new State(this, this.rules.deal(dealerStream(key, nonces)), { key, nonces });
  }

  /** Play a stored game up to its last move. */
  replay({ key, nonces, moves }: StoredGame): State {
    return moves.reduce((state, move) => state.play(move), this.start(key, nonces));
  }

  /** The text of a move. */
  spell(code: number): string {
    return this.notation.spell(code);
  }

  /** The number of a move, legal or not; refuses what is not a move's text. */
  read(text: string): number {
    const code = this.notation.read(text);
    if (code === null) throw new Refusal("bad-text", `'${text.slice(0, LONGEST_QUOTE)}' is not a move`);
    return code;
  }
}

const LONGEST_QUOTE = 40;

function rulesFor(module: Module, options: Options): Rules {
  try {
    return new Rules(module, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal("bad-option", "the browser has no game with these options; a server may have it");
  }
}

/** Options as a record's header has them: in its order, and without a head start of nothing. */
function inOrder(options: Options, order: Options): Options {
  const lead = String(options.headstart ?? "");
  return { ...Object.fromEntries(Object.keys(order).map((name) => [name, options[name]!])), ...(/[1-9]/.test(lead) && { headstart: lead }) };
}
