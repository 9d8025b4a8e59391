// The state of a form: busy, refused with a reason, or done with a message.

import { sentence } from "../i18n/index.svelte";

export class FormState {
  busy = $state(false);
  problem = $state("");
  message = $state("");

  /** Run an action, one at a time. Return whether it succeeded; `message` is shown if it did. */
  async run(action: () => Promise<unknown>, message = ""): Promise<boolean> {
    if (this.busy) return false;
    [this.busy, this.problem, this.message] = [true, "", ""];
    try {
      await action();
      this.message = message;
      return true;
    } catch (error) {
      this.problem = sentence(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
