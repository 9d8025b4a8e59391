// Views one after another, each long enough to be seen: bots are quicker than eyes.

import { onDestroy, untrack } from "svelte";
import { settings } from "../../stores/settings.svelte";

const MANY = 8; // views in waiting: somebody was away, who wants to see how it stands now

/** Should nothing move? */
export const isMotionReduced = (): boolean =>
  !settings.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;

interface Seen { log: string[] }

/** Made while a component is set up; shows `view` no faster than `hold` (in milliseconds) lets it. */
export class PacedView<V extends Seen> {
  shown: V = $state.raw()!;
  before = $state.raw<V | null>(null);
  /** Is there something to be seen before the next move? */
  busy = $state(false);
  #waiting: V[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #hold: (shown: V, before: V | null) => number;

  /** An endless hold waits for `go`. */
  constructor(view: () => V, hold: (shown: V, before: V | null) => number) {
    this.#hold = hold;
    this.shown = untrack(view);
    $effect(() => {
      const next = view();
      untrack(() => this.#take(next));
    });
    onDestroy(() => clearTimeout(this.#timer));
  }

  /** On with what is waiting. */
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
      // The same position, told again.
      if (this.#waiting.length > 0) this.#waiting[this.#waiting.length - 1] = view;
      else this.shown = view;
      return;
    }
    if (view.log.length < last.log.length || this.#waiting.length >= MANY) {
      // Moves were taken back, or it is too much to watch.
      this.#waiting = [];
      clearTimeout(this.#timer);
      [this.before, this.shown, this.busy] = [null, view, false];
      return;
    }
    this.#waiting.push(view);
    if (!this.busy) this.go();
  }
}
