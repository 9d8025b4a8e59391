// Send a move once, and show it as played until the server has answered.

export type OnMove = (text: string) => void | Promise<boolean>; // false: it was refused

/** Create it while a component is set up; a new `moment` of the game clears the move. */
export class MoveSender {
  move = $state<string | null>(null);
  readonly #onmove: () => OnMove;

  constructor(onmove: () => OnMove, moment: () => string) {
    this.#onmove = onmove;
    $effect(() => {
      void moment();
      this.move = null;
    });
  }

  /** Send a move unless another one is on its way; call `onrefuse` if it was not played. */
  async send(move: string, onrefuse: () => void = () => undefined): Promise<void> {
    if (this.move !== null) return;
    this.move = move;
    const isPlayed = await this.#onmove()(move);
    if (isPlayed !== false || this.move !== move) return;
    this.move = null;
    onrefuse();
  }
}
