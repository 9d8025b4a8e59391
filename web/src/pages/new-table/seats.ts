// The seats of a new table.

import type { NewTable } from "../../api/wire";
import { t } from "../../i18n/index.svelte";
import type { TablePreset } from "../../stores/settings.svelte";

export type NewSeat = NewTable["seats"][number];
type Opponent = TablePreset["seats"][number];
export type OpponentKind = "bot" | "open"; // a bot, or a friend

/** Choose bots or friends for the other seats in the form for a new table. */
export function presetOpponents(preset: Pick<TablePreset, "seats">, players: number, kind: OpponentKind): void {
  for (let k = 1; k < Math.max(2, players); k += 1) {
    preset.seats[k] = { ...(preset.seats[k] ?? { level: "casual", name: "" }), kind };
  }
}

/** The index of a seat among the remembered opponents, who are counted from 1. */
export const opponentIndex = (seat: number, mySeat: number): number => (seat < mySeat ? seat : seat - 1);

/** The opponent in a seat, as last chosen. */
export const opponentIn = (seat: number, mySeat: number, preset: Pick<TablePreset, "seats">): Opponent =>
  preset.seats[opponentIndex(seat, mySeat)] ?? { kind: "bot", level: "casual", name: "" };

/** The seats of a new table, with me in one of them. */
export function newSeats(players: number, mySeat: number, preset: Pick<TablePreset, "seats">, levels: readonly string[]): NewSeat[] {
  return Array.from({ length: players }, (_, k): NewSeat => {
    const seat = k + 1;
    if (seat === mySeat) return { type: "me" };
    const opponent = opponentIn(seat, mySeat, preset);
    if (opponent.kind === "open") return { type: "open" };
    if (opponent.kind === "screen") return { type: "screen", name: opponent.name.trim() || t("new.seat", { seat }) };
    return { type: "bot", level: levels.includes(opponent.level) ? opponent.level : "casual" };
  });
}
