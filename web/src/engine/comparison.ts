// What decided a game, and its best moves. As Python's `genial.core.ending`.

import type { BestMove } from "../api/wire";
import type { State } from "./state";

type Points = Readonly<Record<string, number>>;
type PieceOf = (code: number) => string;

/** The fields that every game's Ending has, beside the reason. */
export interface Comparison {
  readonly orders: string[];
  readonly totals: number[];
  readonly place: number | null;
  readonly best: BestMove[];
}

/** What decided a game whose lowest colours are compared first. `pieceOf` names the tile of a move. */
export function compareColours(state: State, ranks: readonly number[] | null, pieceOf?: PieceOf): Comparison {
  const { scores, over, game } = state;
  return {
    orders: scores.map((points) => lowestFirst(points).join("")),
    totals: [],
    place: over ? decidingPlace(scores, game.tracks, ranks ?? []) : null,
    best: bestMoves(state, pieceOf),
  };
}

/** What decided a game in which one number of each track is compared. */
export function compareTotals(state: State, totals: readonly number[], pieceOf?: PieceOf): Comparison {
  return { orders: [], totals: [...totals], place: null, best: bestMoves(state, pieceOf) };
}

function lowestFirst(points: Points): string[] {
  return Object.keys(points).sort((one, other) => points[one]! - points[other]!);
}

/** The move that brought each seat the most, of equal ones the earliest. */
function bestMoves(state: State, pieceOf?: PieceOf): BestMove[] {
  const best = new Map<number, { readonly sum: number; readonly move: BestMove }>();
  for (const { mover, effect, moveCount, lastMove, lastCode } of state.history) {
    const gains = effect?.gains ?? {};
    const sum = Object.values(gains).reduce((all, points) => all + points, 0);
    if (mover === null || sum <= (best.get(mover)?.sum ?? 0)) continue;
    const piece = pieceOf?.(lastCode!) ?? "";
    best.set(mover, { sum, move: { number: moveCount, seat: mover, move: lastMove!, ...(piece !== "" && { piece }), gains } });
  }
  return [...best.values()].sort((one, other) => other.sum - one.sum).map(({ move }) => move);
}

/** Where the winner's track, lowest first, is ahead of the second's for the first time; null if colours did not decide. */
function decidingPlace(scores: readonly Points[], tracks: readonly number[], ranks: readonly number[]): number | null {
  const rankOf = new Map(tracks.slice(0, ranks.length).map((track, seat) => [track, ranks[seat]!]));
  const first = [...rankOf].filter(([, rank]) => rank === 1);
  const others = [...rankOf].filter(([, rank]) => rank > 1).sort(([, one], [, other]) => one - other);
  if (first.length !== 1 || others.length === 0) return null;
  const [mine, theirs] = [first[0]!, others[0]!].map(([track]) => Object.values(scores[track]!).sort((one, other) => one - other)) as [number[], number[]];
  const place = mine.findIndex((points, k) => points !== theirs[k]);
  return place >= 0 && mine[place]! > theirs[place]! ? place : null;
}
