// What somebody is told wherever he is: it is his turn at another table, he is paired, he cannot stay.

import { live, type Told } from "../api/live.svelte";
import { pairing } from "./pairing.svelte";
import { router } from "../app/router.svelte";
import { session } from "./session.svelte";
import type { YourTurn } from "../api/wire";

class Notices {
  /** Tables that wait for me, the latest last. */
  turns = $state.raw<YourTurn[]>([]);
  /** Is the account that was used here banned or deleted? */
  ended = $state(false);
  /** What could not be done on this page, in a sentence. */
  problem = $state("");

  take(message: Told): void {
    switch (message.type) {
      case "paired":
        pairing.found(message.table);
        break;
      case "your-turn":
        this.turns = [...this.turns.filter((turn) => turn.table !== message.table), message];
        break;
      case "farewell":
        this.turns = [];
        // A page of another site is shown out, too: only the server knows whether this was about me.
        void session.load().then(() => (this.ended = session.me === null), () => undefined);
    }
  }

  drop(table: string): void {
    if (this.turns.some((turn) => turn.table === table)) {
      this.turns = this.turns.filter((turn) => turn.table !== table);
    }
  }
}

export const notices = new Notices();

/** From now on notices are heard. */
export function hearNotices(): void {
  live.onword = (message) => notices.take(message);
  $effect.root(() => {
    $effect(() => live.stay(session.me !== null));
    $effect(() => {
      const [page, table] = router.parts;
      notices.problem = "";
      if (page === "table" && table !== undefined) notices.drop(table);
    });
  });
}
