// Which component draws a game's board. Each is loaded when it is first needed.

import type { Component } from "svelte";
import type { Explain } from "./board/explain";
import type { OnMove } from "./board/move-sender.svelte";

export interface BoardProps {
  view: unknown;
  choices: unknown;
  onmove: OnMove;
  seat?: number; // mine; 0: I watch
  names?: string[]; // of the players, by seat
  explain?: Explain; // what a move would bring
  hint?: Hint | null;
  counting?: boolean; // may one look at what is still to come?
  past?: Past; // looked back at
}

/** A move that is recommended; the same one told again is another value, and is shown again. */
export interface Hint { readonly move: string }

/** A position of a game that is over: nothing waits to be seen, and nobody is spoken to. */
export interface Past { readonly explained: unknown } // what the last move brought
export type Board = Component<BoardProps>;

/** A board knows the shape of its own game's view and choices; the wire does not. */
const board = async (loading: Promise<{ default: unknown }>): Promise<Board> => (await loading).default as Board;

const BOARDS: Record<string, (() => Promise<Board>) | undefined> = {
  ingenious: () => board(import("./ingenious/Board.svelte")),
  phoenix: () => board(import("./phoenix/Board.svelte")),
  spezial: () => board(import("./spezial/Board.svelte")),
  "tile-challenge": () => board(import("./tile-challenge/Board.svelte")),
};

/** The games in which seats see different things. */
export const HIDDEN_INFORMATION: ReadonlySet<string> = new Set(["ingenious", "phoenix"]);

export const boardOf = (game: string): Promise<Board> =>
  BOARDS[game]?.() ?? Promise.reject(new Error(`there is no board of ${game}`));
