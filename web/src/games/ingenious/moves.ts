// Parse and spell moves of Ingenious, and the geometry of placing a tile. Points come from the server.

import type { IngeniousView } from "../../api/wire";
import { type Cell, DIRECTIONS, INGENIOUS, isLower, neighbour } from "../board/hex";
import { findLastPlacement, type Laid, movesOf } from "../board/log";
import { COLOURS } from "../board/symbols";

/** A tile on two adjacent cells and the colour on each. */
export interface Placement { readonly first: Cell; readonly second: Cell; readonly colours: readonly [string, string] }

/** Spell the move as records do: the earlier colour first; for a double, the lower cell first. */
export function spell(placement: Placement): string {
  const [a, b] = placement.colours;
  const isInOrder = a === b ? isLower(placement.first, placement.second) : COLOURS.indexOf(a as never) < COLOURS.indexOf(b as never);
  const first = a + INGENIOUS.of(placement.first);
  const second = b + INGENIOUS.of(placement.second);
  return isInOrder ? first + second : second + first;
}

/** Parse a placement; null if the text is none. */
export function parseMove(text: string): Placement | null {
  const match = /^([RGBOYP])([a-o]\d+)([RGBOYP])([a-o]\d+)$/.exec(text);
  if (match === null) return null;
  return {
    first: INGENIOUS.cell(match[2]!), second: INGENIOUS.cell(match[4]!), colours: [match[1]!, match[3]!],
  };
}

const placeKey = (a: Cell, b: Cell): string => {
  const [low, high] = isLower(a, b) ? [a, b] : [b, a];
  return `${INGENIOUS.of(low)} ${INGENIOUS.of(high)}`;
};

/** The places where a tile fits. */
export class Places {
  readonly #keys: Set<string>;
  readonly cells: Set<string>;

  constructor(places: readonly string[]) {
    this.#keys = new Set(places);
    this.cells = new Set(places.flatMap((place) => place.split(" ")));
  }

  fits(cell: Cell, direction: number): boolean {
    return this.#keys.has(placeKey(cell, neighbour(cell, direction)));
  }

  /** The first direction, starting with `start`, in which a tile fits at a cell; null if there is none. */
  direction(cell: Cell, start: number): number | null {
    for (let k = 0; k < 6; k += 1) {
      if (this.fits(cell, (start + k) % 6)) return (start + k) % 6;
    }
    return null;
  }
}

/** The points of a placement by colour. A half scores the same wherever its other half lies, so add both up. */
export function points(placement: Placement, table: Record<string, number[]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [cell, colour] of [[placement.first, placement.colours[0]], [placement.second, placement.colours[1]]] as const) {
    const gained = table[INGENIOUS.of(cell)]?.[COLOURS.indexOf(colour as never)] ?? 0;
    sums.set(colour, (sums.get(colour) ?? 0) + gained);
  }
  return sums;
}

/** The cells in the scoring lines of a tile, to show where its points come from. */
export function lines(placement: Placement, board: Record<string, string>): Cell[] {
  const cells: Cell[] = [];
  const halves = [[placement.first, placement.second, placement.colours[0]], [placement.second, placement.first, placement.colours[1]]] as const;
  for (const [start, partner, colour] of halves) {
    for (let direction = 0; direction < DIRECTIONS.length; direction += 1) {
      let cell = neighbour(start, direction);
      if (cell.q === partner.q && cell.r === partner.r) continue;
      while (board[INGENIOUS.of(cell)] === colour) {
        cells.push(cell);
        cell = neighbour(cell, direction);
      }
    }
  }
  return cells;
}

/** The last placement of a log and its seat. */
export const lastPlacement = (log: readonly string[]): Laid<Placement> | null => findLastPlacement(log, parseMove);

/** Is this a bonus move, earned by a full colour? */
export const isBonus = (view: IngeniousView): boolean =>
  view.options.players > 1 && !view.over && view.phase === "place" && lastPlacement(view.log)?.seat === view.turn;

export interface Room { free: number; isolated: Cell[]; tiles: number }

/** The room that is left: free cells, isolated cells, and an upper bound of tiles that fit. */
export function room(cells: readonly Cell[], board: Record<string, string>): Room {
  const free = new Map(cells.filter((cell) => !board[INGENIOUS.of(cell)]).map((cell) => [INGENIOUS.of(cell), cell]));
  const seen = new Set<string>();
  const isolated: Cell[] = [];
  let tiles = 0;
  for (const [name, cell] of free) {
    if (seen.has(name)) continue;
    seen.add(name);
    const region = [cell];
    for (const start of region) {
      for (let k = 0; k < DIRECTIONS.length; k += 1) {
        const next = INGENIOUS.of(neighbour(start, k));
        if (free.has(next) && !seen.has(next)) {
          seen.add(next);
          region.push(free.get(next)!);
        }
      }
    }
    if (region.length === 1) isolated.push(cell);
    tiles += Math.floor(region.length / 2);
  }
  return { free: free.size, isolated, tiles };
}

const [COPIES, COPIES_OF_DOUBLES] = [6, 5]; // of each tile in the game

/** The tiles that are not on the board when a game begins, by kind: all of them, or those that its position says. */
function unlaid(beginning: IngeniousView["beginning"]): Map<string, number> {
  if (beginning === undefined) {
    return new Map(COLOURS.flatMap((a, k) => COLOURS.slice(k).map((b): [string, number] => [a + b, a === b ? COPIES_OF_DOUBLES : COPIES])));
  }
  const { bag, racks } = beginning as { bag: Record<string, number>; racks: string[][] };
  const counts = new Map(Object.entries(bag)); // hidden tiles count among those in the bag
  for (const tile of racks.flat()) if (counts.has(tile)) counts.set(tile, counts.get(tile)! + 1);
  return counts;
}

/** The tiles that I have not seen, by kind: in the bag or on other racks. */
export function unseen(view: IngeniousView): [string, number][] {
  const counts = unlaid(view.beginning);
  const subtract = (tile: string): void => void counts.set(tile, (counts.get(tile) ?? 0) - 1);
  for (const line of movesOf(view.log)) {
    const placement = parseMove(line.split(" ")[1] ?? "");
    if (placement !== null) subtract(placement.colours.join("")); // a move names the earlier colour first
  }
  for (const tile of view.rack ?? []) subtract(tile);
  return [...counts];
}
