// Rounds of Phoenix.

import type { PhoenixView } from "../../api/wire";

/** Did the last move end a round, or the game? */
export const isRoundOver = (before: PhoenixView | null, now: PhoenixView): boolean =>
  before !== null && (before.round !== now.round || (now.over && !before.over));
