// The rules pages of the documentation, turned into HTML while the client is built.

import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Plugin } from "vite";
import { rulesPage } from "./page.ts";

/** Lets the client import a page of rules: its HTML, with its figures as files of the build. */
export function rules(): Plugin {
  return {
    name: "genial-rules",
    async load(id) {
      if (!/docs[\\/]games[\\/][\w-]+\.\w+\.md$/.test(id)) return null;
      const pictures: string[] = [];
      const { html, ...rest } = rulesPage(await readFile(id, "utf8"), pictures);
      const imports = pictures.map(
        (path, k) => `import p${k} from ${JSON.stringify(`${resolve(dirname(id), path)}?url`)};`,
      );
      const files = `[${pictures.map((_, k) => `p${k}`).join()}]`;
      const filled = `${JSON.stringify(html)}.replace(/\\{\\{(\\d+)\\}\\}/g, (_, k) => ${files}[k])`;
      const code = `${imports.join("\n")}\nexport default { ...${JSON.stringify(rest)}, html: ${filled} };`;
      return { code, map: null };
    },
  };
}
