// Parse and spell moves of Genial Spezial, and group the legal ones by place.

import type { SpezialExplanation } from "../../api/wire";
import { type Cell, DIRECTIONS, hexagon, isLower, neighbour, SPEZIAL } from "../board/hex";
import { findLastPlacement, type Laid, movesOf } from "../board/log";

export const CHIP_COLOURS = ["O", "P", "B", "G"] as const;


/** A reason for points. */
export type Part = SpezialExplanation["parts"][number];

/** Two hexagons with sides of seven cells that share an edge. */
export const PARTS = [{ middle: { q: -6, r: 3 }, radius: 6 }, { middle: { q: 6, r: -3 }, radius: 6 }] as const;

export const CELLS: readonly Cell[] = [
  ...hexagon(PARTS[0].radius, PARTS[0].middle),
  ...hexagon(PARTS[1].radius, PARTS[1].middle).filter((cell) => cell.q > 0),
];

/** A tile on two cells, with the colours chosen for bonus fields. */
export interface Placement { readonly place: string; readonly first: Cell; readonly second: Cell; readonly colours: string }

/** Parse a placement; null if the text is none. */
export function parseMove(text: string): Placement | null {
  const match = /^([a-y]\d+)([a-y]\d+)(?:\+([OPBG]{1,2}))?$/.exec(text);
  if (match === null) return null;
  return {
    place: match[1]! + match[2]!, first: SPEZIAL.cell(match[1]!), second: SPEZIAL.cell(match[2]!), colours: match[3] ?? "",
  };
}

/** The name of a place: its two cells, the lower one first. */
export const placeOf = (a: Cell, b: Cell): string =>
  isLower(a, b) ? SPEZIAL.of(a) + SPEZIAL.of(b) : SPEZIAL.of(b) + SPEZIAL.of(a);

export const spell = (place: string, colours: string): string => (colours === "" ? place : `${place}+${colours}`);

/** The legal moves, grouped by place. */
export class Places {
  readonly #colours = new Map<string, string[]>();

  constructor(moves: readonly string[]) {
    for (const move of moves) {
      const placement = parseMove(move);
      if (placement === null) continue;
      const colours = this.#colours.get(placement.place);
      if (colours === undefined) this.#colours.set(placement.place, [placement.colours]);
      else colours.push(placement.colours);
    }
  }

  get size(): number {
    return this.#colours.size;
  }

  /** The neighbours that form a legal place with a cell. */
  partners(cell: Cell): Cell[] {
    return DIRECTIONS.map((_, k) => neighbour(cell, k)).filter((other) => this.#colours.has(placeOf(cell, other)));
  }

  /** The number of colours to choose at a place. */
  coloursNeeded(place: string): number {
    return this.#colours.get(place)?.[0]?.length ?? 0;
  }

  has(place: string): boolean {
    return this.#colours.has(place);
  }

  /** Any legal move at a place, to preview it before the colours are chosen. */
  anyMove(place: string): string | null {
    const first = this.#colours.get(place)?.[0];
    return first === undefined ? null : spell(place, first);
  }
}

/** The last placement of a log and its seat. */
export const lastPlacement = (log: readonly string[]): Laid<Placement> | null => findLastPlacement(log, parseMove);

/** The last move of a log and its number, from 1; seat 0 before the first move. */
export function lastMove(log: readonly string[]): { number: number; seat: number; move: string } {
  const moves = movesOf(log);
  const [seat = "0", move = ""] = moves.at(-1)?.split(" ") ?? [];
  return { number: moves.length, seat: Number(seat), move };
}

/** The points of several parts, by colour. */
export function sumOf(parts: readonly Part[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const part of parts) {
    for (const colour of part.kind === "large" ? part.colours : [part.colour]) sums[colour] = (sums[colour] ?? 0) + part.points;
  }
  return sums;
}
