import { expect, test } from "vitest";
import { blake2b64, hmac, sha256, shake256 } from "../../src/engine/hashes";
import { dealerStream, fastStream, streamFor } from "../../src/engine/streams";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const hex = (found: Uint8Array): string => Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
const long = "genial ".repeat(40);

test("SHA-256 is that of the standard", () => {
  expect(hex(sha256(bytes("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hex(sha256(bytes(long)))).toBe("1672144d23b1039da4e8d885de4abd3402ae606fd70d7edb611656d7f9493e65");
});

test("HMAC, BLAKE2b and SHAKE-256 are Python's", () => {
  expect(hex(hmac(bytes("key"), bytes(long)))).toBe("9368fba2337d08bb08f28025a73061c8b80b7a9c82fdb814cd1f54069d7e71df");
  expect(blake2b64(bytes("abc"))).toBe(0xd8bb14d833d59559n);
  expect(blake2b64(bytes(long))).toBe(0x86ef162316699853n);
  expect(hex(shake256(bytes("abc"), 16))).toBe("483366601360a8771c6863080cc4114d");
});

test("streams are Python's", () => {
  expect(dealerStream(new Uint8Array(32), new Map([[2, new Uint8Array(32).fill(7)]]))[6]).toBe(3192723505n);
  expect([...fastStream(7n)]).toEqual([0n, 6270804987622917294n, 1598229837066375784n]);
  expect([...streamFor(3n, 1, { players: 2, variant: "standard" }, ["* rack 1 RG BB"])]).toEqual([0n, 10667002554418963380n, 2576635880622895528n]);
});
