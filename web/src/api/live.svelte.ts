// Live play: one socket for all tables, which comes back by itself and misses nothing.

import { SvelteMap } from "svelte/reactivity";
import { Refusal } from "./http";
import { hurry, PREPARING } from "./retry";
import { hear } from "../stores/commitments";
import type { Farewell, FromServer, Line, News, Paired, Present, Situation, YourTurn } from "./wire";

const LONGEST_WAIT = 10_000; // milliseconds between attempts to come back
const QUIET = 25_000; // milliseconds of silence after which the server is asked whether it is there
const UNANSWERED = 4000; // the same while something was said that is not answered
const PATIENCE = 3000; // milliseconds for an answer, at first; on a slow connection they grow
const SHOWN_OUT = 4403; // the code with which the socket of somebody who cannot stay is closed
const UNKNOWN = 4401; // that of somebody whose password was changed elsewhere

/** What is told to somebody, wherever he is. */
export type Told = Paired | YourTurn | Farewell;

interface Pending {
  text: string;
  done: (number: number) => void;
  failed: (why: Refusal) => void;
}

/** A table as it is known here. */
export class Feed {
  situation = $state.raw<Situation | null>(null);
  /** When the clocks of the situation were right, in milliseconds of performance.now(). */
  since = $state.raw(0);
  lines = $state.raw<Line[]>([]);
  /** What was said last while I was here. */
  said = $state.raw<Line | null>(null);
  present = $state.raw<Present | null>(null);
  refused = $state.raw<Refusal | null>(null);
  /** The last news, for what moves on the board. */
  news = $state.raw<News | null>(null);
  watchers = 0; // parts of the page that show it

  constructor(readonly table: string) {}

  take(message: FromServer): void {
    switch (message.type) {
      case "situation":
        this.situation = message;
        this.refused = null;
        hear(message);
        this.since = performance.now();
        break;
      case "news":
        this.situation = told(this.situation, message);
        this.news = message;
        this.since = performance.now();
        break;
      case "talked":
        this.lines = message.lines;
        break;
      case "said":
        if (!this.lines.some((line) => line.number === message.number)) {
          this.lines = [...this.lines, message];
          this.said = message;
        }
        break;
      case "present":
        this.present = message;
        break;
    }
  }
}

/** Is something missing between what is known and what is told? */
export const isGap = (before: Situation | null, news: News): boolean => before !== null && news.first > before.number + 1;

/** A situation after news: views come without their logs, to which lines are added. */
export function told(before: Situation | null, news: News): Situation | null {
  if (before === null || news.number <= before.number) return before;
  const views: Record<string, unknown> = {};
  for (const [seat, view] of Object.entries(news.views)) {
    const old = before.views?.[seat] as { log?: string[] } | undefined;
    const log = [...(old?.log ?? []), ...(news.lines[seat] ?? [])];
    views[seat] = { ...(view as object), log };
  }
  return {
    ...before,
    number: news.number,
    views,
    turn: news.turn ?? null,
    choices: news.choices ?? null,
    clocks: news.clocks ?? null,
    wishes: {},
  };
}

class Live {
  /** Is there a connection, or is one looked for? */
  status = $state<"off" | "on" | "lost">("off");
  /** Hears what is told outside of tables. */
  onword: (message: Told) => void = () => undefined;

  #socket: WebSocket | null = null;
  #feeds = new SvelteMap<string, Feed>();
  #pending = new Map<string, Pending>();
  #commands = 0;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined; // until something is done about the connection
  #asked = false; // whether somebody is there
  #misses = 0; // questions without an answer, in a row
  #stays = false;
  #anew = false;

