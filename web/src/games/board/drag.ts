// Taking something up with a pointer, and a wheel that turns it.

import type { Point } from "./hex";

const SLOP = 8; // pixels that a tap may slide
const LIFT = 56; // pixels above a finger, which hides nothing then

export interface DragHandlers {
  lift: () => void; // it is taken up
  move: (at: Point) => void;
  drop: () => void;
  cancel: () => void; // the pointer is gone: nothing is meant
}

/** From a pointer that goes down until it goes up; what hardly moves stays a click. */
export function startDrag(event: PointerEvent, hand: DragHandlers): void {
  const button = event.currentTarget as HTMLElement;
  const lift = event.pointerType === "touch" ? LIFT : 0;
  let at: Point | null = null; // where it is held, once it is lifted
  let frame = 0;
  const hold = (): void => {
    if (at === null) return;
    hand.move(at); // again while the pointer rests: what lies below may scroll
    frame = requestAnimationFrame(hold);
  };
  const move = (now: PointerEvent): void => {
    if (at === null && Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < SLOP) return;
    const isNew = at === null;
    at = { x: now.clientX, y: now.clientY - lift };
    if (!isNew) return;
    hand.lift();
    hold();
  };
  const end = (how: "drop" | "cancel") => (): void => {
    listening.abort();
    cancelAnimationFrame(frame);
    if (at === null) return;
    if (how === "drop") {
      hand.move(at);
      swallow(button);
    }
    at = null;
    hand[how]();
  };
  const listening = new AbortController();
  const { signal } = listening;
  button.setPointerCapture(event.pointerId); // at once: a quick hand is outside with its first movement
  button.addEventListener("pointermove", move, { signal });
  button.addEventListener("pointerup", end("drop"), { signal });
  button.addEventListener("pointercancel", end("cancel"), { signal });
}

/** A mouse that lets go clicks in the same breath, which is not meant; a finger does not. */
function swallow(button: HTMLElement): void {
  const stop = (click: Event): void => click.stopPropagation();
  button.addEventListener("click", stop, { capture: true });
  setTimeout(() => button.removeEventListener("click", stop, { capture: true }));
}

const NOTCH = 80; // pixels of scrolling that turn once
const PAUSE = 140; // milliseconds between two turns, and after which a wheel begins anew
const LINE = 34; // pixels of a line, for wheels that count lines

/** Turns by a wheel: one a notch, and not one for each of the many small events of a trackpad. */
export class Wheel {
  #sum = 0;
  #last = 0; // when it was heard of last
  #turned = -Infinity;

  /** Forwards, backwards, or not yet. */
  turn(event: Pick<WheelEvent, "deltaY" | "deltaMode" | "timeStamp">): 1 | -1 | 0 {
    if (event.timeStamp - this.#last > PAUSE) this.#sum = 0;
    this.#last = event.timeStamp;
    this.#sum += event.deltaY * (event.deltaMode === 0 ? 1 : LINE);
    if (Math.abs(this.#sum) < NOTCH || event.timeStamp - this.#turned < PAUSE) return 0;
    const way = this.#sum > 0 ? 1 : -1;
    [this.#sum, this.#turned] = [0, event.timeStamp];
    return way;
  }
}
