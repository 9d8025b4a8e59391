// What the end of a game shows: the players by rank, what decided, and sentences about it. All facts are the server's.

import type { Situation, View } from "../../api/wire";
import { endText, endWord } from "../../i18n/endings/index.svelte";
import { t } from "../../i18n/index.svelte";
import { partnerNames } from "../../i18n/seat-names";

export interface EndCell {
  colour: string;
  points: number;
  kind: "level" | "decides" | "rest";
}

/** A track, of one player or of partners. */
export interface EndRow {
  name: string;
  seats: number[];
  rank: number | null;
  isMine: boolean;
  cells: EndCell[]; // lowest first; empty where totals are compared
  total: number | null;
}

type Finished = Pick<Situation, "seats" | "mine" | "views" | "result" | "ending" | "terms">;

const viewOf = (situation: Finished): View | undefined => Object.values(situation.views ?? {})[0];

/** The tracks with their colours, the winner's first. */
export function endRows(situation: Finished, names: readonly string[]): EndRow[] {
  const [ending, scores] = [situation.ending, viewOf(situation)?.scores ?? []];
  const place = ending?.place ?? null;
  const isAlone = situation.mine.length === 1; // at a shared screen, everyone has a name
  const rows = scores.map((points, track): EndRow => {
    const seats = situation.seats.flatMap((_, k) => (k % scores.length === track ? [k + 1] : [])); // partners share a track
    const name = (seat: number): string => (isAlone && situation.mine.includes(seat) ? t("player.you") : names[seat - 1] || t("player.seat", { seat }));
    return {
      name: partnerNames(seats.map(name), seats.map((seat) => situation.seats[seat - 1])).join(" + "),
      seats,
      rank: situation.result?.ranks?.[track] ?? null,
      isMine: seats.some((seat) => situation.mine.includes(seat)),
      cells: [...(ending?.orders[track] ?? "")].map((colour) => ({ colour, points: points[colour] ?? 0, kind: "rest" })),
      total: ending?.totals[track] ?? null,
    };
  });
  rows.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const first = rows[0]?.cells ?? [];
  return place === null ? rows : rows.map((row) => {
    // Others may be decided earlier than the two that lead.
    const differs = row.cells.findIndex(({ points }, k) => points !== first[k]?.points);
    const at = differs < 0 ? place : differs;
    return { ...row, cells: row.cells.map((cell, k) => ({ ...cell, kind: k > at ? "rest" : k === at ? "decides" : "level" })) };
  });
}

/** The number of a track that is compared: the deciding colour, else the lowest one, or the total. */
export const decidingPoints = ({ cells, total }: EndRow): number => total ?? (cells.find(({ kind }) => kind === "decides") ?? cells[0])?.points ?? 0;

/** Does the score say who won? Not after a resignation, and not if the leader had given up. */
export function isDecidedByScore({ result, ending }: Finished): boolean {
  if (result?.how !== "finished" || !ending) return false;
  return ending.place !== null || ending.totals.length > 0 || isDraw(result.ranks);
}

const isDraw = (ranks: readonly number[] | null | undefined): boolean => (ranks?.length ?? 0) > 1 && ranks!.every((rank) => rank === 1);

/** Have I won: alone or with partners, but not with everyone? */
export function hasWon({ result, mine }: Finished): boolean {
  return !isDraw(result?.ranks) && mine.length > 0 && (result?.ranks?.length ?? 0) > 1 && mine.some((seat) => result!.ranks![seat - 1] === 1);
}

/** The result in one sentence, which comes first for everyone. */
export function headline(situation: Finished, rows: readonly EndRow[], trackEnd: number | undefined): string {
  const { result, mine, seats } = situation;
  const ranks = result?.ranks;
  if (seats.length === 1) {
    return result?.how === "finished" ? endText("solo", { n: decidingPoints(rows[0]!), of: trackEnd }) : endText(result?.how === "aborted" ? "no-winner" : "given-up");
  }
  if (!ranks) return endText("no-winner");
  const places = new Set(rows.map(({ cells }) => cells.findIndex(({ kind }) => kind === "decides")));
  const isComparable = isDecidedByScore(situation) && places.size === 1; // numbers of different colours tell nothing side by side
  const score = isComparable ? rows.map(decidingPoints).join(" : ") : null;
  if (isDraw(ranks)) return score === null ? endText("draw") : endText("draw.score", { score });
  const winners = rows.filter(({ rank }) => rank === 1);
  if (winners.length > 1) return endText("shared", { name: winners.map(({ name }) => name).join(", ") });
  if (mine.length === 1 && winners[0]!.isMine) return score === null ? endText("you") : endText("you.score", { score });
  const facts = { name: winners[0]!.name, n: winners[0]!.seats.length, score };
  return score === null ? endText("other", facts) : endText("other.score", facts);
}

/** Why the game is over, in one sentence. */
export function reasonText(situation: Finished, names: readonly string[]): string {
  const { result, ending, mine, terms } = situation;
  const how = result?.how ?? "finished";
  if (how === "finished") return endWord(`why.${terms.game}.${ending?.reason}`, "how.finished", ending?.facts ?? {});
  if (how === "time" && terms.daily) return endText("how.day");
  const seat = result?.seat ?? 0;
  const isMe = mine.length === 1 && mine[0] === seat;
  return endWord(isMe ? `how.${how}.you` : `how.${how}`, "how.finished", { name: names[seat - 1] || t("player.seat", { seat }) });
}

/** What decided the game, in one sentence; empty where there was nothing to compare. */
export function decisionText({ ending, result, seats }: Finished): string {
  if (!ending || result?.how !== "finished" || seats.length === 1) return "";
  if (ending.totals.length > 0) return isDraw(result.ranks) ? "" : endText("decided.sum");
  if (isDraw(result.ranks)) return endText("decided.level");
  if (ending.place === null) return "";
  return ending.place === 0 ? endText("decided.first") : endText("decided.next", { n: ending.place });
}
