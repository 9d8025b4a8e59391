// A move on its way to the server: it is sent once, and shown as made until the server has answered.

export type OnMove = (text: string) => void | Promise<boolean>; // was it played? It is if nobody says

/** Made while a component is set up; a new `moment` of the game ends what was on its way. */
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

  /** Send a move, unless one is on its way; `refused` if it was not played. */
  async send(move: string, refused: () => void = () => undefined): Promise<void> {
    if (this.move !== null) return;
    this.move = move;
    const isPlayed = await this.#onmove()(move);
    if (isPlayed !== false || this.move !== move) return;
    this.move = null;
    refused();
  }
}
