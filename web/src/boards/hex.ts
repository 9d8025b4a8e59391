// Hexes as they are drawn: flat-topped, a letter is a column, a number a diagonal.

export interface Point { readonly x: number; readonly y: number }
export interface Cell { readonly q: number; readonly r: number }

export const SIZE = 20; // the radius of a cell in the drawing
const HALF_HEIGHT = (Math.sqrt(3) / 2) * SIZE;

/** Round the clock, the first three towards higher cells. */
export const DIRECTIONS: readonly Cell[] = [
  { q: 0, r: 1 }, { q: 1, r: 0 }, { q: 1, r: -1 }, { q: 0, r: -1 }, { q: -1, r: 0 }, { q: -1, r: 1 },
];

/** How the cells of a board are named: the column of the letter a, and the number of r = 0. */
export class Names {
  constructor(readonly lowestQ: number, readonly zero: number) {}

  of(cell: Cell): string {
    return String.fromCharCode(97 + cell.q - this.lowestQ) + String(cell.r + this.zero);
  }

  cell(name: string): Cell {
    return { q: name.charCodeAt(0) - 97 + this.lowestQ, r: Number(name.slice(1)) - this.zero };
  }
}

export const INGENIOUS = new Names(-7, 8);
export const SPEZIAL = new Names(-12, 10);

export const neighbour = (cell: Cell, direction: number): Cell => {
  const step = DIRECTIONS[direction % 6]!;
  return { q: cell.q + step.q, r: cell.r + step.r };
};

export const distance = (a: Cell, b: Cell): number => {
  const [q, r] = [a.q - b.q, a.r - b.r];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
};

export function hexagon(radius: number, middle: Cell = { q: 0, r: 0 }): Cell[] {
  const cells: Cell[] = [];
  for (let q = -radius; q <= radius; q += 1) {
    for (let r = Math.max(-radius, -q - radius); r <= Math.min(radius, -q + radius); r += 1) {
      cells.push({ q: middle.q + q, r: middle.r + r });
    }
  }
  return cells;
}

/** Cells are ordered by column, then by number. */
export const isLower = (a: Cell, b: Cell): boolean => a.q < b.q || (a.q === b.q && a.r < b.r);

export const centre = (cell: Cell): Point => ({
  x: SIZE * 1.5 * cell.q,
  y: 2 * HALF_HEIGHT * (cell.r + cell.q / 2),
});

/** The corners of a hex of this radius round a point, for a polygon. */
export function corners(at: Point, radius = SIZE): string {
  const points: string[] = [];
  for (let k = 0; k < 6; k += 1) {
    const angle = (k * Math.PI) / 3;
    points.push(`${(at.x + radius * Math.cos(angle)).toFixed(2)},${(at.y + radius * Math.sin(angle)).toFixed(2)}`);
  }
  return points.join(" ");
}

/** The cell under a point. */
export function cellAt(point: Point): Cell {
  const q = point.x / (1.5 * SIZE);
  const r = point.y / (2 * HALF_HEIGHT) - q / 2;
  let [x, z] = [Math.round(q), Math.round(r)];
  const y = Math.round(-q - r);
  const [dx, dy, dz] = [Math.abs(x - q), Math.abs(y + q + r), Math.abs(z - r)];
  if (dx > dy && dx > dz) x = -y - z;
  else if (dz > dy) z = -x - y;
  return { q: x, r: z };
}

/** The direction in which a point lies from a cell's centre. */
export function directionTo(cell: Cell, point: Point): number {
  let best = 0;
  let least = Infinity;
  for (let k = 0; k < 6; k += 1) {
    const at = centre(neighbour(cell, k));
    const far = (at.x - point.x) ** 2 + (at.y - point.y) ** 2;
    if (far < least) [best, least] = [k, far];
  }
  return best;
}

/** The box that holds these cells, for an SVG. */
export function viewBox(cells: readonly Cell[], margin = 4): string {
  const points = cells.map(centre);
  const x = Math.min(...points.map((p) => p.x)) - SIZE - margin;
  const y = Math.min(...points.map((p) => p.y)) - HALF_HEIGHT - margin;
  const width = Math.max(...points.map((p) => p.x)) + SIZE + margin - x;
  const height = Math.max(...points.map((p) => p.y)) + HALF_HEIGHT + margin - y;
  return [x, y, width, height].map((n) => n.toFixed(1)).join(" ");
}

/** The next of these cells that is open, for who looks for it with a key; backwards if `by` is -1. */
export function following(cells: readonly Cell[], isOpen: (cell: Cell) => boolean, from: Cell | null, by: 1 | -1): Cell | null {
  const here = cells.findIndex((cell) => from !== null && cell.q === from.q && cell.r === from.r);
  const start = here < 0 && by < 0 ? 0 : here; // from nowhere one comes to the first, or to the last
  for (let k = 1; k <= cells.length; k += 1) {
    const cell = cells[(start + by * k + cells.length) % cells.length]!;
    if (isOpen(cell)) return cell;
  }
  return null;
}
