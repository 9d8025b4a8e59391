/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { budget } from "./build/budget.ts";
import { page } from "./build/absolute-page.ts";
import { rules } from "./build/rules.ts";
import { worker } from "./build/worker.ts";

const server = process.env.GENIAL_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  base: "./", // files find each other wherever they lie
  plugins: [svelte(), page(), rules(), worker("src/app/service-worker.js"), budget(98, 350)],
  build: {
    outDir: "../src/genial/server/static",
    emptyOutDir: true,
    target: ["es2022", "safari16.4"], // tests/web/test_webkit.py watches what a build cannot translate
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the content security policy allows no inline code
  },
  worker: { format: "es" },
  server: {
    proxy: { "/api": { target: server, ws: true }, "/health": server, "/imprint": server, "/privacy": server },
    fs: { allow: [".."] }, // the rules pages are those of the documentation
  },
  // A test reads the colours of the style; a busy machine may take long over any test.
  // The laws of the engine need what Python writes for them (`tests/wasm/test_laws.py`).
  test: {
    css: { include: /(style|board-themes)\.css/ }, testTimeout: 60_000,
    include: [process.env.GENIAL_GOLDEN === undefined ? "tests/**/*.test.ts" : "tests/engine/*laws.ts"],
  },
});
