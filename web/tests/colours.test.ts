// Colour blindness: where colours look alike, shapes must differ.

import { describe, expect, it } from "vitest";
import chip from "../src/games/spezial/Tower.svelte?raw";
import { COLOURS, shape } from "../src/games/board/symbols";
import { MARKS } from "../src/games/spezial/marks";
import style from "../src/app/style.css?raw";
import boards from "../src/app/board-themes.css?raw";
import tileShape from "../src/games/spezial/TileShape.svelte?raw";
import { BOARDS } from "../src/games/board/themes";

type Three = [number, number, number];

// Machado, Oliveira and Fernandes (2009), the whole deficiency; for linear RGB.
const EYES: Record<string, number[]> = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
  achromatopsia: [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722],
};

function linear(hex: string): Three {
  return [1, 3, 5].map((k) => {
    const part = parseInt(hex.slice(k, k + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Three;
}

const times = (m: readonly number[], v: Three): Three =>
  [0, 3, 6].map((k) => Math.min(1, Math.max(0, m[k]! * v[0] + m[k + 1]! * v[1] + m[k + 2]! * v[2]))) as Three;

function lab(rgb: Three): Three {
  const [x, y, z] = times([0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192, 0.9505], rgb)
    .map((one, k) => one / [0.9505, 1, 1.089][k]!)
    .map((one) => (one > 0.008856 ? Math.cbrt(one) : 7.787 * one + 16 / 116)) as Three;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The distance of two colours for an eye (CIE 1976); 2 is barely noticeable. */
const distance = (a: string, b: string, eye: readonly number[]): number =>
  Math.hypot(...lab(times(eye, linear(a))).map((one, k) => one - lab(times(eye, linear(b)))[k]!));

// --- shapes, as dots of a fine grid

type Polygon = [number, number][];

/** The outlines of a path: of straight lines, or a circle around the middle. */
function outlines(path: string): Polygon[] {
  return path.split("Z").filter(Boolean).map((part) => {
    if (part.includes("A")) {
      const radius = Number(/A([\d.]+)/.exec(part)![1]);
      return Array.from({ length: 72 }, (_, k) => [radius * Math.cos((k * Math.PI) / 36), radius * Math.sin((k * Math.PI) / 36)]);
    }
    return steps(part);
  });
}

/** The corners of M, L, H and V in capitals. */
function steps(part: string): Polygon {
  const found: Polygon = [];
  let [x, y] = [0, 0];
  for (const [, letter, rest] of part.matchAll(/([MLHV])([^MLHV]*)/g)) {
    const numbers = [...rest!.matchAll(/-?[\d.]+/g)].map(Number);
    for (let k = 0; k < numbers.length; k += letter === "H" || letter === "V" ? 1 : 2) {
      if (letter === "H") x = numbers[k]!;
      else if (letter === "V") y = numbers[k]!;
      else [x, y] = [numbers[k]!, numbers[k + 1]!];
      found.push([x, y]);
    }
  }
  return found;
}

function isInside(x: number, y: number, polygons: Polygon[]): boolean {
  let inside = false;
  for (const polygon of polygons) {
    for (let k = 0; k < polygon.length; k += 1) {
      const [[ax, ay], [bx, by]] = [polygon[k]!, polygon[(k + 1) % polygon.length]!];
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    }
  }
  return inside;
}

const GRID = 20; // dots from the middle to the edge
const drawn = new Map<string, boolean[]>();

/** The dots that a shape covers, turned in steps of five degrees. */
function dots(path: string, radius: number, turn: number): boolean[] {
  const key = `${path} ${turn}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const polygons = outlines(path);
  const [cos, sin] = [Math.cos((turn * Math.PI) / 36), Math.sin((turn * Math.PI) / 36)];
  const all: boolean[] = [];
  for (let i = -GRID; i <= GRID; i += 1) {
    for (let j = -GRID; j <= GRID; j += 1) {
      const [x, y] = [(i / GRID) * radius + 1e-4, (j / GRID) * radius + 1e-4];
      all.push(isInside(x * cos - y * sin, x * sin + y * cos, polygons));
    }
  }
  drawn.set(key, all);
  return all;
}

/** The share of their union that only one of two shapes covers, at the rotation where they are most alike. */
function difference(a: string, b: string, radius: number): number {
  const one = dots(a, radius, 0);
  const shares = [0, 2, 4, 6, 8, 10].map((turn) => {
    const other = dots(b, radius, turn);
    const either = one.filter((dot, k) => dot || other[k]).length;
    return one.filter((dot, k) => dot !== other[k]).length / either;
  });
  return Math.min(...shares);
}

// --- the palettes

const NAMES: Record<string, string> = { R: "red", G: "green", B: "blue", O: "orange", Y: "yellow", P: "purple" };

/** The colours in a CSS rule; its variables may have a prefix. */
function palette(text: string, rule: string, prefix = ""): Record<string, string> {
  const body = text.slice(text.indexOf(rule) + rule.length).split("}")[0]!;
  const found = Object.entries(NAMES).map(([letter, name]) => [letter, new RegExp(`--${prefix}${name}: (#\\w{6})`).exec(body)?.[1]]);
  return Object.fromEntries(found.filter(([, hex]) => hex !== undefined)) as Record<string, string>;
}

const PALETTES: Record<string, Record<string, string>> = {
  "on light paper": palette(style, ":root {"),
  "on what is dark": palette(style, ":root {", "bright-"),
  "on light chips": palette(chip, ".tower {"),
  "on black chips": palette(chip, ".black {"),
};

/** The backgrounds. */
const GROUNDS: Record<string, string[]> = {
  "on light paper": [...style.matchAll(/--card: (#\w{6})/g)].slice(0, 1).map((found) => found[1]!),
  "on what is dark": [...boards.matchAll(/--tile: (#\w{6})/g)].map((found) => found[1]!),
  "on light chips": ["#fffdf8"],
  "on black chips": ["#0c0e11"],
};

const light = (hex: string, eye = [1, 0, 0, 0, 1, 0, 0, 0, 1]): number => {
  const [r, g, b] = times(eye, linear(hex));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
};
/** The WCAG contrast ratio. */
const contrast = (a: string, b: string, eye?: number[]): number => Math.max(light(a, eye) / light(b, eye), light(b, eye) / light(a, eye));

const pairs = <T>(all: readonly T[]): [T, T][] => all.flatMap((a, k) => all.slice(k + 1).map((b): [T, T] => [a, b]));

const SEEN = 20; // distance of colours that are not mixed up at the size of a tile
const SHAPED = 0.3; // difference of shapes that are not mixed up

describe.each(Object.entries(PALETTES))("the colours: %s", (name, colours) => {
  it("are all found", () => {
    expect(Object.keys(colours).sort().join("")).toBe(name.endsWith("chips") ? "BGOP" : "BGOPRY");
  });

  it.each(Object.entries(EYES))("can be told apart with %s, or their shapes can", (_, eye) => {
    for (const [a, b] of pairs(Object.keys(colours))) {
      const far = distance(colours[a]!, colours[b]!, eye);
      const unlike = difference(shape(a), shape(b), 1);
      expect(far >= SEEN || unlike >= SHAPED, `${a} and ${b}: ${far.toFixed(0)} apart, shapes ${unlike.toFixed(2)}`).toBe(true);
    }
  });
});

// --- the boards

/** The colours of a board, with those of its light variant where the dark one has none of its own. */
function boardColours(board: string, shade: string): Record<string, string> {
  const rules = [`[data-board="${board}"] {`, ...(shade === "dark" ? [`[data-board="${board}"][data-shade="dark"] {`] : [])];
  const bodies = rules.map((rule) => {
    expect(boards).toContain(rule);
    return boards.slice(boards.indexOf(rule) + rule.length).split("}")[0]!;
  });
  return Object.fromEntries(bodies.flatMap((body) => [...body.matchAll(/--([\w-]+): (#\w{6})/g)].map(([, name, hex]) => [name!, hex!])));
}

/** The colour that `color-mix` makes of a share of one colour and the rest of another. */
const mixed = (one: string, share: number, other: string): string =>
  "#" + [1, 3, 5].map((k) => Math.round(parseInt(one.slice(k, k + 2), 16) * share + parseInt(other.slice(k, k + 2), 16) * (1 - share)).toString(16).padStart(2, "0")).join("");

describe.each(BOARDS.flatMap((board) => ["light", "dark"].map((shade) => [board, shade] as const)))("the board of %s in %s surroundings", (board, shade) => {
  const { cell, tile, ring, mark, warn, ...more } = boardColours(board, shade) as Record<"cell" | "tile" | "ring" | "mark" | "warn", string> & Record<string, string>;
  const open = mixed(mark, 0.1, cell); // a cell that can be played on

  it("has lines and hints with a contrast of 3:1", () => {
    expect(contrast(more["cell-line"]!, cell), "lines").toBeGreaterThanOrEqual(3);
    for (const ground of [cell, open]) expect(contrast(mark, ground), `hints on ${ground}`).toBeGreaterThanOrEqual(3);
    expect(contrast(warn, cell), "lost cells").toBeGreaterThanOrEqual(3);
    expect(contrast(ring, tile), "the ring of the last move").toBeGreaterThanOrEqual(3);
  });

  it("has tiles that stand out from cells and from each other", () => {
    expect(Math.max(contrast(tile, cell), contrast(more["tile-edge"]!, cell)), "from cells").toBeGreaterThanOrEqual(3);
    expect(contrast(more["tile-edge"]!, tile), "from each other").toBeGreaterThanOrEqual(3);
  });

  it("has symbols and words with a contrast of 4.5:1", () => {
    for (const [letter, colour] of Object.entries(PALETTES["on what is dark"]!)) expect(contrast(colour, tile), letter).toBeGreaterThanOrEqual(4.5);
    expect(contrast("#f4efe6", tile), "shapes only").toBeGreaterThanOrEqual(4.5);
    expect(contrast(more["on-cell"]!, cell), "words").toBeGreaterThanOrEqual(4.5);
  });

  it("has tiles of Genial Spezial with an outline and a mark that stand out", () => {
    expect(contrast(more["on-cell"]!, cell)).toBeGreaterThanOrEqual(3);
    for (const [, seat] of tileShape.matchAll(/--seat\d: (#\w{6})/g)) expect(contrast("#ffffff", seat!), seat).toBeGreaterThanOrEqual(3);
  });
});

describe("symbols on tiles and chips", () => {
  // On paper they are next to text and numbers, so yellow may be pale there.
  const grounds = Object.entries(GROUNDS).filter(([name]) => name !== "on light paper").flatMap(([name, all]) => all.map((one) => [name, one] as const));
  it.each(grounds)("stand out, for all eyes: %s, %s", (name, ground) => {
    for (const [letter, colour] of Object.entries(PALETTES[name]!)) {
      expect(contrast(colour, ground), letter).toBeGreaterThan(3);
      for (const eye of Object.values(EYES)) expect(contrast(colour, ground, eye), letter).toBeGreaterThan(2.5);
    }
  });
});

describe("fields of forms", () => {
  const all = (name: string): string[] => [...style.matchAll(new RegExp(`--${name}: (#\\w{6})`, "g"))].map((found) => found[1]!);
  it.each(["card", "paper"])("have an edge that is seen on their own ground and around them: %s", (ground) => {
    const [edges, grounds] = [all("field-line"), all(ground)];
    expect(edges).toHaveLength(3); // light, dark, and dark if the device says so
    expect(grounds).toHaveLength(3);
    for (const [k, edge] of edges.entries()) expect(contrast(edge, grounds[k]!), edge).toBeGreaterThanOrEqual(3);
  });
});

describe("the shapes", () => {
  it("are always there, and no two are the same", () => {
    for (const colour of COLOURS) expect(shape(colour)).not.toBe("");
    for (const [a, b] of pairs(COLOURS)) expect(difference(shape(a), shape(b), 1), `${a} and ${b}`).toBeGreaterThan(0.1);
  });

  it("of the marks on tiles of Genial Spezial tell the seats apart without colours", () => {
    expect(MARKS.slice(1)).toHaveLength(4);
    for (const [a, b] of pairs(MARKS.slice(1))) {
      expect(difference(a, b, 8), `${a} and ${b}`).toBeGreaterThan(SHAPED);
    }
  });
});
