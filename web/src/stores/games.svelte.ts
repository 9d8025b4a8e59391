// The games that the server offers, loaded once.

import { get, post, Refusal } from "../api/http";
import { retry, retryWhilePreparing } from "../api/retry";
import type { GameInfo, NewTable, Situation } from "../api/wire";
import { percent } from "../i18n/index.svelte";

export type { GameInfo };

const KEY = "genial.games"; // the last answer, so that the page works without a network

function loadKept(): GameInfo[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as GameInfo[];
  } catch {
    return [];
  }
}

class Games {
  all = $state.raw<GameInfo[]>(loadKept());
  problem = $state.raw<Refusal | null>(null);
  #isLoading = false;

  /** Do the seats of a game see different things? Undefined until the games are loaded. */
  hasHiddenInformation(name: string): boolean | undefined {
    return this.all.find((game) => game.name === name)?.hidden;
  }

  /** Take the games that arrived with another response. */
  accept(all: GameInfo[]): void {
    [this.all, this.problem, this.#isLoading] = [all, null, true];
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // Storage is full or forbidden: the next start needs the network.
    }
  }

  load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    void retry(() => get<GameInfo[]>("/api/games"), (refusal) => (this.problem = refusal)).then((all) => this.accept(all));
  }
}

export const games = new Games();

/** Open a table as soon as the server has prepared the game; `onwait` receives the progress in per cent. */
export const openTable = (newTable: NewTable, onwait: (percentDone: string) => void): Promise<Situation> =>
  retryWhilePreparing(() => post<Situation>("/api/tables", newTable), (refusal) => onwait(percent(Number(refusal.facts.percent ?? 0) / 100)));
