import { describe, expect, it } from "vitest";
import { Wheel } from "../src/games/board/drag";

const rolled = (events: [time: number, delta: number][], deltaMode = 0): number[] => {
  const wheel = new Wheel();
  return events.map(([timeStamp, deltaY]) => wheel.turn({ timeStamp, deltaY, deltaMode }));
};
const sum = (turns: number[]): number => turns.reduce((a, b) => a + b, 0);

describe("a wheel", () => {
  it("turns once a notch, both ways", () => {
    expect(rolled([[1000, 100], [1300, 100], [1600, -100]])).toEqual([1, 1, -1]);
    expect(rolled([[1000, 3]], 1)).toEqual([1]);
  });
  it("does not spin with the many small events of a trackpad", () => {
    const swipe = Array.from({ length: 40 }, (_, k): [number, number] => [1000 + 8 * k, 12]); // a third of a second
    expect(sum(rolled(swipe))).toBeLessThanOrEqual(3);
    expect(sum(rolled(swipe))).toBeGreaterThanOrEqual(1);
  });
  it("forgets a touch that was nothing", () => {
    expect(rolled([[1000, 50], [3000, 50], [5000, 50]])).toEqual([0, 0, 0]);
  });
});
