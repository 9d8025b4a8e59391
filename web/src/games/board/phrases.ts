// Sentences about seats: "You laid …" for my own seat, "Ada laid …" for the others.

import { t, word, type Facts, type Key } from "../../i18n/index.svelte";

export class SeatPhrases {
  constructor(readonly mine: number, readonly names: readonly string[] = []) {}

  name(seat: number): string {
    if (seat === this.mine) return t("player.you");
    const name = this.names[seat - 1];
    if (!name) return t("player.seat", { seat });
    const isShared = this.names.some((other, index) => other === name && index !== seat - 1 && index !== this.mine - 1);
    return isShared ? `${name} (${seat})` : name; // bots of the same level share a name
  }

  /** The text `key.you` for my seat, or `key` with the `name` of another one. */
  about(key: string, seat: number, facts: Facts = {}): string {
    const fullKey = seat === this.mine ? `${key}.you` : key;
    return t(fullKey as Key, { ...facts, name: this.name(seat) });
  }
}

/** Colours in words: "red, green". */
export const colourNames = (colours: Iterable<string>): string =>
  [...colours].map((colour) => word(`colour.${colour}`)).join(", ");

/** A tile of two symbols in words: "red and green", "double red". */
export function tileName(symbols: Iterable<string>): string {
  const [first = "", second = ""] = [...symbols].map((colour) => word(`colour.${colour}`));
  return t(first === second ? "tile.double" : "tile.two", { first, second });
}

/** Points in words: "3 red, 1 green". */
export const pointsText = (points: Iterable<readonly [string, number]>): string =>
  [...points].map(([colour, n]) => `${n} ${word(`colour.${colour}`)}`).join(", ");
