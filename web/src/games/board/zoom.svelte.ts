// The zoom of a hexagonal board: only where cells are small, and only when the player asks for it.

import { settings } from "../../stores/settings.svelte";
import type { Box } from "./hex";

/** Cells with fewer pixels from side to side are too small for a finger. */
export const SMALL = 30;

export class Zoom {
  isOn = $state(false);
  /** Are the cells small while the whole board is shown? */
  isSmall = $state(false);
  /** The part of the drawing that is visible while zoomed. */
  seen = $state.raw<Box | null>(null);
  /** Does the first tap of a finger enlarge the board around it, instead of choosing a cell? */
  readonly isByTap: boolean = $derived(this.isSmall && !this.isOn && settings.zoom);

  toggle(): void {
    this.isOn = !this.isOn && this.isSmall;
  }

  /** Show the whole board. */
  off(): void {
    this.isOn = false;
  }
}
