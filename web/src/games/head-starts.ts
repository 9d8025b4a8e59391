// Head starts: what a table's options say, how they are written, and which ones make a game even.

import type { GameInfo } from "../api/wire";

type Options = Readonly<Record<string, number | string>>;

/** The number of sides: players, or teams of partners. Seat k belongs to side k modulo the sides. */
export const countSides = (options: Options): number => (options.variant === "teams" ? 2 : Number(options.players));

/** The head start of each side; empty if there is none. */
export function headStartsOf(options: Options): number[] {
  const text = String(options.headstart ?? "");
  return text === "" ? [] : text.split(" ").slice(0, countSides(options)).map(Number);
}

/** The option that gives the sides these head starts; undefined if there are none. */
export function headStartOption(bySide: readonly number[], players: number): string | undefined {
  if (bySide.every((headStart) => headStart === 0)) return undefined;
  return Array.from({ length: players }, (_, k) => bySide[k % bySide.length]).join(" ");
}

/** The mean rating of some players; null if one of them is unknown. */
export function meanRating(ratings: readonly (number | null | undefined)[]): number | null {
  const known = ratings.filter((rating) => rating !== null && rating !== undefined);
  return known.length === 0 || known.length < ratings.length ? null : known.reduce((a, b) => a + b) / known.length;
}

/** Suggest head starts that make the sides equal to the strongest; null if a rating is unknown. */
export function suggestHeadStarts(ratings: readonly (number | null)[], info: Pick<GameInfo, "head_starts" | "head_start_rating">): number[] | null {
  const known = ratings.filter((rating) => rating !== null);
  const step = info.head_start_rating;
  if (known.length < ratings.length || step === null) return null;
  const [best, most] = [Math.max(...known), Math.max(...info.head_starts)];
  return known.map((rating) => Math.min(most, Math.round((best - rating) / step)));
}
