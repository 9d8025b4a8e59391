// Why a position is impossible, by the server's reason, where its own sentence would not do in the editor.

import type { Text } from "../en";

const faults: Record<string, Text> = {
  "too-many-tiles": { one: "There is only {n} tile {tile} in the game.", other: "There are only {n} tiles {tile} in the game." },
  "over-or-not": "The game ends when all colours of a player are full or no tile fits on the board.",
  "no-swap": "The player to move cannot swap here: the rack is full or empty, or shows a lowest colour.",
  "colour-total": "The game has {expected} tiles in {colour}, not {count}.",
  "staging-middle": "The staging row has {colour}, so {colour} must lie in the middle, too.",
  "has-ended": "The game is over in this position: a collection is complete, or too many turns changed nothing.",
  "round-end": "The round is over in this position: a line matches the spectrum, or the pile is empty.",
  "points": "Seat {seat} cannot have {points} points after the rounds before.",
  "last": "These points are impossible after the rounds before.",
};

export default faults;
