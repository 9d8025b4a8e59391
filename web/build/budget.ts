// Fail the build if the client gets too large, and name the largest files.

import { gzipSync } from "node:zlib";
import type { Plugin, Rollup } from "vite";

const KB = 1000;

/** Limits in kilobytes (gzip) for the first visit and for all code; rules pages do not count. */
export function budget(first: number, whole: number): Plugin {
  return {
    name: "genial-budget",
    apply: "build",
    enforce: "post",
    writeBundle(_, bundle) {
      const size = (file: Rollup.OutputAsset | Rollup.OutputChunk): number =>
        gzipSync(file.type === "chunk" ? file.code : file.source).length;
      const code = Object.values(bundle).filter(
        (file) => /\.(js|css|html)$/.test(file.fileName) && !(file.type === "chunk" && /docs[\\/]games/.test(file.facadeModuleId ?? "")),
      );
      const needed = new Set<string>(["index.html"]);
      const need = (name: string): void => {
        const file = bundle[name];
        if (needed.has(name) || file === undefined) return;
        needed.add(name);
        if (file.type !== "chunk") return;
        file.imports.forEach(need);
        file.viteMetadata?.importedCss.forEach(need);
      };
      for (const file of code) if (file.type === "chunk" && file.isEntry) need(file.fileName);
      const sizes = code.map((file) => ({ name: file.fileName, size: size(file) })).sort((a, b) => b.size - a.size);
      const sum = (some: typeof sizes): number => some.reduce((all, file) => all + file.size, 0) / KB;
      const [now, all] = [sum(sizes.filter((file) => needed.has(file.name))), sum(sizes)];
      this.info(`the first page loads ${now.toFixed(1)} kB, all code is ${all.toFixed(1)} kB (gzip)`);
      if (now > first || all > whole) {
        const largest = sizes.slice(0, 6).map((file) => `${file.name} ${(file.size / KB).toFixed(1)}`).join(", ");
        this.error(`the client is too large: ${now.toFixed(1)} of ${first} kB at first, ${all.toFixed(1)} of ${whole} kB in all; ${largest}`);
      }
    },
  };
}
