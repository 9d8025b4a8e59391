// Repeat requests: until the server can be reached, and while it still prepares a game.

import { Refusal } from "./http";

const [SHORTEST, LONGEST] = [1000, 15_000]; // milliseconds between attempts, doubling
export const PREPARING = 1500; // milliseconds before asking again for a game that is being prepared

let pauses: (() => void)[] = []; // functions that end them

/** End all pauses: the server is back, or the user has returned to the page. */
export function retryNow(): void {
  const resumed = pauses;
  pauses = [];
  for (const resume of resumed) resume();
}
globalThis.addEventListener?.("online", retryNow);
globalThis.document?.addEventListener("visibilitychange", () => {
  if (!document.hidden) retryNow();
});

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const resume = (): void => {
      clearTimeout(timer);
      pauses = pauses.filter((other) => other !== resume);
      resolve();
    };
    const timer = setTimeout(resume, milliseconds);
    pauses.push(resume);
  });

/** Repeat an action until it succeeds; `onrefuse` receives every refusal. */
export async function retry<T>(action: () => Promise<T>, onrefuse: (refusal: Refusal) => void = () => undefined): Promise<T> {
  for (let wait = SHORTEST; ; wait = Math.min(LONGEST, 2 * wait)) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      onrefuse(error);
      await pause(wait);
    }
  }
}

/** Repeat a request while the server compiles the game, which it does once, on its very first start. */
export async function retryWhilePreparing<T>(
  request: () => Promise<T>,
  onwait: (refusal: Refusal) => void,
  isWanted = (): boolean => true,
): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "not-yet" || !isWanted()) throw error;
      onwait(error);
      await new Promise((resolve) => setTimeout(resolve, PREPARING));
    }
  }
}
