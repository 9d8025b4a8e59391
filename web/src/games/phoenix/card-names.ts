// The names of the cards of Phoenix.

import { t, type Key } from "../../i18n/index.svelte";

export const cardName = (card: string): string => t(`phoenix.card.${card[0]}` as Key, { n: card[1] ?? "" });
