// Checks of a proof against what the browser saw and contributed before the game.

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Proof } from "../src/api/wire";

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) });
const { rememberCommitment, createNonce, commitmentOf } = await import("../src/stores/commitments");
const { checkProof } = await import("../src/pages/review/fairness");
const { fingerprint } = await import("../src/pages/review/fingerprint");

const KEY = "ab".repeat(32);
const COMMITMENT = await fingerprint(KEY);
const proof = (more: Partial<Proof> = {}): Proof => ({
  proven: true, code: "", sentence: "", commitment: COMMITMENT, key: KEY, nonces: {}, record: "", command: "", ...more,
});
const checksOf = async (table: string, answer: Proof): Promise<Record<string, boolean | null>> =>
  Object.fromEntries((await checkProof(answer, commitmentOf(table))).map(({ what, holds }) => [what, holds]));

beforeEach(() => stored.clear());

describe("a commitment", () => {
  it("is the first one published, and no later one replaces it", () => {
    rememberCommitment({ table: "t", phase: "waiting", commitment: "one" });
    rememberCommitment({ table: "t", phase: "playing", commitment: "two" });
    expect(commitmentOf("t")).toEqual({ commitment: "one", before: true, nonce: "" });
  });
  it("that is published only at the end proves nothing", () => {
    rememberCommitment({ table: "t", phase: "over", commitment: COMMITMENT });
    expect(commitmentOf("t")).toBe(null);
  });
  it("is remembered for the latest tables only", () => {
    for (let k = 0; k < 250; k += 1) rememberCommitment({ table: `t${k}`, phase: "waiting", commitment: "c" });
    expect([commitmentOf("t0"), commitmentOf("t249")?.commitment]).toEqual([null, "c"]);
  });
});

describe("a proof", () => {
  it("holds if commitment, key and contribution are the same as before", async () => {
    rememberCommitment({ table: "t", phase: "waiting", commitment: COMMITMENT });
    const nonce = createNonce("t");
    expect(nonce).toMatch(/^[0-9a-f]{64}$/);
    expect(await checksOf("t", proof({ nonces: { "2": nonce } }))).toEqual({ "same-commitment": true, own: true, "own-nonce": true });
  });
  it("does not hold if the server names another commitment afterwards", async () => {
    rememberCommitment({ table: "t", phase: "playing", commitment: await fingerprint("cd".repeat(32)) });
    expect(await checksOf("t", proof())).toEqual({ "other-commitment": false, "other-key": false, "no-nonce": null });
  });
  it("does not hold if my contribution was left out", async () => {
    rememberCommitment({ table: "t", phase: "playing", commitment: COMMITMENT });
    createNonce("t");
    expect(await checksOf("t", proof({ nonces: { "1": "00".repeat(32) } }))).toEqual({ "same-commitment-late": true, own: true, "other-nonce": false });
  });
  it("of a game that this browser did not see rests on the server's word", async () => {
    expect(await checksOf("t", proof())).toEqual({ unseen: null, own: true, "no-nonce": null });
  });
});
