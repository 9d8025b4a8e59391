import { mount } from "svelte";
import App from "./App.svelte";
import { keepSettings } from "./keeping.svelte";
import { hearNotices } from "./notices.svelte";
import { app, leaveWords } from "./pwa.svelte";
import { session } from "./session.svelte";
import { applySettings } from "./settings.svelte";
import "./style.css";

applySettings();
keepSettings();
hearNotices();
leaveWords();
void app.start();
void session.begin();
mount(App, { target: document.getElementById("app")! });
