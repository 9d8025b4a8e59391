// The session never replaces an existing account with a new guest.

import { beforeEach, expect, it, vi } from "vitest";

vi.mock("../src/stores/settings.svelte", () => ({ settings: { language: "en" } }));

const ADA = { account: "a", name: "Ada", kept: true, admin: false };
const requests: string[] = [];
let answers: Record<string, () => Response> = {};
const json = (content: unknown): Response => new Response(JSON.stringify(content), { headers: { "content-type": "application/json" } });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
  requests.push(`${method} ${path}`);
  const answer = answers[`${method} ${path}`];
  return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError("no network"));
});
vi.useFakeTimers();
const { session } = await import("../src/stores/session.svelte");
const { retryNow } = await import("../src/api/retry");

beforeEach(() => {
  [requests.length, session.me, session.known] = [0, null, false];
});

it("an account that is signed in is kept when a game starts before the page knows it", async () => {
  answers = { "GET /api/me": () => json(ADA) };
  expect(await session.ensureAccount("Guest")).toEqual(ADA);
  expect(requests).toEqual(["GET /api/me"]);
});

it("without a network no guest is created", async () => {
  answers = { "POST /api/guests": () => json({ ...ADA, name: "Guest" }) };
  await expect(session.ensureAccount("Guest")).rejects.toMatchObject({ code: "offline" });
  expect(requests).toEqual(["GET /api/me"]);
});

it("two requests at once create one guest", async () => {
  answers = { "GET /api/me": () => json(null), "POST /api/guests": () => json({ ...ADA, kept: false }) };
  await Promise.all([session.ensureAccount("Guest"), session.ensureAccount("Guest")]);
  expect(requests).toEqual(["GET /api/me", "POST /api/guests"]);
});

it("the account is requested until the server answers, and at once when the network is back", async () => {
  answers = {};
  const started = session.start();
  await vi.advanceTimersByTimeAsync(1100);
  expect(requests).toHaveLength(2);
  answers = { "GET /api/me": () => json(ADA) };
  retryNow();
  await started;
  expect([session.me, session.known]).toEqual([ADA, true]);
});
