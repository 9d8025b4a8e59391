// Check a proof of fair dealing against what this browser saw and contributed before the game.

import type { Commitment } from "../../stores/commitments";
import type { Proof } from "../../api/wire";
import { fingerprint } from "./fingerprint";

export interface Check {
  readonly what: string; // key of the text that states the finding
  readonly holds: boolean | null; // null: this browser cannot tell
}

/** Check a proof from the server; one finding per aspect. */
export async function checkProof(proof: Proof, seen: Commitment | null): Promise<Check[]> {
  const found: Check[] = [];
  if (!seen?.commitment) found.push({ what: "unseen", holds: null });
  else if (seen.commitment !== proof.commitment) found.push({ what: "other-commitment", holds: false });
  else found.push({ what: seen.before ? "same-commitment" : "same-commitment-late", holds: true });
  if (proof.key !== "") {
    const own = await fingerprint(proof.key).catch(() => null); // browsers compute it only over https
    const promise = seen?.commitment || proof.commitment;
    found.push(own === null ? { what: "no-fingerprint", holds: null } : own === promise ? { what: "own", holds: true } : { what: "other-key", holds: false });
  }
  if (!seen?.nonce) found.push({ what: "no-nonce", holds: null });
  else if (Object.values(proof.nonces).includes(seen.nonce)) found.push({ what: "own-nonce", holds: true });
  else found.push({ what: "other-nonce", holds: false });
  return found;
}
