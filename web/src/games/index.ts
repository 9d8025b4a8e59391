// The board component of each game, loaded when it is first needed.

import type { Component } from "svelte";
import type { ChoicesOf, Effect, Explanation, ExplanationOf, GameName, Pointed, View, ViewOf } from "../api/wire";
import type { Explain } from "./board/explain";
import type { OnMove } from "./board/move-sender.svelte";
import type { Panel } from "./board/panel.svelte";
import { AT_ONCE, type Pace, type Stage } from "./board/timeline.svelte";

/** The properties of a game's board, or of any board. A board shows its view at once; a timeline says when it gets the next one. */
export interface BoardProps<G extends GameName = GameName> {
  view: ViewOf[G];
  showing?: Showing<ViewOf[G]>; // how far the last move has been shown
  choices: ChoicesOf[G] | null;
  onmove: OnMove;
  seat?: number; // mine; 0: spectator
  names?: string[]; // of the players by seat
  explain?: Explain<ExplanationOf[G]>; // asks for the effects of a move
  hint?: Hint | null;
  marked?: string | null; // a move that is pointed at in a list, as logs write it: seat and text
  counting?: boolean; // is the count of unseen tiles allowed?
  pointing?: Pointing | null; // set where partners may talk openly
  past?: Past<ExplanationOf[G]>; // set while looking back
  effects?: readonly Effect[]; // what every move did, the first one first
  oncontinue?: () => void; // the player goes on after the end of a round
  panel?: Panel; // beside the board, for its aids; without one they are below it
}

/** How far the last move has been shown. */
export interface Showing<V = View> {
  readonly before: V | null; // the position before it; null if that is not known
  readonly stage: Stage;
  readonly times: Pace;
}

/** A position that has been shown, with nothing to tell. */
export const SHOWN: Showing<never> = { before: null, stage: "done", times: AT_ONCE };

/** What players point at, and a function with which I point at a tile and cells; spectators have none. */
export interface Pointing {
  readonly points: readonly Pointed[];
  readonly onpoint: ((tile: string, cells: readonly string[]) => Promise<boolean>) | null;
}

/** A recommended move; a new object with the same move shows it again. */
export interface Hint { readonly move: string }

/** An earlier position: no delays, no announcements, players are named instead of "you". */
export interface Past<E = Explanation> { readonly explained: E | null; readonly effect?: Effect | null } // of the last move: why it scored, and what it did in short
export type Board = Component<BoardProps>;

const BOARDS: { readonly [G in GameName]: () => Promise<{ default: Component<BoardProps<G>> }> } = {
  ingenious: () => import("./ingenious/Board.svelte"),
  phoenix: () => import("./phoenix/Board.svelte"),
  spezial: () => import("./spezial/Board.svelte"),
  "tile-challenge": () => import("./tile-challenge/Board.svelte"),
};

/** Load the board of a game. It only gets views, choices and explanations of that game, hence the cast. */
export async function boardOf(game: string): Promise<Board> {
  if (!(game in BOARDS)) throw new Error(`there is no board of ${game}`);
  return (await BOARDS[game as GameName]()).default as Board;
}

/** The view without the tiles or cards that only its seat may see. */
export function publicView(view: View): View {
  if (view.game === "ingenious") {
    const { partner_rack: _, ...rest } = view;
    return { ...rest, rack: null };
  }
  return view.game === "phoenix" ? { ...view, hand: null } : view;
}
