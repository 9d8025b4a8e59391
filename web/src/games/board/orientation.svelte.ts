// How a board lies on the screen, and whether it is enlarged for touch.

import { MediaQuery } from "svelte/reactivity";
import { settings } from "../../stores/settings.svelte";
import { LEVEL, type Plane, TURNED } from "./hex";

const narrow = new MediaQuery("max-width: 640px"); // a phone held upright
const upright = new MediaQuery("(max-width: 640px), (max-aspect-ratio: 4/5)"); // also a tablet held upright
const short = new MediaQuery("(max-width: 640px) and (min-aspect-ratio: 9/16)"); // a low phone: what is left for a board is wider than high
const coarse = new MediaQuery("pointer: coarse"); // a touch screen

export const isNarrow = (): boolean => narrow.current;

/** The plane for a board that is naturally tall or wide. A wide one stands upright on an upright screen; a tall one, nearly as wide as high, lies
 * on a low one where many scores are above it. */
export function planeFor(isTall: boolean, hasManyScores = false): Plane {
  const fitting = isTall ? (short.current && hasManyScores ? "wide" : "tall") : upright.current ? "tall" : "wide";
  const wanted = settings.orientation === "auto" ? fitting : settings.orientation;
  return (wanted === "tall") === isTall ? LEVEL : TURNED;
}

/** Is a board that is always scrolled enlarged, so that a finger can hit a cell? */
export const isEnlarged = (): boolean => coarse.current && settings.zoom;
