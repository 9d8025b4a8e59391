// The tiles that lie on the board of Ingenious, with both their halves.

import { type Cell, DIRECTIONS, hexagon, INGENIOUS, neighbour } from "../board/hex";
import { movesOf } from "../board/log";
import { parseMove, type Placement } from "./moves";

const CORNER = 5; // cells from the middle to a printed symbol
/** The cells with printed symbols. */
export const PRINTED: ReadonlySet<string> = new Set(
  hexagon(CORNER).filter(({ q, r }) => [q, r, q + r].filter((n) => Math.abs(n) === CORNER).length === 2).map((cell) => INGENIOUS.of(cell)),
);

export interface Tiles {
  readonly whole: readonly Placement[];
  /** Symbols that cannot be halves of a tile with any other one. */
  readonly single: readonly (readonly [Cell, string])[];
  readonly printed: readonly (readonly [Cell, string])[];
}

/**
 * Join neighbouring cells to tiles, as many as are found, where no move tells which halves belong together: a game that began
 * from a position looks like any other, and for the rules it makes no difference.
 */
export function pairsOf(names: readonly string[]): [string, string][] {
  const partners = new Map<string, string>();
  const all = new Set(names);
  const near = (name: string): string[] =>
    DIRECTIONS.map((_, k) => INGENIOUS.of(neighbour(INGENIOUS.cell(name), k))).filter((other) => all.has(other));
  /** Find a partner for a cell, if need be by finding another one for its neighbour's partner. */
  function join(name: string, seen: Set<string>): boolean {
    seen.add(name);
    for (const other of near(name).filter((one) => !seen.has(one))) {
      seen.add(other);
      const rival = partners.get(other);
      if (rival !== undefined && (seen.has(rival) || !join(rival, seen))) continue;
      partners.set(name, other).set(other, name);
      return true;
    }
    return false;
  }
  for (const name of names) if (!partners.has(name)) join(name, new Set());
  return [...partners].filter(([one, other]) => names.indexOf(one) < names.indexOf(other));
}

/** Find the tiles on a board: the moves tell which halves belong together. */
export function tilesOn(board: Readonly<Record<string, string>>, log: readonly string[]): Tiles {
  const whole: Placement[] = [];
  const covered = new Set<string>();
  for (const line of movesOf(log)) {
    const placed = parseMove(line.split(" ")[1] ?? "");
    if (placed === null) continue;
    const [first, second] = [INGENIOUS.of(placed.first), INGENIOUS.of(placed.second)];
    if (board[first] !== placed.colours[0] || board[second] !== placed.colours[1]) continue; // not shown yet
    whole.push(placed);
    covered.add(first).add(second);
  }
  const rest = Object.entries(board).filter(([name]) => !covered.has(name));
  const untold = rest.filter(([name]) => !PRINTED.has(name)).map(([name]) => name);
  const joined = pairsOf(untold);
  const known = new Set(joined.flat());
  const symbols = (names: readonly string[]): (readonly [Cell, string])[] => names.map((name) => [INGENIOUS.cell(name), board[name]!]);
  return {
    whole: [...joined.map(([a, b]): Placement => ({ first: INGENIOUS.cell(a), second: INGENIOUS.cell(b), colours: [board[a]!, board[b]!] })), ...whole],
    single: symbols(untold.filter((name) => !known.has(name))),
    printed: symbols(rest.filter(([name]) => PRINTED.has(name)).map(([name]) => name)),
  };
}
