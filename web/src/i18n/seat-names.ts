// The names of players and bots at a table.

import type { Sitter } from "../api/wire";
import { t, word } from "./index.svelte";

export const levelName = (level: string): string => word(`level.${level}`, level);

/** The name of the player or bot in a seat; `free` if the seat is free. */
export function seatName(sitter: Sitter | undefined, free = ""): string {
  if (sitter === undefined || sitter.type === "free") return free;
  return sitter.type === "bot" ? levelName(sitter.level) : sitter.name || t("seat.deleted");
}
