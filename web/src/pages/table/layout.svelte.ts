// How a table is laid out; layout.css has the same conditions.

import { MediaQuery } from "svelte/reactivity";

const wide = new MediaQuery("(min-width: 1180px) and (min-height: 600px) and (min-aspect-ratio: 11/10)");

const beside = new MediaQuery("(min-aspect-ratio: 1/1)");

/** Are the players in a narrow column beside the board, as on a phone held sideways? */
export const isBeside = (): boolean => beside.current && !wide.current;

/** Is there room for a panel beside the board? */
export const isWide = (): boolean => wide.current;
