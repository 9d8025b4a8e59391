// The fingerprint of a key, published before a game so that the key cannot be chosen afterwards.

/** The SHA-256 of bytes in hexadecimal, in hexadecimal. */
export async function fingerprint(hex: string): Promise<string> {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
