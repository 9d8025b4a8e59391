// How fast moves are shown, and whether anything moves at all.

import { settings } from "../../stores/settings.svelte";

const FACTORS = { off: 0, quick: 0.5, normal: 1 } as const;

/** Are animations turned off? */
export const isMotionReduced = (): boolean =>
  settings.speed === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The factor of all times; 0 where nothing moves or nobody looks. */
export const speedFactor = (): number => (isMotionReduced() || document.hidden ? 0 : FACTORS[settings.speed]);
