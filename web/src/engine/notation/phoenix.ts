// Phoenix in words: moves (`M3:2>5`, `S2:4-6`, `-R`) and chance (`* spectrum RGBYPO`).

import type { Tables } from "../tables";
import type { Notation } from "./index";

const HIDDEN = "?";
const SECRET = ["hand", "card"]; // chance that only one seat sees
const SEATS = 2;

const pieces = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, k) => all.slice(size * k, size * (k + 1)));

export function phoenix({ names, numbers }: Tables): Notation {
  const { colours, cards, moves } = names as Record<"colours" | "cards" | "moves", readonly string[]>;
  const { cube, pawn, card, line, hand } = numbers as Record<"cube" | "pawn" | "card" | "line" | "hand", number>;

  return {
    spell: (code) => moves[code]!,
    read: (text) => (moves.includes(text) ? moves.indexOf(text) : null),

    chanceLines(draws, seat) {
      const lines: string[] = [];
      let rest = [...draws];
      if (seat !== null && rest[0] !== undefined && rest[0] >= card) {
        lines.push(`* card ${seat} ${cards[rest[0] - card]}`);
        rest = rest.slice(1);
      }
      const cubes = rest.filter((outcome) => outcome < pawn).map((outcome) => colours[outcome - cube]);
      const pawns = rest.filter((outcome) => outcome >= pawn && outcome < card).map((outcome) => colours[outcome - pawn]);
      const dealt = rest.filter((outcome) => outcome >= card).map((outcome) => cards[outcome - card]);
      if (cubes.length > 0) lines.push(`* spectrum ${cubes.join("")}`);
      // Lines that were put back because one of them matched are not written.
      pieces(pawns.slice(-SEATS * line), line).forEach((row, k) => lines.push(`* line ${k + 1} ${row.join("")}`));
      pieces(dealt, hand).forEach((held, k) => lines.push(`* hand ${k + 1} ${held.join(" ")}`));
      return lines;
    },

    redact(text, seat) {
      const [star, word, owner, ...drawn] = text.split(" ");
      if (!SECRET.includes(word!) || owner === String(seat)) return text;
      return [star, word, owner, ...drawn.map(() => HIDDEN)].join(" ");
    },

    revealed: () => [],
  };
}
