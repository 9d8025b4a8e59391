// The installed app: is there a network, and is an update available?

import { fileAddress } from "./site";
import { TUTORIALS } from "../pages/learn/steps";
import { settings } from "../stores/settings.svelte";
import { t, type Key } from "../i18n/index.svelte";

const INTERVAL = 60 * 60 * 1000; // milliseconds between checks for an update

/** Cache the texts of push notifications: the service worker shows them while no page is open. */
export function cacheNotificationTexts(): void {
  if (!("caches" in globalThis)) return;
  $effect.root(() => {
    $effect(() => {
      const games = Object.fromEntries(TUTORIALS.map((game) => [game, t(`game.${game}` as Key)]));
      const words = JSON.stringify({ turn: t("notice.push"), games, language: settings.language });
      void caches.open("words").then((cache) => cache.put("/words", new Response(words))).catch(() => undefined);
    });
  });
}

class Pwa {
  offline = $state(!navigator.onLine);
  /** A newer version is installed and waits to be activated. */
  hasUpdate = $state(false);
  #registration: ServiceWorkerRegistration | undefined;
  #isUpdating = false;

  constructor() {
    addEventListener("online", () => (this.offline = false));
    addEventListener("offline", () => (this.offline = true));
    addEventListener("vite:preloadError", () => void this.#reloadOnce());
  }

  /** A part of this page cannot be loaded: a server with a newer build does not have it any more. Without a server this page stays. */
  async #reloadOnce(): Promise<void> {
    const lastReload = Number(sessionStorage.getItem("reloaded") ?? 0);
    if (this.offline || Date.now() - lastReload < 10_000) return;
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer === null || answer.status >= 500) return;
    sessionStorage.setItem("reloaded", String(Date.now()));
    location.reload();
  }

  async start(): Promise<void> {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    const workers = navigator.serviceWorker;
    workers.addEventListener("controllerchange", () => {
      if (this.#isUpdating) location.reload();
    });
    try {
      const registration = await workers.register(fileAddress("sw.js"));
      this.#registration = registration;
      this.#checkForUpdate(registration);
      registration.addEventListener("updatefound", () => {
        registration.installing?.addEventListener("statechange", () => this.#checkForUpdate(registration));
      });
      setInterval(() => void registration.update().catch(() => undefined), INTERVAL);
    } catch {
      // Without a service worker everything works except starting offline.
    }
  }

  #checkForUpdate(registration: ServiceWorkerRegistration): void {
    // Without a controller this is the first visit, not an update.
    this.hasUpdate = registration.waiting !== null && navigator.serviceWorker.controller !== null;
  }

  update(): void {
    this.#isUpdating = true;
    const waiting = this.#registration?.waiting;
    if (waiting) waiting.postMessage("take over");
    else location.reload();
  }
}

export const pwa = new Pwa();
