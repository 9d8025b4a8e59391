// The page's side of the tables in this browser: they live in a worker, which answers as the server would.

import type { Command, Feed } from "../api/live.svelte";
import { Refusal } from "../api/refusal";
import type { Analysis, FinishedLocalGame, Hint, Opinion } from "../api/wire";
import { loadOtherPages } from "../i18n/languages";
import { sentence } from "../i18n/index.svelte";
import { notifications } from "../stores/notifications.svelte";
import { settings } from "../stores/settings.svelte";
import { NO_ENGINE } from "./engine";
import type { AdviceRequest, Call, Calls, FromWorker, NewLocalTable, RecordToAnalyse, Request } from "./messages";
import { localNotices } from "./notices.svelte";
import { sendFinishedGames } from "./sending.svelte";
import type { Sent, StoredTable } from "./table";

interface Waiting { readonly resolve: (answer: unknown) => void; readonly reject: (refusal: Refusal) => void }

class LocalClient {
  #worker: Worker | null = null;
  #calls = 0;
  readonly #waiting = new Map<number, Waiting>();
  readonly #feeds = new Map<string, Feed>();

  #start(): Worker {
    const worker = new Worker(new URL("./tables-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => void this.#receive(data);
    worker.onerror = () => {
      if (this.#worker !== worker) return;
      this.#worker = null; // allow another attempt
      worker.terminate();
      const refusal = new Refusal(NO_ENGINE, "the engine cannot be started");
      for (const { reject } of this.#waiting.values()) reject(refusal);
      this.#waiting.clear();
    };
    return worker;
  }

  async #receive(message: FromWorker): Promise<void> {
    if (message.type === "unsaved") return localNotices.addUnsaved(message.table);
    if (message.type === "situation") {
      const { situation } = message;
      const feed = this.#feeds.get(situation.table);
      feed?.apply(situation);
      feed?.apply({ type: "present", table: situation.table, seats: situation.mine, watchers: 0 });
      if (situation.phase === "over") sendFinishedGames();
      return;
    }
    if (message.type === "failure") {
      await loadOtherPages(settings.language).catch(() => undefined); // they say why
      notifications.problem = sentence(new Refusal(message.refused.code, message.refused.sentence, message.refused.facts));
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === "answer") return waiting?.resolve(message.answer);
    const { code, sentence: text, facts } = message.refused;
    await loadOtherPages(settings.language).catch(() => undefined); // they say why
    waiting?.reject(new Refusal(code, text, facts));
  }

  #call<Name extends keyof Calls>(name: Name, argument: Parameters<Calls[Name]>[0]): Promise<Awaited<ReturnType<Calls[Name]>>> {
    const id = (this.#calls += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      try {
        this.#worker ??= this.#start();
        this.#worker.postMessage({ id, name, argument } as Call);
      } catch (error) {
        this.#waiting.delete(id);
        reject(new Refusal(NO_ENGINE, String(error)));
      }
    });
  }

  /** Load the engine of a game before it is needed. */
  prepare(game: string): Promise<void> {
    return this.#call("prepare", game);
  }

  /** Open a table and start its game; return its name. */
  open(table: NewLocalTable): Promise<string> {
    return this.#call("open", table);
  }

  /** Keep a table's feed up to date until `unwatch`. */
  watch(feed: Feed): void {
    this.#feeds.set(feed.table, feed);
    this.#call("watch", feed.table).catch((refusal: Refusal) => (feed.refused = refusal));
  }

  unwatch(feed: Feed): void {
    if (this.#feeds.get(feed.table) === feed) this.#feeds.delete(feed.table);
    void this.#call("unwatch", feed.table).catch(() => undefined);
  }

  command(message: Command): Promise<number> {
    return this.#call("command", message);
  }

  request(request: Request): Promise<unknown> {
    return this.#call("request", request);
  }

  /** Think about a game at a table of the server. */
  advise(request: AdviceRequest): Promise<Hint | Opinion> {
    return this.#call("advise", request);
  }

  /** Open the text of a record; return its name. Refuses what is none, and games that only a server plays. */
  openRecord(text: string): Promise<string> {
    return this.#call("openRecord", text);
  }

  /** Start the analysis of a game of the server. */
  analyse(record: RecordToAnalyse): Promise<Analysis> {
    return this.#call("analyse", record);
  }

  /** Return the analysis of such a game as far as it has come; its status is "none" if there is none. */
  analysis(subject: string): Promise<Analysis> {
    return this.#call("analysis", subject);
  }

  /** End such an analysis early. */
  stopAnalysis(subject: string): Promise<Analysis> {
    return this.#call("stopAnalysis", subject);
  }

  /** Return a table as it is now, even where it cannot be stored. */
  stored(table: string): Promise<StoredTable> {
    return this.#call("stored", table);
  }

  /** Return a finished game as the server is told of it. */
  finishedGame(table: string): Promise<FinishedLocalGame> {
    return this.#call("finishedGame", table);
  }

  /** Note that a finished game is in the history of an account, or why it is not. */
  noteSent(note: { readonly table: string; readonly sent: Sent }): Promise<void> {
    return this.#call("noteSent", note);
  }
}

export const localClient = new LocalClient();
