// The installed client: whether there is a network, and whether a newer version waits.

import { TUTORIALS } from "../pages/learn/steps";
import { settings } from "../stores/settings.svelte";
import { t, type Key } from "../i18n/index.svelte";

const OFTEN = 60 * 60 * 1000; // milliseconds between looks for a new version

/** Notices are shown while no page is open: the worker finds the words for them here. */
export function leaveWords(): void {
  if (!("caches" in globalThis)) return;
  $effect.root(() => {
    $effect(() => {
      const games = Object.fromEntries(TUTORIALS.map((game) => [game, t(`game.${game}` as Key)]));
      const words = JSON.stringify({ turn: t("notice.push"), games, language: settings.language });
      void caches.open("words").then((cache) => cache.put("/words", new Response(words))).catch(() => undefined);
    });
  });
}

class App {
  offline = $state(!navigator.onLine);
  /** A newer version is there and waits to be wanted. */
  newer = $state(false);
  #registration: ServiceWorkerRegistration | undefined;
  #wanted = false;

  constructor() {
    addEventListener("online", () => (this.offline = false));
    addEventListener("offline", () => (this.offline = true));
    // A part of the page is gone from the server since this page was loaded: the new page has it.
    addEventListener("vite:preloadError", (event) => {
      const last = Number(sessionStorage.getItem("reloaded") ?? 0);
      if (this.offline || Date.now() - last < 10_000) return;
      event.preventDefault();
      sessionStorage.setItem("reloaded", String(Date.now()));
      location.reload();
    });
  }

  async start(): Promise<void> {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    const workers = navigator.serviceWorker;
    workers.addEventListener("controllerchange", () => {
      if (this.#wanted) location.reload();
    });
    try {
      const registration = await workers.register("/sw.js");
      this.#registration = registration;
      this.#look(registration);
      registration.addEventListener("updatefound", () => {
        registration.installing?.addEventListener("statechange", () => this.#look(registration));
      });
      setInterval(() => void registration.update().catch(() => undefined), OFTEN);
    } catch {
      // Without a worker everything works but the start without a network.
    }
  }

  #look(registration: ServiceWorkerRegistration): void {
    // Without a controller this is the first visit, not a newer version.
    this.newer = registration.waiting !== null && navigator.serviceWorker.controller !== null;
  }

  update(): void {
    this.#wanted = true;
    const waiting = this.#registration?.waiting;
    if (waiting) waiting.postMessage("take over");
    else location.reload();
  }
}

export const app = new App();
