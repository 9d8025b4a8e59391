// The hashes that Python derives its streams of chance from. Browsers have some of them, but only for pages
// that came over a safe connection, and none that answers at once.

const ROUNDS = Uint32Array.from(primes(64), (p) => fraction(Math.cbrt(p)));
const INITIAL = Uint32Array.from(primes(8), (p) => fraction(Math.sqrt(p)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p !== 0)) found.push(n);
  return found;
}

function fraction(x: number): number {
  return Math.floor((x - Math.floor(x)) * 2 ** 32);
}

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** SHA-256 (FIPS 180-4). */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((message.length + 72) >> 6) << 6);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const state = Uint32Array.from(INITIAL);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let k = 0; k < 16; k++) words[k] = view.getUint32(at + 4 * k);
    mixBlock(state, words);
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, k) => out.setUint32(4 * k, word));
  return new Uint8Array(out.buffer);
}

function mixBlock(state: Uint32Array, words: Uint32Array): void {
  for (let k = 16; k < 64; k++) {
    const x = words[k - 15]!, y = words[k - 2]!;
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    words[k] = words[k - 16]! + s0 + words[k - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let k = 0; k < 64; k++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[k]! + words[k]!) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, k) => { state[k] = state[k]! + word; });
}

/** HMAC-SHA-256 (RFC 2104); the key has at most 64 bytes. */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const pad = (byte: number): Uint8Array => Uint8Array.from({ length: 64 }, (_, k) => (key[k] ?? 0) ^ byte);
  return sha256(join(pad(0x5c), sha256(join(pad(0x36), message))));
}

/** Bytes one after the other. */
export function join(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const MASK = (1n << 64n) - 1n;
const rotateRight = (x: bigint, by: bigint): bigint => ((x >> by) | (x << (64n - by))) & MASK;
const rotateLeft = (x: bigint, by: bigint): bigint => ((x << by) | (x >> (64n - by))) & MASK;

const BLAKE_INITIAL = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const BLAKE_ORDER = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((row) => Array.from(row, (digit) => Number.parseInt(digit, 16)));

/** BLAKE2b (RFC 7693) with a digest of 8 bytes, as a number, the first byte the highest. */
export function blake2b64(message: Uint8Array): bigint {
  const state = [...BLAKE_INITIAL];
  state[0]! ^= 0x01010000n ^ 8n;
  const blocks = Math.max(1, Math.ceil(message.length / 128));
  for (let k = 0; k < blocks; k++) {
    const block = new Uint8Array(128);
    block.set(message.subarray(128 * k, 128 * (k + 1)));
    const isLast = k === blocks - 1;
    blakeBlock(state, block, BigInt(isLast ? message.length : 128 * (k + 1)), isLast);
  }
  const digest = new DataView(new ArrayBuffer(8));
  digest.setBigUint64(0, state[0]!, true);
  return digest.getBigUint64(0);
}

function blakeBlock(state: bigint[], block: Uint8Array, length: bigint, isLast: boolean): void {
  const view = new DataView(block.buffer);
  const words = Array.from({ length: 16 }, (_, k) => view.getBigUint64(8 * k, true));
  const v = [...state, ...BLAKE_INITIAL];
  v[12]! ^= length;
  if (isLast) v[14]! ^= MASK;
  const mix = (a: number, b: number, c: number, d: number, x: bigint, y: bigint): void => {
    v[a] = (v[a]! + v[b]! + x) & MASK;
    v[d] = rotateRight(v[d]! ^ v[a]!, 32n);
    v[c] = (v[c]! + v[d]!) & MASK;
    v[b] = rotateRight(v[b]! ^ v[c]!, 24n);
    v[a] = (v[a]! + v[b]! + y) & MASK;
    v[d] = rotateRight(v[d]! ^ v[a]!, 16n);
    v[c] = (v[c]! + v[d]!) & MASK;
    v[b] = rotateRight(v[b]! ^ v[c]!, 63n);
  };
  for (let round = 0; round < 12; round++) {
    const order = BLAKE_ORDER[round % 10]!;
    for (let k = 0; k < 8; k++) {
      const slant = k >> 2, column = k & 3;
      const at = (row: number): number => 4 * row + ((column + slant * row) & 3);
      mix(at(0), at(1), at(2), at(3), words[order[2 * k]!]!, words[order[2 * k + 1]!]!);
    }
  }
  for (let k = 0; k < 8; k++) state[k]! ^= v[k]! ^ v[k + 8]!;
}

const KECCAK_RATE = 136; // bytes, of SHAKE-256

/** The first bytes of SHAKE-256 (FIPS 202) of a message that fits into one block, at most a block. */
export function shake256(message: Uint8Array, bytes: number): Uint8Array {
  if (message.length >= KECCAK_RATE || bytes > KECCAK_RATE) throw new RangeError("one block at most");
  const block = new Uint8Array(200);
  block.set(message);
  block[message.length]! ^= 0x1f;
  block[KECCAK_RATE - 1]! ^= 0x80;
  const view = new DataView(block.buffer);
  const state = Array.from({ length: 25 }, (_, k) => view.getBigUint64(8 * k, true));
  keccak(state);
  state.forEach((word, k) => view.setBigUint64(8 * k, word, true));
  return block.slice(0, bytes);
}

function keccak(a: bigint[]): void {
  let feedback = 1; // of the register that gives the constants of the rounds
  for (let round = 0; round < 24; round++) {
    const columns = [0, 1, 2, 3, 4].map((x) => a[x]! ^ a[x + 5]! ^ a[x + 10]! ^ a[x + 15]! ^ a[x + 20]!);
    for (let k = 0; k < 25; k++) a[k]! ^= columns[(k + 4) % 5]! ^ rotateLeft(columns[(k + 1) % 5]!, 1n);
    let [x, y, carried] = [1, 0, a[1]!];
    for (let t = 0; t < 24; t++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const next = a[x + 5 * y]!;
      a[x + 5 * y] = rotateLeft(carried, BigInt((((t + 1) * (t + 2)) / 2) % 64));
      carried = next;
    }
    for (let row = 0; row < 25; row += 5) {
      const line = a.slice(row, row + 5);
      for (let k = 0; k < 5; k++) a[row + k] = line[k]! ^ (~line[(k + 1) % 5]! & MASK & line[(k + 2) % 5]!);
    }
    for (let j = 0; j < 7; j++) {
      if ((feedback & 1) === 1) a[0]! ^= 1n << BigInt((1 << j) - 1);
      feedback = (feedback << 1) ^ (feedback >> 7 === 1 ? 0x171 : 0);
    }
  }
}
