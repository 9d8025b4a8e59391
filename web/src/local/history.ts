// Send finished games of this browser to the history of the account that played them, each once.

import { post, Refusal } from "../api/http";
import type { AddedGame } from "../api/wire";
import { sentence, t } from "../i18n/index.svelte";
import { notifications } from "../stores/notifications.svelte";
import { session } from "../stores/session.svelte";
import { NO_ENGINE } from "./engine";
import { localNotices } from "./notices.svelte";
import { loadTables } from "./storage";
import type { StoredTable } from "./table";
import { isToBeSent } from "./unsent";

const PAUSE = 60_000; // milliseconds until another attempt, where nothing else calls for one

/** Refusals that say nothing about a game: it is sent again later. */
const LATER: ReadonlySet<string> = new Set(["offline", "too-much", "not-yet", "busy", "broken", "storage-failure", "nobody", "not-kept", "no-bots", "no-such-table", NO_ENGINE]);

class LocalHistory {
  #isSending = false;
  #isAsked = false; // again, meanwhile
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Send all games that are not in the history yet. */
  async send(): Promise<void> {
    this.#isAsked = true;
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#isAsked && session.me?.kept) {
        this.#isAsked = false;
        await this.#sendAll(session.me.account);
      }
    } finally {
      this.#isSending = false;
    }
  }

  /** The tables of this browser; what could not be stored is as it was in this page, not as it was stored before. */
  async #allTables(): Promise<StoredTable[]> {
    const tables = new Map((await loadTables().catch(() => [])).map((table) => [table.name, table]));
    if (localNotices.allUnsaved.size > 0) {
      const { localClient } = await import("./client.svelte");
      for (const name of localNotices.allUnsaved) {
        const unsaved = await localClient.stored(name).catch(() => undefined); // its worker has ended
        if (unsaved !== undefined) tables.set(name, unsaved);
      }
    }
    return [...tables.values()];
  }

  async #sendAll(account: string): Promise<void> {
    clearTimeout(this.#timer);
    for (const { name } of (await this.#allTables()).filter((table) => isToBeSent(table, account))) {
      const { localClient } = await import("./client.svelte");
      try {
        const game = await localClient.finishedGame(name);
        await post<AddedGame>("/api/me/local-games", game);
        await localClient.noteSent({ table: name, sent: { account, refused: "" } });
      } catch (error) {
        if (!(error instanceof Refusal) || LATER.has(error.code)) {
          this.#timer = setTimeout(() => void this.send(), PAUSE);
          return;
        }
        notifications.problem = t("local.not-taken", { reason: sentence(error) });
        await localClient.noteSent({ table: name, sent: { account, refused: error.code } }).catch(() => undefined);
      }
    }
  }
}

export const localHistory = new LocalHistory();
