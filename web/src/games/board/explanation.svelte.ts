// The explanation of the move that is being previewed, fetched after a short pause.

import type { Explain } from "./explain";

const PAUSE = 90; // milliseconds, so that crossing the board does not send a request for every cell

/** Create it while a component is set up; `answer` follows the move. */
export class Explanation<T> {
  answer = $state.raw<T | null>(null);

  constructor(move: () => string | null, explain: () => Explain<T> | undefined, pause = PAUSE) {
    $effect(() => {
      const [currentMove, currentExplain] = [move(), explain()];
      this.answer = null;
      if (currentMove === null || currentExplain === undefined) return;
      let isStale = false;
      const timer = setTimeout(() => {
        void currentExplain(currentMove).then((answer) => {
          if (!isStale) this.answer = answer;
        });
      }, pause);
      return () => {
        isStale = true;
        clearTimeout(timer);
      };
    });
  }
}
