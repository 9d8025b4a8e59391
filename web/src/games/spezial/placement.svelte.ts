// The tile being placed in Genial Spezial: a cell, its neighbour, and colours for bonus fields.

import { type Cell, isSame } from "../board/hex";
import { type Placement, placeOf, type Places, parseMove, spell } from "./moves";

export class TilePlacement {
  first = $state.raw<Cell | null>(null); // the first of the two cells
  place = $state<string | null>(null); // chosen, waiting for confirmation
  colours = $state(""); // chosen for bonus fields
  hovered = $state.raw<Cell | null>(null); // under the pointer or focused by arrow keys

  /** The cells that can be the second one. */
  readonly partners: readonly Cell[] = $derived.by(() => (this.first ? (this.#places()?.partners(this.first) ?? []) : []));
  /** The place that is chosen or previewed. */
  readonly previewPlace: string | null = $derived.by(() => {
    if (this.place !== null || this.first === null || !this.isPartner(this.hovered)) return this.place;
    return placeOf(this.first, this.hovered!);
  });
  readonly preview: Placement | null = $derived.by(() => (this.previewPlace === null ? null : parseMove(this.previewPlace)));
  /** The number of colours to choose. */
  readonly coloursNeeded: number = $derived.by(() => (this.place === null ? 0 : (this.#places()?.coloursNeeded(this.place) ?? 0)));
  /** The complete move once everything is chosen. */
  readonly move: string | null = $derived.by(() =>
    this.place !== null && this.colours.length === this.coloursNeeded ? spell(this.place, this.colours) : null,
  );
  readonly #places: () => Places | null;

  constructor(places: () => Places | null) {
    this.#places = places;
  }

  isPartner(cell: Cell | null): boolean {
    return this.partners.some((partner) => isSame(partner, cell));
  }

  /** Can a tile cover this cell? */
  isOpen(cell: Cell): boolean {
    return (this.#places()?.partners(cell).length ?? 0) > 0;
  }

  start(cell: Cell | null): void {
    [this.first, this.place, this.colours] = [cell, null, ""];
  }

  /** Complete the place with its second cell. */
  complete(cell: Cell): void {
    [this.place, this.colours] = [placeOf(this.first!, cell), ""];
  }

  covers(cell: Cell): boolean {
    return this.place !== null && this.preview !== null && (isSame(cell, this.preview.first) || isSame(cell, this.preview.second));
  }

  addColour(colour: string): void {
    const kept = this.colours.length < this.coloursNeeded ? this.colours : this.colours.slice(1);
    this.colours = kept + colour;
  }

  back(): void {
    if (this.colours !== "") this.colours = this.colours.slice(0, -1);
    else if (this.place !== null) this.place = null;
    else this.first = null;
  }

  suggest(move: Placement): void {
    if (this.#places()?.has(move.place)) [this.first, this.place, this.colours] = [move.first, move.place, move.colours];
  }
}
