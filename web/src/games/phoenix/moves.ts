// Parse moves of Phoenix, and keep track of the pieces while they move.

export const KINDS = ["M2", "M3", "M4", "S1", "S2", "S3", "S4", "R", "N1", "N2", "X"] as const;

/** A card and the places that it is played on. */
export interface Action {
  readonly text: string;
  readonly card: string;
  readonly row: "line" | "spectrum" | "none";
  readonly places: readonly number[]; // from 1
  readonly oneWay: boolean; // the first place is where the piece stands
  readonly discarded: boolean;
}

/** Parse a move; null if the text is none. */
export function parseMove(text: string): Action | null {
  const match = /^(-?)([MSN]\d|R|X)(?::(\d+)(?:([>-])(\d+))?)?$/.exec(text);
  if (match === null) return null;
  const [, dash, card = "", a, way, b] = match;
  const discarded = dash === "-";
  const row = discarded ? "none" : card.startsWith("N") ? "spectrum" : "line";
  const places = discarded ? [] : card === "R" ? [1, 10] : [a, b].flatMap((place) => (place === undefined ? [] : [Number(place)]));
  return { text, card, row, places, oneWay: way === ">" && card !== "N1", discarded };
}

/** The legal moves with one card. */
export class Card {
  readonly actions: readonly Action[];
  readonly discard: string | null;

  constructor(readonly name: string, moves: readonly string[]) {
    const all = moves.map(parseMove).filter((action) => action?.card === name) as Action[];
    this.actions = all.filter((action) => !action.discarded);
    this.discard = all.find((action) => action.discarded)?.text ?? null;
  }

  get row(): "line" | "spectrum" | "none" {
    return this.actions[0]?.row ?? "none";
  }

  /** Places of pieces that can be picked first. */
  firstPlaces(): Set<number> {
    return new Set(this.actions.flatMap((action) => (action.oneWay ? action.places.slice(0, 1) : action.places)));
  }

  /** The actions that match a picked piece, and a second place if one is given. */
  actionsFor(first: number, second: number | null = null): Action[] {
    return this.actions.filter((action) => {
      const at = action.places.indexOf(first);
      if (at < 0 || (action.oneWay && at > 0)) return false;
      return second === null || (second !== first && action.places.includes(second));
    });
  }

  /** The second places that go with a picked piece. */
  secondPlaces(first: number): Set<number> {
    return new Set(this.actionsFor(first).flatMap((action) => action.places.filter((place) => place !== first)));
  }
}

/** A pawn or cube that keeps its identity while it moves. */
export interface Piece { readonly id: number; readonly colour: string }

let pieces = 0;
const createPieces = (colours: string): Piece[] => [...colours].map((colour) => ({ id: (pieces += 1), colour }));

export interface Rows { readonly spectrum: readonly Piece[]; readonly lines: readonly (readonly Piece[])[] }

/** The colours of the rows, as the server sends them. */
export interface RowColours { readonly spectrum: string; readonly lines: readonly string[] }

export const createRows = (colours: RowColours): Rows => ({ spectrum: createPieces(colours.spectrum), lines: colours.lines.map(createPieces) });

/** Rearrange the pieces to match these colours: as many as possible stay, the others come from nearby. */
export function rearrange(rows: Rows, now: RowColours): Rows {
  const spare: Piece[][] = [];
  const keepInPlace = (row: readonly Piece[], colours: string): (Piece | null)[] => {
    spare.push(row.filter((piece, k) => piece.colour !== colours[k]));
    return row.map((piece, k) => (piece.colour === colours[k] ? piece : null));
  };
  const newRows = [keepInPlace(rows.spectrum, now.spectrum), ...rows.lines.map((line, k) => keepInPlace(line, now.lines[k]!))];
  const [before, after] = [[rows.spectrum, ...rows.lines], [now.spectrum, ...now.lines]];
  const takeNearest = (from: number, colour: string, place: number): Piece | undefined => {
    const candidates = spare[from]!.filter((piece) => piece.colour === colour);
    const distance = (piece: Piece): number => Math.abs(before[from]!.indexOf(piece) - place);
    const found = candidates.sort((a, b) => distance(a) - distance(b))[0];
    if (found !== undefined) spare[from] = spare[from]!.filter((piece) => piece !== found);
    return found;
  };
  const fill = (from: (row: number) => number): void =>
    newRows.forEach((row, index) => row.forEach((piece, k) => (row[k] = piece ?? takeNearest(from(index), after[index]![k]!, k) ?? null)));
  fill((row) => row); // from the same row,
  fill((row) => (row === 0 ? 0 : 3 - row)); // or from the other line
  const complete = newRows.map((row, index) => row.map((piece, k) => piece ?? createPieces(after[index]![k]!)[0]!));
  return { spectrum: complete[0]!, lines: complete.slice(1) };
}

export interface PlayedAction { seat: number; action: Action }

/** The last move of the current round. */
export function lastPlayed(log: readonly string[]): PlayedAction | null {
  for (let k = log.length - 1; k >= 0; k -= 1) {
    const [seat, text = ""] = log[k]!.split(" ");
    if (seat === "*" && text === "spectrum") return null;
    const action = seat === "*" ? null : parseMove(text);
    if (action !== null) return { seat: Number(seat), action };
  }
  return null;
}

/** The places that a move has changed, with their row. */
export function touchedPlaces({ seat, action }: PlayedAction): { row: "spectrum" | number; place: number }[] {
  const lines = action.card === "X" ? [1, 2] : [seat];
  if (action.row === "spectrum") return action.places.map((place) => ({ row: "spectrum", place }));
  return lines.flatMap((row) => action.places.map((place) => ({ row, place })));
}
