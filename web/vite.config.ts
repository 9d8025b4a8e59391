/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { budget } from "./build/budget.ts";
import { rules } from "./build/rules.ts";
import { worker } from "./build/worker.ts";

const server = process.env.GENIAL_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), rules(), worker("src/app/service-worker.js"), budget(95, 310)],
  build: {
    outDir: "../src/genial/server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the content security policy allows no inline code
  },
  server: {
    proxy: { "/api": { target: server, ws: true }, "/health": server, "/imprint": server, "/privacy": server },
    fs: { allow: [".."] }, // the rules pages are those of the documentation
  },
  // A test reads the colours of the style; a busy machine may take long over any test.
  test: { css: { include: /(style|board-themes)\.css/ }, testTimeout: 60_000 },
});
