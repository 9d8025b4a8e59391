// Something that a form does: it takes a moment, works, or is refused with a sentence.

import { sentence } from "../i18n/index.svelte";

export class Doing {
  busy = $state(false);
  problem = $state("");
  said = $state("");

  /** Do it once at a time; true if it was done. `said` is what to tell then. */
  async run(doing: () => Promise<unknown>, said = ""): Promise<boolean> {
    if (this.busy) return false;
    [this.busy, this.problem, this.said] = [true, "", ""];
    try {
      await doing();
      this.said = said;
      return true;
    } catch (why) {
      this.problem = sentence(why);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
