// The state of a table after news.

import { describe, expect, it, vi } from "vitest";
import type { FromServer, News, PhoenixView, Pointed, Situation } from "../src/api/wire";

vi.mock("../src/stores/settings.svelte", () => ({ settings: { language: "en" } }));

class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  sent: { type: string; table?: string; since?: number; command?: string }[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor() {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as (typeof this.sent)[number]);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  static get last(): Socket {
    return Socket.all.at(-1)!;
  }
}

vi.stubGlobal("WebSocket", Socket);
vi.stubGlobal("location", { protocol: "http:", host: "here" });
vi.useFakeTimers();
const wakes = new EventTarget();
vi.stubGlobal("addEventListener", wakes.addEventListener.bind(wakes));
const kept = new Map<string, string>();
vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
const { Feed, isGap, live, applyNews } = await import("../src/api/live.svelte");

const situation = (number: number, more: Partial<Situation> = {}): Situation => ({
  type: "situation", table: "t", number, phase: "playing", terms: { game: "phoenix", options: {} }, host: "", seats: [], mine: [1],
  views: { "1": { log: ["1 R"] } as PhoenixView }, turn: 1, ...more,
});
const news = (first: number, number = first): News => ({
  type: "news", table: "t", first, number, lines: { "1": [`2 S${number}`] }, views: { "1": { turn: 2 } as PhoenixView }, turn: 2,
  effects: [{ gains: { points: number } }],
});

describe("news", () => {
  it("are added to the log", () => {
    const after = applyNews(situation(3), news(4))!;
    expect(after.number).toBe(4);
    expect(after.views?.["1"]).toEqual({ turn: 2, log: ["1 R", "2 S4"] });
    expect(after.effects).toEqual([{ gains: { points: 4 } }]);
  });
  it("keep the position that the game began from", () => {
    const beginning = { turn: 2 };
    const after = applyNews(situation(3, { views: { "1": { log: [], beginning } as unknown as PhoenixView } }), news(4))!;
    expect(after.views?.["1"]).toEqual({ turn: 2, log: ["2 S4"], beginning });
  });
  it("that are already known change nothing", () => {
    const before = situation(4);
    expect(applyNews(before, news(4))).toBe(before);
  });
  it("that come too early leave a gap", () => {
    expect(isGap(situation(3), news(4))).toBe(false);
    expect(isGap(situation(3), news(5))).toBe(true);
  });
});

describe("what players point at", () => {
  const point = (seat: number, number: number, cells: string[] = ["h8"]): Pointed => ({ type: "pointed", table: "t", number, seat, tile: "", cells });
  const pointing = (...messages: FromServer[]): number[] => {
    const feed = new Feed("t");
    for (const message of [situation(3), point(1, 3), point(2, 3), ...messages]) feed.apply(message);
    return feed.points.map(({ seat }) => seat);
  };

  it("is one thing for each player, or nothing", () => {
    expect(pointing(point(1, 3, ["h9"]))).toEqual([2, 1]);
    expect(pointing(point(1, 3, []))).toEqual([2]);
  });
  it("outlasts proposals", () => {
    expect(pointing(situation(4, { wishes: { undo: [1] } }))).toEqual([1, 2]);
  });
  it("ends with a move, a take-back and the game", () => {
    expect(pointing(news(4))).toEqual([]);
    expect(pointing(situation(5, { views: { "1": { log: [] as string[] } as PhoenixView } }))).toEqual([]);
    expect(pointing(situation(5, { phase: "over" }))).toEqual([]);
  });
  it("stays if it came before the news of the move that it follows", () => {
    expect(pointing(point(3, 4), news(4))).toEqual([3]);
    expect(pointing(point(3, 5), situation(5, { views: { "1": { log: ["1 R", "2 S"] } as PhoenixView } }))).toEqual([3]);
  });
});

