// The account that this browser is signed in with.

import { get, patch, post } from "../api/http";
import { live } from "../api/live.svelte";
import { retry } from "../api/retry";
import type { OwnAccount } from "../api/wire";

const KEY = "genial.me"; // the account in use, so that other tabs notice a change

class Session {
  me = $state.raw<OwnAccount | null>(null);
  /** Has the server answered yet? */
  known = $state(false);
  #creating: Promise<OwnAccount> | null = null;

  constructor() {
    globalThis.addEventListener?.("storage", (event) => {
      if (event.key === KEY && (event.newValue ?? "") !== (this.me?.account ?? "")) void this.load().catch(() => undefined);
    });
  }

  /** The name of the account; before the server has answered, that of the account that was used last. Empty: none. */
  get account(): string {
    return this.me?.account ?? (this.known ? "" : (localStorage.getItem(KEY) ?? ""));
  }

  /** Load the account, and keep trying until the server answers. */
  async start(): Promise<void> {
    await retry(() => this.load());
  }

  async load(): Promise<void> {
    this.accept(await get<OwnAccount | null>("/api/me"));
  }

  /** Take the account that the server has named; another one than before needs a new connection. */
  accept(me: OwnAccount | null): void {
    if (this.known && me?.account !== this.me?.account) live.restart();
    [this.me, this.known] = [me, true];
    this.#notifyTabs();
  }

  /** Return the current account; create a guest with this name if there is none. */
  ensureAccount(name: string): Promise<OwnAccount> {
    this.#creating ??= this.#create(name).finally(() => (this.#creating = null));
    return this.#creating;
  }

  async #create(name: string): Promise<OwnAccount> {
    if (this.me === null) await this.load(); // a new guest would replace an account that is signed in
    if (this.me === null) this.setAccount(await post<OwnAccount>("/api/guests", { name }));
    return this.me!;
  }

  async rename(name: string): Promise<void> {
    this.me = await patch<OwnAccount>("/api/me", { name });
  }

  setAccount(me: OwnAccount | null): void {
    [this.me, this.known] = [me, true];
    this.#notifyTabs();
    live.restart();
  }

  #notifyTabs(): void {
    const account = this.me?.account ?? "";
    if ((localStorage.getItem(KEY) ?? "") !== account) localStorage.setItem(KEY, account);
  }
}

export const session = new Session();
