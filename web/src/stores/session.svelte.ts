// Who is sitting at this browser.

import { get, patch, post } from "../api/http";
import { live } from "../api/live.svelte";
import { until } from "../api/retry";

const KEY = "genial.me"; // whose browser this is; tells the other tabs

export interface Me { account: string; name: string; kept: boolean; admin: boolean }

class Session {
  me = $state.raw<Me | null>(null);
  /** Has the server said who I am? */
  known = $state(false);
  #arriving: Promise<Me> | null = null;

  constructor() {
    globalThis.addEventListener?.("storage", (event) => {
      if (event.key === KEY && (event.newValue ?? "") !== (this.me?.account ?? "")) void this.load().catch(() => undefined);
    });
  }

  /** Find out who I am, however long that takes. */
  async begin(): Promise<void> {
    await until(() => this.load());
  }

  async load(): Promise<void> {
    const me = await get<Me | null>("/api/me");
    if (this.known && me?.account !== this.me?.account) live.restart();
    [this.me, this.known] = [me, true];
    this.#tell();
  }

  /** Be somebody: whom the server knows already, or else a guest with this name. */
  somebody(name: string): Promise<Me> {
    this.#arriving ??= this.#arrive(name).finally(() => (this.#arriving = null));
    return this.#arriving;
  }

  async #arrive(name: string): Promise<Me> {
    if (this.me === null) await this.load(); // a new guest would take the place of who is here
    if (this.me === null) this.become(await post<Me>("/api/guests", { name }));
    return this.me!;
  }

  async rename(name: string): Promise<void> {
    this.me = await patch<Me>("/api/me", { name });
  }

  become(me: Me | null): void {
    [this.me, this.known] = [me, true];
    this.#tell();
    live.restart();
  }

  #tell(): void {
    const account = this.me?.account ?? "";
    if ((localStorage.getItem(KEY) ?? "") !== account) localStorage.setItem(KEY, account);
  }
}

export const session = new Session();
