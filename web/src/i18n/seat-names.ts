// What those who sit at a table are called.

import type { Sitter } from "../api/wire";
import { t, word } from "./index.svelte";

export const levelName = (level: string): string => word(`level.${level}`, level);

/** The name of who sits there; `free` stands for nobody. */
export function sitterName(sitter: Sitter | undefined, free = ""): string {
  if (sitter === undefined || sitter.type === "free") return free;
  return sitter.type === "bot" ? levelName(sitter.level) : sitter.name || t("seat.deleted");
}
