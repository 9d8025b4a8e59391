// Live play over one WebSocket for all tables, except those of this browser. It reconnects by itself and misses nothing.

import { SvelteMap } from "svelte/reactivity";
import { isLocal } from "../local/address";
import { isSite } from "../app/site";
import { loadOtherPages } from "../i18n/languages";
import { settings } from "../stores/settings.svelte";
import { Refusal } from "./http";
import { retryNow, PREPARING } from "./retry";
import { rememberCommitment } from "../stores/commitments";
import type { Agree, Claim, Decline, Farewell, FromClient, FromServer, Line, Lobby, MyTables, News, Paired, Play, Point, Pointed, Present, Ready, Say, Situation, View, YourTurn } from "./wire";

const LONGEST_WAIT = 10_000; // milliseconds between attempts to reconnect, at most
const QUIET = 25_000; // milliseconds of silence before a ping
const UNANSWERED = 4000; // the same while a command waits for its answer
const PING_TIMEOUT = 3000; // milliseconds to wait for a pong; doubles on a slow connection
const FORBIDDEN = 4403; // close code: this account or page may not connect
const SIGNED_OUT = 4401; // close code: the session has ended, for example by a new password

/** A message to the account, not about a table that is being watched. */
export type AccountMessage = Paired | YourTurn | Farewell;

/** A command about a table. */
export type Command = Play | Agree | Decline | Ready | Claim | Say | Point;

interface Pending {
  text: string;
  resolve: (number: number) => void;
  reject: (refusal: Refusal) => void;
}

/** The latest known state of a table. */
export class Feed {
  situation = $state.raw<Situation | null>(null);
  /** When the clocks of the situation were exact, or will start to run, in milliseconds of performance.now(). */
  since = $state.raw(0);
  lines = $state.raw<Line[]>([]);
  /** The latest chat line that arrived live. */
  latestLine = $state.raw<Line | null>(null);
  /** What players point at now, one each. */
  points = $state.raw<readonly Pointed[]>([]);
  present = $state.raw<Present | null>(null);
  refused = $state.raw<Refusal | null>(null);
  /** The latest news, to animate the board. */
  news = $state.raw<News | null>(null);
  watchers = 0; // components that show the table

  constructor(readonly table: string) {}

  apply(message: FromServer): void {
    switch (message.type) {
      case "situation":
        this.points = pointsAfter(this.points, this.situation, message);
        this.situation = message;
        this.refused = null;
        rememberCommitment(message);
        this.since = performance.now() + 1000 * (message.clock_rest ?? 0);
        break;
      case "news":
        this.points = this.points.filter(({ number }) => number >= message.number);
        this.situation = applyNews(this.situation, message);
        this.news = message;
        this.since = performance.now() + 1000 * (message.clock_rest ?? 0);
        break;
      case "talked":
        this.lines = message.lines;
        break;
      case "said":
        if (!this.lines.some((line) => line.number === message.number)) {
          this.lines = [...this.lines, message];
          this.latestLine = message;
        }
        break;
      case "pointed":
        this.points = [...this.points.filter(({ seat }) => seat !== message.seat), message].filter(({ tile, cells }) => tile !== "" || cells.length > 0);
        break;
      case "present":
        this.present = message;
        break;
    }
  }
}

const logLength = (situation: Situation | null): number => Object.values(situation?.views ?? {})[0]?.log.length ?? 0;

/** What players still point at in a new situation: a move, a take-back and the end of the game end it. */
export function pointsAfter(points: readonly Pointed[], before: Situation | null, after: Situation): readonly Pointed[] {
  if (after.phase !== "playing") return [];
  return logLength(before) === logLength(after) ? points : points.filter(({ number }) => number > (before?.number ?? -1));
}

/** Are events missing between the known situation and the news? */
export const isGap = (before: Situation | null, news: News): boolean => before !== null && news.first > before.number + 1;

