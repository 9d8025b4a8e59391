// What a move did, in short. As Python's `Effect`: fields that say nothing are left out.

import type { Effect } from "../api/wire";

/** What is more after than before. */
export function gainsBetween(before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>): Record<string, number> {
  const more = Object.entries(before).filter(([colour, points]) => after[colour]! > points);
  return Object.fromEntries(more.map(([colour, points]) => [colour, after[colour]! - points]));
}

/** The effect of a move that did not fail. */
export function effectOf(gains: Record<string, number>): Effect {
  return Object.keys(gains).length === 0 ? {} : { gains };
}
