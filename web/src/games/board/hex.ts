// The geometry of hexagonal boards: letters name columns, numbers name diagonals, and a board can be turned.

export interface Point { readonly x: number; readonly y: number }
export interface Cell { readonly q: number; readonly r: number }
export interface Box { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

export const SIZE = 20; // the radius of a cell in the drawing
export const BREADTH = Math.sqrt(3) * SIZE; // from side to side, less than from corner to corner

/** Anticlockwise from below; the first three lead to cells that come later in the order. */
export const DIRECTIONS: readonly Cell[] = [
  { q: 0, r: 1 }, { q: 1, r: 0 }, { q: 1, r: -1 }, { q: 0, r: -1 }, { q: -1, r: 0 }, { q: -1, r: 1 },
];

/** The names of a board's cells: `lowestQ` is column a, `zero` is the number of r = 0. */
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

export const isSame = (a: Cell | null, b: Cell | null): boolean => a !== null && b !== null && a.q === b.q && a.r === b.r;

export const neighbour = (cell: Cell, direction: number): Cell => {
  const step = DIRECTIONS[direction % 6]!;
  return { q: cell.q + step.q, r: cell.r + step.r };
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

const TURNED_KEYS: Record<string, string> = {
  ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight", ArrowLeft: "ArrowDown", ArrowRight: "ArrowUp",
};

const spellPoints = (points: readonly Point[]): string => points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");

/** The position of cells in the drawing: columns run downwards, or to the left on a board with a quarter turn. */
export class Plane {
  constructor(readonly isTurned: boolean) {}

  #turn(x: number, y: number): Point {
    return this.isTurned ? { x: -y, y: x } : { x, y };
  }

  centre(cell: Cell): Point {
    return this.#turn(SIZE * 1.5 * cell.q, BREADTH * (cell.r + cell.q / 2));
  }

  #vertices(at: Point, radius: number): Point[] {
    return Array.from({ length: 6 }, (_, k) => {
      const { x, y } = this.#turn(radius * Math.cos((k * Math.PI) / 3), radius * Math.sin((k * Math.PI) / 3));
      return { x: at.x + x, y: at.y + y };
    });
  }

  /** The corners of a hexagon around a point, for a polygon. */
  corners(at: Point, radius = SIZE): string {
    return spellPoints(this.#vertices(at, radius));
  }

  hex(cell: Cell, radius = SIZE): string {
    return this.corners(this.centre(cell), radius);
  }

  /** The outline of a tile on two neighbouring cells, as a path: two hexagons, and what joins them. */
  double(first: Point, second: Point, radius = SIZE): string {
    const [one, other] = [this.#vertices(first, radius), this.#vertices(second, radius)];
    const facing = (all: readonly Point[], to: Point): Point[] =>
      [...all].sort((a, b) => Math.hypot(a.x - to.x, a.y - to.y) - Math.hypot(b.x - to.x, b.y - to.y)).slice(0, 2);
    const [a, b] = facing(one, second);
    const [c, d] = facing(other, first).sort((p, q) => Math.hypot(p.x - b!.x, p.y - b!.y) - Math.hypot(q.x - b!.x, q.y - b!.y));
    return [one, other, [a!, b!, c!, d!]].map((corners) => `M${spellPoints(corners)}Z`).join("");
  }

  /** The cell under a point. */
  cellAt(point: Point): Cell {
    const [across, down] = this.isTurned ? [point.y, -point.x] : [point.x, point.y];
    const q = across / (1.5 * SIZE);
    const r = down / BREADTH - q / 2;
    let [x, z] = [Math.round(q), Math.round(r)];
    const y = Math.round(-q - r);
    const [dx, dy, dz] = [Math.abs(x - q), Math.abs(y + q + r), Math.abs(z - r)];
    if (dx > dy && dx > dz) x = -y - z;
    else if (dz > dy) z = -x - y;
    return { q: x, r: z };
  }

  /** The bounding box of these cells. */
  box(cells: readonly Cell[], margin = 7): Box {
    const points = cells.map((cell) => this.centre(cell));
    const [halfWidth, halfHeight] = this.isTurned ? [BREADTH / 2, SIZE] : [SIZE, BREADTH / 2];
    const x = Math.min(...points.map((p) => p.x)) - halfWidth - margin;
    const y = Math.min(...points.map((p) => p.y)) - halfHeight - margin;
    return {
      x, y,
      width: Math.max(...points.map((p) => p.x)) + halfWidth + margin - x,
      height: Math.max(...points.map((p) => p.y)) + halfHeight + margin - y,
    };
  }

  /** The cells that an arrow key can lead to on the screen, the one to prefer first; none for other keys. */
  steps(from: Cell, key: string): Cell[] {
    const isOdd = Math.abs(from.q) % 2 === 1;
    const beside = (q: number, rs: [number, number]): Cell[] => rs.map((r) => ({ q, r }));
    switch (this.isTurned ? TURNED_KEYS[key] : key) {
      case "ArrowUp": return [{ q: from.q, r: from.r - 1 }];
      case "ArrowDown": return [{ q: from.q, r: from.r + 1 }];
      // Columns are offset by half a cell: steps to the side alternate between up and down, where the board allows both.
      case "ArrowRight": return beside(from.q + 1, isOdd ? [from.r - 1, from.r] : [from.r, from.r - 1]);
      case "ArrowLeft": return beside(from.q - 1, isOdd ? [from.r, from.r + 1] : [from.r + 1, from.r]);
      default: return [];
    }
  }
}

export const [LEVEL, TURNED] = [new Plane(false), new Plane(true)];

export const viewBox = ({ x, y, width, height }: Box): string => [x, y, width, height].map((n) => n.toFixed(1)).join(" ");

/** The next open cell, for keyboard navigation; backwards if `step` is -1. */
export function nextOpenCell(cells: readonly Cell[], isOpen: (cell: Cell) => boolean, from: Cell | null, step: 1 | -1): Cell | null {
  const fromIndex = cells.findIndex((cell) => isSame(cell, from));
  const start = fromIndex < 0 && step < 0 ? 0 : fromIndex; // without a starting cell: the first one, or the last one backwards
  for (let k = 1; k <= cells.length; k += 1) {
    const cell = cells[(start + step * k + cells.length) % cells.length]!;
    if (isOpen(cell)) return cell;
  }
  return null;
}
