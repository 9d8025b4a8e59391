// The text of a record: headers, an empty line, then chance and moves, a line each. As Python's `genial.core.record`.

import { sha256 } from "./hashes";
import { DEALER, type Options } from "./streams";

/** What a game is dealt from: its host's key, and the players' nonces by seat. */
export interface Origin {
  readonly key: Uint8Array;
  readonly nonces: ReadonlyMap<number, Uint8Array>;
}

/** What a record has beside the moves, such as `{"seat 1": "Ada"}`. */
export type Headers = Readonly<Record<string, string>>;

/** The headers that commit to the key, and once the game is over the key itself. */
export function proof({ key, nonces }: Origin, isOver: boolean): Headers {
  return {
    dealer: String(DEALER),
    commitment: commitment(key),
    ...Object.fromEntries(Array.from(nonces, ([seat, nonce]) => [`nonce ${seat}`, toHex(nonce)])),
    ...(isOver && { key: toHex(key) }),
  };
}

/** What is published before a game: the SHA-256 of its key. */
export function commitment(key: Uint8Array): string {
  return toHex(sha256(key));
}

/** Bytes as hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of hexadecimal digits. */
export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** A record as it is written to a file. */
export function recordText(name: string, options: Options, headers: Headers, body: readonly string[]): string {
  const all: Options = { game: name, ...options, ...headers };
  const written = Object.entries(all).filter(([header, value]) => header !== "start" || value !== 1); // that is the usual start
  return [...written.map(([header, value]) => `${header}: ${value}`.trimEnd()), "", ...body, ""].join("\n");
}
