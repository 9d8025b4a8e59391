// Ask the server what a move would do: the rules live there, not in the boards.

import { post } from "../../api/http";
import type { Explanation, ExplainedMove } from "../../api/wire";

/** Returns the effects of a move, or null if they are unknown. */
export type Explain<E = Explanation> = (move: string) => Promise<E | null>;

/** Create an explainer for the current position of a table; answers are cached, so every position needs its own. */
export function createExplainer(table: string): Explain {
  const cache = new Map<string, Promise<Explanation | null>>();
  return (move) => {
    let answer = cache.get(move);
    if (answer === undefined) {
      answer = post<ExplainedMove>(`/api/tables/${table}/explain`, { move }).then(
        (response) => response.explained,
        () => {
          cache.delete(move); // rate-limited or offline: allow another attempt
          return null;
        },
      );
      cache.set(move, answer);
    }
    return answer;
  };
}
