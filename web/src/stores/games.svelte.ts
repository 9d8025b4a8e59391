// The games that the server offers, loaded once.

import { get, post, Refusal } from "../api/http";
import { retry, retryWhilePreparing } from "../api/retry";
import type { GameInfo, NewTable, Situation } from "../api/wire";
import { percent } from "../i18n/index.svelte";

export type { GameInfo };

class Games {
  all = $state.raw<GameInfo[]>([]);
  problem = $state.raw<Refusal | null>(null);
  #isLoading = false;

  /** Do the seats of a game see different things? Undefined until the games are loaded. */
  hasHiddenInformation(name: string): boolean | undefined {
    return this.all.find((game) => game.name === name)?.hidden;
  }

  /** Take the games that arrived with another response. */
  accept(all: GameInfo[]): void {
    [this.all, this.problem, this.#isLoading] = [all, null, true];
  }

  load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    void retry(() => get<GameInfo[]>("/api/games"), (refusal) => (this.problem = refusal)).then(
      (all) => ([this.all, this.problem] = [all, null]),
    );
  }
}

export const games = new Games();

/** Open a table as soon as the server has prepared the game; `onwait` receives the progress in per cent. */
export const openTable = (newTable: NewTable, onwait: (percentDone: string) => void): Promise<Situation> =>
  retryWhilePreparing(() => post<Situation>("/api/tables", newTable), (refusal) => onwait(percent(Number(refusal.facts.percent ?? 0) / 100)));
