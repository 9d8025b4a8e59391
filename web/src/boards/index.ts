// Which component draws a game's board. Each is loaded when it is first needed.

import type { Component } from "svelte";
import type { Explain } from "./explain";

export interface BoardProps {
  view: unknown;
  choices: unknown;
  onmove: (text: string) => void | Promise<void>; // done when the server has answered
  seat?: number; // mine; 0: I watch
  names?: string[]; // of the players, by seat
  explain?: Explain; // what a move would bring
  hint?: string | null; // a move that is recommended
  counting?: boolean; // may one look at what is still to come?
  past?: Past; // looked back at
}

/** A position of a game that is over: nothing waits to be seen, and nobody is spoken to. */
export interface Past { readonly explained: unknown } // what the last move brought
export type Board = Component<BoardProps>;

/** A board knows the shape of its own game's view and choices; the wire does not. */
const board = async (loading: Promise<{ default: unknown }>): Promise<Board> => (await loading).default as Board;

const BOARDS: Record<string, () => Promise<Board>> = {
  ingenious: () => board(import("./Ingenious.svelte")),
  phoenix: () => board(import("./Phoenix.svelte")),
  spezial: () => board(import("./Spezial.svelte")),
  "tile-challenge": () => board(import("./TileChallenge.svelte")),
};

/** The board of a game; a plain list of moves for one that has none. */
export const boardOf = (game: string): Promise<Board> => BOARDS[game]?.() ?? board(import("./Plain.svelte"));
