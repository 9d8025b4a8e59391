// The games that the server has, asked for once.

import { get, post, Refusal } from "./api";
import type { Situation } from "./wire";

export interface GameInfo {
  name: string;
  title: string;
  options: Record<string, unknown>;
  levels: string[];
  players: number[];
}

class Games {
  all = $state.raw<GameInfo[]>([]);
  problem = $state.raw<Refusal | null>(null);
  #asked = false;

  load(): void {
    if (this.#asked) return;
    this.#asked = true;
    get<GameInfo[]>("/api/games").then(
      (all) => ([this.all, this.problem] = [all, null]),
      (why: Refusal) => {
        this.problem = why;
        this.#asked = false;
      },
    );
  }
}

export const games = new Games();

/** Open a table; the very first start of a server compiles the games, so ask until it is done. */
export async function open(opening: object, onwait: (percent: string) => void): Promise<Situation> {
  for (;;) {
    try {
      return await post<Situation>("/api/tables", opening);
    } catch (why) {
      if (!(why instanceof Refusal) || why.code !== "not-yet") throw why;
      onwait(String(why.facts.percent ?? ""));
      await new Promise((done) => setTimeout(done, 1500));
    }
  }
}
