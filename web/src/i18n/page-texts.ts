// Texts that are loaded with the pages that need them.

import { settings } from "../stores/settings.svelte";
import type { Text } from "./en";
import { type Facts, render } from "./index.svelte";

export interface PageTexts<K extends string> {
  readonly text: (key: K, facts?: Facts) => string;
  readonly word: (key: string, fallback?: string, facts?: Facts) => string; // of a composed key, or a fallback
}

/** Translate the texts of some pages: the English ones, and those of all languages by file. */
export function pageTexts<K extends string>(en: Record<K, Text>, files: Record<string, Record<K, Text>>): PageTexts<K> {
  const text = (key: K, facts: Facts = {}): string => render((files[`./${settings.language}.ts`] ?? en)[key], facts);
  return { text, word: (key, fallback = key, facts = {}) => (key in en ? text(key as K, facts) : fallback) };
}
