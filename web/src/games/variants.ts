// Variants with ratings of their own: solo, teams, or a number of players.

import { t } from "../i18n/index.svelte";

export function variantName(variant: string): string {
  if (variant === "solo") return t("new.solo");
  if (variant === "teams") return t("new.teams");
  return t("leaders.players", { n: Number(variant) });
}

/** The variants of a game. */
export function variantsOf(game: { name: string; players: readonly number[] }): string[] {
  const kinds = game.players.map((n) => (n === 1 ? "solo" : String(n)));
  return game.name === "ingenious" ? [...kinds, "teams"] : kinds;
}
