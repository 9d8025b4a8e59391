// Moves of Phoenix as pictures and in words.

import { moveWords } from "../../i18n/moves/index.svelte";
import type { PlayedMove } from "../played-move";
import { cardName } from "./card-names";
import { parseMove } from "./moves";

export { default as MovePicture } from "./MovePicture.svelte";

export function moveText({ move }: PlayedMove): string {
  const action = parseMove(move);
  if (action === null) return move;
  const [first, second] = action.places;
  const facts = { card: cardName(action.card), first, second };
  if (action.discarded) return moveWords("phoenix.discard", facts);
  return moveWords(second === undefined ? "phoenix.one" : action.oneWay ? "phoenix.way" : "phoenix.two", facts);
}
