// The prompt that asks guests for a name before they meet other players.

import { session } from "./session.svelte";
import { GUEST_NAMES } from "../i18n/languages";
import type { OwnAccount } from "../api/wire";

/** Is this the name that every new guest gets? */
const isDefault = (name: string): boolean => GUEST_NAMES.includes(name);

/** Has this account a name of its own, by which other players know it? */
export const isNamed = (me: OwnAccount | null): boolean => me !== null && (me.kept || !isDefault(me.name));

/** Name the account of this browser, a new guest if there is none; raises Refusal. */
export async function setName(name: string): Promise<void> {
  if (session.me === null) await session.load();
  if (session.me === null) await session.ensureAccount(name);
  else await session.rename(name);
}

class NamePrompt {
  isOpen = $state(false);
  #answer: (isNamed: boolean) => void = () => undefined;

  /** Ask for a name unless there is one already. Return false if the guest declines. */
  async ensureName(): Promise<boolean> {
    if (session.me === null) await session.load();
    if (isNamed(session.me)) return true;
    this.isOpen = true;
    return new Promise((resolve) => (this.#answer = resolve));
  }

  /** Set the name and close the prompt; raises Refusal. */
  async submit(name: string): Promise<void> {
    await setName(name);
    this.close(true);
  }

  close(isNamed: boolean): void {
    this.isOpen = false;
    this.#answer(isNamed);
  }
}

export const namePrompt = new NamePrompt();
