// The data of the first page: loaded by one request, kept up to date over the socket.

import { get } from "../api/http";
import { isSite } from "../app/site";
import { live } from "../api/live.svelte";
import { retry } from "../api/retry";
import { games } from "./games.svelte";
import { pairing } from "./pairing.svelte";
import { session } from "./session.svelte";
import { acceptStoredSettings } from "./settings-sync.svelte";
import type { Challenge, GameInfo, Home, ListedTable } from "../api/wire";

const INTERVAL = 15_000; // milliseconds between requests while the socket is down

class HomePage {
  /** My tables, those where it is my turn first. */
  mine = $state.raw<ListedTable[]>([]);
  waiting = $state.raw<ListedTable[]>([]);
  playing = $state.raw<ListedTable[]>([]);
  daily = $state.raw<Challenge | null>(null);
  /** My colours in today's challenge, lowest first, once I have finished it. */
  dailyColours = $state.raw<number[] | null>(null);
  #loading: Promise<void> | null = null;

  /** Load the page, and keep trying until the server answers. */
  start(): Promise<void> {
    this.#loading ??= retry(() => this.load(), (refusal) => (games.problem = refusal)).finally(() => (this.#loading = null));
    return this.#loading;
  }

  async load(): Promise<void> {
    if (isSite) {
      games.accept(await get<GameInfo[]>("/api/games"));
      session.accept(null);
      return;
    }
    const { me, games: all, waiting, playing, daily } = await get<Home>("/api/home");
    games.accept(all);
    if (me !== null) acceptStoredSettings(me.account.account, me.settings);
    session.accept(me?.account ?? null);
    if (me !== null) pairing.resume(me.pairing);
    [this.waiting, this.playing, this.daily] = [waiting, playing, daily];
    this.dailyColours = me?.daily_colours ?? null;
    this.#setMine(me?.tables ?? []);
  }

  /** Receive changed lists until the returned function is called. */
  follow(): () => void {
    return live.followLists((message) => {
      if (message.type === "my-tables") this.#setMine(message.tables);
      else [this.waiting, this.playing] = [message.waiting, message.playing];
    });
  }

  /** Load the page from time to time until the returned function is called, while the socket is down. */
  poll(): () => void {
    const timer = setInterval(() => void this.load().catch(() => undefined), INTERVAL);
    return () => clearInterval(timer);
  }

  #setMine(tables: readonly ListedTable[]): void {
    this.mine = [...tables].sort((a, b) => Number(b.my_turn ?? false) - Number(a.my_turn ?? false));
  }
}

export const home = new HomePage();
