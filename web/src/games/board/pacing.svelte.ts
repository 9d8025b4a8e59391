// Show views one after another, each long enough to be noticed: bots move faster than people can watch.

import { onDestroy, untrack } from "svelte";
import { movesOf } from "./log";
import { settings } from "../../stores/settings.svelte";

const MAX_QUEUE = 8; // views in the queue: the user was away, so skip to the latest one

/** Are animations turned off? */
export const isMotionReduced = (): boolean =>
  !settings.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;

const MOVE_TIME = { mine: 350, others: 750 };

/** How long a move is shown before the next one, in milliseconds. */
export const moveTime = (isMine: boolean): number => (isMotionReduced() ? 0 : isMine ? MOVE_TIME.mine : MOVE_TIME.others);

interface HasLog { log: string[] }

/** Create it while a component is set up; shows each view for at least `hold` milliseconds. */
export class PacedView<V extends HasLog> {
  shown: V = $state.raw()!;
  before = $state.raw<V | null>(null);
  /** Is a view still being shown, so that no move is possible yet? */
  busy = $state(false);
  #queue: V[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #hold: (shown: V, before: V | null) => number;

  /** With an infinite hold the view stays until `showNext` is called. */
  constructor(view: () => V, hold: (shown: V, before: V | null) => number) {
    this.#hold = hold;
    this.shown = untrack(view);
    $effect(() => {
      const next = view();
      untrack(() => this.#enqueue(next));
    });
    onDestroy(() => clearTimeout(this.#timer));
  }

  /** Show the next view in the queue. */
  showNext(): void {
    clearTimeout(this.#timer);
    this.busy = false;
    const next = this.#queue.shift();
    if (next === undefined) return;
    this.before = this.shown;
    this.shown = next;
    const hold = this.#hold(this.shown, this.before);
    const wait = document.hidden && hold !== Infinity ? 0 : hold;
    if (wait <= 0) return this.showNext();
    this.busy = true;
    if (wait !== Infinity) this.#timer = setTimeout(() => this.showNext(), wait);
  }

  #enqueue(view: V): void {
    const last = this.#queue.at(-1) ?? this.shown;
    if (view === last) return;
    // Logs are compared by their moves: after the game, nothing is hidden in them, and other lines differ.
    const [now, before] = [movesOf(view.log).length, movesOf(last.log).length];
    if (now === before) {
      // The same position, sent again.
      if (this.#queue.length > 0) this.#queue[this.#queue.length - 1] = view;
      else this.shown = view;
      return;
    }
    if (now < before || this.#queue.length >= MAX_QUEUE) {
      // Moves were taken back, or the queue is too long.
      this.#queue = [];
      clearTimeout(this.#timer);
      [this.before, this.shown, this.busy] = [null, view, false];
      return;
    }
    this.#queue.push(view);
    if (!this.busy) this.showNext();
  }
}
