// The tiles that lie on the board of Ingenious, with both their halves.

import { type Cell, hexagon, INGENIOUS } from "../board/hex";
import { movesOf } from "../board/log";
import { parseMove, type Placement } from "./moves";

const CORNER = 5; // cells from the middle to a printed symbol
/** The cells with printed symbols. */
export const PRINTED: ReadonlySet<string> = new Set(
  hexagon(CORNER).filter(({ q, r }) => [q, r, q + r].filter((n) => Math.abs(n) === CORNER).length === 2).map((cell) => INGENIOUS.of(cell)),
);

export interface Tiles {
  readonly whole: readonly Placement[];
  /** Symbols without a known other half: of a position that a game began from, or of moves that the log does not tell. */
  readonly single: readonly (readonly [Cell, string])[];
  readonly printed: readonly (readonly [Cell, string])[];
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
  const symbols = (isPrinted: boolean): (readonly [Cell, string])[] =>
    rest.filter(([name]) => PRINTED.has(name) === isPrinted).map(([name, colour]) => [INGENIOUS.cell(name), colour]);
  return { whole, single: symbols(false), printed: symbols(true) };
}
