// Translate texts, and format numbers and dates, in the user's language.

import { Refusal } from "../api/http";
import type { Fact } from "../api/wire";
import { settings } from "../stores/settings.svelte";
import type { Key, Text } from "./en";
import { hasText, textOf } from "./languages";

export type { Key };

/** What fills the placeholders of a text, by name. */
export type Facts = Readonly<Record<string, Fact | null | undefined>>;

/** Bots are called "casual player": capitalise the name where it starts a sentence. */
const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function fill(text: string, facts: Facts): string {
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name] ?? "";
    return typeof fact === "number" ? new Intl.NumberFormat(settings.language).format(fact) : String(fact);
  });
  return /^\{name\}./.test(text) ? capitalise(filled) : filled;
}

/** The text of a key with its placeholders filled in; `n` selects the plural form. */
export function t(key: Key, facts: Facts = {}): string {
  return render(textOf(settings.language, key), facts);
}

/** A text with its placeholders filled in; `n` selects the plural form. */
export function render(text: Text, facts: Facts): string {
  if (typeof text === "string") return fill(text, facts);
  const rule = new Intl.PluralRules(settings.language).select(Number(facts.n ?? 0));
  return fill(text[rule] ?? text.other, facts);
}

/** The text of a composed key, or a fallback. */
export function word(key: string, fallback = key, facts: Facts = {}): string {
  return hasText(key) ? t(key, facts) : fallback;
}

/** The reason of an error in the user's language, or in the server's words if there is no translation. */
export function sentence(error: unknown): string {
  if (!(error instanceof Refusal)) return String(error);
  const { code, message, facts } = error;
  const option = word(`option.${String(facts.option)}`, String(facts.option));
  const filled = { n: facts.minutes, ...facts, option };
  return word(`refusal.${code}.${String(facts.reason)}`, word(`refusal.${code}`, message, filled), filled);
}

export function dateTimeOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(date);
}

/** A share as a percentage. */
export const percent = (share: number, digits = 0): string =>
  new Intl.NumberFormat(settings.language, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(share);

export const decimal = (value: number, digits = 1): string =>
  new Intl.NumberFormat(settings.language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

/** A day such as 2026-11-16 in words. */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "full", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

export const dateOf = (seconds: number): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "medium" }).format(new Date(seconds * 1000));

/** A duration in one unit, abbreviated by default. */
export const span = (value: number, unit: "day" | "hour" | "minute" | "second", unitDisplay: "narrow" | "long" = "narrow"): string =>
  new Intl.NumberFormat(settings.language, { style: "unit", unit, unitDisplay }).format(value);
