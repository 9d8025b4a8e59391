// The explanation of the move that is being previewed, fetched after a short pause.

import type { Explain } from "./explain";

const PAUSE = 90; // milliseconds, so that crossing the board does not send a request for every cell

/** Create it while a component is set up; `answer` follows the move. */
export class Explanation<T> {
  answer = $state.raw<T | null>(null);

  constructor(move: () => string | null, explain: () => Explain<T> | undefined, pause = PAUSE) {
    $effect(() => {
      const [asked, ask] = [move(), explain()];
      this.answer = null;
      if (asked === null || ask === undefined) return;
      let isOld = false;
      const timer = setTimeout(() => {
        void ask(asked).then((answer) => {
          if (!isOld) this.answer = answer;
        });
      }, pause);
      return () => {
        isOld = true;
        clearTimeout(timer);
      };
    });
  }
}
