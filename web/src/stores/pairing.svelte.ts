// Quick pairing: waiting for somebody who wants to play the same, wherever one goes meanwhile.

import { get, post, type Refusal, remove } from "../api/http";
import { naming } from "./name-prompt.svelte";
import { prepared } from "../api/retry";
import { router } from "../app/router.svelte";
import { session } from "./session.svelte";
import type { Waiting, Wanted } from "../api/wire";

const OFTEN = 5000; // milliseconds between signs of life

class Pairing {
  /** The game for which I wait. */
  game = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Wait for somebody, as soon as the server has prepared the game; raises Refusal. */
  async wait(wanted: Wanted, onprepare: (why: Refusal) => void): Promise<void> {
    if (!(await naming.named())) return;
    this.#take(await prepared(() => post<Waiting>("/api/pairing", wanted), onprepare));
  }

  /** Go on waiting after the page was loaded anew. */
  async resume(): Promise<void> {
    if (this.game !== null || session.me === null) return;
    const told = await get<Waiting>("/api/pairing");
    if (!told.table) this.#take(told);
  }

  /** Wait no more. */
  async stop(): Promise<void> {
    this.#end();
    await remove("/api/pairing");
  }

  /** Somebody was found. */
  found(table: string): void {
    const isExpected = this.game !== null;
    this.#end();
    router.go(`/table/${table}`);
    if (isExpected) void remove("/api/pairing").catch(() => undefined); // the wish is fulfilled
  }

  #take(told: Waiting): void {
    if (told.table) return this.found(told.table);
    this.game = told.wish?.game ?? null;
    clearTimeout(this.#timer);
    if (this.game !== null) this.#timer = setTimeout(() => void this.#look(), OFTEN);
  }

  async #look(): Promise<void> {
    try {
      const told = await get<Waiting>("/api/pairing");
      if (this.game !== null) this.#take(told);
    } catch {
      if (this.game !== null) this.#timer = setTimeout(() => void this.#look(), OFTEN); // perhaps soon
    }
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.game = null;
  }
}

export const pairing = new Pairing();
