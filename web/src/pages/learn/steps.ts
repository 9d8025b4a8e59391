// The steps of the tutorials: a position, what is asked there, and what a right answer is.
// Nothing here knows a rule: answers are judged by what the server says of a move.

export interface Spec {
  /** A record's text; what is dealt after it follows from the seed. */
  readonly record?: string;
  /** Without a record: a new game with these options and this seed, */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly seed?: number;
  /** after these moves. */
  readonly moves?: readonly string[];
}

/** All that is named must hold; an ask that names nothing takes every move. */
export interface Ask {
  readonly moves?: readonly string[]; // one of these
  readonly starts?: readonly string[]; // with one of these
  readonly covers?: readonly string[]; // one of these cells
  readonly tile?: string; // of these colours
  readonly gains?: Readonly<Record<string, number>>; // at least so many points, by colour
  readonly total?: number; // at least so many points in all
  readonly colours?: number; // points in at least so many colours
  readonly parts?: Readonly<Record<string, number>>; // at least so many parts of this kind
  readonly says?: Readonly<Record<string, number | boolean>>; // at least, or exactly
  readonly show?: string; // a move that does it
  /** Not a move but one of these answers. */
  readonly question?: readonly string[];
  readonly right?: string;
}

export interface Step { readonly position: Spec; readonly asks: readonly Ask[] }
export interface Tutorial { readonly game: string; readonly steps: readonly Step[] }

/** What the server says of a move; games say more than this. */
export interface Explained {
  readonly move: string;
  readonly gains: Readonly<Record<string, number>>;
  readonly parts: readonly { readonly kind: string }[];
}

/** What stands at a path like "chain.towers": a number, a truth, or how many. */
function found(in_: unknown, path: string): unknown {
  let value = in_;
  for (const name of path.split(".")) value = (value as Record<string, unknown> | undefined)?.[name];
  return Array.isArray(value) ? value.length : value;
}

/** Is a move, of which the server says this, what was asked for? */
export function isRight(ask: Ask, move: string, explained: Explained): boolean {
  const gains = Object.values(explained.gains);
  const cells: string[] = move.match(/[a-y]\d+/g) ?? [];
  const fits = (path: string, wanted: number | boolean): boolean => {
    const value = found(explained, path);
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

/** Loaded when they are needed, one file a game. */
const STEPS = import.meta.glob<{ default: Tutorial }>("./steps/*.json");
export const TUTORIALS: readonly string[] = ["ingenious", "tile-challenge", "spezial", "phoenix"];
export const LENGTH = 10; // steps of each

export async function tutorial(game: string): Promise<Tutorial> {
  return (await STEPS[`./steps/${game}.json`]!()).default;
}
