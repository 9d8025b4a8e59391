// What the moves of a game were worth in the eyes of a bot, given what the mover could know. As Python's `genial.server.analysis.grading`.

import type { Candidate, GradedMove } from "../api/wire";

const MOST_CANDIDATES = 5; // alternatives in a graded move
const ENOUGH_VISITS = 16; // playouts after which the value of a move is reliable

/** What a bot thinks of a position, its moves in words. */
export interface Opinion {
  readonly move: string;
  readonly candidates: readonly Candidate[]; // best first
  readonly value: readonly number[]; // by seat
}

const round = (value: number): number => Math.round(10_000 * value) / 10_000;

/** The grade of a move: `after` is what each seat can expect then, or the result. */
export function grade(number: number, seat: number, move: string, { move: choice, candidates, value }: Opinion, after: readonly number[]): GradedMove {
  const best = candidates[0]!;
  const found = candidates.find((one) => one.move === move);
  const isReliable = found !== undefined && (found.visits === 0 || found.visits >= ENOUGH_VISITS);
  // A move that the bot did not search well enough was worth what its seat can expect after it.
  const played = move === choice ? best.value : isReliable ? found.value : after[seat - 1]!;
  return {
    number, seat, move, value: value.map(round), after: after.map(round), played: round(played),
    best: candidates.slice(0, MOST_CANDIDATES).map((one) => ({ ...one, value: round(one.value) })),
    loss: move === best.move ? 0 : round(Math.max(0, best.value - played)),
  };
}
