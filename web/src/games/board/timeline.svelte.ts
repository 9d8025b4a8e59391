// One timeline per move: what the board, the tracks and the status show, and from when on. All parts of a table read it,
// so that none of them knows more than the board has shown.

import { onceDrawn } from "./drawn";

/** landed: the tile lies and its lines are lit; travelling: the points go to the track; arrived: the track grows;
    held: the player has to go on; done: the next move may begin. */
export type Stage = "landed" | "travelling" | "arrived" | "held" | "done";

/** How long each stage lasts, in milliseconds. */
export interface Pace {
  readonly landed: number;
  readonly travelling: number;
  readonly arrived: number;
  readonly isHeld?: boolean; // after these stages, wait until the player goes on
}

export const AT_ONCE: Pace = { landed: 0, travelling: 0, arrived: 0 };

const USUAL_QUEUE = 2; // after my move three bots may answer at once: the first is shown while two wait
const MAX_QUEUE = 8; // positions in the queue: the user was away, so show the latest one

interface Options<T> {
  moves: (position: T) => number; // how many led to it
  pace: (position: T, before: T) => Pace; // at normal speed
  speed: () => number; // a factor of all times; 0: show everything at once
}

/** Shows positions one after another. Call `stop` in the end. */
export class Timeline<T extends object> {
  stage = $state<Stage>("done");
  /** How long the stages of the present move last; fixed when it begins, so that animations can follow it. */
  times = $state.raw<Pace>(AT_ONCE);
  #shown = $state.raw<T | null>(null);
  #before = $state.raw<T | null>(null);
  #queue = $state.raw<readonly T[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopWaiting = (): void => {}; // for the frame that shows the present stage
  #isSkipping = false;
  readonly #options: Options<T>;

  constructor(options: Options<T>) {
    this.#options = options;
  }

  /** The position on the board; null before the first one. */
  get board(): T | null {
    return this.#shown;
  }

  /** The position before the last move; null if that is not known. */
  get before(): T | null {
    return this.#before;
  }

  /** The position that the tracks show. */
  get tracks(): T | null {
    return this.stage === "landed" || this.stage === "travelling" ? this.#before : this.#shown;
  }

  /** The position whose turn, phase and result are told. While the player has to go on, it is the latest one: the player
      is asked to act in any case, and must not miss that it has become their turn. */
  get status(): T | null {
    if (this.stage === "held") return this.#latest;
    return this.stage === "done" ? this.#shown : this.#before;
  }

  get #latest(): T | null {
    return this.#queue.at(-1) ?? this.#shown;
  }

  /** Add the newest position; one with as many moves as the last one replaces it. */
  take(position: T): void {
    const last = this.#latest;
    if (position === last) return;
    const [now, known] = [this.#options.moves(position), last === null ? Infinity : this.#options.moves(last)];
    if (now === known) {
      if (this.#queue.length > 0) this.#queue = [...this.#queue.slice(0, -1), position];
      else this.#shown = position;
    } else if (now < known || this.#queue.length >= MAX_QUEUE) {
      // The first position, moves were taken back, or the queue is too long.
      this.stop();
      [this.#queue, this.#before, this.#shown, this.stage] = [[], null, position, "done"];
    } else {
      this.#queue = [...this.#queue, position];
      if (this.stage === "done") this.#showNext();
    }
  }

  /** Show everything at once, up to where the player has to go on. */
  skip(): void {
    if (this.stage === "done" || this.stage === "held") return;
    this.#isSkipping = true;
    this.stop();
    this.#enter(this.#after(this.stage));
    this.#isSkipping = false;
  }

  /** The player goes on. */
  goOn(): void {
    if (this.stage === "held") this.#enter("done");
  }

  stop(): void {
    this.#stopWaiting();
    clearTimeout(this.#timer);
  }

  #showNext(): void {
    const [next, ...waiting] = this.#queue;
    if (next === undefined || this.#shown === null) return;
    [this.#queue, this.#before, this.#shown] = [waiting, this.#shown, next];
    // The more moves wait, the shorter each of them is.
    const factor = this.#isSkipping ? 0 : this.#options.speed() / (1 + Math.max(0, waiting.length - USUAL_QUEUE) / 2);
    const pace = this.#options.pace(next, this.#before!);
    this.times = { ...pace, landed: pace.landed * factor, travelling: pace.travelling * factor, arrived: pace.arrived * factor };
    this.#enter("landed");
  }

  #enter(stage: Stage): void {
    this.stage = stage;
    if (stage === "done") return this.#showNext();
    if (stage === "held") return;
    const time = this.#isSkipping ? 0 : this.times[stage];
    if (time <= 0) return this.#enter(this.#after(stage));
    this.#stopWaiting = onceDrawn(() => {
      this.#timer = setTimeout(() => this.#enter(this.#after(stage)), time);
    });
  }

  #after(stage: Stage): Stage {
    if (stage === "landed") return "travelling";
    if (stage === "travelling") return "arrived";
    return stage === "arrived" && this.times.isHeld ? "held" : "done";
  }
}
