// Looking back while a game goes on: a position of it, as I saw it then.

import { get } from "../../api/http";
import { split } from "../review/move-tree";
import type { Position } from "../../api/wire";

export class Glance {
  /** Moves that were played there; none: the game as it stands. */
  number = $state<number | null>(null);
  position = $state.raw<Position | null>(null);
  #log: readonly string[] = []; // up to there
  #known = new Map<string, Position>();

  constructor(readonly table: string) {}

  /** Look at the position after so many moves of the game with this log; raises Refusal. */
  async go(number: number, log: readonly string[]): Promise<void> {
    const parts = split(log);
    this.number = Math.max(0, Math.min(parts.length - 1, number));
    const there = parts.slice(0, this.number + 1).flat();
    const key = there.join("\n"); // a move that was taken back leads elsewhere
    const asked = this.number;
    try {
      const position = this.#known.get(key) ?? (await get<Position>(`/api/tables/${this.table}/positions/${asked}`));
      this.#known.set(key, position);
      if (this.number === asked) [this.#log, this.position] = [there, position];
    } catch (why) {
      if (this.number === asked) this.end();
      throw why;
    }
  }

  /** Back to the game. */
  end(): void {
    [this.number, this.position] = [null, null];
  }

  /** What a seat saw there; a spectator, what everybody saw. */
  view(seat: number): object | null {
    const view = this.position?.views[String(seat)] ?? this.position?.views["0"];
    return view ? { ...(view as object), log: this.#log } : null;
  }
}
