// Results of the daily challenge.

import { get } from "../../api/http";
import { endText } from "../../i18n/endings/index.svelte";
import type { Attempt, DailyResult, LowestCount, Situation } from "../../api/wire";

/** My colours in today's challenge, lowest first, once I have finished it. */
export async function myResultToday(challenge: { mine?: Attempt | null; over?: boolean }): Promise<number[] | null> {
  const { mine, over } = challenge;
  if (!mine || over) return null;
  if (mine.colours) return mine.colours;
  const situation = await get<Situation>(`/api/tables/${mine.table}`).catch(() => null);
  const scores = Object.values(situation?.views ?? {})[0]?.scores[0];
  return situation?.phase === "over" && scores ? Object.values(scores).sort((a, b) => a - b) : null;
}

/** The columns of a distribution without gaps between the lowest and the highest. */
export function columns(counts: readonly LowestCount[]): LowestCount[] {
  const [first, last] = [counts[0]?.lowest ?? 0, counts.at(-1)?.lowest ?? -1];
  const known = new Map(counts.map(({ lowest, attempts }) => [lowest, attempts]));
  return Array.from({ length: last - first + 1 }, (_, k) => ({ lowest: first + k, attempts: known.get(first + k) ?? 0 }));
}

const BARS = "▁▂▃▄▅▆▇█";

/** A text about my result that says nothing about tiles, colours or places. */
export function shareText({ day, colours, rank, ranked, over, streak }: DailyResult, end = 36): string {
  const bars = (colours ?? []).map((points) => BARS[Math.min(BARS.length - 1, Math.floor((points / end) * BARS.length))]).join("");
  const parts = [endText("solo", { n: colours?.[0] ?? 0, of: end })];
  if (rank) parts.push(endText(over ? "daily.rank" : "daily.rank-so-far", { rank, n: ranked }));
  if (streak) parts.push(endText("daily.streak", { n: streak }));
  return `Genial · ${endText("daily.text", { day })}\n${bars}\n${parts.join(" · ")}`;
}
