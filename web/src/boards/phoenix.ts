// Moves of Phoenix as texts and as what they do to rows: a move says which pieces change places.

export const KINDS = ["M2", "M3", "M4", "S1", "S2", "S3", "S4", "R", "N1", "N2", "X"] as const;

export interface Part { seat: number; kind: "match" | "colours" | "run"; points: number; colour?: string; places?: number[] }
export interface LastRound { round: number; spectrum: string; lines: string[]; points: number[]; parts: Part[] }
export interface View {
  options: { players: number };
  turn: number | null;
  over: boolean;
  scores: { points: number }[];
  log: string[];
  round: number;
  start: number;
  spectrum: string;
  lines: string[];
  hand: string[] | null;
  hand_sizes: number[];
  pile: number;
  discards: Record<string, number>;
  last_round: LastRound | null;
}
export interface Choices { moves?: string[] }

/** What the server says about a move. */
export interface Explained {
  matches: boolean[];
  line_points: number[]; // what each line would be worth if the round ended
  ends_round: boolean;
}

/** A card, and the places it is played on; those of `from` are the pieces that can be picked. */
export interface Action {
  readonly text: string;
  readonly card: string;
  readonly row: "line" | "spectrum" | "none";
  readonly places: readonly number[]; // from 1
  readonly oneWay: boolean; // the first place is where the piece stands
  readonly discarded: boolean;
}

/** The move that a text spells; nothing if it is none. */
export function read(text: string): Action | null {
  const found = /^(-?)([MSN]\d|R|X)(?::(\d+)(?:([>-])(\d+))?)?$/.exec(text);
  if (found === null) return null;
  const [, dash, card = "", a, way, b] = found;
  const discarded = dash === "-";
  const row = discarded ? "none" : card.startsWith("N") ? "spectrum" : "line";
  const places = discarded ? [] : card === "R" ? [1, 10] : [a, b].flatMap((place) => (place === undefined ? [] : [Number(place)]));
  return { text, card, row, places, oneWay: way === ">" && card !== "N1", discarded };
}

/** What can be done with one card. */
export class Card {
  readonly actions: readonly Action[];
  readonly discard: string | null;

  constructor(readonly name: string, moves: readonly string[]) {
    const all = moves.map(read).filter((action) => action?.card === name) as Action[];
    this.actions = all.filter((action) => !action.discarded);
    this.discard = all.find((action) => action.discarded)?.text ?? null;
  }

  get row(): "line" | "spectrum" | "none" {
    return this.actions[0]?.row ?? "none";
  }

  /** The pieces that can be picked first. */
  firsts(): Set<number> {
    return new Set(this.actions.flatMap((action) => (action.oneWay ? action.places.slice(0, 1) : action.places)));
  }

  /** What can be meant by a piece that was picked, and perhaps the place for it. */
  meant(first: number, second: number | null = null): Action[] {
    return this.actions.filter((action) => {
      const at = action.places.indexOf(first);
      if (at < 0 || (action.oneWay && at > 0)) return false;
      return second === null || (second !== first && action.places.includes(second));
    });
  }

  /** The places that go with a piece that was picked. */
  seconds(first: number): Set<number> {
    return new Set(this.meant(first).flatMap((action) => action.places.filter((place) => place !== first)));
  }
}

export interface Rows<T> { spectrum: readonly T[]; lines: readonly (readonly T[])[] }

/** One piece goes to another place, those passed close up. */
export function moved<T>(row: readonly T[], from: number, to: number): T[] {
  const rest = row.filter((_, k) => k !== from - 1);
  rest.splice(to - 1, 0, row[from - 1]!);
  return rest;
}

export function switched<T>(row: readonly T[], a: number, b: number): T[] {
  return row.map((piece, k) => (k === a - 1 ? row[b - 1]! : k === b - 1 ? row[a - 1]! : piece));
}

/** The rows after a seat's move. */
export function after<T>(rows: Rows<T>, text: string, seat: number): Rows<T> {
  const action = read(text);
  if (action === null || action.discarded) return rows;
  const [a = 0, b = 0] = action.places;
  const lines = [...rows.lines];
  switch (action.card[0]) {
    case "N":
      return { ...rows, spectrum: moved(rows.spectrum, a, b) };
    case "M":
      lines[seat - 1] = moved(lines[seat - 1]!, a, b);
      break;
    case "X": {
      const pawns = lines.map((line) => line[a - 1]!);
      for (const k of [0, 1]) lines[k] = lines[k]!.map((pawn, p) => (p === a - 1 ? pawns[1 - k]! : pawn));
      break;
    }
    default: // S and R
      lines[seat - 1] = switched(lines[seat - 1]!, a, b);
  }
  return { ...rows, lines };
}

/** A pawn or a cube that keeps its identity while it moves. */
export interface Piece { readonly id: number; readonly colour: string }

let pieces = 0;
const fresh = (colours: string): Piece[] => [...colours].map((colour) => ({ id: (pieces += 1), colour }));

export const laidOut = (view: { spectrum: string; lines: string[] }): Rows<Piece> => ({
  spectrum: fresh(view.spectrum),
  lines: view.lines.map(fresh),
});

const spelt = (row: readonly Piece[]): string => row.map((piece) => piece.colour).join("");

/** Do these pieces lie as a view says? */
export const liesAs = (rows: Rows<Piece>, view: { spectrum: string; lines: string[] }): boolean =>
  spelt(rows.spectrum) === view.spectrum && rows.lines.every((line, k) => spelt(line) === view.lines[k]);

export interface Played { seat: number; action: Action }

/** The last move of this round. */
export function lastPlayed(log: readonly string[]): Played | null {
  for (let k = log.length - 1; k >= 0; k -= 1) {
    const [seat, text = ""] = log[k]!.split(" ");
    if (seat === "*" && text === "spectrum") return null;
    const action = seat === "*" ? null : read(text);
    if (action !== null) return { seat: Number(seat), action };
  }
  return null;
}

/** The places that a move has touched: the row by its place on the table, and where in it. */
export function touched({ seat, action }: Played): { row: "spectrum" | number; place: number }[] {
  const lines = action.card === "X" ? [1, 2] : [seat];
  if (action.row === "spectrum") return action.places.map((place) => ({ row: "spectrum", place }));
  return lines.flatMap((row) => action.places.map((place) => ({ row, place })));
}
