// Translate the texts of the editor of positions, and why a position is impossible.

import { settings } from "../../stores/settings.svelte";
import type { Text } from "../en";
import { type Facts, render } from "../index.svelte";
import { pageTexts } from "../page-texts";
import { type PositionTexts, en } from "./en";

const FILES = import.meta.glob<PositionTexts>("./??.ts", { eager: true, import: "default" });
const FAULTS = import.meta.glob<Record<string, Text>>("./faults.??.ts", { eager: true, import: "default" });

export const { text: positionText } = pageTexts(en, FILES);

/** Why a position is impossible: our own words, or the server's English sentence. */
export function faultText(reason: string, sentence: string, facts: Facts): string {
  const faults = FAULTS[`./faults.${settings.language}.ts`] ?? {};
  const text = faults[reason] ?? faults.other;
  return text === undefined ? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.` : render(text, { ...facts, sentence });
}
