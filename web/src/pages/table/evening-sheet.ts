// What the score sheet of an evening shows, line by line.

import type { Evening, SheetLine } from "../../api/wire";

export interface SheetCell {
  points: number;
  sum: number;
  hasBegun: boolean;
  hasWon: boolean;
}

export interface SheetRow {
  label: string; // of the game, such as 2, or 2.1 for the first game of the second series
  cells: SheetCell[]; // by player
}

/** The rows of the sheet. The games of a single series are numbered 1, 2, 3. */
export function sheetRows({ games, lines }: Pick<Evening, "games" | "lines">): SheetRow[] {
  return lines.map((line) => ({
    label: line.part === undefined ? String(line.game) : games.length === 1 ? String(line.part) : `${line.game}.${line.part}`,
    cells: line.points.map((points, k) => ({
      points,
      sum: line.sums[k]!,
      hasBegun: line.order[0] === k + 1,
      hasWon: line.winners?.includes(k + 1) ?? false,
    })),
  }));
}

/** How it stands, such as 2 : 1: wins, or the sums where only one game or series was played. */
export const standing = (line: SheetLine, hasWins: boolean): string => (hasWins ? line.wins : line.sums).join(" : ");
