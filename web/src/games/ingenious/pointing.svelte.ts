// What I am about to point at in Ingenious: cells of the board, and a tile.

import { MOST_CELLS } from "../../api/wire";
import type { Pointed } from "../../api/wire";
import { tileName } from "../board/phrases";

const COLOURS = "RGBOYP";
/** All tiles there are. */
export const TILES: readonly string[] = [...COLOURS].flatMap((one, k) => [...COLOURS.slice(k)].map((other) => one + other));

export class PointDraft {
  isOpen = $state(false);
  tile = $state(""); // empty: none
  cells = $state.raw<readonly string[]>([]);

  /** Begin with what I point at now. */
  open(now: Pointed | undefined): void {
    [this.tile, this.cells, this.isOpen] = [now?.tile ?? "", now?.cells ?? [], true];
  }

  close(): void {
    this.isOpen = false;
  }

  get isEmpty(): boolean {
    return this.tile === "" && this.cells.length === 0;
  }

  get isFull(): boolean {
    return this.cells.length >= MOST_CELLS;
  }

  toggleCell(name: string): void {
    if (this.cells.includes(name)) this.cells = this.cells.filter((other) => other !== name);
    else if (!this.isFull) this.cells = [...this.cells, name];
  }

  toggleTile(tile: string): void {
    this.tile = this.tile === tile ? "" : tile;
  }
}

/** What is pointed at in words: "red and green; h8, h9". */
export const pointText = ({ tile, cells }: { tile: string; cells: readonly string[] }): string =>
  [tile && tileName(tile), cells.join(", ")].filter((part) => part !== "").join("; ");
