// Colour tracks: their end, gains and completed colours.

import type { Effect, View } from "../../api/wire";

export type Track = Readonly<Record<string, number>>;

/** The end of the colour tracks, from the view; undefined for a game without tracks. */
export function trackEnd(view: View | null | undefined): number | undefined {
  return trackGoals(view).at(-1);
}

/** The points at which a colour is complete, from the view; the last one is the end. */
export function trackGoals(view: View | null | undefined): readonly number[] {
  if (!view) return [];
  if ("full" in view) return view.full;
  return "quota" in view ? [view.quota] : [];
}

/** The points of the lowest colours, to mark them; null if most colours are that low, because then a mark says nothing. */
export function lowestToMark(track: Track): number | null {
  const points = Object.values(track);
  const lowest = Math.min(...points);
  return points.filter((n) => n === lowest).length > points.length / 2 ? null : lowest;
}

/** The points gained between two states of a track, by colour. */
export const trackGains = (before: Track = {}, after: Track = {}): [string, number][] =>
  Object.entries(after).flatMap(([colour, n]) => (n > (before[colour] ?? 0) ? [[colour, n - (before[colour] ?? 0)]] : []));

/** A track before it gained these points. */
export const trackBefore = (after: Track, gains: Iterable<readonly [string, number]>): Track => {
  const before = { ...after };
  for (const [colour, n] of gains) before[colour] = (before[colour] ?? 0) - n;
  return before;
};

/** The points that move `number`, from 1, brought its seat; without the effects of the moves, as its tracks tell. */
export function gainsOfMove(number: number, effects: readonly Effect[] | undefined, before: Track | undefined, after: Track | undefined): [string, number][] {
  if (effects !== undefined) return Object.entries(effects[number - 1]?.gains ?? {}).filter(([, n]) => n > 0);
  return before === undefined ? [] : trackGains(before, after);
}

/** The colours that have just reached one of the points in `full`. */
export const completedColours = (before: Track = {}, after: Track = {}, full: readonly number[]): string[] =>
  Object.keys(after).filter((colour) => full.some((end) => (before[colour] ?? 0) < end && end <= after[colour]!));
