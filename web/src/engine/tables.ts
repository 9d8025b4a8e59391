// What Python says of a game in the file beside its module (`genial.wasm.tables`).

import type { Options } from "./streams";

export const WEIGHT_BYTES = 4;

export type FieldType = "i1" | "u1" | "i2" | "i4" | "i8" | "u8";

/** Where a record keeps what. */
export interface RecordLayout {
  readonly size: number;
  readonly fields: Readonly<Record<string, { readonly type: FieldType; readonly offset: number; readonly size: number; readonly count: number }>>;
}

/** A game that was set up with these options, nothing dealt yet. */
export interface Template {
  readonly options: Options;
  readonly record: string; // in base64
  readonly tracks: readonly number[]; // by seat
  readonly view: Readonly<Record<string, unknown>>; // the fields of a view that never change
  readonly weights: string; // the name of the weights for these options
  readonly headStart: readonly (readonly (readonly [number, number])[])[]; // by seat: bytes, and what each point adds to them
}

/** How a level chooses its moves. */
export interface Level {
  readonly kind: "greedy" | "search" | "endgame" | "turn";
  readonly style?: number;
  readonly overlook?: number;
  readonly effort?: number | null; // none: as long as there is time
}

/** All that a game's file has. */
export interface Tables {
  readonly game: string;
  readonly version: number; // of its views
  readonly record: RecordLayout;
  readonly features: number; // bytes
  readonly node: { readonly size: number; readonly parent: number; readonly move: number; readonly visits: number; readonly valueSums: number };
  readonly most: { readonly moves: number; readonly outcomes: number; readonly trace: number; readonly seats: number; readonly depth: number };
  readonly explanation: number; // how many numbers explain a move
  readonly series: number; // of Tile Challenge: the number of games in templates that stand for all longer series; 0 elsewhere
  readonly templates: readonly Template[];
  readonly weights: Readonly<Record<string, number>>; // how many numbers there are of each
  readonly settings: readonly number[]; // of the search
  readonly levels: Readonly<Record<string, Level>>;
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly numbers: Readonly<Record<string, number>>;
  readonly lists: Readonly<Record<string, readonly number[]>>;
}
