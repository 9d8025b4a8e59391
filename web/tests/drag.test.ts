import { describe, expect, it } from "vitest";
import { Wheel } from "../src/games/board/drag";

const turnsOf = (events: [time: number, delta: number][], deltaMode = 0): number[] => {
  const wheel = new Wheel();
  return events.map(([timeStamp, deltaY]) => wheel.turn({ timeStamp, deltaY, deltaMode }));
};
const sum = (turns: number[]): number => turns.reduce((a, b) => a + b, 0);

describe("a wheel", () => {
  it("turns once a notch, both ways", () => {
    expect(turnsOf([[1000, 100], [1300, 100], [1600, -100]])).toEqual([1, 1, -1]);
    expect(turnsOf([[1000, 3]], 1)).toEqual([1]);
  });
  it("does not spin with the many small events of a trackpad", () => {
    const swipe = Array.from({ length: 40 }, (_, k): [number, number] => [1000 + 8 * k, 12]); // a third of a second
    expect(sum(turnsOf(swipe))).toBeLessThanOrEqual(3);
    expect(sum(turnsOf(swipe))).toBeGreaterThanOrEqual(1);
  });
  it("ignores small movements far apart", () => {
    expect(turnsOf([[1000, 50], [3000, 50], [5000, 50]])).toEqual([0, 0, 0]);
  });
});
