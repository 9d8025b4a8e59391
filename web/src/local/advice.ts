// Hints and opinions: this browser thinks, also at tables of the server, from what the own seat sees.

import { post } from "../api/http";
import type { Hint, Opinion, SeenGame } from "../api/wire";
import { isLocal } from "./address";
import { hasEngine } from "./engine";

interface Advice { readonly hint: Hint; readonly opinion: Opinion }

/** Ask for advice. The server decides whether a table allows it, and thinks where this browser cannot. */
export async function askAdvice<What extends keyof Advice>(table: string, what: What, seat: number): Promise<Advice[What]> {
  const askServer = (): Promise<Advice[What]> => post<Advice[What]>(`/api/tables/${table}/${what}`, { seat });
  if (isLocal(table) || !hasEngine()) return askServer();
  const seen = await post<SeenGame>(`/api/tables/${table}/seen`, { seat });
  try {
    const { localClient } = await import("./client.svelte");
    return (await localClient.advise({ what, seen })) as Advice[What];
  } catch {
    return askServer(); // the engine is missing, or does not know this game
  }
}
