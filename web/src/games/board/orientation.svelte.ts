// How a board lies on the screen, and whether it is enlarged for touch.

import { MediaQuery } from "svelte/reactivity";
import { settings } from "../../stores/settings.svelte";
import { LEVEL, type Plane, TURNED } from "./hex";

const narrow = new MediaQuery("max-width: 640px"); // a phone held upright
const upright = new MediaQuery("(max-width: 640px), (max-aspect-ratio: 4/5)"); // also a tablet held upright
const coarse = new MediaQuery("pointer: coarse"); // a touch screen

export const isNarrow = (): boolean => narrow.current;

/** The plane for a board that is naturally tall or wide; on an upright screen it stands upright. */
export function planeFor(isTall: boolean): Plane {
  const wanted = settings.orientation === "auto" ? (upright.current || isTall ? "tall" : "wide") : settings.orientation;
  return (wanted === "tall") === isTall ? LEVEL : TURNED;
}

/** Is a board that is always scrolled enlarged, so that a finger can hit a cell? */
export const isEnlarged = (): boolean => coarse.current && settings.zoom;
