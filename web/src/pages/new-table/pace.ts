// The clock of a new table.

import type { Pace } from "../../api/wire";
import type { TablePreset } from "../../stores/settings.svelte";

export const CLOCKS = ["none", "5+5", "15+10", "30+20", "own", "1d", "3d", "7d", "days"] as const;

/** The pace that was chosen; null: no clock. */
export function paceOf(preset: Pick<TablePreset, "clock" | "minutes" | "increment" | "days">): Pace | null {
  if (preset.clock === "none") return null;
  if (preset.clock === "own") return { seconds: 60 * preset.minutes, increment: preset.increment, by_turn: false };
  if (preset.clock === "days") return { seconds: 86400 * preset.days, increment: 0, by_turn: true };
  if (preset.clock.endsWith("d")) return { seconds: 86400 * parseInt(preset.clock), increment: 0, by_turn: true };
  const [minutes, increment] = preset.clock.split("+").map(Number);
  return { seconds: 60 * minutes!, increment: increment!, by_turn: false };
}
