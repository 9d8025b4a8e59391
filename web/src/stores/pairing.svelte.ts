// Quick pairing: wait for an opponent for a game, on any page.

import { get, post, type Refusal, remove } from "../api/http";
import { namePrompt } from "./name-prompt.svelte";
import { retryWhilePreparing } from "../api/retry";
import { router } from "../app/router.svelte";
import type { PairingStatus, PairingRequest } from "../api/wire";

const INTERVAL = 5000; // milliseconds between requests that keep the search alive
const KEY = "genial.pairing"; // set in this tab while it searches, so that a reload on any page continues

/** The clock of quick pairing, the same for all, so that players find each other. */
export const PAIRING_PACE = { seconds: 900, increment: 10, by_turn: false };

class Pairing {
  /** The game that I am waiting for. */
  game = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Wait for an opponent as soon as the server has prepared the game; raises Refusal. */
  async start(request: PairingRequest, onprepare: (refusal: Refusal) => void): Promise<void> {
    if (!(await namePrompt.ensureName())) return;
    this.#update(await retryWhilePreparing(() => post<PairingStatus>("/api/pairing", request), onprepare));
  }

  /** Continue waiting after the page was reloaded. */
  resume(status: PairingStatus): void {
    if (this.game === null && !status.table) this.#update(status);
  }

  /** Continue the search of this tab after a reload, on pages that do not load its status with everything else. */
  async restore(): Promise<void> {
    if (this.game !== null || sessionStorage.getItem(KEY) === null) return;
    const status = await get<PairingStatus>("/api/pairing").catch(() => null);
    if (status === null) this.#timer = setTimeout(() => void this.restore(), INTERVAL); // offline: try again later
    else if (this.game === null) this.resume(status);
  }

  async stop(): Promise<void> {
    this.#end();
    await remove("/api/pairing");
  }

  /** Go to the table where an opponent was found. */
  goTo(table: string): void {
    const wasWaiting = this.game !== null;
    this.#end();
    router.go(`/table/${table}`);
    if (wasWaiting) void remove("/api/pairing").catch(() => undefined); // no longer needed
  }

  #update(status: PairingStatus): void {
    if (status.table) return this.goTo(status.table);
    this.game = status.wish?.game ?? null;
    if (this.game === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, this.game);
    clearTimeout(this.#timer);
    if (this.game !== null) this.#timer = setTimeout(() => void this.#poll(), INTERVAL);
  }

  async #poll(): Promise<void> {
    try {
      const status = await get<PairingStatus>("/api/pairing");
      if (this.game !== null) this.#update(status);
    } catch {
      if (this.game !== null) this.#timer = setTimeout(() => void this.#poll(), INTERVAL); // offline: try again later
    }
  }

  #end(): void {
    clearTimeout(this.#timer);
    sessionStorage.removeItem(KEY);
    this.game = null;
  }
}

export const pairing = new Pairing();
