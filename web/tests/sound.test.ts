// Which sound is played when.

import { describe, expect, it, vi } from "vitest";

vi.mock("../src/stores/settings.svelte", () => ({ settings: { sound: false } }));
const { play, soundOf, SOUNDS } = await import("../src/app/sound");

describe("sounds", () => {
  it("end with a fanfare for a win, and softly otherwise", () => {
    expect(soundOf(["1 stop"], { mine: true, over: true, won: true })).toBe("fanfare");
    expect(soundOf(["1 stop"], { mine: true, over: true })).toBe("end");
  });
  it("announce my turn", () => expect(soundOf(["2 Rh8Bi8"], { mine: true, over: false })).toBe("turn"));
  it("distinguish a draw from a placement", () => {
    expect(soundOf(["2 draw", "* tile R"], { mine: false, over: false })).toBe("draw");
    expect(soundOf(["1 Rh8Bi8", "* rack 1 RR"], { mine: false, over: false })).toBe("place");
    expect(soundOf([], { mine: false, over: false })).toBeNull();
  });
  it("are short and soft", () => {
    for (const notes of Object.values(SOUNDS)) {
      for (const note of notes) expect(note.at + note.duration <= 1 && note.volume <= 0.25).toBe(true);
    }
  });
  it("are silent unless they are turned on, and create no context then", () => {
    expect(() => play("place")).not.toThrow(); // there is no AudioContext here
  });
});
