// Results of the daily challenge.

import { get } from "../../api/http";
import type { Attempt, Situation } from "../../api/wire";

/** My colours in today's challenge, lowest first, once I have finished it; results are published a day later. */
export async function myResultToday(challenge: { mine?: Attempt | null; over?: boolean }): Promise<number[] | null> {
  const { mine, over } = challenge;
  if (!mine || over) return null;
  if (mine.colours) return mine.colours;
  const situation = await get<Situation>(`/api/tables/${mine.table}`).catch(() => null);
  const scores = Object.values(situation?.views ?? {})[0]?.scores[0];
  return situation?.phase === "over" && scores ? Object.values(scores).sort((a, b) => a - b) : null;
}
