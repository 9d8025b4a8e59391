// Which sound is played when, and never two at once.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Effect, View } from "../src/api/wire";
import type { ShownTable } from "../src/pages/table/table-sounds";

const settings = vi.hoisted(() => ({ sound: true, volume: 0.4, haptics: true, speed: "normal" }));
vi.mock("../src/stores/settings.svelte", () => ({ settings }));

const { play, silence, SOUNDS } = await import("../src/app/sound");
const { vibrate, VIBRATIONS } = await import("../src/app/haptics");
const { soundsBetween } = await import("../src/pages/table/table-sounds");

const TABLE: ShownTable = { phase: "playing", view: null, effects: [], mine: [1], isMyTurn: false, ranks: [] };

/** A table with this log. */
const table = (log: string[], more: Partial<ShownTable> = {}, red = 0): ShownTable =>
  ({ ...TABLE, view: { log, scores: [{ R: red, G: 3 }, { R: 0, G: 0 }], full: [18] } as unknown as View, ...more });
/** The sounds of one more move. */
const soundsOf = (lines: string[], effect: Effect = {}, more: Partial<ShownTable> = {}): string[] =>
  soundsBetween(table(["* deal"]), table(["* deal", ...lines], { effects: [effect], ...more }));

describe("the sounds of a table", () => {
  it("tell a tile that is laid from one that brings points", () => {
    expect(soundsOf(["1 Rh8Bi8", "* rack 1 RR"])).toEqual(["lay"]);
    expect(soundsOf(["1 a5b5+OP"])).toEqual(["lay"]);
    expect(soundsOf(["1 Rh8Bi8"], { gains: { R: 2 } })).toEqual(["points"]);
  });
  it("tell a card that is turned or played, and a turn that fails", () => {
    expect(soundsOf(["2 draw", "* tile R"])).toEqual(["card"]);
    expect(soundsOf(["2 M2:3>5"])).toEqual(["card"]);
    expect(soundsOf(["2 draw", "* tile R"], { failed: "in-row", colour: "R" })).toEqual(["fail"]);
  });
  it("celebrate a completed colour, once", () => {
    const [before, completed] = [table([], {}, 16), table(["1 Rh8Bi8"], { effects: [{ gains: { R: 2 } }] }, 18)];
    expect(soundsBetween(before, completed)).toEqual(["complete"]);
    const next = table(["1 Rh8Bi8", "2 Gh4Gi3"], { effects: [{ gains: { R: 2 } }, {}] }, 18);
    expect(soundsBetween(completed, next)).toEqual(["lay"]);
  });
  it("announce my turn when it begins, not while it goes on", () => {
    expect(soundsOf(["2 Rh8Bi8"], {}, { isMyTurn: true })).toEqual(["lay", "turn"]);
    const [mine, stillMine] = [table([], { isMyTurn: true }), table(["1 draw", "* tile R"], { isMyTurn: true })];
    expect(soundsBetween(mine, stillMine)).toEqual(["card"]);
    expect(soundsBetween(table([]), table([], { isMyTurn: true }))).toEqual(["turn"]); // told after the move was shown
  });
  it("end with the result, also if no move ended the game", () => {
    const end = { phase: "over" };
    expect(soundsOf(["1 stop"], {}, { ...end, ranks: [1, 2] })).toEqual(["card", "win"]);
    expect(soundsOf([], {}, { ...end, ranks: [2, 1] })).toEqual(["loss"]);
    expect(soundsOf([], {}, { ...end, ranks: [1, 1] })).toEqual(["draw"]);
    expect(soundsOf([], {}, { ...end, ranks: [1] })).toEqual(["win"]);
    expect(soundsOf([], {}, { ...end, ranks: [1, 2], mine: [] })).toEqual(["draw"]); // spectators neither win nor lose
  });
  it("are none if nothing has changed, moves are taken back, or the page was just opened", () => {
    expect(soundsOf([])).toEqual([]);
    expect(soundsBetween(table(["1 stop"], { effects: [{ gains: { R: 1 } }] }), table([]))).toEqual([]);
    expect(soundsBetween(TABLE, table(["1 Rh8Bi8"]))).toEqual([]);
    const over = table([], { phase: "over", ranks: [1, 2] });
    expect(soundsBetween(over, { ...over })).toEqual([]);
  });
});

