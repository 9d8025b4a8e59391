// When finished games of this browser are sent to the history of the account.

import { untrack } from "svelte";
import { live } from "../api/live.svelte";
import { isSite } from "../app/site";
import { session } from "../stores/session.svelte";

/** Send games whenever an account signs in and whenever the connection returns, from now on. */
export function followConnection(): void {
  $effect.root(() => {
    $effect(() => {
      if (live.status !== "lost" && session.me?.kept) untrack(sendFinishedGames);
    });
  });
}

/** Send what is to be sent; only accounts with a password have a history that lasts. */
export function sendFinishedGames(): void {
  if (session.me?.kept && !isSite) void import("./history").then(({ localHistory }) => localHistory.send()).catch(() => undefined);
}
