// A refusal, from the server or from the engine in the browser.

import type { Fact } from "./wire";

/** Something that cannot be done: a stable code, one sentence, and what the sentence names. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly facts: Record<string, Fact> = {},
  ) {
    super(sentence);
  }
}
