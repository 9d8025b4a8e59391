// Repeat requests: until the server can be reached, and while it still prepares a game.

import { Refusal } from "./http";

const [SHORTEST, LONGEST] = [1000, 15_000]; // milliseconds between attempts, doubling
export const PREPARING = 1500; // milliseconds before asking again for a game that is being prepared

let waiting: (() => void)[] = [];

/** Retry everything that is waiting now: the server is back, or the user has returned to the page. */
export function retryNow(): void {
  const all = waiting;
  waiting = [];
  for (const go of all) go();
}
globalThis.addEventListener?.("online", retryNow);
globalThis.document?.addEventListener("visibilitychange", () => {
  if (!document.hidden) retryNow();
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

/** Repeat an action until it succeeds; `onfail` receives every refusal. */
export async function retry<T>(action: () => Promise<T>, onfail: (why: Refusal) => void = () => undefined): Promise<T> {
  for (let wait = SHORTEST; ; wait = Math.min(LONGEST, 2 * wait)) {
    try {
      return await action();
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      onfail(why);
      await pause(wait);
    }
  }
}

/** Repeat a request while the server compiles the game, which it does once, on its very first start. */
export async function retryWhilePreparing<T>(
  request: () => Promise<T>,
  onwait: (why: Refusal) => void,
  isWanted = (): boolean => true,
): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (why) {
      if (!(why instanceof Refusal) || why.code !== "not-yet" || !isWanted()) throw why;
      onwait(why);
      await new Promise((done) => setTimeout(done, PREPARING));
    }
  }
}
