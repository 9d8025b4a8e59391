// Lead from a board to a table: alone against a bot, or with friends.

import { router } from "../../app/router.svelte";
import { settings } from "../../stores/settings.svelte";
import { type OpponentKind, presetOpponents } from "../new-table/seats";
import { newTablePath } from "./board-link";

/** Open the form for a new table with a board chosen, and the other seats for bots or for friends. */
export async function playBoard(layout: string, opponents: OpponentKind): Promise<void> {
  presetOpponents(settings.table, settings.table.players, opponents);
  router.go(await newTablePath(layout));
}
