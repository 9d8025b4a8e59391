// Moves in words, in English, for screen readers. Loaded with the pictures of moves; other languages have the same keys.

import type { Text } from "../en";

export const en = {
  "ingenious.lay": "{tile} on {first} and {second}",
  "spezial.lay": "a tile on {first} and {second}",
  "spezial.lay.bonus": "a tile on {first} and {second}, bonus: {colours}",
  "tile-challenge.drew": "Draw: {colour}",
  "tile-challenge.failed": "Draw: {colour}, the turn has failed",
  "tile-challenge.took": "Take: {colour}",
  "phoenix.one": "{card}: place {first}",
  "phoenix.two": "{card}: places {first} and {second}",
  "phoenix.way": "{card}: from place {first} to place {second}",
  "phoenix.discard": "{card}, discarded",
} satisfies Record<string, Text>;

export type MoveKey = keyof typeof en;
export type MoveTexts = Record<MoveKey, Text>;
export default en;
