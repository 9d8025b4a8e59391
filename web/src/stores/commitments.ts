// What this browser saw and gave before a game was dealt, so that it can be held against the record later.

const KEY = "genial.promises";
const MOST = 200; // tables
const BYTES = 32; // of a nonce

export interface Kept {
  commitment: string; // the first that was told
  before: boolean; // the game had begun
  nonce: string; // what I added to the key; empty: nothing
}

function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Kept>;
  } catch {
    return {};
  }
}

export const promised = (table: string): Kept | null => all()[table] ?? null;

function keep(table: string, change: Partial<Kept>): void {
  const { [table]: old, ...others } = all();
  const kept = { commitment: "", before: false, nonce: "", ...old, ...change };
  const entries = [...Object.entries(others), [table, kept] as const].slice(-MOST);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
}

/** Remember the first commitment that a table tells: a later one cannot take its place. */
export function hear(told: { table: string; phase: string; commitment?: string }): void {
  if (!told.commitment || told.phase === "over" || promised(told.table)?.commitment) return;
  keep(told.table, { commitment: told.commitment, before: told.phase === "waiting" });
}

/** A number of my own for the key of the deals, that is remembered until it can be compared. */
export function nonceFor(table: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  keep(table, { nonce });
  return nonce;
}
