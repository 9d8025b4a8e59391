// What Ingenious says of its positions: as Python's `view`, `explain`, `choices` and `ending`.

import type { IngeniousEnding, IngeniousExplanation, IngeniousHalf, IngeniousPlaces, IngeniousView } from "../../api/wire";
import { compareColours } from "../comparison";
import { readField, readNumber } from "../module";
import type { Notation } from "../notation";
import { partnerOf } from "../notation/ingenious";
import type { Position, Rules } from "../rules";
import type { State } from "../state";
import type { Kit } from "./index";

type Named = "rack" | "empty" | "keep" | "placing" | "ways" | "lines" | "forward"
  | "explain_gains" | "explain_bonus_moves" | "explain_ends" | "explain_low_lines" | "explain_high_lines";

export function ingenious(rules: Rules, { spell }: Notation): Kit {
  const { tables } = rules.module;
  const { record: layout, lists } = tables;
  const names = tables.names as Record<"colours" | "cells" | "tiles" | "phases", readonly string[]>;
  const numbers = tables.numbers as Record<Named, number>;
  const { colours } = names;
  const { full } = rules.template.view as Pick<IngeniousView, "full">;
  const tracks = 1 + Math.max(...rules.template.tracks);
  const end = full.at(-1)!; // of a track
  const field = (position: Position, name: string): number => readNumber(layout, position, name);

  function scores(position: Position): Record<string, number>[] {
    const points = readField(layout, position, "scores");
    return Array.from({ length: tracks }, (_, track) => Object.fromEntries(Array.from(colours, (colour, k) => [colour, points[colours.length * track + k]!])));
  }

  function rackOf(position: Position, seat: number): string[] {
    const held = readField(layout, position, "held")[seat - 1]!;
    const first = numbers.rack * (seat - 1);
    return readField(layout, position, "rack").slice(first, first + held).sort((one, other) => one - other).map((kind) => names.tiles[kind]!);
  }

  function boardOf(position: Position): Record<string, string> {
    const symbols = readField(layout, position, "board").map((symbol, square) => [names.cells[square]!, symbol] as const);
    return Object.fromEntries(symbols.filter(([cell, symbol]) => cell !== "" && symbol < numbers.empty).map(([cell, symbol]) => [cell, colours[symbol]!]));
  }

  /** The printed symbols that the first tile of the seat to move can touch; null if it lies. */
  function openings(position: Position): string[] | null {
    const isFirst = field(position, "phase") === numbers.placing && (field(position, "laid") >> field(position, "turn") & 1) === 0;
    const taken = field(position, "taken");
    return isFirst ? lists.printed!.filter((_, k) => (taken >> k & 1) === 0).map((square) => names.cells[square]!) : null;
  }

  function visible(position: Position, seat: number | null): object {
    const owner = rules.players === 1 ? 1 : seat; // the solo player's tile is public
    const seesPartner = seat !== null && field(position, "shared") !== 0;
    return {
      phase: names.phases[field(position, "phase")],
      board: boardOf(position),
      rack: owner === null ? null : rackOf(position, owner),
      ...(seesPartner && { partner_rack: rackOf(position, partnerOf(seat)) }),
      rack_sizes: readField(layout, position, "held").slice(0, rules.players),
      bag: field(position, "left"),
      bonus: field(position, "bonus"),
      openings: openings(position),
      full,
    };
  }

  function choices(position: Position): IngeniousPlaces | null {
    const found = rules.places(position);
    if (found === null) return null;
    const pair = (edge: number): string => `${names.cells[lists.edge_low![edge]!]} ${names.cells[lists.edge_high![edge]!]}`;
    const points = Array.from(found.cells, (cell, k) => [names.cells[cell]!, Array.from(found.points.subarray(k * colours.length, (k + 1) * colours.length))] as const);
    return { places: Array.from(found.edges, pair), points: Object.fromEntries(points) };
  }

  function explain(position: Position, code: number): IngeniousExplanation | null {
    const nothing: IngeniousExplanation = { move: spell(code), gains: {}, parts: [], bonus_moves: 0, ends: false };
    if (code >= numbers.keep) return rules.legal(position).includes(code) ? nothing : null;
    const found = rules.explain(position, code);
    if (found === null) return null;
    const told = Array.from(found);
    const [edge, way] = [Math.floor(code / numbers.ways), code % numbers.ways];
    const towards = lists.edge_direction![edge]!;
    const gains = Array.from(colours, (colour, k) => [colour, told[numbers.explain_gains + k]!] as const);
    const lengths = (first: number): number[] => told.slice(first, first + numbers.lines);
    return {
      ...nothing,
      gains: Object.fromEntries(gains.filter(([, points]) => points !== 0)),
      parts: [
        half(lists.edge_low![edge]!, towards, Math.floor(way / colours.length), lengths(numbers.explain_low_lines)),
        half(lists.edge_high![edge]!, towards + numbers.forward, way % colours.length, lengths(numbers.explain_high_lines)),
      ],
      bonus_moves: told[numbers.explain_bonus_moves]!,
      ends: told[numbers.explain_ends] !== 0,
    };
  }

  /** One half of a tile: the lines that score, with their cells. */
  function half(square: number, towards: number, colour: number, lengths: readonly number[]): IngeniousHalf {
    const lines = lengths.map((length, k) => {
      const step = lists.steps![towards + 1 + k]!;
      return { cells: Array.from({ length }, (_, n) => names.cells[square + step * (n + 1)]!), points: length };
    });
    return {
      kind: "half",
      cell: names.cells[square]!,
      colour: colours[colour]!,
      points: lengths.reduce((sum, length) => sum + length, 0),
      lines: lines.filter(({ points }) => points > 0),
    };
  }

  function ending(state: State, ranks: readonly number[] | null): IngeniousEnding {
    const isFull = scores(state.position).some((points) => Object.values(points).every((here) => here === end));
    return {
      reason: state.over ? (isFull ? "all-full" : "no-room") : "",
      facts: { n: end },
      ...compareColours(state, ranks, (code) => (code < numbers.keep ? names.tiles[lists.type_of_way![code % numbers.ways]!]! : "")),
      completed: completed(state),
    };
  }

  /** By seat: how often it completed a colour. */
  function completed(state: State): number[] {
    const counts = Array.from({ length: rules.players }, () => 0);
    for (const { previous, mover, scores: after } of state.history) {
      if (previous === null || mover === null) continue;
      const track = rules.template.tracks[mover - 1]!;
      const [had, has] = [previous.scores[track]!, after[track]!];
      for (const colour of colours) counts[mover - 1]! += full.filter((points) => had[colour]! < points && points <= has[colour]!).length;
    }
    return counts;
  }

  return { scores, visible, choices, explain, ending };
}
