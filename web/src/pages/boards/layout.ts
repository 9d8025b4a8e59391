// A board of Genial Spezial that is being edited: its fields by cell, mirrored cells, its JSON. No rules: the server checks.

import type { BoardLimits, SpezialField, SpezialLayoutFile } from "../../api/wire";
import { type Cell, SPEZIAL } from "../../games/board/hex";
import { CELLS } from "../../games/spezial/moves";

export type Kind = SpezialField["kind"];
export interface Field { readonly kind: Kind; readonly digits: readonly number[] }
export type Fields = ReadonlyMap<string, Field>; // by cell
export interface Layout { readonly name: string; readonly note: string; readonly fields: Fields }

export const EMPTY: Layout = { name: "", note: "", fields: new Map() };

/** How an edit is repeated elsewhere: nowhere, half a turn further, or across both axes of the board. */
export const SYMMETRIES = ["none", "turn", "axes"] as const;
export type Symmetry = (typeof SYMMETRIES)[number];

const turned = ({ q, r }: Cell): Cell => ({ q: -q, r: -r });
const mirrored = ({ q, r }: Cell): Cell => ({ q, r: -q - r }); // across the long axis

/** A cell and its images, each once. */
export function imagesOf(cell: Cell, symmetry: Symmetry): string[] {
  const images = symmetry === "none" ? [cell] : [cell, turned(cell)];
  if (symmetry === "axes") images.push(...images.map(mirrored));
  return [...new Set(images.map((image) => SPEZIAL.of(image)))];
}

const isSame = (a: Field | undefined, b: Field): boolean => a !== undefined && a.kind === b.kind && String(a.digits) === String(b.digits);

/** The fields after a tool was used on a cell: it puts its field there, or takes the same field away again; null erases. */
export function edit(fields: Fields, cell: Cell, field: Field | null, symmetry: Symmetry): Fields {
  const next = new Map(fields);
  const isRemoval = field === null || isSame(fields.get(SPEZIAL.of(cell)), field);
  for (const name of imagesOf(cell, symmetry)) {
    if (isRemoval) next.delete(name);
    else next.set(name, field);
  }
  return next;
}

const ORDER = new Map(CELLS.map((cell, k) => [SPEZIAL.of(cell), k]));

/** A layout as data, as it lies in a file: fields in the order of cells. */
export function toFile({ name, note, fields }: Layout): SpezialLayoutFile {
  const cells = [...fields.keys()].sort((a, b) => (ORDER.get(a) ?? 0) - (ORDER.get(b) ?? 0));
  const lines = cells.map((cell): SpezialField => {
    const { kind, digits } = fields.get(cell)!;
    return digits.length === 0 ? { cell, kind } : { cell, kind, digits: [...digits] };
  });
  return note === "" ? { name, fields: lines } : { name, fields: lines, note };
}

/** The JSON of a layout for a file, one field in each line. */
export function toText(layout: Layout): string {
  const { name, fields, note } = toFile(layout);
  const lines = fields.map((field) => `    ${JSON.stringify(field)}`).join(",\n");
  const noted = note === undefined ? "" : `,\n  "note": ${JSON.stringify(note)}`;
  return `{\n  "name": ${JSON.stringify(name)},\n  "fields": [\n${lines}\n  ]${noted}\n}\n`;
}

/** A layout from data that the server has read. */
export const fromFile = ({ name, fields, note }: SpezialLayoutFile): Layout => ({
  name, note: note ?? "", fields: new Map(fields.map(({ cell, kind, digits }) => [cell, { kind, digits: [...(digits ?? [])].sort() }])),
});

/** A layout from a text that the server has found readable. */
export const fromText = (text: string): Layout => fromFile(JSON.parse(text) as SpezialLayoutFile);

/** One counter of the editor: how many there are, and how many there must be, if that is known. */
export interface Counter { readonly kind: Kind; readonly digit: number | null; readonly count: number; readonly expected: number | null }

export function counters(fields: Fields, limits: BoardLimits): Counter[] {
  return limits.kinds.flatMap(({ kind, fields: expected, digits, times }) => {
    const own = [...fields.values()].filter((field) => field.kind === kind);
    const ofDigits = digits.map((digit, k) => ({ kind, digit, count: own.filter((field) => field.digits.includes(digit)).length, expected: times[k]! }));
    return [{ kind, digit: null, count: own.length, expected }, ...ofDigits];
  });
}
