// The tile being placed in Ingenious: picked from the rack, turned, and held over the board.

import { type Cell, isSame, neighbour } from "../board/hex";
import type { Placement, Places } from "./moves";

export class TilePlacement {
  picked = $state<number | null>(null); // index in the rack
  flipped = $state(false);
  direction = $state(2); // from the first half to the second
  at = $state.raw<Cell | null>(null); // cell of the first half
  fixed = $state(false); // chosen, waiting for confirmation

  readonly tile: string | null = $derived.by(() => (this.picked === null ? null : (this.#rack()[this.picked] ?? null)));
  readonly colours: readonly [string, string] | null = $derived.by(() => {
    if (this.tile === null) return null;
    const [a, b] = [this.tile[0]!, this.tile[1]!];
    return this.flipped ? [b, a] : [a, b];
  });
  /** The placement at the current cell; null where the tile does not fit. */
  readonly preview: Placement | null = $derived.by(() => {
    const [at, places] = [this.at, this.#places()];
    if (this.colours === null || at === null || places === null) return null;
    const direction = places.direction(at, this.direction);
    return direction === null ? null : { first: at, second: neighbour(at, direction), colours: this.colours };
  });

  readonly #rack: () => readonly string[];
  readonly #places: () => Places | null;

  constructor(rack: () => readonly string[], places: () => Places | null) {
    [this.#rack, this.#places] = [rack, places];
  }

  pick(index: number): void {
    [this.picked, this.fixed] = [index, false];
  }

  /** Turn to the next direction that fits, clockwise or anticlockwise. */
  turn(by: 1 | -1 = 1): void {
    const places = this.#places();
    const turnOnce = (): void => void (this.direction = (this.direction - by + 6) % 6);
    turnOnce();
    if (this.at === null || places === null) return;
    for (let k = 0; k < 6 && !places.fits(this.at, this.direction); k += 1) turnOnce();
  }

  flip(): void {
    this.flipped = !this.flipped;
  }

  /** Hold the tile over a cell, or over none. */
  moveTo(cell: Cell | null): void {
    if (!isSame(this.at, cell)) this.at = cell;
  }

  fix(): void {
    this.fixed = this.preview !== null;
  }

  /** Does the fixed tile cover this cell? */
  covers(cell: Cell): boolean {
    return this.fixed && this.preview !== null && (isSame(this.preview.first, cell) || isSame(this.preview.second, cell));
  }

  /** Take the tile off the board but keep it picked. */
  takeOff(): void {
    [this.at, this.fixed] = [null, false];
  }

  clear(): void {
    this.takeOff();
    [this.picked, this.flipped] = [null, false];
  }

  /** Show a move as if it had been chosen. */
  suggest(move: Placement): void {
    const [a, b] = move.colours;
    const index = this.#rack().findIndex((tile) => tile === a + b || tile === b + a);
    if (index < 0 || this.#places() === null) return;
    [this.picked, this.flipped] = [index, this.#rack()[index] !== a + b];
    this.direction = [0, 1, 2, 3, 4, 5].find((k) => isSame(neighbour(move.first, k), move.second)) ?? 0;
    [this.at, this.fixed] = [move.first, true];
  }
}
