// The available languages: every file here named by a language code. To add a language, add one file.

import type { Texts } from "./en";

const FILES = import.meta.glob<Texts>("./??.ts", { eager: true, import: "default" });

export const LANGUAGES: Readonly<Record<string, Texts>> = Object.fromEntries(
  Object.entries(FILES).map(([file, texts]) => [file.slice(2, 4), texts]),
);

/** The name of a language in that language. */
export function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The first wanted language that is available, or English. */
export const preferredLanguage = (wanted: readonly string[]): string =>
  wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => code in LANGUAGES) ?? "en";
