// The session never replaces an existing account with a new guest.

import { beforeEach, expect, it, vi } from "vitest";

const ADA = { account: "a", name: "Ada", kept: true, admin: false };
const asked: string[] = [];
let answers: Record<string, () => Response> = {};
const json = (content: unknown): Response => new Response(JSON.stringify(content), { headers: { "content-type": "application/json" } });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
  asked.push(`${method} ${path}`);
  const answer = answers[`${method} ${path}`];
  return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError("no network"));
});
vi.useFakeTimers();
const { session } = await import("../src/stores/session.svelte");
const { retryNow } = await import("../src/api/retry");

beforeEach(() => {
  [asked.length, session.me, session.known] = [0, null, false];
});

it("who plays before the server has said who he is stays who he is", async () => {
  answers = { "GET /api/me": () => json(ADA) };
  expect(await session.ensureAccount("Guest")).toEqual(ADA);
  expect(asked).toEqual(["GET /api/me"]);
});

it("who cannot be known now is refused, not made a guest", async () => {
  answers = { "POST /api/guests": () => json({ ...ADA, name: "Guest" }) };
  await expect(session.ensureAccount("Guest")).rejects.toMatchObject({ code: "offline" });
  expect(asked).toEqual(["GET /api/me"]);
});

it("two wishes at once make one guest", async () => {
  answers = { "GET /api/me": () => json(null), "POST /api/guests": () => json({ ...ADA, kept: false }) };
  await Promise.all([session.ensureAccount("Guest"), session.ensureAccount("Guest")]);
  expect(asked).toEqual(["GET /api/me", "POST /api/guests"]);
});

it("it is asked until the server says who is here, and at once when the network is back", async () => {
  answers = {};
  const begun = session.start();
  await vi.advanceTimersByTimeAsync(1100);
  expect(asked).toHaveLength(2);
  answers = { "GET /api/me": () => json(ADA) };
  retryNow();
  await begun;
  expect([session.me, session.known]).toEqual([ADA, true]);
});
