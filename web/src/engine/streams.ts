// Streams of chance, made as Python makes them (`genial.core.chance`); the module draws from them.

import { blake2b64, hmac, join, shake256 } from "./hashes";

export const DEALER = 1; // the version of the dealing algorithm, and the kind of a dealer's stream
const DEALER_WORDS = 34;
const BLOCK_WORDS = 16;
const text = new TextEncoder();

/** The stream that a game is dealt from: its host's key of 32 bytes, and the players' nonces by seat. */
export function dealerStream(key: Uint8Array, nonces: ReadonlyMap<number, Uint8Array> = new Map()): BigUint64Array {
  const seats = [...nonces].sort(([one], [other]) => one - other);
  const message = join(text.encode(`genial dealer ${DEALER}`), ...seats.map(([seat, nonce]) => join(Uint8Array.of(seat), nonce)));
  const stream = new BigUint64Array(DEALER_WORDS);
  stream[0] = BigInt(DEALER);
  stream[1] = BigInt(BLOCK_WORDS);
  stream.set(words32(text.encode("expand 32-byte k")), 2);
  stream.set(words32(hmac(key, message)), 6);
  return stream;
}

function words32(bytes: Uint8Array): bigint[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / 4 }, (_, k) => BigInt(view.getUint32(4 * k, true)));
}

/** A quick stream for playouts. */
export function fastStream(seed: bigint): BigUint64Array {
  const expanded = new DataView(shake256(text.encode(`genial playout ${seed}`), 16).buffer);
  return BigUint64Array.of(0n, expanded.getBigUint64(0, true), expanded.getBigUint64(8, true));
}

/** The options of a game by name, in the order of its record's header. */
export type Options = Readonly<Record<string, number | string>>;

/** The stream of a bot: it follows from a seed and from what its seat sees, nothing else. */
export function streamFor(seed: bigint, seat: number, options: Options, log: readonly string[]): BigUint64Array {
  const known = `[${seed},${seat},${JSON.stringify(options)},${JSON.stringify(log)}]`;
  return fastStream(blake2b64(text.encode(known)));
}
