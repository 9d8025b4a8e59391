// A move as lists show it: the line of its log, and what was drawn after it.

import type { Effect } from "../api/wire";

export interface PlayedMove {
  readonly seat: number;
  readonly move: string; // its text, as records write it
  readonly drawn: string; // the colour of a tile that was turned up after it; empty if there is none
  readonly players: number;
  readonly effect: Effect | null; // what it did, if that is known
}

/** Read a move from its line and the lines of draws that follow it. */
export function playedMove(lines: readonly string[], players: number, effect: Effect | null = null): PlayedMove {
  const [seat = "", move = ""] = (lines[0] ?? "").split(" ");
  const drawn = lines.find((line) => line.startsWith("* tile "))?.split(" ")[2] ?? "";
  return { seat: Number(seat), move, drawn, players, effect };
}
