// Links that carry a whole text: compressed, in the fragment of the address, which no server sees.

const MOST = 100_000; // characters of a text; what is longer is no link of ours

/** A text as the fragment of an address. */
export async function pack(text: string): Promise<string> {
  const bytes = await read(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")), Infinity);
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of a fragment; null if it is none. */
export async function unpack(fragment: string): Promise<string | null> {
  try {
    const letters = atob(fragment.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const plain = await read(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), MOST);
    return plain.length === 0 ? null : new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch {
    return null;
  }
}

/** All bytes of a stream; throw if there are too many. */
async function read(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError("too long");
    }
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
