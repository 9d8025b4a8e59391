// Positions of the tutorials come from the server, and so does all that a move does there.

import { post } from "../../api/http";
import { retryWhilePreparing } from "../../api/retry";
import { percent } from "../../i18n/index.svelte";
import type { Explained, Spec } from "./steps";

interface Answer {
  views: Record<string, Record<string, unknown>>;
  lines: Record<string, string[]>;
  turn?: number | null;
  choices?: unknown;
  explained?: Explained | null;
}

export interface Position {
  /** Seat 1's: the learner always sits there. */
  readonly view: Record<string, unknown> & { scores: Record<string, number>[]; log: string[] };
  readonly turn: number | null;
  readonly choices: unknown;
  readonly explained: Explained | null;
}

/** The position of a step after some more moves; `waiting` is told how much is prepared. */
export async function position(
  game: string,
  spec: Spec,
  moves: readonly string[] = [],
  waiting: (done: string) => void = () => undefined,
): Promise<Position> {
  const body =
    spec.record === undefined
      ? { game, options: spec.options ?? {}, seed: spec.seed, moves: [...(spec.moves ?? []), ...moves] }
      : { record: spec.record, seed: spec.seed, moves: [...(spec.moves ?? []), ...moves] };
  return shown(await retryWhilePreparing(() => post<Answer>("/api/review", body), (why) => waiting(percent(Number(why.facts.percent ?? 0) / 100))));
}

/** A position that comes after another: its log goes on, so that a board sees a move and not another game. */
export const after = (before: Position | null, now: Position): Position =>
  before === null ? now : { ...now, view: { ...now.view, log: [...before.view.log, ...now.view.log] } };

function shown(answer: Answer): Position {
  const view = answer.views["1"] as Position["view"];
  return {
    view: { ...view, log: answer.lines["1"] ?? [] }, // of the last move, at which boards look
    turn: answer.turn ?? null,
    choices: answer.choices ?? null,
    explained: answer.explained ?? null,
  };
}
