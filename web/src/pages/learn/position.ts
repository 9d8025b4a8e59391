// Load tutorial positions from the server, which also plays the moves.

import { post } from "../../api/http";
import { retryWhilePreparing } from "../../api/retry";
import { percent } from "../../i18n/index.svelte";
import type { Choices, Explanation, ReviewPosition as Answer, View } from "../../api/wire";
import type { Spec } from "./steps";

export interface Position {
  /** The view of seat 1, where the learner always sits. */
  readonly view: View;
  readonly turn: number | null;
  readonly choices: Choices | null;
  readonly explained: Explanation | null;
}

/** Load the position of a step after further moves; `onprogress` receives the progress while the game is prepared. */
export async function loadPosition(
  game: string,
  spec: Spec,
  moves: readonly string[] = [],
  onprogress: (percentDone: string) => void = () => undefined,
): Promise<Position> {
  const body =
    spec.record === undefined
      ? { game, options: spec.options ?? {}, seed: spec.seed, moves: [...(spec.moves ?? []), ...moves] }
      : { record: spec.record, seed: spec.seed, moves: [...(spec.moves ?? []), ...moves] };
  return toPosition(await retryWhilePreparing(() => post<Answer>("/api/review", body), (refusal) => onprogress(percent(Number(refusal.facts.percent ?? 0) / 100))));
}

/** Append the log of the next position, so that the board sees a move and not a new game. */
export const continueFrom = (before: Position | null, now: Position): Position =>
  before === null ? now : { ...now, view: { ...now.view, log: [...before.view.log, ...now.view.log] } };

function toPosition(answer: Answer): Position {
  const view = answer.views["1"]!;
  return {
    view: { ...view, log: answer.lines["1"] ?? [] }, // only the last move, which boards show
    turn: answer.turn ?? null,
    choices: answer.choices ?? null,
    explained: answer.explained ?? null,
  };
}
