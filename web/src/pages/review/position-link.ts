// Links to positions: build and parse them.

import type { Kind } from "./source";

export interface Place {
  readonly move: number | null; // number of the move; null: the end
  readonly tried: readonly string[]; // moves of a variation from there
  readonly seed: number | null; // for deals in the variation
}

export function linkOf(kind: Kind, name: string, place: Place): string {
  const query = new URLSearchParams();
  if (place.move !== null) query.set("move", String(place.move));
  if (place.tried.length > 0) {
    query.set("try", place.tried.join(","));
    if (place.seed !== null) query.set("seed", String(place.seed));
  }
  const path = `/${kind === "table" ? "review" : "record"}/${name}`;
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

const whole = (text: string | null): number | null => (text !== null && /^\d{1,16}$/.test(text) ? Number(text) : null);

export const placeOf = (query: URLSearchParams): Place => ({
  move: whole(query.get("move")),
  tried: (query.get("try") ?? "").split(",").filter((move) => move !== "").slice(0, 200),
  seed: whole(query.get("seed")),
});
