// Who is sitting at this browser.

import { get, post } from "./api";
import { live } from "./live.svelte";

export interface Me { account: string; name: string; kept: boolean; admin: boolean }

class Session {
  me = $state.raw<Me | null>(null);
  /** Has the server said who I am? */
  known = $state(false);

  async load(): Promise<void> {
    this.me = await get<Me | null>("/api/me");
    this.known = true;
  }

  /** Be somebody: a guest with a name, if nobody yet. */
  async somebody(name: string): Promise<Me> {
    if (this.me === null) {
      this.me = await post<Me>("/api/guests", { name });
      live.restart();
    }
    return this.me;
  }

  become(me: Me | null): void {
    this.me = me;
    live.restart();
  }
}

export const session = new Session();
