// Words in the reader's language.

import { Refusal } from "../api/http";
import { settings } from "../stores/settings.svelte";
import { en, type Key, type Text } from "./en";
import { LANGUAGES } from "./languages";

export type { Key };

/** A sentence that begins with a name begins with a capital: bots are called "casual player". */
const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function fill(text: string, facts: Record<string, unknown>): string {
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name] ?? "";
    return typeof fact === "number" ? new Intl.NumberFormat(settings.language).format(fact) : String(fact);
  });
  return /^\{(name|who)\}./.test(text) ? begun(filled) : filled;
}

/** The text of a key, with its gaps filled; `n` decides between one, few and many. */
export function t(key: Key, facts: Record<string, unknown> = {}): string {
  const text: Text = (LANGUAGES[settings.language] ?? en)[key];
  if (typeof text === "string") return fill(text, facts);
  const rule = new Intl.PluralRules(settings.language).select(Number(facts.n ?? 0));
  return fill(text[rule] ?? text.other, facts);
}

/** The text of a key that is put together, or what stands in for it. */
export function word(key: string, otherwise = key, facts: Record<string, unknown> = {}): string {
  return key in en ? t(key as Key, facts) : otherwise;
}

/** What went wrong, in the reader's language; in the server's own words where we have no text. */
export const sentence = (why: unknown): string =>
  why instanceof Refusal ? word(`refusal.${why.code}`, why.message, { n: why.facts.minutes, ...why.facts }) : String(why);

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

/** A number of days or hours, as short as the language has it. */
export const span = (value: number, unit: "day" | "hour" | "minute" | "second", unitDisplay: "narrow" | "long" = "narrow"): string =>
  new Intl.NumberFormat(settings.language, { style: "unit", unit, unitDisplay }).format(value);
