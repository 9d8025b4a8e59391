// A position that is being edited: its data with the game and the options, as files and records have it. No rules: the server checks.

import type { GameName, PositionData, PositionOf } from "../../api/wire";

export type Options = Readonly<Record<string, number | string>>;
export type DraftOf<G extends GameName> = PositionOf[G] & { readonly game: G; readonly options: Options };
export type Draft = { [G in GameName]: DraftOf<G> }[GameName];

const KEY = "genial-position"; // of the draft that this browser remembers

/** A draft from data that the server has read. */
export const fromData = ({ position }: PositionData): Draft => position as object as Draft;

/** The JSON of a draft, one field in each line. */
export function toText(draft: Draft): string {
  const lines = Object.entries(draft).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** The draft of a JSON text, whose shape only the server can check; null if it is not an object that names its game. */
export function fromText(text: string): Draft | null {
  try {
    const data = JSON.parse(text) as Draft | null;
    return data !== null && typeof data === "object" && typeof data.game === "string" ? { ...data, options: data.options ?? {} } : null;
  } catch {
    return null;
  }
}

export function remembered(): Draft | null {
  const text = localStorage.getItem(KEY);
  return text === null ? null : fromText(text);
}

export const remember = (draft: Draft): void => localStorage.setItem(KEY, toText(draft));

export const playersOf = ({ options }: { options: Options }): number => Number(options.players ?? 2);

const zeros = (counts: Readonly<Record<string, number>>): Record<string, number> => Object.fromEntries(Object.keys(counts).map((name) => [name, 0]));

/** The position with nothing laid and no points; racks, hands, chips and rows stay, because no game is without them. */
export function cleared(draft: Draft): Draft {
  switch (draft.game) {
    case "ingenious": return { ...draft, board: {}, scores: draft.scores.map(zeros), bonus: 0, phase: "place" };
    case "spezial": return { ...draft, tiles: draft.tiles.map(() => []), scores: draft.scores.map(zeros) };
    case "tile-challenge":
      return { ...draft, collections: draft.collections.map(zeros), middle: zeros(draft.middle), staging: [], bonus: 0, idle: 0, finished: 0, series: draft.series.map(() => 0) };
    case "phoenix": return { ...draft, round: 1, discards: zeros(draft.discards), points: [0, 0], last: null };
  }
}

/** A list with another element in one place. */
export const replaced = <T>(list: readonly T[], index: number, element: T): T[] => list.map((other, k) => (k === index ? element : other));

/** Counts with another number under one name. */
export const counted = (counts: Readonly<Record<string, number>>, name: string, n: number): Record<string, number> => ({ ...counts, [name]: n });
