// Others shall know with whom they play: who has no name yet is asked for one before he meets them.

import { session } from "./session.svelte";
import { LANGUAGES } from "../i18n/languages";

const isNobodys = (name: string): boolean => Object.values(LANGUAGES).some((texts) => texts["guest.name"] === name);

class Naming {
  asks = $state(false);
  #answer: (done: boolean) => void = () => undefined;

  /** Be somebody with a name of one's own; false if one would rather not. */
  async named(): Promise<boolean> {
    if (session.me === null) await session.load();
    if (session.me !== null && (session.me.kept || !isNobodys(session.me.name))) return true;
    this.asks = true;
    return new Promise((done) => (this.#answer = done));
  }

  /** Take the name; raises Refusal. */
  async take(name: string): Promise<void> {
    if (session.me === null) await session.somebody(name);
    else await session.rename(name);
    this.end(true);
  }

  end(done: boolean): void {
    this.asks = false;
    this.#answer(done);
  }
}

export const naming = new Naming();
