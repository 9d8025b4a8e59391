// Which sounds tell what has changed at a table.

import type { Effect, View } from "../../api/wire";
import type { Sound } from "../../app/sound";
import { movesOf } from "../../games/board/log";
import { completedColours } from "../../games/board/tracks";

/** A table as its page shows it. */
export interface ShownTable {
  readonly phase: string;
  readonly view: View | null | undefined;
  readonly effects: readonly Effect[]; // of all moves
  readonly mine: readonly number[]; // the seats that play here
  readonly isMyTurn: boolean;
  readonly ranks: readonly number[]; // by seat, after the game
}

/** The sounds for what has changed, in their order: the last move, then the result or my turn. */
export function soundsBetween(before: ShownTable, now: ShownTable): Sound[] {
  const isOver = now.phase === "over" && before.phase === "playing";
  const isNewTurn = now.isMyTurn && !before.isMyTurn && now.phase === "playing";
  return [soundOfMove(before, now), isOver ? resultOf(now) : isNewTurn ? "turn" : null].filter((sound): sound is Sound => sound !== null);
}

/** The seat that made the last move; 0 if there is none. */
export const lastSeat = ({ view }: ShownTable): number => Number(movesOf(view?.log ?? []).at(-1)?.split(" ")[0] ?? 0);

function soundOfMove(before: ShownTable, now: ShownTable): Sound | null {
  // Moves are counted: other lines of a log are no longer hidden after the game.
  const [known, moves] = [movesOf(before.view?.log ?? []).length, movesOf(now.view?.log ?? [])];
  if (moves.length <= known || before.view === null || before.view === undefined) return null;
  const effect = now.effects[moves.length - 1];
  if (effect?.failed) return "fail";
  if (hasCompleted(before.view, now.view!)) return "complete";
  if (Object.values(effect?.gains ?? {}).some((points) => points > 0)) return "points";
  return laysTile(moves.at(-1)!) ? "lay" : "card";
}

/** Other moves turn tiles or play cards. */
const laysTile = (line: string): boolean => /[a-y]\d+[A-Z]?[a-y]\d+/.test(line);

function hasCompleted(before: View, now: View): boolean {
  return "full" in now && now.scores.some((track, k) => completedColours(before.scores[k], track, now.full).length > 0);
}

/** How the game ended for the players here; a draw for spectators. */
function resultOf({ mine, ranks }: ShownTable): Sound {
  const isDraw = ranks.length > 1 && ranks.every((rank) => rank === 1);
  if (isDraw || mine.length === 0 || ranks.length === 0) return "draw";
  return mine.some((seat) => ranks[seat - 1] === 1) ? "win" : "loss";
}
