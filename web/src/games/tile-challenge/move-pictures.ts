// Moves of Tile Challenge as pictures and in words.

import { moveWords } from "../../i18n/moves/index.svelte";
import { word } from "../../i18n/index.svelte";
import type { PlayedMove } from "../played-move";
import { tileOf } from "./turns";

export { default as MovePicture } from "./MovePicture.svelte";

export function moveText(played: PlayedMove): string {
  const tile = tileOf(played);
  if (tile === "") return word(`move.${played.move}`, played.move);
  const key = played.move === "take" ? "took" : played.effect?.failed ? "failed" : "drew";
  return moveWords(`tile-challenge.${key}`, { colour: word(`colour.${tile}`) });
}
