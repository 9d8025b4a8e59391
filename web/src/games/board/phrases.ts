// Sentences about a seat: one's own is spoken to, the others are named.

import { t, word, type Key } from "../../i18n/index.svelte";

export class SeatPhrases {
  constructor(readonly mine: number, readonly names: readonly string[] = []) {}

  name(seat: number): string {
    if (seat === this.mine) return t("who.you");
    const name = this.names[seat - 1];
    if (!name) return t("who.seat", { seat });
    const isShared = this.names.some((other, k) => other === name && k !== seat - 1 && k !== this.mine - 1);
    return isShared ? `${name} (${seat})` : name; // bots of one level have one name
  }

  /** The text of `key.you` or of `key` with a `name`. */
  about(key: string, seat: number, facts: Record<string, unknown> = {}): string {
    const whole = seat === this.mine ? `${key}.you` : key;
    return t(whole as Key, { ...facts, name: this.name(seat) });
  }
}

/** Colours as a reader says them: "red, green". */
export const colourNames = (colours: Iterable<string>): string =>
  [...colours].map((colour) => word(`colour.${colour}`)).join(", ");

/** Points as a reader says them: "3 red, 1 green". */
export const pointsText = (points: Iterable<readonly [string, number]>): string =>
  [...points].map(([colour, n]) => `${n} ${word(`colour.${colour}`)}`).join(", ");

/** Is a key meant for a text that is being written, or for the browser? */
export const isTyping = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey ||
  Boolean((event.target as Element | null)?.closest?.("input, textarea, select, [contenteditable]"));