/** Return the situation after the news. Views arrive without log and beginning, only with the lines to add. */
export function applyNews(before: Situation | null, news: News): Situation | null {
  if (before === null || news.number <= before.number) return before;
  const views: Record<string, View> = {};
  for (const [seat, view] of Object.entries(news.views)) {
    const old = before.views?.[seat];
    const log = [...(old?.log ?? []), ...(news.lines[seat] ?? [])];
    views[seat] = old?.beginning === undefined ? { ...view, log } : { ...view, log, beginning: old.beginning };
  }
  return {
    ...before,
    number: news.number,
    views,
    turn: news.turn ?? null,
    choices: news.choices ?? null,
    clocks: news.clocks ?? null,
    clock_rest: news.clock_rest ?? 0,
    effects: [...(before.effects ?? []), ...news.effects],
    undoable: news.undoable ?? [],
    wishes: {},
    declined: [],
  };
}

class Live {
  /** off: not needed; on: connected; lost: reconnecting. */
  status = $state<"off" | "on" | "lost">("off");
  /** Receives the messages to the account. */
  onAccountMessage: (message: AccountMessage) => void = () => undefined;

  #socket: WebSocket | null = null;
  #feeds = new SvelteMap<string, Feed>();
  #pending = new Map<string, Pending>();
  #commands = 0;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined; // of the next ping, timeout or reconnect
  #isPinging = false;
  #misses = 0; // pings without an answer, in a row
  #staysConnected = false;
  #needsFullState = false;
  #onLists: ((message: Lobby | MyTables) => void) | null = null;

