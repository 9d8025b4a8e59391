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
  const checks: Check[] = [];
  if (!seen?.commitment) checks.push({ what: "unseen", holds: null });
  else if (seen.commitment !== proof.commitment) checks.push({ what: "other-commitment", holds: false });
  else checks.push({ what: seen.before ? "same-commitment" : "same-commitment-late", holds: true });
  if (proof.key !== "") {
    const computed = await fingerprint(proof.key).catch(() => null); // browsers compute it only over https
    const published = seen?.commitment || proof.commitment;
    checks.push(computed === null ? { what: "no-fingerprint", holds: null } : computed === published ? { what: "own", holds: true } : { what: "other-key", holds: false });
  }
  if (!seen?.nonce) checks.push({ what: "no-nonce", holds: null });
  else if (Object.values(proof.nonces).includes(seen.nonce)) checks.push({ what: "own-nonce", holds: true });
  else checks.push({ what: "other-nonce", holds: false });
  return checks;
}
