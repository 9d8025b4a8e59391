// Which games of this browser the history of an account does not have yet.

import type { StoredTable } from "./table";

/** Does a game belong into the history of an account, and is it not there yet? Games of another account stay here. */
export function isToBeSent({ ended, sent, seats, began, out }: StoredTable, account: string): boolean {
  if (ended === null || ended.how === "aborted" || sent !== undefined) return false;
  if (out.length > 0 && began === undefined) return false; // an earlier version did not note which seat was whose
  const person = (began ?? seats).find(({ type }) => type === "person");
  return person?.type === "person" && (person.account === "" || person.account === account);
}