  constructor() {
    // The network is back, or the user has returned to this tab: check the connection at once.
    globalThis.addEventListener?.("online", () => this.#wakeUp());
    globalThis.document?.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#wakeUp();
    });
  }

  /** Check the connection: after a sleep it may be dead without an error. */
  #wakeUp(): void {
    if (!this.#isWanted()) return;
    if (this.#socket?.readyState === WebSocket.OPEN) return this.#ping();
    this.#attempts = 0;
    if (this.#socket === null) this.#connect();
  }

  /** Stay connected even without a table, to learn when it is my turn somewhere. */
  keepConnected(wanted: boolean): void {
    this.#staysConnected = wanted;
    if (wanted) this.#connect();
  }

  /** Receive the lists of the first page, now and when they change, until the returned function is called. */
  followLists(onLists: (message: Lobby | MyTables) => void): () => void {
    this.#onLists = onLists;
    this.#connect();
    this.#send({ type: "follow-lists" });
    return () => {
      if (this.#onLists !== onLists) return;
      this.#onLists = null;
      this.#send({ type: "follow-lists", on: false });
    };
  }

  /** Watch a table until `end` is called. */
  watch(table: string): { feed: Feed; end: () => void } {
    if (isLocal(table)) return this.#watchLocally(table);
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

  /** Watch a table of this browser: its worker answers, not the server. */
  #watchLocally(table: string): { feed: Feed; end: () => void } {
    const feed = new Feed(table);
    const client = import("../local/client.svelte").then(({ localClient }) => localClient);
    client.then((loaded) => loaded.watch(feed), () => (feed.refused = new Refusal("offline", "there is no connection")));
    return { feed, end: () => void client.then((loaded) => loaded.unwatch(feed), () => undefined) };
  }

  /** Watch a table afresh: a spectator that has taken a seat gets the players' chat instead of the spectators'. */
  rejoin(table: string): void {
    this.#send({ type: "unwatch", table });
    this.#send({ type: "watch", table });
  }

  /** Send a command about a table; after a reconnect it is sent again until it is answered. */
  async command(message: Command): Promise<number> {
    if (isLocal(message.table)) return (await import("../local/client.svelte")).localClient.command(message);
    const command = `${Date.now().toString(36)}-${(this.#commands += 1)}`;
    const text = JSON.stringify({ ...message, command });
    this.#connect();
    return new Promise((resolve, reject) => {
      this.#pending.set(command, { text, resolve, reject });
      this.#sendText(text);
      if (!this.#isPinging && this.#socket?.readyState === WebSocket.OPEN) this.#schedulePing();
    });
  }

  /** Reconnect from scratch: another account sees other things. */
  restart(): void {
    const socket = this.#socket;
    this.#needsFullState = true;
    if (socket === null) return;
    this.#socket = null;
    socket.close();
    if (this.#isWanted()) this.#connect();
    else this.status = "off";
  }

  #isWanted(): boolean {
    return this.#staysConnected || this.#onLists !== null || this.#feeds.size > 0 || this.#pending.size > 0;
  }

  #connect(): void {
    if (this.#socket !== null || isSite) return;
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/live/v1`);
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.status = "on";
      this.#attempts = 0;
      for (const feed of this.#feeds.values()) {
        const since = this.#needsFullState ? 0 : (feed.situation?.number ?? 0);
        feed.points = []; // the server sends those that are still there
        this.#send({ type: "watch", table: feed.table, since });
      }
      this.#needsFullState = false;
      if (this.#onLists !== null) this.#send({ type: "follow-lists" });
      for (const { text } of this.#pending.values()) this.#sendText(text);
      this.#schedulePing();
      retryNow();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket !== socket) return;
      [this.#isPinging, this.#misses] = [false, 0];
      this.#receive(JSON.parse(event.data) as FromServer);
      if (this.#socket === socket) this.#schedulePing();
    };
    socket.onclose = (event: CloseEvent) => {
      if (this.#socket !== socket) return;
      this.#reconnect();
      if (event.code === FORBIDDEN || event.code === SIGNED_OUT) this.onAccountMessage({ type: "farewell" });
    };
    this.#timer = setTimeout(() => this.#reconnect(), LONGEST_WAIT); // the attempt to connect has stalled
  }

  /** Drop the connection, and open another one if it is needed. */
  #reconnect(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isPinging = false;
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

  /** Ping after a while of silence. */
  #schedulePing(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ping(), this.#pending.size > 0 ? UNANSWERED : QUIET);
  }

  /** Ask for a sign of life; without an answer the connection is dead. */
  #ping(): void {
    if (this.#isPinging) return;
    this.#isPinging = true;
    this.#send({ type: "ping" });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#misses += 1;
      this.#reconnect();
    }, Math.min(QUIET, PING_TIMEOUT * 2 ** this.#misses));
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case "done":
        this.#pending.get(message.command)?.resolve(message.number);
        this.#pending.delete(message.command);
        return;
      case "refused": {
        const refusal = new Refusal(message.code, message.sentence, message.facts);
        const pending = this.#pending.get(message.command ?? "");
        this.#pending.delete(message.command ?? "");
        const texts = loadOtherPages(settings.language); // they say why
        if (pending !== undefined) void texts.then(() => pending.reject(refusal));
        else this.#refuseTables(refusal);
        return;
      }
      case "pong":
        return;
      case "lobby":
      case "my-tables":
        this.#onLists?.(message);
        return;
      case "paired":
      case "your-turn":
      case "farewell":
        this.onAccountMessage(message);
        return;
      default: {
        const feed = this.#feeds.get(message.table);
        if (feed !== undefined && message.type === "news" && isGap(feed.situation, message)) {
          this.#send({ type: "watch", table: feed.table }); // the answer is the whole situation
          return;
        }
        feed?.apply(message);
      }
    }
  }

  /** Ask again for the tables whose game was still being prepared. */
  /** Note a refusal for the tables that have never arrived. */
  #refuseTables(refusal: Refusal): void {
    for (const feed of this.#feeds.values()) {
      if (feed.situation === null) feed.refused = refusal;
    }
    if (refusal.code === "not-yet") setTimeout(() => this.#watchAgain(), PREPARING);
  }

  #watchAgain(): void {
    for (const feed of this.#feeds.values()) {
      if (feed.situation === null) this.#send({ type: "watch", table: feed.table });
    }
  }

  #send(message: FromClient): void {
    this.#sendText(JSON.stringify(message));
  }

  #sendText(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }
}

export const live = new Live();
