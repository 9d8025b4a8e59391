// The source of a review: a finished table or an uploaded record.

import { get, Refusal } from "../../api/http";
import type { Effect, Json, Situation, UploadedRecord } from "../../api/wire";
import { levelName, seatNames } from "../../i18n/seat-names";
import { bodyOf } from "./move-tree";

export interface Source {
  readonly kind: "table" | "upload";
  readonly name: string;
  readonly game: string;
  readonly names: readonly string[]; // of the players, by seat
  readonly accounts: readonly (string | null)[]; // by seat; null: none
  readonly mine: number; // my seat; 0: none
  readonly log: readonly string[];
  readonly effects: readonly Effect[]; // what every move did; empty if that is unknown
  readonly beginning: Record<string, Json> | null; // the position that the game began from; null: the set-up
  readonly how: string; // how the game ended; empty: unfinished
  readonly ranks: readonly number[] | null;
  readonly text: string | null; // the record of an upload
  readonly isFromBrowser: boolean; // was it played without the server, which had no part in the deals?
  readonly own: boolean; // may I delete it?
}

export type Kind = Source["kind"];

/** The address of a source in the API. */
export const address = (kind: Kind, name: string): string => `/api/${kind === "table" ? "tables" : "uploads"}/${name}`;

export const load = (kind: Kind, name: string): Promise<Source> => (kind === "table" ? fromTable(name) : fromUpload(name));

async function fromTable(name: string): Promise<Source> {
  const loaded = await get<Situation>(address("table", name));
  if (loaded.phase !== "over") throw new Refusal("not-over", "the game is not over yet");
  const view = Object.values(loaded.views ?? {})[0];
  if (view === undefined) throw new Refusal("not-begun", "the game has not begun");
  return {
    kind: "table", name, game: loaded.terms.game, log: view.log, effects: loaded.effects ?? [], beginning: view.beginning ?? null, text: null, own: false,
    isFromBrowser: loaded.terms.local ?? false,
    names: seatNames(loaded.seats),
    accounts: loaded.seats.map((sitter) => (sitter.type === "person" ? sitter.account || null : null)),
    mine: loaded.mine[0] ?? 0, how: loaded.result?.how ?? "finished", ranks: loaded.result?.ranks ?? null,
  };
}

async function fromUpload(name: string): Promise<Source> {
  const loaded = await get<UploadedRecord>(address("upload", name));
  const players = Number(loaded.headers.players ?? 2);
  const names = Array.from({ length: players }, (_, k) => loaded.headers[`seat ${k + 1}`] ?? "");
  const beginning = loaded.headers.position === undefined ? null : (JSON.parse(loaded.headers.position) as Record<string, Json>);
  const ranks = loaded.headers.result?.split(" ").map(Number) ?? null;
  return {
    kind: "upload", name, game: loaded.headers.game ?? "", log: bodyOf(loaded.text), effects: [], beginning, text: loaded.text, own: loaded.mine,
    isFromBrowser: false,
    names: names.map(levelName), accounts: names.map(() => null),
    mine: 0, how: loaded.headers.ended?.split(" ")[0] ?? (ranks === null ? "" : "finished"), ranks,
  };
}
