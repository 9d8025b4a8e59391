// The order in which a move is shown, and how waiting moves are shortened.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { IngeniousView, PhoenixView, TileChallengeView } from "../src/api/wire";
import { type Pace, Timeline } from "../src/games/board/timeline.svelte";
import { gainsOfMove, trackBefore } from "../src/games/board/tracks";
import { paceOf } from "../src/games/pace";

interface Position { moves: number; name?: string }
const PACE: Pace = { landed: 350, travelling: 300, arrived: 150 };

function createTimeline({ speed = 1, pace = PACE }: { speed?: number; pace?: Pace } = {}): Timeline<Position> {
  const timeline = new Timeline<Position>({ moves: ({ moves }) => moves, pace: () => pace, speed: () => speed });
  timeline.take({ moves: 0 });
  return timeline;
}

/** The number of moves that board, tracks and status know. */
const known = ({ board, tracks, status }: Timeline<Position>): (number | undefined)[] => [board, tracks, status].map((position) => position?.moves);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that draws when asked to, as a busy one does; returns what draws. */
function stubFrames(): () => void {
  const frames = new Map<number, () => void>();
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => (frames.set(frames.size + 1, draw), frames.size));
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => frames.delete(frame));
  return () => [...frames.values()].forEach((draw) => draw());
}

describe("a move", () => {
  it("is on the board first, then on the tracks, then told", () => {
    const timeline = createTimeline();
    timeline.take({ moves: 1 });
    expect(known(timeline)).toEqual([1, 0, 0]);
    vi.advanceTimersByTime(349);
    expect(timeline.stage).toBe("landed");
    vi.advanceTimersByTime(1);
    expect([timeline.stage, ...known(timeline)]).toEqual(["travelling", 1, 0, 0]);
    vi.advanceTimersByTime(300);
    expect([timeline.stage, ...known(timeline)]).toEqual(["arrived", 1, 1, 0]);
    vi.advanceTimersByTime(150);
    expect([timeline.stage, ...known(timeline)]).toEqual(["done", 1, 1, 1]);
    expect(timeline.before?.moves).toBe(0);
  });

  it("is shown for its time from when it is drawn, however late that is", () => {
    const draw = stubFrames();
    const timeline = createTimeline();
    timeline.take({ moves: 1 });
    vi.advanceTimersByTime(900);
    expect(timeline.stage).toBe("landed");
    draw();
    vi.advanceTimersByTime(349);
    expect(timeline.stage).toBe("landed");
    vi.advanceTimersByTime(1);
    expect(timeline.stage).toBe("travelling");
  });

  it("goes on where no frame is drawn, and not at all once it is stopped", () => {
    stubFrames();
    const timeline = createTimeline();
    timeline.take({ moves: 1 });
    vi.advanceTimersByTime(1000 + 350);
    expect(timeline.stage).toBe("travelling");
    timeline.stop();
    vi.advanceTimersByTime(5000);
    expect(timeline.stage).toBe("travelling");
  });

  it("takes half the time at half the factor, and none at 0", () => {
    const quick = createTimeline({ speed: 0.5 });
    quick.take({ moves: 1 });
    vi.advanceTimersByTime(399);
    expect(quick.stage).toBe("arrived");
    vi.advanceTimersByTime(1);
    expect(quick.stage).toBe("done");
    const off = createTimeline({ speed: 0 });
    off.take({ moves: 1 });
    off.take({ moves: 2 });
    expect([off.stage, ...known(off)]).toEqual(["done", 2, 2, 2]);
  });

  it("is not interrupted by news about the same position", () => {
    const timeline = createTimeline();
    timeline.take({ moves: 1 });
    timeline.take({ moves: 1, name: "a request" });
    expect([timeline.stage, ...known(timeline)]).toEqual(["landed", 1, 0, 0]);
    vi.advanceTimersByTime(800);
    expect(timeline.status?.name).toBe("a request");
  });

  it("that is taken back disappears at once", () => {
    const timeline = createTimeline();
    timeline.take({ moves: 1 });
    timeline.take({ moves: 0 });
    expect([timeline.stage, ...known(timeline), timeline.before]).toEqual(["done", 0, 0, 0, null]);
    vi.advanceTimersByTime(1000);
    expect(timeline.stage).toBe("done");
  });
});

