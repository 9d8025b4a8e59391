// The steps of the tutorials: a position, a task, and what counts as solving it.
// There are no rules here: a move is judged by the server's explanation.

import type { Explanation, Terms } from "../../api/wire";

export interface Spec {
  /** The text of a record; later deals follow from the seed. */
  readonly record?: string;
  /** Without a record: a new game with these options and this seed */
  readonly options?: Readonly<Terms["options"]>;
  readonly seed?: number;
  /** after these moves. */
  readonly moves?: readonly string[];
}

/** Conditions for a move; all that are given must hold. */
export interface Ask {
  readonly moves?: readonly string[]; // one of these
  readonly starts?: readonly string[]; // the move starts with one of these
  readonly covers?: readonly string[]; // it covers one of these cells
  readonly tile?: string; // of these colours
  readonly gains?: Readonly<Record<string, number>>; // minimum points by colour
  readonly total?: number; // minimum points in total
  readonly colours?: number; // minimum number of colours that score
  readonly parts?: Readonly<Record<string, number>>; // minimum number of scoring parts by kind
  readonly says?: Readonly<Record<string, number | boolean>>; // fields of the explanation: a minimum, or an exact truth value
  readonly show?: string; // a move that solves it
  /** Instead of a move: a question with these answers. */
  readonly question?: readonly string[];
  readonly right?: string;
}

export interface Step { readonly position: Spec; readonly asks: readonly Ask[] }
export interface Tutorial { readonly game: string; readonly steps: readonly Step[] }

/** The value at a path such as "chain.towers"; the length of a list. */
function valueAt(root: unknown, path: string): unknown {
  let value = root;
  for (const name of path.split(".")) value = (value as Record<string, unknown> | undefined)?.[name];
  return Array.isArray(value) ? value.length : value;
}

/** Does a move with this explanation solve the task? */
export function isRight(ask: Ask, move: string, explained: Explanation): boolean {
  const gains = Object.values(explained.gains);
  const cells: string[] = move.match(/[a-y]\d+/g) ?? [];
  const fits = (path: string, wanted: number | boolean): boolean => {
    const value = valueAt(explained, path);
    return typeof wanted === "boolean" ? value === wanted : typeof value === "number" && value >= wanted;
  };
  return (
    (ask.moves?.includes(move) ?? true) &&
    (ask.starts?.some((start) => move.startsWith(start)) ?? true) &&
    (ask.covers?.some((cell) => cells.includes(cell)) ?? true) &&
    (ask.tile === undefined || move.replace(/[^A-Z]/g, "") === ask.tile) &&
    Object.entries(ask.gains ?? {}).every(([colour, n]) => (explained.gains[colour] ?? 0) >= n) &&
    gains.reduce((a, b) => a + b, 0) >= (ask.total ?? 0) &&
    gains.filter((n) => n > 0).length >= (ask.colours ?? 0) &&
    Object.entries(ask.parts ?? {}).every(([kind, n]) => explained.parts.filter((p) => p.kind === kind).length >= n) &&
    Object.entries(ask.says ?? {}).every(([path, wanted]) => fits(path, wanted))
  );
}

/** One file per game, loaded when needed. */
const STEPS = import.meta.glob<{ default: Tutorial }>("./steps/*.json");
export const TUTORIALS: readonly string[] = ["ingenious", "tile-challenge", "spezial", "phoenix"];
export const LENGTH = 10; // steps per tutorial

export async function loadTutorial(game: string): Promise<Tutorial> {
  return (await STEPS[`./steps/${game}.json`]!()).default;
}
