// Show views one after another, each long enough to be noticed: bots move faster than people can watch.

import { onDestroy, untrack } from "svelte";
import { settings } from "../../stores/settings.svelte";

const MANY = 8; // views in the queue: the user was away, so skip to the latest one

/** Are animations turned off? */
export const isMotionReduced = (): boolean =>
  !settings.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;

interface Seen { log: string[] }

/** Create it while a component is set up; shows each view for at least `hold` milliseconds. */
export class PacedView<V extends Seen> {
  shown: V = $state.raw()!;
  before = $state.raw<V | null>(null);
  /** Is a view still being shown, so that no move is possible yet? */
  busy = $state(false);
  #waiting: V[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #hold: (shown: V, before: V | null) => number;

  /** With an infinite hold the view stays until `go` is called. */
  constructor(view: () => V, hold: (shown: V, before: V | null) => number) {
    this.#hold = hold;
    this.shown = untrack(view);
    $effect(() => {
      const next = view();
      untrack(() => this.#take(next));
    });
    onDestroy(() => clearTimeout(this.#timer));
  }

  /** Show the next view in the queue. */
  go(): void {
    clearTimeout(this.#timer);
    this.busy = false;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.before = this.shown;
    this.shown = next;
    const hold = this.#hold(this.shown, this.before);
    const wait = document.hidden && hold !== Infinity ? 0 : hold;
    if (wait <= 0) return this.go();
    this.busy = true;
    if (wait !== Infinity) this.#timer = setTimeout(() => this.go(), wait);
  }

  #take(view: V): void {
    const last = this.#waiting.at(-1) ?? this.shown;
    if (view === last) return;
    if (view.log.length === last.log.length) {
      // The same position, sent again.
      if (this.#waiting.length > 0) this.#waiting[this.#waiting.length - 1] = view;
      else this.shown = view;
      return;
    }
    if (view.log.length < last.log.length || this.#waiting.length >= MANY) {
      // Moves were taken back, or the queue is too long.
      this.#waiting = [];
      clearTimeout(this.#timer);
      [this.before, this.shown, this.busy] = [null, view, false];
      return;
    }
    this.#waiting.push(view);
    if (!this.busy) this.go();
  }
}
