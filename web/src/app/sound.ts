// Soft synthesised sounds, one at a time.

import { settings } from "../stores/settings.svelte";

interface Note { at: number; pitch: number; duration: number; volume: number; wave: OscillatorType; bend: number }

const note = (at: number, pitch: number, duration: number, volume = 0.12, wave: OscillatorType = "triangle", bend = 1): Note =>
  ({ at, pitch, duration, volume, wave, bend });

const KNOCK = [note(0, 190, 0.09, 0.25, "sine", 0.5), note(0, 900, 0.025, 0.04, "triangle", 0.6)];

/** Times and lengths in seconds, pitches in hertz; a pitch ends at `bend` times itself. The least important sound comes first. */
export const SOUNDS = {
  card: [note(0, 320, 0.07, 0.1, "sine", 1.6), note(0.05, 520, 0.07, 0.1, "sine", 1.4)], // turned or played
  lay: KNOCK, // a tile, without points
  points: [...KNOCK, note(0.07, 587.33, 0.1, 0.08), note(0.15, 880, 0.18, 0.08)],
  message: [note(0, 698.46, 0.07, 0.08, "sine"), note(0.09, 932.33, 0.12, 0.08, "sine")],
  fail: [note(0, 233.08, 0.14, 0.12, "sine", 0.94), note(0.13, 174.61, 0.28, 0.12, "sine", 0.9)],
  complete: [note(0, 659.25, 0.1), note(0.09, 783.99, 0.1), note(0.18, 1046.5, 0.34, 0.13), note(0.18, 1318.5, 0.34, 0.05)],
  turn: [note(0, 523.25, 0.16, 0.1), note(0.12, 659.25, 0.26, 0.1)],
  draw: [note(0, 392, 0.2, 0.09, "sine"), note(0.2, 392, 0.4, 0.09, "sine")],
  loss: [note(0, 392, 0.22, 0.09, "sine"), note(0.2, 329.63, 0.45, 0.09, "sine")],
  win: [
    note(0, 523.25, 0.14), note(0.13, 659.25, 0.14), note(0.26, 783.99, 0.14), note(0.39, 1046.5, 0.5, 0.14),
    note(0.39, 659.25, 0.5, 0.07), note(0.39, 783.99, 0.5, 0.07),
  ],
} satisfies Record<string, readonly Note[]>;

export type Sound = keyof typeof SOUNDS;

const importance = (sound: Sound): number => Object.keys(SOUNDS).indexOf(sound);
const lengthOf = (sound: Sound): number => 1000 * Math.max(...SOUNDS[sound].map(({ at, duration }) => at + duration)); // milliseconds

const REST = 500; // milliseconds of silence after which the output stops: it costs a phone's battery even while silent

let output: { context: AudioContext; volume: GainNode } | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;
let busyUntil = 0; // milliseconds, by the clock of the page
let waiting: { sound: Sound; timer: ReturnType<typeof setTimeout> } | null = null;

/** Browsers allow sounds only after the user has interacted with the page, and warn about earlier attempts. */
const isAllowed = (): boolean => settings.sound && settings.volume > 0 && navigator.userActivation?.hasBeenActive === true;

/** Play a sound if sounds are on. While another one is heard, it waits; of several that wait, only the most important one is played. */
export function play(sound: Sound): void {
  if (!isAllowed()) return;
  const wait = busyUntil - performance.now();
  if (wait <= 0) return start(sound);
  if (waiting !== null && importance(waiting.sound) >= importance(sound)) return;
  clearTimeout(waiting?.timer);
  const timer = setTimeout(() => {
    waiting = null;
    if (isAllowed()) start(sound);
  }, wait);
  waiting = { sound, timer };
}

/** End what is heard at once, and forget what waits. */
export function silence(): void {
  clearTimeout(waiting?.timer);
  [waiting, busyUntil] = [null, 0];
  output?.volume.disconnect();
}

function start(sound: Sound): void {
  busyUntil = performance.now() + lengthOf(sound);
  const context = output?.context ?? new AudioContext();
  clearTimeout(resting);
  resting = setTimeout(() => void context.suspend().catch(() => undefined), lengthOf(sound) + REST);
  if (context.state !== "running") void context.resume().catch(() => undefined);
  const volume = context.createGain(); // a new one: an older one may have been silenced
  volume.gain.value = settings.volume;
  volume.connect(context.destination);
  output = { context, volume };
  const begin = context.currentTime + 0.01;
  for (const { at, pitch, duration, volume: loudness, wave, bend } of SOUNDS[sound]) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    const [from, to] = [begin + at, begin + at + duration];
    oscillator.type = wave;
    oscillator.frequency.setValueAtTime(pitch, from);
    oscillator.frequency.exponentialRampToValueAtTime(pitch * bend, to);
    gain.gain.setValueAtTime(0.0001, from);
    gain.gain.exponentialRampToValueAtTime(loudness, from + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, to);
    oscillator.connect(gain).connect(volume);
    oscillator.start(from);
    oscillator.stop(to + 0.02);
  }
}
