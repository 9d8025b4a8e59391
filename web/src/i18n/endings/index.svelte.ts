// Translate the texts of the end of a game.

import { settings } from "../../stores/settings.svelte";
import { type Facts, render } from "../index.svelte";
import { type EndKey, type EndTexts, en } from "./en";

const FILES = import.meta.glob<EndTexts>("./??.ts", { eager: true, import: "default" });

export const endText = (key: EndKey, facts: Facts = {}): string => render((FILES[`./${settings.language}.ts`] ?? en)[key], facts);

/** The text of a composed key, or of a fallback. */
export const endWord = (key: string, fallback: EndKey, facts: Facts = {}): string => endText(key in en ? (key as EndKey) : fallback, facts);
