// The names of players and bots at a table.

import type { Sitter } from "../api/wire";
import { t, word } from "./index.svelte";

export const levelName = (level: string): string => word(`level.${level}`, level);

/** The names at a table by seat; bots of the same level are numbered. */
export function seatNames(seats: readonly Sitter[], free: (seat: number) => string = () => ""): string[] {
  const names = seats.map((sitter, k) => seatName(sitter, free(k + 1)));
  return names.map((name, k) => {
    const isSame = (other: number): boolean => seats[k]!.type === "bot" && seats[other]!.type === "bot" && names[other] === name;
    const same = names.map((_, other) => other).filter(isSame);
    return same.length > 1 ? `${name} ${same.indexOf(k) + 1}` : name;
  });
}

/** The name of the player or bot in a seat; `free` if the seat is free. */
export function seatName(sitter: Sitter | undefined, free = ""): string {
  if (sitter === undefined || sitter.type === "free") return free;
  return sitter.type === "bot" ? levelName(sitter.level) : sitter.name || t("seat.deleted");
}
