// Lead from a board to a table: alone against a bot, or with friends.

import { router } from "../../app/router.svelte";
import { settings } from "../../stores/settings.svelte";
import { newTablePath } from "./board-link";

/** Open the form for a new table with a board chosen, and the other seats for bots or for friends. */
export async function playBoard(layout: string, opponents: "bot" | "open"): Promise<void> {
  const preset = settings.table;
  for (let k = 1; k < Math.max(2, preset.players); k += 1) {
    const seat = preset.seats[k] ?? { level: "casual", name: "" };
    preset.seats[k] = { ...seat, kind: opponents };
  }
  router.go(await newTablePath(layout));
}
