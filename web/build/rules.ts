// A Vite plugin that imports the rules pages of the documentation as HTML.

import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Plugin } from "vite";
import { rulesPage } from "./page.ts";

/** Let the client import a rules page as HTML, with its figures as files of the build. */
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
