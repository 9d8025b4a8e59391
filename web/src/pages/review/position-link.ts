// Links to positions: build and parse them.

import type { Kind } from "./source";

export interface LinkTarget {
  readonly move: number | null; // number of the move; null: the end
  readonly tried: readonly string[]; // moves of a variation from there
  readonly seed: number | null; // for deals in the variation
}

export function linkOf(kind: Kind, name: string, target: LinkTarget): string {
  const query = new URLSearchParams();
  if (target.move !== null) query.set("move", String(target.move));
  if (target.tried.length > 0) {
    query.set("try", target.tried.join(","));
    if (target.seed !== null) query.set("seed", String(target.seed));
  }
  const path = `/${kind === "table" ? "review" : "record"}/${name}`;
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** The address of the page where the game is played on from one of its positions. */
export const playOnLink = (kind: Kind, name: string, move: number | null): string =>
  `/${kind === "table" ? "review" : "record"}/${name}/play-on${move === null ? "" : `?move=${move}`}`;

const parseNumber = (text: string | null): number | null => (text !== null && /^\d{1,16}$/.test(text) ? Number(text) : null);

export const parseLink = (query: URLSearchParams): LinkTarget => ({
  move: parseNumber(query.get("move")),
  tried: (query.get("try") ?? "").split(",").filter((move) => move !== "").slice(0, 200),
  seed: parseNumber(query.get("seed")),
});
