// How a game is written: its moves and its draws, with the words that Python gives (`genial.wasm.names`).

import { type Position, type Rules, type Step } from "../rules";
import type { Options } from "../streams";
import type { Tables } from "../tables";
import { ingenious } from "./ingenious";
import { phoenix } from "./phoenix";
import { spezial } from "./spezial";
import { tileChallenge } from "./tile-challenge";

/** How one game is written. Seats count from 1; null is a spectator, or no seat at all. */
export interface Notation {
  /** The text of a move. */
  spell(code: number): string;
  /** The number of a move, legal or not; null if the text is not that of a move. */
  read(text: string): number | null;
  /** The lines of what was drawn after a move of a seat, or at the set-up. */
  chanceLines(draws: readonly number[], seat: number | null, options: Options): string[];
  /** A line of chance as a seat may see it. */
  redact(line: string, seat: number | null, options: Options): string;
  /** What a move shows to all seats, as lines of a redacted log. */
  revealed(before: Position, code: number): string[];
}

const GAMES: Readonly<Record<string, (tables: Tables, template: Position) => Notation>> = {
  ingenious, "tile-challenge": tileChallenge, spezial, phoenix,
};

/** How a game with these rules is written. */
export function notationOf(rules: Rules): Notation {
  const { tables } = rules.module;
  const make = GAMES[tables.game];
  if (make === undefined) throw new RangeError(`nothing is known of the game ${tables.game}`);
  return make(tables, rules.undealt);
}

/** The lines that a step adds to the log that a seat, or a spectator, sees; without a move, those of the set-up. */
export function news(notation: Notation, options: Options, seat: number | null, step: Step, move: { readonly before: Position; readonly seat: number; readonly code: number } | null): string[] {
  const chance = notation.chanceLines(step.draws, move?.seat ?? null, options).map((line) => notation.redact(line, seat, options));
  if (move === null) return chance;
  return [`${move.seat} ${notation.spell(move.code)}`, ...notation.revealed(move.before, move.code), ...chance];
}
