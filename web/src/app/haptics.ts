// Short vibrations, on devices that have them.

import { isMotionReduced } from "../games/board/motion";
import { settings } from "../stores/settings.svelte";
import type { Sound } from "./sound";

/** Milliseconds of vibration and pause, by the sound that they go with. */
export const VIBRATIONS: Partial<Record<Sound, readonly number[]>> = {
  card: [8], lay: [12], points: [12, 40, 12], complete: [20, 40, 20, 40, 30], fail: [40, 60, 40], turn: [30], win: [30, 50, 30, 50, 60],
};

/** Can this device vibrate? Desktop browsers have the function, but nothing happens. */
export const canVibrate = (): boolean => "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;

/** Vibrate if the user wants it; where motion is reduced, only to say that it is the user's turn. */
export function vibrate(sound: Sound): void {
  const pattern = VIBRATIONS[sound];
  if (!settings.haptics || pattern === undefined || !canVibrate() || navigator.userActivation?.hasBeenActive !== true) return;
  if (isMotionReduced() && sound !== "turn") return;
  navigator.vibrate([...pattern]);
}
