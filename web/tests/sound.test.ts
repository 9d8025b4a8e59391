// Which sound is played when, and never two at once.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Effect, Situation, View } from "../src/api/wire";

const settings = vi.hoisted(() => ({ sound: true, volume: 0.4, haptics: true, motion: true }));
vi.mock("../src/stores/settings.svelte", () => ({ settings }));

const { play, silence, SOUNDS } = await import("../src/app/sound");
const { vibrate, VIBRATIONS } = await import("../src/app/haptics");
const { hasCompleted, resultOf, soundsOf } = await import("../src/pages/table/news-sounds");

const none = { effects: [] as Effect[], hasCompleted: false, isOwn: false, isMyTurn: false, result: null };

describe("the sounds of news", () => {
  it("tell a tile that is laid from one that brings points", () => {
    expect(soundsOf({ ...none, lines: ["1 Rh8Bi8", "* rack 1 RR"] })).toEqual(["lay"]);
    expect(soundsOf({ ...none, lines: ["1 a5b5+OP"] })).toEqual(["lay"]);
    expect(soundsOf({ ...none, lines: ["1 Rh8Bi8"], effects: [{ gains: { R: 2 } }] })).toEqual(["points"]);
  });
  it("tell a card that is turned or played, and a turn that fails", () => {
    expect(soundsOf({ ...none, lines: ["2 draw", "* tile R"] })).toEqual(["card"]);
    expect(soundsOf({ ...none, lines: ["2 M2:3>5"] })).toEqual(["card"]);
    expect(soundsOf({ ...none, lines: ["2 draw", "* tile R"], effects: [{ failed: "in-row", colour: "R" }] })).toEqual(["fail"]);
  });
  it("celebrate a completed colour", () => {
    expect(soundsOf({ ...none, lines: ["1 Rh8Bi8"], effects: [{ gains: { R: 2 } }], hasCompleted: true })).toEqual(["complete"]);
  });
  it("announce my turn after the other's move, not after my own", () => {
    expect(soundsOf({ ...none, lines: ["2 Rh8Bi8"], isMyTurn: true })).toEqual(["lay", "turn"]);
    expect(soundsOf({ ...none, lines: ["1 draw", "* tile R"], isMyTurn: true, isOwn: true })).toEqual(["card"]);
  });
  it("end with the result", () => {
    expect(soundsOf({ ...none, lines: ["1 stop"], result: "win", isMyTurn: true })).toEqual(["card", "win"]);
    expect(soundsOf({ ...none, lines: [], result: "loss" })).toEqual(["loss"]);
  });
  it("are none without a move", () => expect(soundsOf({ ...none, lines: [], isMyTurn: true })).toEqual([]));
});

describe("the result", () => {
  const after = (mine: number[], ranks: number[]): Situation => ({ mine, result: { type: "ended", how: "finished", ranks } }) as unknown as Situation;
  it("is a win, a loss or a draw for the players here", () => {
    expect(resultOf(after([1], [1, 2]))).toBe("win");
    expect(resultOf(after([2], [1, 2]))).toBe("loss");
    expect(resultOf(after([2], [1, 1]))).toBe("draw");
    expect(resultOf(after([1], [1]))).toBe("win");
  });
  it("is neither won nor lost by spectators", () => expect(resultOf(after([], [1, 2]))).toBe("draw"));
});

describe("a completed colour", () => {
  const view = (R: number): View => ({ scores: [{ R, G: 3 }], full: [18] }) as unknown as View;
  it("has just reached the end of its track", () => {
    expect(hasCompleted(view(16), view(18))).toBe(true);
    expect(hasCompleted(view(18), view(18))).toBe(false);
    expect(hasCompleted(view(10), view(17))).toBe(false);
    expect(hasCompleted(null, view(18))).toBe(false);
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
  class Context {
    state = "running";
    currentTime = 0;
    destination = {};
    constructor() {
      contexts();
    }
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
    Object.assign(settings, { sound: true, volume: 0.4, haptics: true, motion: true });
    userActivation.hasBeenActive = true;
    isReduced = false;
    started.length = gains.length = 0;
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
