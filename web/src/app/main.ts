import { mount } from "svelte";
import App from "./App.svelte";
import { syncSettings } from "../stores/settings-sync.svelte";
import { listenForNotifications } from "../stores/notifications.svelte";
import { cacheNotificationTexts, pwa } from "./pwa.svelte";
import { router } from "./router.svelte";
import { session } from "../stores/session.svelte";
import { applySettings } from "../stores/settings.svelte";
import "./style.css";

applySettings();
syncSettings();
listenForNotifications();
cacheNotificationTexts();
void pwa.start();
if (router.path !== "/") void session.start(); // the first page loads the account with everything else
mount(App, { target: document.getElementById("app")! });
