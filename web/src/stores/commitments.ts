// What this browser saw and contributed before the deal, to be compared with the record after the game.

const KEY = "genial.promises";
const MAX_TABLES = 200;
const NONCE_BYTES = 32;

export interface Commitment {
  commitment: string; // the first one that the server published
  before: boolean; // was it seen before the game began?
  nonce: string; // my contribution to the key; empty: none
}

function loadAll(): Record<string, Commitment> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Commitment>;
  } catch {
    return {};
  }
}

export const commitmentOf = (table: string): Commitment | null => loadAll()[table] ?? null;

function save(table: string, change: Partial<Commitment>): void {
  const { [table]: old, ...others } = loadAll();
  const updated = { commitment: "", before: false, nonce: "", ...old, ...change };
  const entries = [...Object.entries(others), [table, updated] as const].slice(-MAX_TABLES);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
}

/** Remember the first commitment of a table; a later one never replaces it. */
export function rememberCommitment(situation: { table: string; phase: string; commitment?: string }): void {
  const { table, phase, commitment } = situation;
  if (!commitment || phase === "over" || commitmentOf(table)?.commitment) return;
  save(table, { commitment, before: phase === "waiting" });
}

/** Create my contribution to the key of the deals, and remember it for the check after the game. */
export function createNonce(table: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  save(table, { nonce });
  return nonce;
}
