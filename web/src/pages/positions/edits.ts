// Edits of positions: pieces are put and taken away. What follows from them is filled in by the server.

import { INGENIOUS, type Cell, DIRECTIONS, isSame, neighbour, SPEZIAL } from "../../games/board/hex";
import { COLOURS } from "../../games/board/symbols";
import { KINDS } from "../../games/phoenix/moves";
import { placeOf } from "../../games/spezial/moves";
import { type DraftOf, replaced } from "./draft";

export const areNeighbours = (a: Cell, b: Cell): boolean => DIRECTIONS.some((_, k) => isSame(neighbour(a, k), b));

// --- Ingenious

type Ingenious = DraftOf<"ingenious">;

/** Put a symbol on a cell; null takes away what lies there. */
export function putSymbol(draft: Ingenious, cell: Cell, colour: string | null): Ingenious {
  const { [INGENIOUS.of(cell)]: _, ...rest } = draft.board;
  return { ...draft, board: colour === null ? rest : { ...rest, [INGENIOUS.of(cell)]: colour } };
}

/** Lay a tile with its first half on one cell and the second on another. */
export const layTile = (draft: Ingenious, first: Cell, second: Cell, tile: string): Ingenious =>
  putSymbol(putSymbol(draft, first, tile[0]!), second, tile[1]!);

/** The name of a tile with these colours: the earlier one first. */
export const tileOf = (a: string, b: string): string => COLOURS.filter((colour) => colour === a || colour === b).join("").padEnd(2, a);

export const addToRack = (draft: Ingenious, seat: number, tile: string): Ingenious =>
  ({ ...draft, racks: replaced(draft.racks, seat - 1, [...(draft.racks[seat - 1] ?? []), tile]) });

export const removeFromRack = (draft: Ingenious, seat: number, index: number): Ingenious =>
  ({ ...draft, racks: replaced(draft.racks, seat - 1, (draft.racks[seat - 1] ?? []).filter((_, k) => k !== index)) });

// --- Tile Challenge

/** Put a tile of a colour into the staging row, or take it away. */
export function toggleStaging(draft: DraftOf<"tile-challenge">, colour: string): DraftOf<"tile-challenge"> {
  const isThere = draft.staging.includes(colour);
  return { ...draft, staging: COLOURS.filter((other) => (other === colour ? !isThere : draft.staging.includes(other))) };
}

// --- Genial Spezial

type Spezial = DraftOf<"spezial">;

const cellsOf = (tile: string): string[] => tile.match(/[a-y]\d+/g) ?? [];

/** Whose tile lies on a cell; 0: none. */
export const ownerOf = (draft: Spezial, name: string): number => draft.tiles.findIndex((tiles) => tiles.some((tile) => cellsOf(tile).includes(name))) + 1;

/** Take away the tiles on these cells. */
export const removeTiles = (draft: Spezial, ...names: string[]): Spezial =>
  ({ ...draft, tiles: draft.tiles.map((tiles) => tiles.filter((tile) => !cellsOf(tile).some((name) => names.includes(name)))) });

/** Lay a seat's tile on two cells, in place of what lies there. */
export function laySeatTile(draft: Spezial, seat: number, a: Cell, b: Cell): Spezial {
  const free = removeTiles(draft, SPEZIAL.of(a), SPEZIAL.of(b));
  return { ...free, tiles: replaced(free.tiles, seat - 1, [...(free.tiles[seat - 1] ?? []), placeOf(a, b)]) };
}

export const putChip = (draft: Spezial, cell: string, chip: string): Spezial => ({ ...draft, chips: { ...draft.chips, [cell]: chip } });

// --- Phoenix

type Phoenix = DraftOf<"phoenix">;
type Hand = Phoenix["hands"][number];

const painted = (row: string, place: number, colour: string): string => row.slice(0, place - 1) + colour + row.slice(place);

export const paintLine = (draft: Phoenix, seat: number, place: number, colour: string): Phoenix =>
  ({ ...draft, lines: replaced(draft.lines, seat - 1, painted(draft.lines[seat - 1] ?? "", place, colour)) });

/** Put a cube on a place of the spectrum; it changes places with the one that lies there. */
export function placeCube(draft: Phoenix, place: number, colour: string): Phoenix {
  const from = draft.spectrum.indexOf(colour) + 1;
  const there = draft.spectrum[place - 1]!;
  return { ...draft, spectrum: painted(from === 0 ? draft.spectrum : painted(draft.spectrum, from, there), place, colour) };
}

/** How many cards of a kind a hand has. */
export const countOf = (hand: Hand | undefined, card: Hand[number]): number => (hand ?? []).filter((other) => other === card).length;

/** A hand with another number of cards of one kind. */
export function dealTo(draft: Phoenix, seat: number, card: Hand[number], n: number): Phoenix {
  const hand = draft.hands[seat - 1];
  const cards = KINDS.flatMap((kind) => Array<Hand[number]>(kind === card ? n : countOf(hand, kind)).fill(kind));
  return { ...draft, hands: replaced(draft.hands, seat - 1, cards) };
}
