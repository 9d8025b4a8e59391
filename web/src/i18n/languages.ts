// The available languages: every file here named by a language code. To add a language, add one file.
// English is always there; the texts of another language are loaded when a reader wants it.

import { SvelteMap } from "svelte/reactivity";
import english, { type Texts } from "./en";

const FILES = import.meta.glob<Partial<Texts>>(["./??.ts", "!./en.ts"], { import: "default" });
const OTHER_PAGES = import.meta.glob<Partial<Texts>>("./other-pages/??.ts", { import: "default" });

const loaded = new SvelteMap<string, Partial<Texts>>([["en", english]]);
const loading = new Map<string, Promise<void>>();

/** Load a file of texts once; if that fails, there are none until the next start. */
function load(code: string, path: string, file: (() => Promise<Partial<Texts>>) | undefined): Promise<void> {
  if (file === undefined) return Promise.resolve();
  if (!loading.has(path)) loading.set(path, file().then((texts) => void loaded.set(code, { ...loaded.get(code), ...texts }), () => undefined));
  return loading.get(path)!;
}

/** The codes of all languages. */
export const LANGUAGES: readonly string[] = ["en", ...Object.keys(FILES).map((file) => file.slice(2, 4))].sort();

/** The name of a guest without a name, in every language. */
export const GUEST_NAMES: readonly string[] = ["Gast", "Guest"];

/** Load the texts of a language for the first page and for tables; until then they are English. */
export const loadLanguage = (code: string): Promise<void> => load(code, code, FILES[`./${code}.ts`]);

/** Load the other texts of a language, and the reasons of refusals. */
export const loadOtherPages = (code: string): Promise<void> => load(code, `other-pages/${code}`, OTHER_PAGES[`./other-pages/${code}.ts`]);

/** A text in a language: English until its language is loaded, nothing until its page is. */
export function textOf(code: string, key: keyof Texts): Texts[keyof Texts] {
  const text = loaded.get(code)?.[key];
  if (text !== undefined) return text;
  void (key in english ? loadLanguage(code) : loadOtherPages(code));
  return loaded.get("en")?.[key] ?? "";
}

/** Is there a text with this key, as far as texts are loaded? */
export const hasText = (key: string): key is keyof Texts => [...loaded.values()].some((texts) => key in texts);

/** The name of a language in that language. */
export function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The first wanted language that is available, or English. */
export const preferredLanguage = (wanted: readonly string[]): string =>
  wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => LANGUAGES.includes(code)) ?? "en";
