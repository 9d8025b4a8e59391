// Open a table that was described in a form, and go there.

import { post } from "../../api/http";
import type { NewTable } from "../../api/wire";
import { router } from "../../app/router.svelte";
import { openLocally } from "../../local/open";
import { t } from "../../i18n/index.svelte";
import { createNonce, rememberCommitment } from "../../stores/commitments";
import { openTable } from "../../stores/games.svelte";
import { namePrompt } from "../../stores/name-prompt.svelte";
import { session } from "../../stores/session.svelte";

/** Open a table in this browser and show it; if the browser cannot play the game, open it on the server. */
export async function openHereAndGo(newTable: NewTable, onwait: (percentDone: string) => void): Promise<void> {
  const table = await openLocally(newTable);
  if (table === null) await openAndGo(newTable, onwait);
  else router.go(`/table/${table}`);
}

/** Open a table, start its game if no seat is open, and show it; `onwait` receives the progress in per cent. */
export async function openAndGo(newTable: NewTable, onwait: (percentDone: string) => void): Promise<void> {
  const isForOthers = newTable.seats.some((seat) => seat.type === "open");
  if (!isForOthers) await session.ensureAccount(t("guest.name"));
  else if (!(await namePrompt.ensureName())) return;
  const table = await openTable(newTable, onwait);
  rememberCommitment(table);
  if (!isForOthers) await post(`/api/tables/${table.table}/start`, { nonce: createNonce(table.table) });
  router.go(`/table/${table.table}`);
}
