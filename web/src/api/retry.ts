// Asking again: for what was out of reach, and for what is still being prepared.

import { Refusal } from "./http";

const [SOON, LATE] = [1000, 15_000]; // milliseconds between attempts, growing
export const PREPARING = 1500; // milliseconds until a game that is being prepared is asked for again

let waiting: (() => void)[] = [];

/** The server can be reached, or somebody looks again: who waits asks at once. */
export function hurry(): void {
  const all = waiting;
  waiting = [];
  for (const go of all) go();
}
globalThis.addEventListener?.("online", hurry);
globalThis.document?.addEventListener("visibilitychange", () => {
  if (!document.hidden) hurry();
});

const pause = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    const go = (): void => {
      clearTimeout(timer);
      waiting = waiting.filter((other) => other !== go);
      done();
    };
    const timer = setTimeout(go, milliseconds);
    waiting.push(go);
  });

/** Do something until it works; hear of every failure. */
export async function until<T>(doing: () => Promise<T>, onfail: (why: Refusal) => void = () => undefined): Promise<T> {
  for (let wait = SOON; ; wait = Math.min(LATE, 2 * wait)) {
    try {
      return await doing();
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      onfail(why);
      await pause(wait);
    }
  }
}

/** Ask for something of a game; the very first start of a server compiles it, so ask until that is done. */
export async function prepared<T>(asking: () => Promise<T>, onwait: (why: Refusal) => void, goesOn = (): boolean => true): Promise<T> {
  for (;;) {
    try {
      return await asking();
    } catch (why) {
      if (!(why instanceof Refusal) || why.code !== "not-yet" || !goesOn()) throw why;
      onwait(why);
      await new Promise((done) => setTimeout(done, PREPARING));
    }
  }
}
