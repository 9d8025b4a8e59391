// Requests about boards: what an editor must know, checks, and the boards that the account keeps.

import { get, post, put, remove } from "../../api/http";
import type { BoardCheck, BoardLimits, KeptBoard, SpezialFault, SpezialLayoutFile } from "../../api/wire";
import { boardText, boardWord } from "../../i18n/boards/index.svelte";

let limits: Promise<BoardLimits> | null = null;

/** What every board must have; asked once. */
export function loadLimits(): Promise<BoardLimits> {
  limits ??= get<BoardLimits>("/api/boards/limits").catch((error: unknown) => {
    limits = null;
    throw error;
  });
  return limits;
}

export const check = (layout: string): Promise<BoardCheck> => post<BoardCheck>("/api/boards/check", { layout });
export const loadNamed = (board: string): Promise<SpezialLayoutFile> => get<SpezialLayoutFile>(`/api/boards/named/${encodeURIComponent(board)}`);
export const loadMine = (): Promise<KeptBoard[]> => get<KeptBoard[]>("/api/boards");
export const loadKept = (kept: string): Promise<KeptBoard> => get<KeptBoard>(`/api/boards/${encodeURIComponent(kept)}`);
export const keep = (layout: string, kept: string | null): Promise<KeptBoard> =>
  kept === null ? post<KeptBoard>("/api/boards", { layout }) : put<KeptBoard>(`/api/boards/${encodeURIComponent(kept)}`, { layout });
export const forget = (kept: string): Promise<unknown> => remove(`/api/boards/${encodeURIComponent(kept)}`);

export const generatedBoard = (number: number): string => `generated-${number}`;

/** The name of a board without the hash of its contents. */
export const plainName = (board: string): string => board.split("@")[0]!;

/** Faults of a text that an editor cannot show as a board. */
const UNEDITABLE = new Set(["unreadable", "missing-field", "unknown-field", "wrong-value", "too-long", "too-many-fields", "not-a-cell", "cell-twice"]);
export const isEditable = (faults: readonly SpezialFault[]): boolean => !faults.some(({ code }) => UNEDITABLE.has(code));

/** A fault in the reader's language. */
export function faultText({ code, sentence, cells, facts }: SpezialFault): string {
  const kind = String(facts?.kind ?? "");
  const filled = { ...facts, n: facts?.count, cell: cells?.[0], kind: boardWord(`kind.${kind}`, kind), kinds: boardWord(`kinds.${kind}`, kind) };
  return boardWord(`fault.${code}`, sentence, filled);
}

/** What a counter of the editor counts. */
export const countText = (kind: string, digit: number | null): string =>
  digit === null ? boardWord(`count.${kind}`) : boardText("count.digit", { digit });
