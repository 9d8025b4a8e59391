// Evaluate an analysis: grades, the chart of each seat, and summaries.

import type { Findings, GradedMove } from "../../api/wire";

/** Grades with their smallest loss, as a share of a full point. */
export const GRADES = [
  ["blunder", 0.15],
  ["mistake", 0.07],
  ["inaccuracy", 0.03],
] as const;
export type Grade = (typeof GRADES)[number][0];

export const gradeOf = (loss: number | null | undefined): Grade | null =>
  GRADES.find(([, least]) => (loss ?? 0) >= least)?.[0] ?? null;

/** The expected result of each seat by position; null where it is unknown. */
export function values(findings: Findings): (readonly number[] | null)[] {
  const results: (readonly number[] | null)[] = [];
  for (const move of findings.moves) {
    results[move.number - 1] = move.value;
    if (move.after?.length) results[move.number] ??= move.after;
  }
  return Array.from(results, (value) => value ?? null);
}

export interface Box { readonly width: number; readonly height: number }

/** The chart line of a seat as an SVG path, interrupted at gaps. */
export function path(results: readonly (readonly number[] | null)[], seat: number, total: number, box: Box): string {
  let text = "";
  let isDrawing = false;
  for (const [number, value] of results.entries()) {
    const height = value?.[seat - 1];
    if (height === undefined) {
      isDrawing = false;
      continue;
    }
    text += `${isDrawing ? "L" : "M"}${x(number, total, box)} ${y(height, box)}`;
    isDrawing = true;
  }
  return text;
}

const round = (n: number): number => Math.round(n * 100) / 100;

export const x = (number: number, total: number, box: Box): number => round((number / Math.max(1, total)) * box.width);
export const y = (value: number, box: Box): number => round((1 - Math.max(0, Math.min(1, value))) * box.height);

export interface Summary {
  seat: number;
  moves: number;
  loss: number; // the mean
  grades: Record<Grade, number>;
}

/** Summarise the moves of each seat. */
export function summaries(findings: Findings, players: number): Summary[] {
  return Array.from({ length: players }, (_, k) => {
    const own = findings.moves.filter((move) => move.seat === k + 1 && move.loss != null);
    const grades = { blunder: 0, mistake: 0, inaccuracy: 0 };
    for (const move of own) {
      const grade = gradeOf(move.loss);
      if (grade !== null) grades[grade] += 1;
    }
    const sum = own.reduce((total, move) => total + move.loss!, 0);
    return { seat: k + 1, moves: own.length, loss: own.length === 0 ? 0 : sum / own.length, grades };
  });
}

/** The costliest mistakes, the worst first. */
export function costliest(findings: Findings, most = 5): GradedMove[] {
  return findings.moves
    .filter((move) => gradeOf(move.loss) !== null)
    .sort((a, b) => b.loss! - a.loss! || a.number - b.number)
    .slice(0, most);
}
