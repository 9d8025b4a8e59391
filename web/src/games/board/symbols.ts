// The shapes of the six symbols in a circle of radius 1, distinct even without colours.

export const COLOURS = ["R", "G", "B", "O", "Y", "P"] as const;
export type Colour = (typeof COLOURS)[number];

function star(points: number, inner: number, rotation: number): string {
  const corners: string[] = [];
  for (let k = 0; k < 2 * points; k += 1) {
    const radius = k % 2 === 0 ? 1 : inner;
    const angle = rotation + (k * Math.PI) / points;
    corners.push(`${(radius * Math.cos(angle)).toFixed(3)} ${(radius * Math.sin(angle)).toFixed(3)}`);
  }
  return `M${corners.join("L")}Z`;
}

const circle = (radius: number): string =>
  `M${-radius} 0A${radius} ${radius} 0 1 0 ${radius} 0A${radius} ${radius} 0 1 0 ${-radius} 0Z`;

function rays(): string {
  const paths: string[] = [];
  for (let k = 0; k < 12; k += 1) {
    const angle = (k * Math.PI) / 6;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    const [sideX, sideY] = [-y * 0.08, x * 0.08];
    const at = (distance: number, side: number): string =>
      `${(x * distance + sideX * side).toFixed(3)} ${(y * distance + sideY * side).toFixed(3)}`;
    paths.push(`M${at(0.6, 1)}L${at(0.98, 1)}L${at(0.98, -1)}L${at(0.6, -1)}Z`);
  }
  return paths.join("");
}

/** A hexagon of three rhombi, drawn like a cube so that it does not resemble the circle. */
function cube(): string {
  const gap = 0.14; // between the rhombi
  const rhomb = [[gap, 0], [0.5 + gap / 2, 0.866 * (1 - gap)], [1, 0], [0.5 + gap / 2, -0.866 * (1 - gap)]];
  return [0, 1, 2].map((k) => {
    const [cos, sin] = [Math.cos((k * 2 * Math.PI) / 3), Math.sin((k * 2 * Math.PI) / 3)];
    return `M${rhomb.map(([x, y]) => `${(x! * cos - y! * sin).toFixed(3)} ${(x! * sin + y! * cos).toFixed(3)}`).join("L")}Z`;
  }).join("");
}

const SHAPES: Record<string, string> = {
  R: star(12, 0.45, Math.PI / 24),
  G: circle(0.78),
  B: star(6, 0.5, Math.PI / 6),
  O: cube(),
  Y: circle(0.5) + rays(),
  P: circle(0.9) + circle(0.5),
};

export const shape = (colour: string): string => SHAPES[colour] ?? "";
