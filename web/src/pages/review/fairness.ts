// What this browser can say itself about the deals of a game: from what it saw and gave before.

import type { Commitment } from "../../stores/commitments";
import type { Proof } from "../../api/wire";
import { fingerprint } from "./fingerprint";

export interface Check {
  readonly what: string; // the name of a text that says what was found
  readonly holds: boolean | null; // null: this browser cannot tell
}

/** What holds of a proof that the server gives, and what does not. */
export async function checkProof(proof: Proof, seen: Commitment | null): Promise<Check[]> {
  const found: Check[] = [];
  if (!seen?.commitment) found.push({ what: "unseen", holds: null });
  else if (seen.commitment !== proof.commitment) found.push({ what: "other-promise", holds: false });
  else found.push({ what: seen.before ? "same-promise" : "same-promise-late", holds: true });
  if (proof.key !== "") {
    const own = await fingerprint(proof.key).catch(() => null); // without https a browser does not compute it
    const promise = seen?.commitment || proof.commitment;
    found.push(own === null ? { what: "no-fingerprint", holds: null } : own === promise ? { what: "own", holds: true } : { what: "other-key", holds: false });
  }
  if (!seen?.nonce) found.push({ what: "no-nonce", holds: null });
  else if (Object.values(proof.nonces).includes(seen.nonce)) found.push({ what: "own-nonce", holds: true });
  else found.push({ what: "other-nonce", holds: false });
  return found;
}
