// Variants with ratings of their own: solo, teams (of each kind of partners), or a number of players.

import { t } from "../i18n/index.svelte";

export function variantName(variant: string): string {
  if (variant === "solo") return t("new.solo");
  if (variant === "teams") return t("new.teams");
  if (variant === "teams-open") return t("variant.teams-open");
  if (variant === "teams-shared") return t("variant.teams-shared");
  return t("leaders.players", { n: Number(variant) });
}

/** The variants of a game. */
export function variantsOf(game: { name: string; players: readonly number[] }): string[] {
  const kinds = game.players.map((n) => (n === 1 ? "solo" : String(n)));
  return game.name === "ingenious" ? [...kinds, "teams", "teams-open", "teams-shared"] : kinds;
}
