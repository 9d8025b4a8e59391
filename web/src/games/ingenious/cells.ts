// The cells of the board of Ingenious.

import { type Cell, hexagon } from "../board/hex";

const RADIUS: Record<number, number> = { 1: 5, 2: 5, 3: 6, 4: 7 }; // of the board by number of players

/** The radius of the part of the board that is in use with a number of players. */
export const radiusFor = (players: number): number => RADIUS[players] ?? 7;

/** The cells that are in use with a number of players. */
export const cellsFor = (players: number): Cell[] => hexagon(radiusFor(players));
