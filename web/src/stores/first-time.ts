// Hints for the first time: shown until what they explain has been done once, and never again.

import { settings } from "./settings.svelte";

/** What is done for the first time: finish a game, or lay a tile, draw, play a card. */
type FirstTime = `game.${string}` | "ingenious.lay" | "spezial.lay" | "challenge.draw" | "phoenix.play";

export const isFirstTime = (what: FirstTime): boolean => settings.done[what] !== true;

export function markDone(what: FirstTime): void {
  if (isFirstTime(what)) settings.done[what] = true;
}
