// What the page and its worker say to each other about tables in this browser.

import type { Command } from "../api/live.svelte";
import type { Analysis, Fact, FinishedLocalGame, Hint, NewTable, Opinion, SeenGame, Situation, Sitter } from "../api/wire";
import type { Options } from "../engine/streams";
import type { Sent, StoredTable } from "./table";

/** A table to be opened; its options are complete, in any order. */
export interface NewLocalTable extends Pick<NewTable, "hints" | "take_backs" | "counting"> {
  readonly game: string;
  readonly options: Options;
  readonly seats: readonly Sitter[];
}

/** A request like those to the server, about one table. */
export interface Request { readonly table: string; readonly method: string; readonly what: string; readonly body?: object | undefined }

/** A game of the server that this browser is to analyse: what it is called here, and its record. */
export interface RecordToAnalyse { readonly subject: string; readonly text: string; readonly effort: number }

/** A hint or an opinion at a table of the server, and what the seat sees there. */
export interface AdviceRequest { readonly what: "hint" | "opinion"; readonly seen: SeenGame }

/** What the worker can do, and what it answers. */
export interface Calls {
  prepare(game: string): Promise<void>;
  open(table: NewLocalTable): Promise<string>; // its name
  watch(table: string): Promise<void>;
  unwatch(table: string): Promise<void>;
  command(message: Command): Promise<number>; // of the event
  request(request: Request): Promise<unknown>;
  advise(request: AdviceRequest): Promise<Hint | Opinion>;
  openRecord(text: string): Promise<string>; // its name
  analyse(record: RecordToAnalyse): Promise<Analysis>;
  analysis(subject: string): Promise<Analysis>;
  stopAnalysis(subject: string): Promise<Analysis>;
  stored(table: string): Promise<StoredTable>; // as it is, even where it cannot be stored
  finishedGame(table: string): Promise<FinishedLocalGame>;
  noteSent(note: { readonly table: string; readonly sent: Sent }): Promise<void>;
}

export type Call = { [Name in keyof Calls]: { readonly id: number; readonly name: Name; readonly argument: Parameters<Calls[Name]>[0] } }[keyof Calls];

/** A refusal on its way to the page. */
export interface Refused { readonly code: string; readonly sentence: string; readonly facts: Record<string, Fact> }

export type FromWorker =
  | { readonly type: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly type: "refusal"; readonly id: number; readonly refused: Refused }
  | { readonly type: "situation"; readonly situation: Situation }
  | { readonly type: "failure"; readonly table: string; readonly refused: Refused } // of a bot
  | { readonly type: "unsaved"; readonly table: string };
