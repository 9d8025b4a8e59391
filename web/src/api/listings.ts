// Lists of tables and daily results from the server.

import { get } from "./http";
import type { Sitter, Situation, Terms } from "./wire";

export interface ListedTable {
  table: string;
  phase: "waiting" | "playing" | "over";
  terms: Terms;
  host: string;
  seats: Sitter[];
  turn?: number | null;
  created: number;
  changed: number;
  how?: string;
  ranks?: number[] | null;
  mine?: number[];
  my_turn?: boolean;
}
export interface Listing { tables: ListedTable[]; next?: string }

export interface Attempt { account: string; name: string; table: string; rank?: number | null; colours?: number[] | null }
export interface Challenge {
  day: string;
  ends: number;
  over: boolean;
  attempts: number;
  mine?: Attempt | null;
  leaders?: Attempt[];
}

/** My colours in today's challenge, lowest first, once I have finished it; results are published a day later. */
export async function myResultToday(challenge: { mine?: Attempt | null; over?: boolean }): Promise<number[] | null> {
  const { mine, over } = challenge;
  if (!mine || over) return null;
  if (mine.colours) return mine.colours;
  const situation = await get<Situation>(`/api/tables/${mine.table}`).catch(() => null);
  const view = Object.values(situation?.views ?? {})[0] as { scores?: Record<string, number>[] } | undefined;
  const scores = view?.scores?.[0];
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
