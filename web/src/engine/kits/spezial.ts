// What Genial Spezial says of its positions: as Python's `view`, `explain` and `ending`.

import type {
  SpezialBonusPart, SpezialChain, SpezialChipPart, SpezialEnding, SpezialExplanation, SpezialLargePart, SpezialTower, SpezialView,
} from "../../api/wire";
import { compareColours } from "../comparison";
import { readField, readNumber } from "../module";
import type { Notation } from "../notation";
import type { Position, Rules } from "../rules";
import type { State } from "../state";
import type { Kit } from "./index";

type Named = "tiles" | "tower" | "pass" | "chain_of_cell" | "chain_chips" | "chain_large" | "chip_values"
  | "explain_gains" | "explain_chips" | "explain_large" | "explain_values" | "explain_touched" | "explain_chain_length" | "explain_chain";

const has = (set: number, member: number): boolean => (set >> member & 1) === 1;

export function spezial(rules: Rules, { spell }: Notation): Kit {
  const { tables } = rules.module;
  const { record: layout, lists } = tables;
  const { colours, cells, chips: chipNames, choices } = tables.names as Record<"colours" | "cells" | "chips" | "choices", readonly string[]>;
  const numbers = tables.numbers as Record<Named, number>;
  const { players } = rules;
  const constant = rules.template.view as Pick<SpezialView, "layout" | "note" | "bonus" | "full">;
  const emptyBoard = readField(layout, rules.undealt, "board");
  const towers = cells.filter((_, cell) => emptyBoard[cell]! >= numbers.tower); // their cells, in order
  const field = (position: Position, name: string): number => readNumber(layout, position, name);
  const towersIn = (set: number): string[] => towers.filter((_, tower) => has(set, tower));

  function scores(position: Position): Record<string, number>[] {
    const points = readField(layout, position, "scores");
    return Array.from({ length: players }, (_, seat) => Object.fromEntries(colours.map((colour, k) => [colour, points[colours.length * seat + k]!])));
  }

  /** The tile on every cell: its seat from 0 times the tiles of a seat, and its round; only of cells that one covers. */
  function covered(position: Position): { readonly name: string; readonly cell: number; readonly tile: number }[] {
    const board = readField(layout, position, "board");
    return cells.map((name, cell) => ({ name, cell, tile: board[cell]! })).filter(({ tile }) => tile >= 0 && tile < numbers.tower);
  }

  const seatOf = (tile: number): number => Math.floor(tile / numbers.tiles); // from 0

  function towersOf(position: Position, values: Int32Array): SpezialTower[] {
    const [chips, large, black] = [readField(layout, position, "chip"), field(position, "large"), field(position, "black")];
    return towers.map((cell, tower) => ({
      cell, large: has(large, tower), colour: chipNames[chips[tower]!]![0]!, value: values[tower]!, black: has(black, tower),
    }));
  }

  /** The tiles of every seat, in the order of their cells. */
  function tilesOf(position: Position): string[][] {
    const pairs = new Map<number, string>();
    for (const { name, tile } of covered(position)) pairs.set(tile, (pairs.get(tile) ?? "") + name);
    const tiles = Array.from({ length: players }, (): string[] => []);
    for (const [tile, pair] of pairs) tiles[seatOf(tile)]!.push(pair);
    return tiles;
  }

  /** The tiles that every seat has not yet laid; a pass forfeits one. */
  function tilesLeft(position: Position): number[] {
    const [rounds, start] = [field(position, "rounds"), field(position, "start")];
    const since = (seat: number): number => (seat - start + players) % players; // the turns of a round before that of a seat
    const turns = rounds * players + since(field(position, "turn"));
    return Array.from({ length: players }, (_, seat) => numbers.tiles - Math.floor((turns + players - 1 - since(seat)) / players));
  }

  /** The chains of every seat, in the order of their first cells. */
  function chainsOf(position: Position, found: Int32Array): SpezialChain[][] {
    const touched = readField(layout, position, "touched");
    const byTile = new Map<number, SpezialChain>();
    for (const { name, cell } of covered(position)) {
      const tile = found[numbers.chain_of_cell + cell]!;
      const chain = byTile.get(tile) ?? {
        cells: [], towers: towersIn(touched[tile]!), chips: towersIn(found[numbers.chain_chips + tile]!), large: towersIn(found[numbers.chain_large + tile]!),
      };
      chain.cells.push(name);
      byTile.set(tile, chain);
    }
    const chains = Array.from({ length: players }, (): SpezialChain[] => []);
    for (const [tile, chain] of byTile) chains[seatOf(tile)]!.push(chain);
    return chains;
  }

  function visible(position: Position): object {
    const found = rules.chains(position);
    return {
      layout: constant.layout,
      note: constant.note,
      round: Math.min(field(position, "rounds") + 1, numbers.tiles),
      towers: towersOf(position, found.subarray(numbers.chip_values)),
      bonus: constant.bonus,
      cells: Object.fromEntries(covered(position).map(({ name, tile }) => [name, seatOf(tile) + 1])),
      tiles: tilesOf(position),
      tiles_left: tilesLeft(position),
      chains: chainsOf(position, found),
      full: constant.full,
    };
  }

  function explain(position: Position, code: number): SpezialExplanation | null {
    const told = rules.explain(position, code);
    if (told === null) return null;
    const gains = colours.map((colour, k) => [colour, told[numbers.explain_gains + k]!] as const);
    const chain = told.subarray(numbers.explain_chain, numbers.explain_chain + told[numbers.explain_chain_length]!);
    return {
      move: spell(code),
      gains: Object.fromEntries(gains.filter(([, points]) => points !== 0)),
      parts: [...chipParts(position, told), ...largeParts(told), ...bonusParts(code)],
      chain: code === numbers.pass ? null : { cells: Array.from(chain, (cell) => cells[cell]!), towers: towersIn(told[numbers.explain_touched]!) },
    };
  }

  function chipParts(position: Position, told: Int32Array): SpezialChipPart[] {
    const [chips, black] = [readField(layout, position, "chip"), field(position, "black")];
    const parts = towers.map((tower, k): SpezialChipPart => ({
      kind: "chip", tower, colour: chipNames[chips[k]!]![0]!, points: told[numbers.explain_values + k]!, turns: !has(black, k),
    }));
    return parts.filter((_, k) => has(told[numbers.explain_chips]!, k));
  }

  function largeParts(told: Int32Array): SpezialLargePart[] {
    return towersIn(told[numbers.explain_large]!).map((tower) => ({ kind: "large", tower, colours: [...colours], points: 1 }));
  }

  function bonusParts(code: number): SpezialBonusPart[] {
    if (code === numbers.pass) return [];
    const [edge, choice] = [Math.floor(code / choices.length), code % choices.length];
    const fields = [lists.edge_low![edge]!, lists.edge_high![edge]!].map((cell) => cells[cell]!).filter((cell) => constant.bonus.includes(cell));
    return fields.map((cell, k) => ({ kind: "bonus", cell, colour: choices[choice]![1 + k]!, points: 1 })); // a choice is written `+OP`
  }

  function ending(state: State, ranks: readonly number[] | null): SpezialEnding {
    const chains = chainsOf(state.position, rules.chains(state.position));
    return {
      reason: state.over ? "all-laid" : "",
      facts: { n: numbers.tiles },
      ...compareColours(state, ranks),
      connected: chains.map((own) => Math.max(0, ...own.map((chain) => chain.towers.length))),
    };
  }

  return { scores, visible, explain, ending };
}
