// What Tile Challenge says of its positions: as Python's `view`, `explain` and `ending`.

import type {
  Effect, TileChallengeEnding, TileChallengeProspect, TileChallengeRisk, TileChallengeRow, TileChallengeTaken, TileChallengeView, TileChallengeYield,
} from "../../api/wire";
import { compareColours, compareTotals } from "../comparison";
import { effectOf, gainsBetween } from "../effects";
import { readBytes, readField, readNumber } from "../module";
import type { Notation } from "../notation";
import type { Position, Rules } from "../rules";
import type { State } from "../state";
import type { Kit } from "./index";

type Heap = Record<string, number>; // tiles by colour
type Named = "draw" | "drawn" | "over" | "idle_turns" | "explain_bonus_turns" | "explain_wins" | Row;
type Row = "explain_gains" | "explain_joins" | "explain_left" | "explain_staged" | "explain_from_middle" | "explain_surplus" | "explain_completed";

const HEAP_BYTES = 8;

export function tileChallenge(rules: Rules, { spell }: Notation): Kit {
  const { tables } = rules.module;
  const { record: layout } = tables;
  const { colours } = tables.names as Record<"colours", readonly string[]>;
  const numbers = tables.numbers as Record<Named, number>;
  const { quota } = rules.template.view as Pick<TileChallengeView, "quota">;
  const games = Number(rules.options.games);
  const field = (position: Position, name: string): number => readNumber(layout, position, name);

  function heaps(position: Position, name: string): Heap[] {
    const bytes = readBytes(layout, position, name);
    const count = bytes.length / HEAP_BYTES;
    return Array.from({ length: count }, (_, heap) => Object.fromEntries(colours.map((colour, k) => [colour, bytes[HEAP_BYTES * heap + k]!])));
  }

  const heap = (position: Position, name: string): Heap => heaps(position, name)[0]!;
  const scores = (position: Position): Heap[] => heaps(position, "collections").slice(0, rules.players);
  const series = (position: Position): number[] => readField(layout, position, "series").slice(0, rules.players);

  function visible(position: Position): object {
    const staging = heap(position, "staging");
    return {
      middle: heap(position, "middle"),
      staging: colours.filter((colour) => staging[colour]! > 0),
      stack: heap(position, "stack"),
      quota,
      bonus: field(position, "bonus"),
      idle: field(position, "idle"),
      game_number: Math.min(field(position, "finished") + 1, games),
      series: series(position),
    };
  }

  /** What the module says of a move, a number for each colour in a row. */
  interface Told { row(name: Row): number[]; readonly bonusTurns: number; readonly wins: boolean }

  function told(position: Position, code: number): Told | null {
    const found = rules.explain(position, code);
    if (found === null) return null;
    const row = (name: Row): number[] => Array.from(found.subarray(numbers[name] * colours.length, (numbers[name] + 1) * colours.length));
    return { row, bonusTurns: found[numbers.explain_bonus_turns]!, wins: found[numbers.explain_wins] !== 0 };
  }

  const gainsOf = ({ row }: Told): Heap => Object.fromEntries(row("explain_gains").map((n, k) => [colours[k]!, n] as const).filter(([, n]) => n !== 0));

  function explain(position: Position, code: number): TileChallengeRisk | TileChallengeYield | null {
    const found = told(position, code);
    if (found === null) return null;
    if (code === numbers.draw) return risk(found);
    const gains = gainsOf(found);
    const move = spell(code) as TileChallengeYield["move"];
    const taken = (): TileChallengeTaken[] => Object.entries(gains).map(([colour, points]) => ({ kind: "take", points, colour }));
    return { move, gains, parts: move === "stop" ? rows(found) : taken(), bonus_turns: move === "stop" ? found.bonusTurns : 0, wins: found.wins };
  }

  /** What drawing would bring, colour by colour. */
  function risk({ row }: Told): TileChallengeRisk {
    const [joins, left] = [row("explain_joins"), row("explain_left")];
    const parts = colours.map((colour, k): TileChallengeProspect => ({ kind: joins[k] === 0 ? "fail" : "join", points: 0, colour, left: left[k]! }));
    const failing = parts.filter(({ kind }) => kind === "fail").reduce((sum, part) => sum + part.left, 0);
    return { move: "draw", gains: {}, parts, failing, stack: left.reduce((sum, n) => sum + n, 0) };
  }

  /** For every staged colour: where its tiles come from and where they go. */
  function rows({ row }: Told): TileChallengeRow[] {
    const [gains, staged, middle] = [row("explain_gains"), row("explain_staged"), row("explain_from_middle")];
    const [surplus, completed] = [row("explain_surplus"), row("explain_completed")];
    const all = colours.map((colour, k): TileChallengeRow => ({
      kind: "row", points: gains[k]!, colour, staging: staged[k]!, middle: middle[k]!, surplus: surplus[k]!, bonus: completed[k] !== 0,
    }));
    return all.filter(({ staging }) => staging > 0);
  }

  /** What a move brought into the collection, or why it made the turn fail. */
  function effect(before: Position, code: number, draws: readonly number[], after: Position): Effect {
    if (code === numbers.draw) return effectOfDraw(before, draws[0]! - numbers.drawn);
    const isCleared = field(after, "finished") > field(before, "finished") && field(after, "phase") !== numbers.over;
    if (isCleared) return effectOf(gainsOf(told(before, code)!)); // the next game has begun
    const turn = field(before, "turn");
    return effectOf(gainsBetween(scores(before)[turn]!, scores(after)[turn]!));
  }

  function effectOfDraw(before: Position, drawn: number): Effect {
    const { row } = told(before, numbers.draw)!;
    if (row("explain_joins")[drawn] !== 0) return {};
    return { failed: row("explain_staged")[drawn] !== 0 ? "in-row" : "not-in-middle", colour: colours[drawn]! };
  }

  function ending(state: State, ranks: readonly number[] | null): TileChallengeEnding {
    const { seriesLength } = state.game;
    const { reason, n } = reasonOf(state);
    const compared = seriesLength > 1 ? compareTotals(state, series(state.position)) : compareColours(state, ranks);
    return { reason, facts: { n }, ...compared, failed: failed(state) };
  }

  /** Why it is over, and the number that belongs to it. */
  function reasonOf({ over, game, position }: State): { readonly reason: TileChallengeEnding["reason"]; readonly n: number } {
    if (!over) return { reason: "", n: 0 };
    if (game.seriesLength > 1) return { reason: "series", n: game.seriesLength };
    if (field(position, "idle") === numbers.idle_turns) return { reason: "idle", n: numbers.idle_turns };
    return { reason: "complete", n: quota };
  }

  /** By seat: how many turns failed. */
  function failed({ history }: State): number[] {
    const counts = Array.from({ length: rules.players }, () => 0);
    for (const { mover, effect: done } of history) if (mover !== null && done?.failed !== undefined) counts[mover - 1]!++;
    return counts;
  }

  return { scores, visible, explain, effect, ending };
}
