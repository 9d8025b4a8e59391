// The games that Python wrote down (`tests/wasm/golden.py`), and what it takes to play them again.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fromHex } from "../../src/engine/record";
import type { Options } from "../../src/engine/streams";

export const GOLDEN = process.env.GENIAL_GOLDEN ?? "";
export const EXPLAINED = 3; // moves of a position

/** What a level chose in a position. */
export interface BotChoice {
  readonly ply: number; readonly level: string; readonly seed: number; readonly log: readonly string[]; readonly effort?: number;
  readonly move: number; readonly value: readonly number[]; readonly candidates: readonly (readonly [number, number, number])[];
}

/** A game that Python played, and what it said of it. */
export interface Played {
  readonly options: Options; readonly key: string; readonly nonces: Readonly<Record<string, string>>; readonly moves: readonly number[];
  readonly digests: readonly number[]; readonly bots: readonly BotChoice[]; readonly logs: readonly number[];
  readonly spelt: Readonly<Record<string, number>>; readonly wholes: Readonly<Record<string, number>>; // digests of texts, by number of moves
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let k = 0; k < 8; k++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** CRC-32 of one array after the other. */
export class Digest {
  private crc = 0xffffffff;

  add(data: ArrayBufferView): void {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    for (const byte of bytes) this.crc = CRC[(this.crc ^ byte) & 0xff]! ^ (this.crc >>> 8);
  }

  get value(): number {
    return (this.crc ^ 0xffffffff) >>> 0;
  }
}

/** A digest of a text. */
export function digestOf(text: string): number {
  const found = new Digest();
  found.add(new TextEncoder().encode(text));
  return found.value;
}

/** What a game was dealt from. */
export function originOf({ key, nonces }: Played): { key: Uint8Array; nonces: Map<number, Uint8Array> } {
  return { key: fromHex(key), nonces: new Map(Object.entries(nonces).map(([seat, nonce]) => [Number(seat), fromHex(nonce)])) };
}

/** The games of which there is a file. */
export const games = readdirSync(GOLDEN).filter((file) => file.endsWith(".jsonl")).map((file) => file.slice(0, -".jsonl".length));

/** The games that were played of one of them. */
export function* playedOf(name: string): Generator<Played> {
  for (const line of readFileSync(join(GOLDEN, `${name}.jsonl`), "utf8").trimEnd().split("\n")) yield JSON.parse(line) as Played;
}
