// Which sounds tell the news of a table.

import type { Effect, Situation, View } from "../../api/wire";
import type { Sound } from "../../app/sound";
import { movesOf } from "../../games/board/log";
import { completedColours } from "../../games/board/tracks";

export interface TableNews {
  readonly lines: readonly string[]; // that were added to the log
  readonly effects: readonly Effect[]; // of the moves in these lines
  readonly hasCompleted: boolean; // has a colour been completed?
  readonly isOwn: boolean; // have I made the last of these moves?
  readonly isMyTurn: boolean;
  readonly result: "win" | "loss" | "draw" | null; // of the game, if it has just ended
}

/** The sounds for news, in their order: the last move, then the result or my turn. */
export function soundsOf(news: TableNews): Sound[] {
  const move = soundOfMove(news);
  const status: Sound | null = news.result ?? (news.isMyTurn && !news.isOwn && move !== null ? "turn" : null);
  return [move, status].filter((sound) => sound !== null);
}

function soundOfMove({ lines, effects, hasCompleted }: TableNews): Sound | null {
  const move = movesOf(lines).at(-1)?.split(" ")[1];
  if (move === undefined) return null;
  const effect = effects.at(-1);
  if (effect?.failed) return "fail";
  if (hasCompleted) return "complete";
  if (Object.values(effect?.gains ?? {}).some((points) => points > 0)) return "points";
  return isTile(move) ? "lay" : "card";
}

/** Does a move lay a tile on cells? Other moves turn tiles or play cards. */
const isTile = (move: string): boolean => /[a-y]\d+[A-Z]?[a-y]\d+/.test(move);

/** How the game ended for the players here; a draw for spectators. */
export function resultOf({ mine, result }: Situation): "win" | "loss" | "draw" {
  const ranks = result?.ranks ?? [];
  const isDraw = ranks.length > 1 && ranks.every((rank) => rank === 1);
  if (isDraw || mine.length === 0 || ranks.length === 0) return "draw";
  return mine.some((seat) => ranks[seat - 1] === 1) ? "win" : "loss";
}

/** Has a colour of any track been completed between two views? */
export function hasCompleted(before: View | null | undefined, after: View | null | undefined): boolean {
  if (!before || !after || !("full" in after)) return false;
  return after.scores.some((track, k) => completedColours(before.scores[k], track, after.full).length > 0);
}
