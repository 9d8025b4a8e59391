import { mount } from "svelte";
import App from "./App.svelte";
import { syncSettings } from "../stores/settings-sync.svelte";
import { listenForNotifications } from "../stores/notifications.svelte";
import { cacheNotificationTexts, pwa } from "./pwa.svelte";
import { router } from "./router.svelte";
import { pairing } from "../stores/pairing.svelte";
import { loadLanguage } from "../i18n/languages";
import { followConnection } from "../local/sending.svelte";
import { session } from "../stores/session.svelte";
import { applySettings, settings } from "../stores/settings.svelte";
import "./style.css";
import "./board-themes.css";

applySettings();
syncSettings();
listenForNotifications();
followConnection();
cacheNotificationTexts();
void pwa.start();
if (router.path !== "/") void session.start().then(() => pairing.restore()); // the first page loads these with everything else
await loadLanguage(settings.language); // no reader sees another language first
mount(App, { target: document.getElementById("app")! });
