// The names of players and bots at a table.

import type { ListedTable, Sitter } from "../api/wire";
import { t, word } from "./index.svelte";

export const levelName = (level: string): string => word(`level.${level}`, level);

/** The name of a level where there is little room: at a table on a phone. */
export const shortLevelName = (level: string): string => word(`level.${level}.short`, levelName(level));

/** The names at a table by seat; bots of the same level are numbered. */
export function seatNames(seats: readonly Sitter[], free: (seat: number) => string = () => "", ofLevel = levelName): string[] {
  const names = seats.map((sitter, k) => seatName(sitter, free(k + 1), ofLevel));
  return names.map((name, k) => {
    const isSame = (other: number): boolean => seats[k]!.type === "bot" && seats[other]!.type === "bot" && names[other] === name;
    const same = names.map((_, other) => other).filter(isSame);
    return same.length > 1 ? `${name} ${same.indexOf(k) + 1}` : name;
  });
}

/** The names at a listed table, with the ratings of those who have one: "Ada (1523)". */
export const ratedNames = ({ seats, ratings = [] }: Pick<ListedTable, "seats" | "ratings">): string[] =>
  seatNames(seats, () => "…").map((name, k) => (ratings[k] ? `${name} (${ratings[k]})` : name));

/** The names of partners: of numbered bots of one level, the second has only its number ("Club 1" and "3"). */
export function partnerNames(names: readonly string[], partners: readonly (Sitter | undefined)[]): string[] {
  const first = partners[0];
  return names.map((name, k) => {
    const partner = partners[k];
    const isAlike = k > 0 && first?.type === "bot" && partner?.type === "bot" && first.level === partner.level;
    return isAlike ? name.replace(/^.* (?=\d+$)/, "") : name;
  });
}

/** The name of the player or bot in a seat; `free` if the seat is free. */
export function seatName(sitter: Sitter | undefined, free = "", ofLevel = levelName): string {
  if (sitter === undefined || sitter.type === "free") return free;
  return sitter.type === "bot" ? ofLevel(sitter.level) : sitter.name || t("seat.deleted");
}
