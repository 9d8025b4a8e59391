// What a move would bring: the server knows the rules, a board only asks.

import { post } from "../../api/http";

/** Tells what a move would bring; nothing if that cannot be known. */
export type Explain = (move: string) => Promise<unknown>;

/** Asks at a table. Answers hold for one position, so every position has an createExplainer of its own. */
export function createExplainer(table: string): Explain {
  const known = new Map<string, Promise<unknown>>();
  return (move) => {
    let answer = known.get(move);
    if (answer === undefined) {
      answer = post<{ explained?: unknown }>(`/api/tables/${table}/explain`, { move }).then(
        (told) => told.explained ?? null,
        () => {
          known.delete(move); // asked too often, or offline: perhaps later
          return null;
        },
      );
      known.set(move, answer);
    }
    return answer;
  };
}
