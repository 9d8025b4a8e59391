// Ask the server about what is being edited, once the edits pause.

import { sentence } from "../../i18n/index.svelte";

const PAUSE = 250; // milliseconds without an edit before the server is asked

export class LiveCheck<T, A> {
  answer = $state.raw<A | null>(null); // about the present value; null until it comes
  problem = $state(""); // why there is none
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(readonly ask: (value: T) => Promise<A>, readonly present: () => T, readonly onanswer: (answer: A) => void = () => undefined) {}

  /** The value has changed: ask anew after a pause. */
  restart(): void {
    [this.answer, this.problem] = [null, ""];
    clearTimeout(this.#timer);
    this.#asked += 1; // an answer that is on its way is about an earlier value
    this.#timer = setTimeout(() => void this.#run(), PAUSE);
  }

  async #run(): Promise<void> {
    const number = this.#asked;
    try {
      const answer = await this.ask(this.present());
      if (number !== this.#asked) return;
      [this.answer, this.problem] = [answer, ""];
      this.onanswer(answer);
    } catch (error) {
      if (number === this.#asked) this.problem = sentence(error);
    }
  }
}
