// Lists of tables and daily results from the server.

import { get } from "./http";
import type { Challenge, ListedTable, Listing, Situation } from "./wire";

/** My colours in today's challenge, lowest first, once I have finished it; results are published a day later. */
export async function myResultToday(challenge: Pick<Challenge, "mine" | "over">): Promise<number[] | null> {
  const { mine, over } = challenge;
  if (!mine || over) return null;
  if (mine.colours) return mine.colours;
  const situation = await get<Situation>(`/api/tables/${mine.table}`).catch(() => null);
  const scores = Object.values(situation?.views ?? {})[0]?.scores[0];
  return situation?.phase === "over" && scores ? Object.values(scores).sort((a, b) => a - b) : null;
}

/** List my tables, those where it is my turn first. */
export async function listMyGames(): Promise<ListedTable[]> {
  const [playing, waiting] = await Promise.all([
    get<Listing>("/api/me/games?phase=playing"),
    get<Listing>("/api/me/games?phase=waiting"),
  ]);
  const all = [...playing.tables, ...waiting.tables];
  return all.sort((a, b) => Number(b.my_turn ?? false) - Number(a.my_turn ?? false));
}

export const listTables = async (phase: string, limit = 10): Promise<ListedTable[]> =>
  (await get<Listing>(`/api/tables?phase=${phase}&limit=${limit}`)).tables;
