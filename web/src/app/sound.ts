// Synthesised sounds, off by default.

import { movesOf } from "../games/board/log";
import { settings } from "../stores/settings.svelte";

export type Sound = "place" | "draw" | "turn" | "fanfare" | "end";

interface Note { at: number; pitch: number; duration: number; volume: number; wave: OscillatorType; bend?: number }

const note = (at: number, pitch: number, duration: number, volume = 0.12, wave: OscillatorType = "triangle", bend = 1): Note =>
  ({ at, pitch, duration, volume, wave, bend });

/** Times and lengths in seconds, pitches in hertz; a pitch ends at `bend` times itself. */
export const SOUNDS: Record<Sound, readonly Note[]> = {
  place: [note(0, 190, 0.09, 0.25, "sine", 0.5), note(0, 900, 0.025, 0.06, "square", 0.6)],
  draw: [note(0, 320, 0.07, 0.1, "sine", 1.6), note(0.05, 520, 0.07, 0.1, "sine", 1.4)],
  turn: [note(0, 523.25, 0.16), note(0.12, 659.25, 0.26)],
  fanfare: [
    note(0, 523.25, 0.14), note(0.13, 659.25, 0.14), note(0.26, 783.99, 0.14), note(0.39, 1046.5, 0.5, 0.14),
    note(0.39, 659.25, 0.5, 0.07), note(0.39, 783.99, 0.5, 0.07),
  ],
  end: [note(0, 392, 0.22, 0.09, "sine"), note(0.2, 329.63, 0.45, 0.09, "sine")],
};

let context: AudioContext | undefined;

/** Play a sound if sounds are on. Browsers allow it only after the user has interacted with the page. */
export function play(sound: Sound): void {
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const start = context.currentTime + 0.01;
  for (const { at, pitch, duration, volume, wave, bend = 1 } of SOUNDS[sound]) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    const [from, to] = [start + at, start + at + duration];
    oscillator.type = wave;
    oscillator.frequency.setValueAtTime(pitch, from);
    oscillator.frequency.exponentialRampToValueAtTime(pitch * bend, to);
    gain.gain.setValueAtTime(0.0001, from);
    gain.gain.exponentialRampToValueAtTime(volume, from + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, to);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(from);
    oscillator.stop(to + 0.02);
  }
}

/** The sound for new lines of a log: a win or another end, my turn, a draw or a placement; null if nothing was played. */
export function soundOf(lines: readonly string[], { mine, over, won = false }: { mine: boolean; over: boolean; won?: boolean }): Sound | null {
  if (over) return won ? "fanfare" : "end";
  if (mine) return "turn";
  const moves = movesOf(lines);
  if (moves.length === 0) return null;
  return moves.at(-1)!.endsWith(" draw") ? "draw" : "place";
}