describe("the player of sounds", () => {
  const started: { pitch: number; at: number }[] = [];
  const contexts = vi.fn();
  const userActivation = { hasBeenActive: true };
  const vibrations = vi.fn();
  let isReduced = false;

  class Gain {
    gain = { value: 1, setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
    connect = vi.fn((to: unknown) => to);
    disconnect = vi.fn();
  }
  const gains: Gain[] = [];
  const suspensions: number[] = [];
  let resumptions = 0;
  class Context {
    state = "running";
    currentTime = 0;
    destination = {};
    constructor() {
      contexts();
    }
    resume = (): Promise<void> => {
      resumptions += 1;
      return Promise.resolve(void (this.state = "running"));
    };
    suspend = (): Promise<void> => {
      suspensions.push(performance.now());
      return Promise.resolve(void (this.state = "suspended"));
    };
    createGain(): Gain {
      gains.push(new Gain());
      return gains.at(-1)!;
    }
    createOscillator(): unknown {
      const frequency = { setValueAtTime: (pitch: number) => void started.push({ pitch, at: performance.now() }), exponentialRampToValueAtTime: vi.fn() };
      return { type: "", frequency, connect: (to: unknown) => to, start: vi.fn(), stop: vi.fn() };
    }
  }
  /** The sounds that have begun, in their order: notes that were scheduled at the same time belong together. */
  const begun = (): string[] => {
    const names = Object.entries(SOUNDS).map(([name, notes]) => [name, notes.map(({ pitch }) => pitch)] as const);
    const times = [...new Set(started.map(({ at }) => at))];
    return times.map((time) => {
      const pitches = started.filter(({ at }) => at === time).map(({ pitch }) => pitch);
      return names.find(([, expected]) => expected.join() === pitches.join())?.[0] ?? "several at once";
    });
  };

  beforeEach(() => {
    vi.useFakeTimers();
    Object.assign(settings, { sound: true, volume: 0.4, haptics: true, speed: "normal" });
    userActivation.hasBeenActive = true;
    isReduced = false;
    started.length = gains.length = suspensions.length = 0;
    contexts.mockClear();
    vibrations.mockClear();
    vi.stubGlobal("AudioContext", Context);
    vi.stubGlobal("navigator", { userActivation, vibrate: vibrations });
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("coarse") || isReduced }));
    silence();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is silent before the first gesture, and creates no context then", () => {
    userActivation.hasBeenActive = false;
    play("turn");
    vi.runAllTimers();
    expect(contexts).not.toHaveBeenCalled();
    expect(started).toEqual([]);
  });
  it("is silent when sounds are off", () => {
    settings.sound = false;
    play("win");
    vi.runAllTimers();
    expect(started).toEqual([]);
  });
  it("plays a sound at the volume of the settings", () => {
    settings.volume = 0.7;
    play("lay");
    expect(begun()).toEqual(["lay"]);
    expect(gains[0]!.gain.value).toBe(0.7);
  });
  it("lets the next sound wait for the end of the first", () => {
    play("lay");
    play("turn");
    expect(begun()).toEqual(["lay"]);
    vi.runAllTimers();
    expect(begun()).toEqual(["lay", "turn"]);
  });
  it("plays of a burst only the first and the most important one, one after the other", () => {
    for (const sound of ["card", "lay", "points", "turn", "card", "message"] as const) play(sound);
    vi.runAllTimers();
    expect(begun()).toEqual(["card", "turn"]);
  });
  it("falls silent at once, also what waits", () => {
    play("win");
    play("message");
    settings.sound = false;
    silence();
    vi.runAllTimers();
    expect(begun()).toEqual(["win"]);
    expect(gains[0]!.disconnect).toHaveBeenCalled();
  });
  it("stops the output after the last sound, and starts it again for the next", () => {
    const begin = performance.now();
    play("lay");
    play("turn");
    vi.runAllTimers();
    expect(begun()).toEqual(["lay", "turn"]);
    expect(suspensions).toHaveLength(1);
    expect(suspensions[0]! - begin).toBeGreaterThan(700); // after both
    resumptions = 0;
    play("lay");
    expect(begun()).toEqual(["lay", "turn", "lay"]);
    expect(resumptions).toBe(1);
  });
  it("has only short and soft sounds", () => {
    for (const notes of Object.values(SOUNDS)) {
      for (const note of notes) expect(note.at + note.duration <= 1 && note.volume <= 0.25).toBe(true);
    }
  });

  it("lets phones vibrate, if that is wanted", () => {
    vibrate("points");
    expect(vibrations).toHaveBeenCalledExactlyOnceWith(VIBRATIONS.points);
    settings.haptics = false;
    vibrate("points");
    userActivation.hasBeenActive = false;
    settings.haptics = true;
    vibrate("points");
    expect(vibrations).toHaveBeenCalledOnce();
  });
  it("vibrates only for my turn where motion is reduced", () => {
    isReduced = true;
    vibrate("win");
    expect(vibrations).not.toHaveBeenCalled();
    vibrate("turn");
    expect(vibrations).toHaveBeenCalledOnce();
  });
});
