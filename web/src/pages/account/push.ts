// Web Push: notifications to this browser while the page is closed.

import { get, post, remove } from "../../api/http";
import type { PushKey } from "../../api/wire";

const TIMEOUT = 5000; // milliseconds to wait for the service worker, which a first visit still installs

/** The push manager of the service worker; null if this browser has none. */
export async function findPushManager(): Promise<PushManager | null> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return null;
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), TIMEOUT));
  const registration = await Promise.race([navigator.serviceWorker.ready, timeout]);
  return registration?.pushManager ?? null;
}

/** Subscribe; return false if the user denies permission. */
export async function subscribe(manager: PushManager): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { key } = await get<PushKey>("/api/push/key");
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await post("/api/me/push", subscription.toJSON());
  return true;
}

/** End the notifications of an account that signs out; a failure must not prevent that. */
export async function stopPush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration?.pushManager) await unsubscribe(registration.pushManager);
  } catch {
    // The push service cannot be reached: the subscription expires by itself.
  }
}

export async function unsubscribe(manager: PushManager): Promise<void> {
  const subscription = await manager.getSubscription();
  if (subscription === null) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await remove("/api/me/push", { endpoint }).catch(() => undefined); // the server removes dead subscriptions itself
}
