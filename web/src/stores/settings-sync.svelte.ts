// Keep the settings of an account in step between devices, if the server stores them.

import { get, put } from "../api/http";
import { session } from "./session.svelte";
import { mergeSettings, settings, type Choices } from "./settings.svelte";

const KEY = "genial.changed"; // when the settings were last changed in this browser
const PAUSE = 1500; // milliseconds to collect changes before sending them

interface Stored { settings?: Partial<Choices>; changed?: number }

let prefetched: { account: string; stored: Stored } | null = null;

/** Take the stored settings of an account that arrived with another response. */
export function acceptStoredSettings(account: string, stored: Stored): void {
  prefetched = { account, stored };
}

const serialize = (): string => JSON.stringify(settings);

/** Load the stored settings if they are newer than ours, and store every change from now on. */
export function syncSettings(): void {
  let account: string | null = null; // whose settings the server is known to store
  let lastText = serialize();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function load(me: string): Promise<void> {
    try {
      const stored = prefetched?.account === me ? prefetched.stored : await get<Stored>("/api/me/settings");
      prefetched = null;
      if (session.me?.account !== me) return;
      if (stored.settings && (stored.changed ?? 0) > Number(localStorage.getItem(KEY) ?? 0)) {
        mergeSettings(stored.settings);
        localStorage.setItem(KEY, String(stored.changed));
        lastText = serialize();
      }
      account = me;
    } catch {
      account = null; // this server stores no settings
    }
  }

  $effect.root(() => {
    $effect(() => {
      const me = session.me?.account ?? null;
      if (me !== null && me !== account) void load(me);
    });
    $effect(() => {
      const text = serialize();
      if (text === lastText) return;
      lastText = text;
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
