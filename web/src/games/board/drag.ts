// Drag a tile with the pointer, and turn it with the wheel.

import type { Point } from "./hex";

const SLOP = 8; // pixels that a tap may move without becoming a drag
const LIFT = 56; // pixels above the finger, so that it does not hide the tile

export interface DragHandlers {
  lift: () => void; // the drag starts
  move: (at: Point) => void;
  drop: () => void;
  cancel: () => void; // the browser took the pointer away
}

/** Follow a pointer from down to up; a movement within the slop stays a click. */
export function startDrag(event: PointerEvent, handlers: DragHandlers): void {
  const button = event.currentTarget as HTMLElement;
  const lift = event.pointerType === "touch" ? LIFT : 0;
  let at: Point | null = null; // the current position once the drag has started
  let frame = 0;
  const followPointer = (): void => {
    if (at === null) return;
    handlers.move(at); // also while the pointer rests: the board below may scroll
    frame = requestAnimationFrame(followPointer);
  };
  const move = (now: PointerEvent): void => {
    if (at === null && Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < SLOP) return;
    const isStart = at === null;
    at = { x: now.clientX, y: now.clientY - lift };
    if (!isStart) return;
    handlers.lift();
    followPointer();
  };
  const end = (how: "drop" | "cancel") => (): void => {
    listeners.abort();
    cancelAnimationFrame(frame);
    if (at === null) return;
    if (how === "drop") {
      handlers.move(at);
      if (event.pointerType === "mouse") suppressClick(button); // a finger that has moved fires none
    }
    at = null;
    handlers[how]();
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  button.setPointerCapture(event.pointerId); // at once: a fast pointer leaves the button with its first movement
  button.addEventListener("pointermove", move, { signal });
  button.addEventListener("pointerup", end("drop"), { signal });
  button.addEventListener("pointercancel", end("cancel"), { signal });
}

/** Suppress the click that a mouse fires at the end of a drag. */
function suppressClick(button: HTMLElement): void {
  const stop = (click: Event): void => click.stopPropagation();
  button.addEventListener("click", stop, { capture: true });
  setTimeout(() => button.removeEventListener("click", stop, { capture: true }));
}

const NOTCH = 80; // pixels of scrolling per turn
const PAUSE = 140; // milliseconds between two turns, and of silence that resets the sum
const LINE = 34; // pixels per line, for wheels that report lines

/** Count wheel turns: one per notch, not one for each of a trackpad's many small events. */
export class Wheel {
  #sum = 0;
  #lastEvent = 0; // when it came
  #lastTurn = -Infinity;

  /** 1: forwards, -1: backwards, 0: not yet a whole turn. */
  turn(event: Pick<WheelEvent, "deltaY" | "deltaMode" | "timeStamp">): 1 | -1 | 0 {
    if (event.timeStamp - this.#lastEvent > PAUSE) this.#sum = 0;
    this.#lastEvent = event.timeStamp;
    this.#sum += event.deltaY * (event.deltaMode === 0 ? 1 : LINE);
    if (Math.abs(this.#sum) < NOTCH || event.timeStamp - this.#lastTurn < PAUSE) return 0;
    const direction = this.#sum > 0 ? 1 : -1;
    [this.#sum, this.#lastTurn] = [0, event.timeStamp];
    return direction;
  }
}
