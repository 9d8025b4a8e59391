// What each game says in the types of the wire: points, views, explanations, endings. As Python's modules `kit`.

import type { Choices, Effect, Ending, Explanation, GameName } from "../../api/wire";
import type { Notation } from "../notation";
import type { Position, Rules } from "../rules";
import type { State } from "../state";
import { ingenious } from "./ingenious";
import { phoenix } from "./phoenix";
import { spezial } from "./spezial";
import { tileChallenge } from "./tile-challenge";

/** How one game tells of a position. Seats count from 1; null is a spectator. */
export interface Kit {
  /** The points by colour, one entry a track. */
  scores(position: Position): Record<string, number>[];
  /** The fields that the game's own view adds to those of all games, in the order of the wire. */
  visible(position: Position, seat: number | null): object;
  /** What a move would score and why; null if it cannot be played. */
  explain(position: Position, code: number): Explanation | null;
  /** What a move did, if that is more than the difference of the points. */
  effect?(before: Position, code: number, draws: readonly number[], after: Position): Effect;
  /** The legal moves in a form shorter than a list; null where the list is shorter. */
  choices?(position: Position): Choices | null;
  /** How a game ended that has these ranks by seat, if any. */
  ending(state: State, ranks: readonly number[] | null): Ending;
}

const GAMES: Readonly<Record<GameName, (rules: Rules, notation: Notation) => Kit>> = {
  ingenious, "tile-challenge": tileChallenge, spezial, phoenix,
};

/** What a game with these rules says. */
export function kitOf(rules: Rules, notation: Notation): Kit {
  return GAMES[rules.module.tables.game as GameName](rules, notation);
}