describe("the socket", () => {
  const { feed, end } = live.watch("t");

  it("watches, and requests the whole situation if events are missing", () => {
    Socket.last.open();
    expect(Socket.last.sent).toContainEqual({ type: "watch", table: "t", since: 0 });
    Socket.last.tell(situation(3));
    Socket.last.tell(news(6));
    expect(feed.situation?.number).toBe(3);
    expect(Socket.last.sent.at(-1)).toEqual({ type: "watch", table: "t" });
    Socket.last.tell(situation(6));
    expect(feed.situation?.number).toBe(6);
  });

  it("reconnects, resumes where it was, and sends unanswered commands again", async () => {
    const done = live.command({ type: "play", table: "t", seat: 1, move: "R", number: 6 });
    const { command } = Socket.last.sent.at(-1)!;
    Socket.last.drop();
    expect(live.status).toBe("lost");
    await vi.advanceTimersByTimeAsync(11_000);
    Socket.last.open();
    expect(live.status).toBe("on");
    expect(Socket.last.sent.map((one) => [one.type, one.since ?? one.command])).toEqual([["watch", 6], ["play", command]]);
    Socket.last.tell({ type: "done", command, number: 7 });
    expect(await done).toBe(7);
  });

  it("passes on messages to the account", () => {
    const heard: string[] = [];
    live.onAccountMessage = ({ type }) => heard.push(type);
    Socket.last.tell({ type: "your-turn", table: "other", number: 1, seat: 1, game: "phoenix" });
    Socket.last.tell({ type: "paired", table: "other" });
    Socket.last.drop(4403);
    expect(heard).toEqual(["your-turn", "paired", "farewell"]);
  });

  it("asks again for a table whose game is still being prepared", async () => {
    await vi.advanceTimersByTimeAsync(11_000);
    Socket.last.open();
    const fresh = live.watch("fresh");
    Socket.last.tell({ type: "refused", command: "", code: "not-yet", sentence: "a minute, please" });
    expect(fresh.feed.refused?.code).toBe("not-yet");
    await vi.advanceTimersByTimeAsync(2000);
    expect(Socket.last.sent.slice(-2)).toEqual([{ type: "watch", table: "fresh" }, { type: "watch", table: "fresh" }]);
    Socket.last.tell(situation(1, { table: "fresh" }));
    expect(fresh.feed.refused).toBeNull();
    fresh.end();
    Socket.last.drop(4401);
  });

  it("requests the whole situation for another account", async () => {
    await vi.advanceTimersByTimeAsync(11_000);
    Socket.last.open();
    live.restart();
    Socket.last.open();
    expect(Socket.last.sent[0]).toEqual({ type: "watch", table: "t", since: 0 });
  });

  it("is pinged when the user returns, and dropped without an answer", async () => {
    const corpse = Socket.last;
    corpse.tell(situation(8));
    wakes.dispatchEvent(new Event("online"));
    expect(corpse.sent.at(-1)).toEqual({ type: "ping" });
    await vi.advanceTimersByTimeAsync(2900);
    expect(Socket.last).toBe(corpse);
    await vi.advanceTimersByTimeAsync(500);
    expect(Socket.last).not.toBe(corpse);
    Socket.last.open();
    expect(Socket.last.sent).toEqual([{ type: "watch", table: "t", since: 8 }]);
  });

  it("is pinged when a command is not answered, and a slow one gets more time", async () => {
    const slow = Socket.last;
    const done = live.command({ type: "play", table: "t", seat: 1, move: "R", number: 6 });
    await vi.advanceTimersByTimeAsync(4100);
    expect(slow.sent.at(-1)).toEqual({ type: "ping" });
    await vi.advanceTimersByTimeAsync(5000); // after a miss the timeout doubles
    expect(Socket.last).toBe(slow);
    slow.tell({ type: "pong", command: "", at: 1 });
    slow.tell({ type: "done", command: slow.sent[1]!.command, number: 9 });
    expect(await done).toBe(9);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(slow.sent.filter(({ type }) => type === "ping")).toHaveLength(1);
  });

  it("shows a table that was refused once, as soon as its situation arrives", () => {
    const other = live.watch("other");
    Socket.last.tell({ type: "refused", code: "busy", sentence: "" });
    expect(other.feed.refused?.code).toBe("busy");
    Socket.last.tell({ ...situation(1), table: "other" });
    expect(other.feed.refused).toBe(null);
    other.end();
  });

  it("is closed for good when it is no longer needed", () => {
    end();
    Socket.last.drop();
    expect(live.status).toBe("off");
  });
});
