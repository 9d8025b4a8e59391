// Ingenious in words: moves (`Rh8Bi8`, `swap`, `keep`) and chance (`* rack 1 RG BB`).

import { readField } from "../module";
import type { Position } from "../rules";
import type { Tables } from "../tables";
import type { Notation } from "./index";

const HIDDEN = "??";
const PLACEMENT = /^([A-Z])([a-z][0-9]+)([A-Z])([a-z][0-9]+)$/;

/** The seat opposite, of four from 1. */
export const partnerOf = (seat: number): number => ((seat + 1) % 4) + 1;

export function ingenious({ names, numbers, lists, record: layout }: Tables): Notation {
  const { colours, cells, tiles } = names as Record<"colours" | "cells" | "tiles", readonly string[]>;
  const { keep, swap, rack } = numbers as Record<"keep" | "swap" | "rack", number>;
  const kinds = colours.length;
  const rackLine = (word: string, seat: number, held: readonly number[]): string =>
    `* ${word} ${seat} ${held.map((kind) => tiles[kind]).join(" ")}`;

  const pairOf = (edge: number): string => cells[lists.edge_low![edge]!]! + cells[lists.edge_high![edge]!]!;
  const edges = new Map(lists.edge_low!.map((_, edge) => [pairOf(edge), edge]));

  function spell(code: number): string {
    if (code >= keep) return code === swap ? "swap" : "keep";
    const [edge, way] = [Math.floor(code / (kinds * kinds)), code % (kinds * kinds)];
    const [low, high] = [Math.floor(way / kinds), way % kinds];
    const [onLow, onHigh] = [colours[low]! + cells[lists.edge_low![edge]!]!, colours[high]! + cells[lists.edge_high![edge]!]!];
    return low <= high ? onLow + onHigh : onHigh + onLow;
  }

  /** The number of a placement that is written with either cell first. */
  function readPlacement(text: string): number | null {
    const [, first = "", cell = "", second = "", other = ""] = PLACEMENT.exec(text) ?? [];
    const edge = edges.get(cell + other) ?? edges.get(other + cell);
    const [low, high] = edges.has(cell + other) ? [first, second] : [second, first];
    const [onLow, onHigh] = [colours.indexOf(low), colours.indexOf(high)];
    return edge === undefined || onLow < 0 || onHigh < 0 ? null : (edge * kinds + onLow) * kinds + onHigh;
  }

  return {
    spell,

    read(text) {
      if (text === "swap" || text === "keep") return text === "swap" ? swap : keep;
      const code = readPlacement(text);
      return code !== null && spell(code) === text ? code : null; // each move has one spelling
    },

    chanceLines(draws, seat, options) {
      if (draws.length === 0) return [];
      if (seat !== null) return [rackLine("rack", seat, draws)];
      const each = options.players === 1 ? 1 : rack;
      return Array.from({ length: Number(options.players) }, (_, k) => rackLine("rack", k + 1, draws.slice(each * k, each * (k + 1))));
    },

    redact(line, seat, options) {
      const [star, word, owner, ...drawn] = line.split(" ");
      const isPartner = seat !== null && options.partners === "shared" && Number(owner) === partnerOf(seat);
      if (options.players === 1 || owner === String(seat) || isPartner) return line;
      return [star, word, owner, ...drawn.map(() => HIDDEN)].join(" ");
    },

    revealed(before: Position, code) {
      if (code !== swap) return [];
      const turn = readField(layout, before, "turn")[0]!;
      const held = readField(layout, before, "held")[turn]!;
      const kindsHeld = readField(layout, before, "rack").slice(rack * turn, rack * turn + held);
      return [rackLine("shown", turn + 1, kindsHeld.sort((one, other) => one - other))];
    },
  };
}