describe("waiting moves", () => {
  it("are shown one after another", () => {
    const timeline = createTimeline();
    for (const moves of [1, 2, 3]) timeline.take({ moves });
    for (const moves of [1, 2, 3]) {
      expect(known(timeline)).toEqual([moves, moves - 1, moves - 1]);
      vi.advanceTimersByTime(800);
    }
    expect(known(timeline)).toEqual([3, 3, 3]);
  });

  it("are shortened if there are more than usual", () => {
    const timeline = createTimeline();
    for (const moves of [1, 2, 3, 4, 5, 6]) timeline.take({ moves });
    vi.advanceTimersByTime(800); // the first one began before the others waited
    expect(timeline.board?.moves).toBe(2);
    expect(timeline.times.landed).toBe(350 / 2);
    vi.advanceTimersByTime(400);
    expect(timeline.times.landed).toBeCloseTo(350 / 1.5);
  });

  it("are all shown when the player skips", () => {
    const timeline = createTimeline();
    for (const moves of [1, 2, 3]) timeline.take({ moves });
    timeline.skip();
    expect([timeline.stage, ...known(timeline)]).toEqual(["done", 3, 3, 3]);
    timeline.take({ moves: 4 });
    expect(timeline.stage).toBe("landed"); // the next one is shown again
  });

  it("are left out when there are too many", () => {
    const timeline = createTimeline();
    for (let moves = 1; moves <= 10; moves += 1) timeline.take({ moves });
    expect([timeline.stage, ...known(timeline)]).toEqual(["done", 10, 10, 10]);
  });
});

describe("a held position", () => {
  it("stays until the player goes on, and its status is the latest", () => {
    const timeline = createTimeline({ pace: { ...PACE, isHeld: true } });
    timeline.take({ moves: 1 });
    timeline.take({ moves: 2 });
    timeline.skip();
    expect([timeline.stage, ...known(timeline)]).toEqual(["held", 1, 1, 2]);
    vi.advanceTimersByTime(60_000);
    timeline.skip();
    expect(timeline.stage).toBe("held");
    timeline.goOn();
    expect([timeline.stage, ...known(timeline)]).toEqual(["landed", 2, 1, 1]);
  });
});

describe("the pace", () => {
  const view = (log: string[], red: number): IngeniousView => ({ game: "ingenious", log, scores: [{ R: 0 }, { R: red }] }) as unknown as IngeniousView;
  const total = ({ landed, travelling, arrived }: Pace): number => landed + travelling + arrived;

  it("of an own move keeps the player waiting for 300 ms at most, that of others takes 800", () => {
    const [before, now] = [view([], 0), view(["2 Rd12Bd11"], 3)];
    expect(total(paceOf(now, before, [2]))).toBeLessThanOrEqual(300);
    expect(total(paceOf(now, before, [1]))).toBe(800);
  });

  it("of a move without points has nothing that travels", () => {
    expect(paceOf(view(["2 swap"], 0), view([], 0), [1]).travelling).toBe(0);
  });

  it("of a draw is one turn of the card; after a failure there is time to read", () => {
    const draw = (staging: string[]): TileChallengeView => ({ game: "tile-challenge", log: ["1 draw", "* tile R"], staging, scores: [{}] }) as unknown as TileChallengeView;
    expect(total(paceOf(draw(["R"]), draw([]), [1]))).toBeLessThanOrEqual(300);
    expect(paceOf(draw([]), draw([]), [1]).arrived).toBeGreaterThan(500);
  });

  it("is held at the end of a round", () => {
    const round = (n: number): PhoenixView => ({ game: "phoenix", round: n, over: false, log: ["1 R"], scores: [] }) as unknown as PhoenixView;
    expect(paceOf(round(2), round(1), [1]).isHeld).toBe(true);
    expect(paceOf(round(2), round(2), [1]).isHeld).toBeUndefined();
  });
});

describe("the points of a move", () => {
  it("are what the server told, also after a reload", () => {
    expect(gainsOfMove(2, [{}, { gains: { R: 3, B: 0 } }, {}], undefined, { R: 9 })).toEqual([["R", 3]]);
    expect(gainsOfMove(3, [{}, { gains: { R: 3 } }, {}], { R: 6 }, { R: 9 })).toEqual([]);
  });

  it("follow from the tracks where nothing was told", () => {
    expect(gainsOfMove(1, undefined, { R: 6, B: 1 }, { R: 9, B: 1 })).toEqual([["R", 3]]);
    expect(gainsOfMove(1, undefined, undefined, { R: 9 })).toEqual([]);
  });

  it("taken off, give the track before", () => {
    expect(trackBefore({ R: 9, B: 1 }, [["R", 3]])).toEqual({ R: 6, B: 1 });
  });
});
