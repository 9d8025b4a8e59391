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

/** The address of the editor with one of the game's positions. */
export const editLink = (kind: Kind, name: string, move: number): string => `/positions?${kind === "table" ? "table" : "record"}=${name}&move=${move}`;

const parseNumber = (text: string | null): number | null => (text !== null && /^\d{1,16}$/.test(text) ? Number(text) : null);

export const parseLink = (query: URLSearchParams): LinkTarget => ({
  move: parseNumber(query.get("move")),
  tried: (query.get("try") ?? "").split(",").filter((move) => move !== "").slice(0, 200),
  seed: parseNumber(query.get("seed")),
});

const sharedKind = (kind: Kind): string => (kind === "table" ? "table" : "record");

/** The address of the server's picture of the position that a link leads to, with what a seat holds. */
export function pictureAddress(kind: Kind, name: string, ending: string, link: string, seat: number): string {
  const query = new URLSearchParams(link.split("?")[1] ?? "");
  if (seat > 0) query.set("seat", String(seat));
  return `/pictures/${sharedKind(kind)}/${name}.${ending}${query.size === 0 ? "" : `?${query.toString()}`}`;
}

/** The HTML that shows a game on another website. */
export const embedCode = (origin: string, kind: Kind, name: string): string =>
  `<iframe src="${origin}/embed/${sharedKind(kind)}/${name}" width="560" height="680" style="border:0" title="Genial"></iframe>`;
