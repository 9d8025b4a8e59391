// Settings follow their user to other devices, if the server keeps them.

import { get, put } from "../api/http";
import { session } from "./session.svelte";
import { adopt, settings, type Choices } from "./settings.svelte";

const KEY = "genial.changed"; // when the settings were last changed here
const PAUSE = 1500; // milliseconds until changes are sent

interface Kept { settings?: Partial<Choices>; changed?: number }

const here = (): string => JSON.stringify(settings);

/** Take over what is kept if it is newer, and keep what is changed from now on. */
export function keepSettings(): void {
  let account: string | null = null; // whose settings the server is known to keep
  let last = here();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function meet(me: string): Promise<void> {
    try {
      const kept = await get<Kept>("/api/me/settings");
      if (session.me?.account !== me) return;
      if (kept.settings && (kept.changed ?? 0) > Number(localStorage.getItem(KEY) ?? 0)) {
        adopt(kept.settings);
        localStorage.setItem(KEY, String(kept.changed));
        last = here();
      }
      account = me;
    } catch {
      account = null; // this server keeps none
    }
  }

  $effect.root(() => {
    $effect(() => {
      const me = session.me?.account ?? null;
      if (me !== null && me !== account) void meet(me);
    });
    $effect(() => {
      const text = here();
      if (text === last) return;
      last = text;
      const changed = Date.now();
      localStorage.setItem(KEY, String(changed));
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (account === null) return;
        void put("/api/me/settings", { settings: JSON.parse(text) as Choices, changed }).catch(() => undefined);
      }, PAUSE);
    });
  });
}
