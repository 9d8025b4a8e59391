// What Phoenix says of its positions: as Python's `view`, `explain` and `ending`.

import type { PhoenixEnding, PhoenixExplanation, PhoenixLastRound, PhoenixLinePoints } from "../../api/wire";
import { compareTotals } from "../comparison";
import { readBytes, readField, readNumber } from "../module";
import type { Notation } from "../notation";
import type { Position, Rules } from "../rules";
import type { State } from "../state";
import type { Kit } from "./index";

type Named = "line" | "spectrum" | "rounds" | "explain_spectrum" | "explain_lines" | "explain_misplaced" | "explain_points"
  | "explain_matches" | "explain_all_colours" | "explain_run_points" | "explain_run_ends" | "explain_ends_round" | "explain_ends";

const HALF_BYTE = 4; // bits of a place in a row

export function phoenix(rules: Rules, { spell }: Notation): Kit {
  const { tables } = rules.module;
  const { record: layout, lists } = tables;
  const { colours, cards } = tables.names as Record<"colours" | "cards", readonly string[]>;
  const numbers = tables.numbers as Record<Named, number>;
  const seats = Array.from({ length: rules.players }, (_, seat) => seat); // from 0
  const field = (position: Position, name: string): number => readNumber(layout, position, name);

  /** The part of a field that belongs to a seat, or the whole. */
  function bytesOf(position: Position, name: string, seat: number | null = null): Uint8Array {
    const bytes = readBytes(layout, position, name);
    const size = bytes.length / rules.players;
    return seat === null ? bytes : bytes.subarray(size * seat, size * (seat + 1));
  }

  /** A row as letters: a half of a byte for every place, the lower one first. */
  function rowOf(bytes: Uint8Array, places: number): string {
    const at = (place: number): number => (bytes[place >> 1]! >> HALF_BYTE * (place & 1)) & (2 ** HALF_BYTE - 1);
    return Array.from({ length: places }, (_, place) => colours[at(place)]!).join("");
  }

  function handOf(position: Position, seat: number): string[] {
    const counts = bytesOf(position, "hand", seat);
    return cards.flatMap((card, kind) => Array.from({ length: counts[kind]! }, () => card));
  }

  /** The cards that are neither in the pile nor in a hand. */
  function discards(position: Position): Record<string, number> {
    const heaps = [bytesOf(position, "pile"), ...seats.map((seat) => bytesOf(position, "hand", seat))];
    return Object.fromEntries(cards.map((card, kind) => [card, heaps.reduce((left, heap) => left - heap[kind]!, lists.copies![kind]!)]));
  }

  const scores = (position: Position): Record<string, number>[] => readField(layout, position, "points").map((points) => ({ points }));

  function visible(position: Position, seat: number | null): object {
    const round = Math.min(field(position, "finished") + 1, numbers.rounds);
    return {
      round,
      start: ((field(position, "start") + round - 1) % rules.players) + 1,
      spectrum: rowOf(bytesOf(position, "spectrum"), numbers.spectrum),
      lines: seats.map((other) => rowOf(bytesOf(position, "line", other), numbers.line)),
      hand: seat === null ? null : handOf(position, seat - 1),
      hand_sizes: seats.map((other) => handOf(position, other).length),
      pile: field(position, "left"),
      discards: discards(position),
      last_round: lastRound(position),
    };
  }

  function lastRound(position: Position): PhoenixLastRound | null {
    const told = rules.lastRound(position);
    if (told === null) return null;
    const { spectrum, lines, points, parts } = rowsOf(told);
    return { round: field(position, "finished"), spectrum, lines, points, parts };
  }

  /** The rows on the table and what the lines are worth, out of numbers. */
  function rowsOf(told: Int32Array): { spectrum: string; lines: string[]; points: number[]; parts: PhoenixLinePoints[] } {
    const letters = (first: number, count: number): string => Array.from(told.subarray(first, first + count), (colour) => colours[colour]!).join("");
    const lines = seats.map((seat) => letters(numbers.explain_lines + numbers.line * seat, numbers.line));
    return {
      spectrum: letters(numbers.explain_spectrum, numbers.spectrum),
      lines,
      points: bySeat(told, numbers.explain_points),
      parts: lines.flatMap((line, seat) => partsOf(told, line, seat)),
    };
  }

  const bySeat = (told: Int32Array, first: number): number[] => Array.from(told.subarray(first, first + rules.players));

  /** What a line is worth points for. */
  function partsOf(told: Int32Array, line: string, at: number): PhoenixLinePoints[] {
    const seat = at + 1;
    const whole: PhoenixLinePoints[] = [
      { seat, kind: "match", points: told[numbers.explain_matches + at]! },
      { seat, kind: "colours", points: told[numbers.explain_all_colours + at]! },
    ];
    const runs = Array.from(line, (colour, place): PhoenixLinePoints => {
      const begin = numbers.line * at + place;
      return { seat, kind: "run", points: told[numbers.explain_run_points + begin]!, colour, places: [place + 1, told[numbers.explain_run_ends + begin]!] };
    });
    return [...whole, ...runs].filter(({ points }) => points > 0);
  }

  function explain(position: Position, code: number): PhoenixExplanation | null {
    const told = rules.explain(position, code);
    if (told === null) return null;
    const { spectrum, lines, points, parts } = rowsOf(told);
    const endsRound = told[numbers.explain_ends_round] !== 0;
    return {
      move: spell(code),
      gains: { points: endsRound ? points[field(position, "turn")]! : 0 },
      parts: endsRound ? parts : [],
      spectrum,
      lines,
      matches: bySeat(told, numbers.explain_matches).map((matched) => matched > 0),
      misplaced: bySeat(told, numbers.explain_misplaced),
      line_points: points,
      ends_round: endsRound,
      ends: told[numbers.explain_ends] !== 0,
    };
  }

  function ending(state: State): PhoenixEnding {
    const points = readField(layout, state.position, "points");
    return {
      reason: state.over ? "rounds" : "",
      facts: { n: numbers.rounds },
      ...compareTotals(state, points, (code) => cards[lists.card_of_move![code]!]!),
      rounds: roundsOf(state),
    };
  }

  /** What each round brought, by seat. */
  function roundsOf({ history }: State): number[][] {
    const ends = history.filter(({ previous, position }) => previous !== null && field(position, "finished") > field(previous.position, "finished"));
    return ends.map(({ previous, position }) => {
      const before = readField(layout, previous!.position, "points");
      return readField(layout, position, "points").map((points, seat) => points - before[seat]!);
    });
  }

  return { scores, visible, explain, ending };
}
