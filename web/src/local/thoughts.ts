// What a thinking worker is asked and what it answers, and how the answers of several are added up.

import type { Candidate, Seen, Thought } from "../engine/bots";
import type { EngineFiles } from "./engine-files";

/** A question to a bot: it gets nothing but what its seat sees. */
export interface Question {
  readonly id: number;
  readonly game: string;
  readonly files: EngineFiles | null; // with the first question about a game
  readonly weights: { readonly name: string; readonly content: Uint8Array | null }; // likewise
  readonly seen: Seen;
  readonly level: string;
  readonly seed: bigint;
  readonly limit: Limit | null; // of a level without an effort of its own
  readonly isOffTurn: boolean; // another seat is to move
}

/** When a search ends: after a number of iterations, but not later than this. */
export interface Limit { readonly iterations: number; readonly milliseconds: number }

export type Answer =
  | { readonly id: number; readonly thought: Thought }
  | { readonly id: number; readonly failure: string };

/** The thoughts of bots that searched on their own, as one: visits are added, values weighted by them. */
export function mergeThoughts(thoughts: readonly Thought[]): Thought {
  const [first] = thoughts;
  if (thoughts.length === 1) return first!;
  const byMove = new Map<number, { visits: number; sum: number }>();
  for (const { candidates } of thoughts) {
    for (const { move, value, visits } of candidates) {
      const known = byMove.get(move) ?? { visits: 0, sum: 0 };
      byMove.set(move, { visits: known.visits + visits, sum: known.sum + value * visits });
    }
  }
  const visits = thoughts.reduce((sum, thought) => sum + thought.visits, 0);
  const candidates = Array.from(byMove, ([move, { visits: count, sum }]): Candidate => ({ move, visits: count, value: sum / Math.max(1, count) }));
  candidates.sort((one, other) => other.visits - one.visits || other.value - one.value);
  return {
    move: candidates[0]!.move,
    candidates,
    value: first!.value.map((_, seat) => thoughts.reduce((sum, { value, visits: count }) => sum + value[seat]! * count, 0) / Math.max(1, visits)),
    visits,
  };
}
