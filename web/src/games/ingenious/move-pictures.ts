// Moves of Ingenious as pictures and in words.

import { moveWords } from "../../i18n/moves/index.svelte";
import { word } from "../../i18n/index.svelte";
import { INGENIOUS } from "../board/hex";
import { tileName } from "../board/phrases";
import type { PlayedMove } from "../played-move";
import { parseMove } from "./moves";

export { default as MovePicture } from "./MovePicture.svelte";

export function moveText({ move }: PlayedMove): string {
  const placement = parseMove(move);
  if (placement === null) return word(`move.${move}`, move);
  const { first, second, colours } = placement;
  return moveWords("ingenious.lay", { tile: tileName(colours), first: INGENIOUS.of(first), second: INGENIOUS.of(second) });
}
