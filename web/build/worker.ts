// A Vite plugin that writes the service worker with the list of files to cache and a version.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

/** Files that every start needs and that keep their names. */
const NAMED = ["/", "/favicon.svg", "/manifest.webmanifest", "/icons/icon.svg", "/icons/icon-192.png"];

/** Pages that are useless offline: they are cached when they are first opened. */
const REMOTE = /^assets\/(Account|Daily|Leaderboard|Profile)-/;

export function worker(source: string): Plugin {
  return {
    name: "genial-worker",
    apply: "build",
    async generateBundle(_, bundle) {
      const shell = [...NAMED];
      const print = createHash("sha256");
      for (const [name, file] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1))) {
        // Rules pages and their figures are cached when they are first opened.
        const isRules = file.type === "chunk" && /docs[\\/]games/.test(file.facadeModuleId ?? "");
        if (/\.(js|css|wasm|json|weights)$/.test(name) && !isRules && !REMOTE.test(name)) shell.push(`/${name}`);
        print.update(name);
      }
      const text = await readFile(source, "utf8");
      print.update(text);
      this.emitFile({
        type: "asset",
        fileName: "sw.js",
        source: text
          .replace('"VERSION"', JSON.stringify(print.digest("hex").slice(0, 12)))
          .replace('["SHELL"]', JSON.stringify(shell)),
      });
    },
  };
}