  constructor() {
    // Somebody comes back, from a tunnel or to this tab: there is no reason to wait any longer.
    globalThis.addEventListener?.("online", () => this.#hurry());
    globalThis.document?.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#hurry();
    });
  }

  /** A connection that was asleep may be dead without knowing it. */
  #hurry(): void {
    if (!this.#isWanted()) return;
    if (this.#socket?.readyState === WebSocket.OPEN) return this.#ask();
    this.#attempts = 0;
    if (this.#socket === null) this.#connect();
  }

  /** Be connected even without a table, to be told when it is one's turn somewhere. */
  stay(wanted: boolean): void {
    this.#stays = wanted;
    if (wanted) this.#connect();
  }

  /** Follow a table; what is returned ends that. */
  watch(table: string): { feed: Feed; end: () => void } {
    let feed = this.#feeds.get(table);
    if (feed === undefined) {
      feed = new Feed(table);
      this.#feeds.set(table, feed);
      this.#connect();
      this.#send({ type: "watch", table });
    }
    feed.watchers += 1;
    const end = (): void => {
      feed.watchers -= 1;
      if (feed.watchers === 0) {
        this.#feeds.delete(table);
        this.#send({ type: "unwatch", table });
      }
    };
    return { feed, end };
  }

  /** Come to a table anew: who has sat down since hears what the players say, not the spectators. */
  rejoin(table: string): void {
    this.#send({ type: "unwatch", table });
    this.#send({ type: "watch", table });
  }

  /** Do something at a table; it is said again after a break until it is answered. */
  do(message: { type: string; table: string } & Record<string, unknown>): Promise<number> {
    const command = `${Date.now().toString(36)}-${(this.#commands += 1)}`;
    const text = JSON.stringify({ ...message, command });
    this.#connect();
    return new Promise((done, failed) => {
      this.#pending.set(command, { text, done, failed });
      this.#sendText(text);
      if (!this.#asked && this.#socket?.readyState === WebSocket.OPEN) this.#listen();
    });
  }

  /** Close the socket and open it again: somebody else is asking, who sees other things. */
  restart(): void {
    const socket = this.#socket;
    this.#anew = true;
    if (socket === null) return;
    this.#socket = null;
    socket.close();
    if (this.#isWanted()) this.#connect();
    else this.status = "off";
  }

  #isWanted(): boolean {
    return this.#stays || this.#feeds.size > 0 || this.#pending.size > 0;
  }

  #connect(): void {
    if (this.#socket !== null) return;
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/live/v1`);
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.status = "on";
      this.#attempts = 0;
      for (const feed of this.#feeds.values()) {
        const since = this.#anew ? 0 : (feed.situation?.number ?? 0);
        this.#send({ type: "watch", table: feed.table, since });
      }
      this.#anew = false;
      for (const { text } of this.#pending.values()) this.#sendText(text);
      this.#listen();
      hurry();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket !== socket) return;
      [this.#asked, this.#misses] = [false, 0];
      this.#take(JSON.parse(event.data) as FromServer);
      if (this.#socket === socket) this.#listen();
    };
    socket.onclose = (event: CloseEvent) => {
      if (this.#socket !== socket) return;
      this.#lose();
      if (event.code === SHOWN_OUT || event.code === UNKNOWN) this.onword({ type: "farewell" });
    };
    this.#timer = setTimeout(() => this.#lose(), LONGEST_WAIT); // that long no door takes to open
  }

  /** The connection is gone: look for another one, if it is needed. */
  #lose(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#asked = false;
    clearTimeout(this.#timer);
    socket?.close();
    if (!this.#isWanted()) {
      this.status = "off";
      return;
    }
    this.status = "lost";
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.#attempts) * (0.5 + Math.random() / 2);
    this.#attempts += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  /** Ask after a while of silence. */
  #listen(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), this.#pending.size > 0 ? UNANSWERED : QUIET);
  }

  /** Is somebody there? Without an answer the connection is dead. */
  #ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    this.#send({ type: "ping" });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#misses += 1;
      this.#lose();
    }, Math.min(QUIET, PATIENCE * 2 ** this.#misses));
  }

  #take(message: FromServer): void {
    switch (message.type) {
      case "done":
        this.#pending.get(message.command)?.done(message.number);
        this.#pending.delete(message.command);
        return;
      case "refused": {
        const why = new Refusal(message.code, message.sentence, message.facts);
        const pending = this.#pending.get(message.command ?? "");
        this.#pending.delete(message.command ?? "");
        pending?.failed(why);
        if (pending === undefined) {
          for (const feed of this.#feeds.values()) {
            if (feed.situation === null) feed.refused = why;
          }
          if (why.code === "not-yet") setTimeout(() => this.#watchAgain(), PREPARING);
        }
        return;
      }
      case "pong":
        return;
      case "paired":
      case "your-turn":
      case "farewell":
        this.onword(message);
        return;
      default: {
        const feed = this.#feeds.get(message.table);
        if (feed !== undefined && message.type === "news" && isGap(feed.situation, message)) {
          this.#send({ type: "watch", table: feed.table }); // then all of it
          return;
        }
        feed?.take(message);
      }
    }
  }

  /** A game was still being prepared: ask for the tables of which nothing is known yet. */
  #watchAgain(): void {
    for (const feed of this.#feeds.values()) {
      if (feed.situation === null) this.#send({ type: "watch", table: feed.table });
    }
  }

  #send(message: object): void {
    this.#sendText(JSON.stringify(message));
  }

  #sendText(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }
}

export const live = new Live();
