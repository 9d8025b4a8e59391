// How a board lies on the screen, and whether fingers need it larger.

import { MediaQuery } from "svelte/reactivity";
import { settings } from "../../stores/settings.svelte";
import { LEVEL, type Plane, TURNED } from "./hex";

const narrow = new MediaQuery("max-width: 640px"); // a phone held upright
const coarse = new MediaQuery("pointer: coarse"); // fingers

export const isNarrow = (): boolean => narrow.current;

/** The plane of a board that is tall or wide by itself; the longer one stands on its end on a phone. */
export function planeFor(isTall: boolean): Plane {
  const wanted = settings.orientation === "auto" ? (narrow.current || isTall ? "tall" : "wide") : settings.orientation;
  return (wanted === "tall") === isTall ? LEVEL : TURNED;
}

/** Is a board enlarged while something is picked, so that a finger meets a cell? */
export const isEnlarged = (): boolean => coarse.current && settings.zoom;
