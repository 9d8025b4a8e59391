// How long each stage of a move takes at normal speed, by game. A player who has moved has seen the points before and
// waits for the next turn, so own moves are quick.

import type { View } from "../api/wire";
import { lastMover } from "./board/log";
import { AT_ONCE, type Pace } from "./board/timeline.svelte";
import { isRoundOver } from "./phoenix/rounds";
import { splitTurns } from "./tile-challenge/turns";

interface Paces { mine: Pace; others: Pace }

const SCORING: Paces = { mine: { landed: 60, travelling: 180, arrived: 60 }, others: { landed: 350, travelling: 300, arrived: 150 } };
const PLAIN: Paces = { mine: { ...AT_ONCE, landed: 280 }, others: { ...AT_ONCE, landed: 500 } };
const SLIDE: Paces = { mine: { ...AT_ONCE, landed: 200 }, others: { ...AT_ONCE, landed: 700 } }; // Phoenix: pieces move

/** Tile Challenge: the card turns while it lands; then there is time to read what happened. */
const CARD: Paces = { mine: { ...AT_ONCE, landed: 280 }, others: { ...AT_ONCE, landed: 400, arrived: 250 } };
const FAILURE: Paces = { mine: { ...AT_ONCE, landed: 280, arrived: 900 }, others: { ...AT_ONCE, landed: 400, arrived: 1300 } };

const hasScored = (before: View, now: View): boolean =>
  now.scores.some((track, k) => Object.entries(track).some(([colour, n]) => n > (before.scores[k]?.[colour] ?? 0)));

function pacesOf(before: View, now: View): Paces {
  if (now.game === "phoenix") return SLIDE;
  if (now.game === "tile-challenge") {
    const end = splitTurns(now).at(-1)?.end;
    if (end === "open") return CARD;
    if (end === "fail") return FAILURE;
  }
  return hasScored(before, now) ? SCORING : PLAIN;
}

/** The pace of the last move of a view; `mine` are the seats that play here. */
export function paceOf(now: View, before: View, mine: readonly number[]): Pace {
  const paces = pacesOf(before, now);
  const pace = mine.includes(lastMover(now.log)) ? paces.mine : paces.others;
  return now.game === "phoenix" && before.game === "phoenix" && isRoundOver(before, now) ? { ...pace, isHeld: true } : pace;
}
