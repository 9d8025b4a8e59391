// How a table is laid out; layout.css has the same conditions.

import { MediaQuery } from "svelte/reactivity";

const wide = new MediaQuery("(min-width: 1180px) and (min-height: 600px) and (min-aspect-ratio: 11/10)");

/** Is there room for a panel beside the board? */
export const isWide = (): boolean => wide.current;
