// The terms of a table in words: its clock, whether it is rated, its options.

import type { Pace, Terms } from "../api/wire";
import { partnersOf } from "../games/partners";
import { decimal, t } from "../i18n/index.svelte";

/** The clock: "15 min + 10 s", "3 days per move", "No clock". */
export function paceText(pace: Pace | null | undefined): string {
  if (!pace) return t("clock.none");
  if (pace.by_turn) return t("clock.pace.days", { n: Math.round(pace.seconds / 86400) });
  const minutes = decimal(pace.seconds / 60, pace.seconds % 60 === 0 ? 0 : 1);
  return pace.increment ? t("clock.pace", { minutes, seconds: pace.increment }) : t("clock.pace.minutes", { minutes });
}

/** What differs from an ordinary game, each in a few words. */
export function optionTexts(terms: Terms): string[] {
  const [partners, games, board] = [partnersOf(terms), Number(terms.options.games ?? 1), String(terms.options.board ?? "rebuilt")];
  return [
    ...(partners === null ? [] : [`${t("new.teams")} (${t(`partners.${partners}`)})`]),
    ...(games > 1 ? [t("terms.games", { n: games })] : []),
    ...(board === "rebuilt" ? [] : [t("spezial.board-name", { board: board.split("@")[0] }).replace(/\.$/, "")]),
    ...(terms.hints === false && !terms.rated ? [t("terms.no-hints")] : []),
    ...(terms.take_backs === false && !terms.rated ? [t("terms.no-take-backs")] : []),
  ];
}

/** The clock, whether it is rated, and the options. */
export const termsTexts = (terms: Terms): string[] => [paceText(terms.pace), t(terms.rated ? "terms.rated" : "terms.casual"), ...optionTexts(terms)];
