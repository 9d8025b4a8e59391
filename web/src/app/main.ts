import { mount } from "svelte";
import App from "./App.svelte";
import { keepSettings } from "../stores/settings-sync.svelte";
import { hearNotices } from "../stores/notifications.svelte";
import { app, leaveWords } from "./pwa.svelte";
import { session } from "../stores/session.svelte";
import { applySettings } from "../stores/settings.svelte";
import "./style.css";

applySettings();
keepSettings();
hearNotices();
leaveWords();
void app.start();
void session.begin();
mount(App, { target: document.getElementById("app")! });
