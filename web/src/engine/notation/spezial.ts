// Genial Spezial in words: moves (`m11m12`, `m10m11+O`, `pass`) and chance (`* chips …`).

import { readField } from "../module";
import type { Position } from "../rules";
import type { Tables } from "../tables";
import type { Notation } from "./index";

export function spezial({ names, numbers, lists, record: layout }: Tables, template: Position): Notation {
  const { cells, chips, choices } = names as Record<"cells" | "chips" | "choices", readonly string[]>;
  const { pass, tower } = numbers as Record<"pass" | "tower", number>;
  const board = readField(layout, template, "board");
  const towers = cells.filter((_, cell) => board[cell]! >= tower);

  const pairOf = (edge: number): string => cells[lists.edge_low![edge]!]! + cells[lists.edge_high![edge]!]!;
  const edges = new Map(lists.edge_low!.map((_, edge) => [pairOf(edge), edge]));

  return {
    spell(code) {
      if (code === pass) return "pass";
      return pairOf(Math.floor(code / choices.length)) + choices[code % choices.length]!;
    },

    read(text) {
      if (text === "pass") return pass;
      const [pair, ...colours] = text.split(/(?=\+)/);
      const [edge, choice] = [edges.get(pair!), choices.indexOf(colours.join(""))];
      return edge === undefined || choice < 0 ? null : edge * choices.length + choice;
    },

    chanceLines(draws) {
      if (draws.length === 0) return [];
      return [`* chips ${draws.map((chip, k) => `${towers[k]}:${chips[chip]}`).join(" ")}`];
    },

    redact: (line) => line,
    revealed: () => [],
  };
}
