// Tile Challenge in words: moves (`draw`, `stop`, `take`) and chance (`* middle R G B`).

import type { Tables } from "../tables";
import type { Notation } from "./index";

export function tileChallenge({ names, numbers }: Tables): Notation {
  const { colours, moves } = names as Record<"colours" | "moves", readonly string[]>;
  const { reshuffle, drawn, to_middle: toMiddle } = numbers as Record<"reshuffle" | "drawn" | "to_middle", number>;

  return {
    spell: (code) => moves[code]!,
    read: (text) => (moves.includes(text) ? moves.indexOf(text) : null),

    chanceLines(draws) {
      const lines: string[] = [];
      let isFilling = false;
      for (const outcome of draws) {
        if (outcome === reshuffle) lines.push("* reshuffle");
        else if (outcome >= drawn) lines.push(`* tile ${colours[outcome - drawn]}`);
        else if (isFilling) lines[lines.length - 1] += ` ${colours[outcome - toMiddle]}`;
        else lines.push(`* middle ${colours[outcome - toMiddle]}`);
        isFilling = outcome < reshuffle;
      }
      return lines;
    },

    redact: (line) => line,
    revealed: () => [],
  };
}
