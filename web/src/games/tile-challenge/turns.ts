// Split the log of Tile Challenge into turns, for display. The rules live on the server.

import type { TileChallengeView } from "../../api/wire";
import type { PlayedMove } from "../played-move";

export const MOVES = ["draw", "stop", "take"] as const;
export type Move = (typeof MOVES)[number];

/** A turn: the tiles drawn and how it ended; `open`: it is still being played. */
export interface Turn { seat: number; tiles: string[]; end: "open" | "stop" | "take" | "fail" }

type Played = Pick<TileChallengeView, "log" | "staging" | "beginning">;

/** Split the log of a game into turns; the current staging row shows whether the last one goes on. */
export function splitTurns({ log, staging, beginning }: Played): Turn[] {
  const staged = (beginning?.["staging"] ?? []) as string[]; // in the position from which the game began
  const turns: Turn[] = [];
  const open = (): Turn | null => (turns.at(-1)?.end === "open" ? turns.at(-1)! : null);
  const fail = (): void => {
    const turn = open();
    if (turn !== null) turn.end = "fail";
  };
  for (const line of log) {
    const [source, what = "", ...rest] = line.split(" ");
    if (source === "*") {
      if (what === "tile") open()?.tiles.push(rest[0] ?? "");
      else fail(); // the middle is refilled only before a turn
      continue;
    }
    const seat = Number(source);
    if (open() !== null && open()!.seat !== seat) fail();
    if (open() === null) turns.push({ seat, tiles: turns.length === 0 ? [...staged] : [], end: "open" });
    if (what !== "draw") turns.at(-1)!.end = what as "stop" | "take";
  }
  const last = open();
  if (last !== null && staging.length < last.tiles.length) {
    // More tiles were drawn than are staged: the turn failed, and the same seat may have drawn again.
    const current = last.tiles.splice(last.tiles.length - staging.length, staging.length);
    last.end = "fail";
    if (current.length > 0) turns.push({ seat: last.seat, tiles: current, end: "open" });
  }
  return turns;
}

export const countTiles = (tiles: Record<string, number>): number => Object.values(tiles).reduce((a, b) => a + b, 0);

/** The colour of the tile that a move turned up or took; empty if there is none, or if it is unknown. */
export function tileOf({ move, drawn, effect }: PlayedMove): string {
  if (move === "take") return Object.keys(effect?.gains ?? {})[0] ?? "";
  return move === "draw" ? drawn : "";
}
