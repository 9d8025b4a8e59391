// Messages that reach an account on any page: your turn at another table, an opponent found, signed out.

import { live, type AccountMessage } from "../api/live.svelte";
import { pairing } from "./pairing.svelte";
import { router } from "../app/router.svelte";
import { session } from "./session.svelte";
import type { YourTurn } from "../api/wire";

class Notifications {
  /** Tables where it is my turn, the latest last. */
  turns = $state.raw<YourTurn[]>([]);
  /** Has this browser been signed out: password changed, account banned or deleted? */
  isSignedOut = $state(false);
  /** Why the last action on this page was refused, in a sentence. */
  problem = $state("");

  receive(message: AccountMessage): void {
    switch (message.type) {
      case "paired":
        pairing.goTo(message.table);
        break;
      case "your-turn":
        this.turns = [...this.turns.filter((turn) => turn.table !== message.table), message];
        break;
      case "farewell":
        this.turns = [];
        // The server also turns away pages of other sites: ask it whether this was about our session.
        void session.load().then(() => (this.isSignedOut = session.me === null), () => undefined);
    }
  }

  /** Remove the notification of a table. */
  dismiss(table: string): void {
    if (this.turns.some((turn) => turn.table === table)) {
      this.turns = this.turns.filter((turn) => turn.table !== table);
    }
  }
}

export const notifications = new Notifications();

/** Receive notifications from now on. */
export function listenForNotifications(): void {
  live.onAccountMessage = (message) => notifications.receive(message);
  $effect.root(() => {
    $effect(() => live.keepConnected(session.me !== null));
    $effect(() => {
      const [page, table] = router.parts;
      notifications.problem = "";
      if (page === "table" && table !== undefined) notifications.dismiss(table);
    });
  });
}
