// The available languages: every file here named by a language code. To add a language, add one file.
// English is always there; the texts of another language are loaded when a reader wants it.

import { SvelteMap } from "svelte/reactivity";
import english, { type Texts } from "./en";

const FILES = import.meta.glob<Texts>(["./??.ts", "!./en.ts"], { import: "default" });

const loaded = new SvelteMap<string, Texts>([["en", english]]);
const loading = new Map<string, Promise<void>>();

/** The codes of all languages. */
export const LANGUAGES: readonly string[] = ["en", ...Object.keys(FILES).map((file) => file.slice(2, 4))].sort();

/** The name of a guest without a name, in every language. */
export const GUEST_NAMES: readonly string[] = ["Gast", "Guest"];

/** Load the texts of a language; if that fails, they stay English until the next start. */
export function loadLanguage(code: string): Promise<void> {
  const file = FILES[`./${code}.ts`];
  if (file === undefined) return Promise.resolve();
  if (!loading.has(code)) loading.set(code, file().then((texts) => void loaded.set(code, texts), () => undefined));
  return loading.get(code)!;
}

/** The texts of a language, English until they are loaded. */
export function textsOf(code: string): Texts {
  const texts = loaded.get(code);
  if (texts === undefined) void loadLanguage(code);
  return texts ?? english;
}

/** The name of a language in that language. */
export function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The first wanted language that is available, or English. */
export const preferredLanguage = (wanted: readonly string[]): string =>
  wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => LANGUAGES.includes(code)) ?? "en";
