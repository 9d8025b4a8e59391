// What this browser can say itself about the deals of a game: from what it saw and gave before.

import type { Kept } from "../../stores/commitments";
import type { Proof } from "../../api/wire";
import { fingerprint } from "./fingerprint";

export interface Check {
  readonly what: string; // the name of a text that says what was found
  readonly holds: boolean | null; // null: this browser cannot tell
}

/** What holds of a proof that the server gives, and what does not. */
export async function checks(proof: Proof, kept: Kept | null): Promise<Check[]> {
  const found: Check[] = [];
  if (!kept?.commitment) found.push({ what: "unseen", holds: null });
  else if (kept.commitment !== proof.commitment) found.push({ what: "other-promise", holds: false });
  else found.push({ what: kept.before ? "same-promise" : "same-promise-late", holds: true });
  if (proof.key !== "") {
    const own = await fingerprint(proof.key).catch(() => null); // without https a browser does not compute it
    const promise = kept?.commitment || proof.commitment;
    found.push(own === null ? { what: "no-fingerprint", holds: null } : own === promise ? { what: "own", holds: true } : { what: "other-key", holds: false });
  }
  if (!kept?.nonce) found.push({ what: "no-nonce", holds: null });
  else if (Object.values(proof.nonces).includes(kept.nonce)) found.push({ what: "own-nonce", holds: true });
  else found.push({ what: "other-nonce", holds: false });
  return found;
}
