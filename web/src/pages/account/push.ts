// Messages to this browser while the page is closed: the browser's push service, with the server's key.

import { get, post, remove } from "../../api/http";
import type { PushKey } from "../../api/wire";

const PATIENCE = 5000; // milliseconds for the worker to be there: on a first visit it is still being installed

/** Can this browser, with the worker that is installed, be told anything? */
export async function pusher(): Promise<PushManager | null> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return null;
  const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
  const registration = await Promise.race([navigator.serviceWorker.ready, late]);
  return registration?.pushManager ?? null;
}

/** Subscribe; false if the reader does not want it after all. */
export async function subscribe(manager: PushManager): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { key } = await get<PushKey>("/api/push/key");
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await post("/api/me/push", subscription.toJSON());
  return true;
}

/** Tell this browser nothing more of an account that it leaves; nothing of that keeps anybody from leaving. */
export async function forget(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration?.pushManager) await unsubscribe(registration.pushManager);
  } catch {
    // The push service is away: what comes all the same is for an account that nobody has here.
  }
}

export async function unsubscribe(manager: PushManager): Promise<void> {
  const subscription = await manager.getSubscription();
  if (subscription === null) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await remove("/api/me/push", { endpoint }).catch(() => undefined); // the server forgets dead addresses itself
}
