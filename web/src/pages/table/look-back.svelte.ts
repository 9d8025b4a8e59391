// Look back at earlier positions while the game goes on, as they appeared at the time.

import { get } from "../../api/http";
import { splitLog } from "../review/move-tree";
import type { ReviewPosition, View } from "../../api/wire";

export class LookBack {
  /** Number of moves before the position; null: the game as it stands. */
  number = $state<number | null>(null);
  position = $state.raw<ReviewPosition | null>(null);
  #log: string[] = []; // up to that position
  #cache = new Map<string, ReviewPosition>();

  constructor(readonly table: string) {}

  /** Show the position after a number of moves of the game with this log; raises Refusal. */
  async go(number: number, log: readonly string[]): Promise<void> {
    const parts = splitLog(log);
    this.number = Math.max(0, Math.min(parts.length - 1, number));
    const lines = parts.slice(0, this.number + 1).flat();
    const key = lines.join("\n"); // after a take-back the same number is another position
    const requested = this.number;
    try {
      const position = this.#cache.get(key) ?? (await get<ReviewPosition>(`/api/tables/${this.table}/positions/${requested}`));
      this.#cache.set(key, position);
      if (this.number === requested) [this.#log, this.position] = [lines, position];
    } catch (error) {
      if (this.number === requested) this.end();
      throw error;
    }
  }

  /** Return to the game. */
  end(): void {
    [this.number, this.position] = [null, null];
  }

  /** The view of a seat at that position, or the spectators' view. */
  view(seat: number): View | null {
    const view = this.position?.views[String(seat)] ?? this.position?.views["0"];
    return view ? { ...view, log: this.#log } : null;
  }
}
