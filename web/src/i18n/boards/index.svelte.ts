// Translate the texts of the pages about boards.

import { settings } from "../../stores/settings.svelte";
import { type Facts, render } from "../index.svelte";
import { type BoardKey, type BoardTexts, en } from "./en";

const FILES = import.meta.glob<BoardTexts>("./??.ts", { eager: true, import: "default" });

export const boardText = (key: BoardKey, facts: Facts = {}): string => render((FILES[`./${settings.language}.ts`] ?? en)[key], facts);

/** The text of a composed key, or a fallback. */
export const boardWord = (key: string, fallback = key, facts: Facts = {}): string => (key in en ? boardText(key as BoardKey, facts) : fallback);
