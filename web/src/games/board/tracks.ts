// Colour tracks: where they end, and what came to them.

export type Track = Readonly<Record<string, number>>;

/** Where the colour tracks of a view end, as the server says; nothing for a game without them. */
export function trackEnd(view: unknown): number | undefined {
  const { full, quota } = (view ?? {}) as { full?: number[]; quota?: number };
  return full?.at(-1) ?? quota;
}

/** What a track has more than before. */
export const trackGains = (before: Track = {}, after: Track = {}): [string, number][] =>
  Object.entries(after).flatMap(([colour, n]) => (n > (before[colour] ?? 0) ? [[colour, n - (before[colour] ?? 0)]] : []));

/** The colours that became complete: those that came to one of the points in `full`. */
export const completedColours = (before: Track = {}, after: Track = {}, full: readonly number[]): string[] =>
  Object.keys(after).filter((colour) => full.some((end) => (before[colour] ?? 0) < end && end <= after[colour]!));
