// The games that the server has, asked for once.

import { get, post, Refusal } from "../api/http";
import { prepared, until } from "../api/retry";
import type { GameInfo, Opening, Situation } from "../api/wire";
import { percent } from "../i18n/index.svelte";

export type { GameInfo };

class Games {
  all = $state.raw<GameInfo[]>([]);
  problem = $state.raw<Refusal | null>(null);
  #asked = false;

  load(): void {
    if (this.#asked) return;
    this.#asked = true;
    void until(() => get<GameInfo[]>("/api/games"), (why) => (this.problem = why)).then(
      (all) => ([this.all, this.problem] = [all, null]),
    );
  }
}

export const games = new Games();

/** Open a table, as soon as the server has prepared the game. */
export const open = (opening: Opening, onwait: (done: string) => void): Promise<Situation> =>
  prepared(() => post<Situation>("/api/tables", opening), (why) => onwait(percent(Number(why.facts.percent ?? 0) / 100)));
