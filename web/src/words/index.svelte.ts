// Words in the reader's language. Adding a language is one file and one line here.

import { settings } from "../settings.svelte";
import { de } from "./de";
import { en, type Key, type Text, type Texts } from "./en";

export const LANGUAGES: Record<string, { name: string; texts: Texts }> = {
  en: { name: "English", texts: en },
  de: { name: "Deutsch", texts: de },
};

export type { Key };

/** A sentence that begins with a name begins with a capital: bots are called "casual player". */
const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function fill(text: string, facts: Record<string, unknown>): string {
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ""));
  return /^\{(name|who)\}./.test(text) ? begun(filled) : filled;
}

/** The text of a key, with its gaps filled; `n` decides between one and many. */
export function t(key: Key, facts: Record<string, unknown> = {}): string {
  const language = LANGUAGES[settings.language] ?? LANGUAGES.en!;
  const text: Text = language.texts[key];
  if (typeof text === "string") return fill(text, facts);
  const rule = new Intl.PluralRules(settings.language).select(Number(facts.n ?? 0));
  return fill(rule === "one" ? text.one : text.other, facts);
}

/** The text of a key that is put together, or what stands in for it. */
export function word(key: string, otherwise = key): string {
  return key in en ? t(key as Key) : otherwise;
}

/** What a refusal is in the reader's language; the server's own sentence if it has no text. */
export function sentence(refusal: { code: string; message: string }): string {
  return word(`refusal.${refusal.code}`, refusal.message);
}

export function when(seconds: number): string {
  const date = new Date(seconds * 1000);
  return new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(date);
}

/** A share as a reader writes it: 12 % of everything. */
export const percent = (share: number, digits = 0): string =>
  new Intl.NumberFormat(settings.language, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(share);

export const decimal = (value: number, digits = 1): string =>
  new Intl.NumberFormat(settings.language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

/** A day of the calendar, told as 2026-11-16, in words. */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "full", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

export const dateOf = (seconds: number): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "medium" }).format(new Date(seconds * 1000));
