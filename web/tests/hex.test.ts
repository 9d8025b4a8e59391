// The geometry of hexagonal boards, level and with a quarter turn.

import { describe, expect, it } from "vitest";
import { hexagon, INGENIOUS, LEVEL, neighbour, type Plane, TURNED } from "../src/games/board/hex";

const PLANES: [string, Plane][] = [["level", LEVEL], ["turned", TURNED]];
const cells = hexagon(7);

describe.each(PLANES)("a board that lies %s", (_, plane) => {
  it("has every cell under its own centre, and near it", () => {
    for (const cell of cells) {
      const { x, y } = plane.centre(cell);
      for (const [dx, dy] of [[0, 0], [13, 0], [-13, 0], [0, 13], [0, -13]] as const) {
        expect(INGENIOUS.of(plane.cellAt({ x: x + dx, y: y + dy }))).toBe(INGENIOUS.of(cell));
      }
    }
  });

  it("lies within its box", () => {
    const { x, y, width, height } = plane.box(cells, 0);
    const corners = cells.flatMap((cell) => plane.hex(cell).split(" ").map((point) => point.split(",").map(Number)));
    const [xs, ys] = [corners.map(([a]) => a!), corners.map(([, b]) => b!)];
    expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)].map(Math.round)).toEqual(
      [x, x + width, y, y + height].map(Math.round),
    );
  });

  it("is crossed with arrow keys in the direction seen, and back", () => {
    const ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] } as const;
    const back = { ArrowRight: "ArrowLeft", ArrowLeft: "ArrowRight", ArrowDown: "ArrowUp", ArrowUp: "ArrowDown" } as const;
    for (const name of ["h8", "i7", "g9", "m4"]) {
      const cell = INGENIOUS.cell(name);
      for (const key of Object.keys(ways) as (keyof typeof ways)[]) {
        const there = plane.steps(cell, key)[0]!;
        const [from, to] = [plane.centre(cell), plane.centre(there)];
        const [dx, dy] = ways[key];
        expect((to.x - from.x) * dx + (to.y - from.y) * dy).toBeGreaterThan(20);
        expect(plane.steps(there, back[key])[0]).toEqual(cell);
      }
    }
    expect(plane.steps(INGENIOUS.cell("h8"), "x")).toEqual([]);
  });

  it("is left at its edge by an arrow key only where no cell lies on that side", () => {
    const names = new Set(cells.map((cell) => INGENIOUS.of(cell)));
    for (const cell of cells) {
      const { x, y } = plane.centre(cell);
      for (const [key, dx, dy] of [["ArrowRight", 1, 0], ["ArrowLeft", -1, 0], ["ArrowDown", 0, 1], ["ArrowUp", 0, -1]] as const) {
        const beside = [0, 1, 2, 3, 4, 5].map((k) => neighbour(cell, k)).filter((other) => {
          const to = plane.centre(other);
          return (to.x - x) * dx + (to.y - y) * dy > 20 && names.has(INGENIOUS.of(other));
        });
        const reached = plane.steps(cell, key).find((step) => names.has(INGENIOUS.of(step)));
        expect(reached !== undefined, `${INGENIOUS.of(cell)} ${key}`).toBe(beside.length > 0);
      }
    }
  });

  it("has neighbours at the same distance, and turns the same way round", () => {
    const angles = [0, 1, 2, 3, 4, 5].map((k) => {
      const { x, y } = plane.centre(neighbour({ q: 0, r: 0 }, k));
      expect(Math.hypot(x, y)).toBeCloseTo(34.64, 2);
      return Math.atan2(y, x);
    });
    const turns = angles.map((angle, k) => (angles[(k + 1) % 6]! - angle + 4 * Math.PI) % (2 * Math.PI));
    for (const turn of turns) expect(turn).toBeCloseTo((5 * Math.PI) / 3, 5);
  });
});

it("a quarter turn makes a tall board wide", () => {
  const [level, turned] = [LEVEL.box(cells), TURNED.box(cells)];
  expect(level.height).toBeGreaterThan(level.width);
  expect(turned.width).toBeCloseTo(level.height, 6);
});
