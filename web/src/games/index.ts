// The board component of each game, loaded when it is first needed.

import type { Component } from "svelte";
import type { Explain } from "./board/explain";
import type { OnMove } from "./board/move-sender.svelte";

export interface BoardProps {
  view: unknown;
  choices: unknown;
  onmove: OnMove;
  seat?: number; // mine; 0: spectator
  names?: string[]; // of the players by seat
  explain?: Explain; // asks for the effects of a move
  hint?: Hint | null;
  counting?: boolean; // is the count of unseen tiles allowed?
  past?: Past; // set while looking back
}

/** A recommended move; a new object with the same move shows it again. */
export interface Hint { readonly move: string }

/** An earlier position: no delays, no announcements, players are named instead of "you". */
export interface Past { readonly explained: unknown } // the effects of the last move
export type Board = Component<BoardProps>;

/** Each board knows the shape of its own game's view and choices. */
const board = async (loading: Promise<{ default: unknown }>): Promise<Board> => (await loading).default as Board;

const BOARDS: Record<string, (() => Promise<Board>) | undefined> = {
  ingenious: () => board(import("./ingenious/Board.svelte")),
  phoenix: () => board(import("./phoenix/Board.svelte")),
  spezial: () => board(import("./spezial/Board.svelte")),
  "tile-challenge": () => board(import("./tile-challenge/Board.svelte")),
};

/** The games with hidden information: seats see different things. */
export const HIDDEN_INFORMATION: ReadonlySet<string> = new Set(["ingenious", "phoenix"]);

export const boardOf = (game: string): Promise<Board> =>
  BOARDS[game]?.() ?? Promise.reject(new Error(`there is no board of ${game}`));
