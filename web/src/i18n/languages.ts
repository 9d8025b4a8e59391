// The languages there are: every file here that bears the code of one. Adding a language is one file.

import type { Texts } from "./en";

const FILES = import.meta.glob<Texts>("./??.ts", { eager: true, import: "default" });

export const LANGUAGES: Readonly<Record<string, Texts>> = Object.fromEntries(
  Object.entries(FILES).map(([file, texts]) => [file.slice(2, 4), texts]),
);

/** What a language calls itself. */
export function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The first language that somebody wants and we have; English, if there is none. */
export const chosen = (wanted: readonly string[]): string =>
  wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => code in LANGUAGES) ?? "en";
