// A Vite plugin that lets the page name its files from the root, because the server shows it under every address.

import type { Plugin } from "vite";

export function page(): Plugin {
  return {
    name: "genial-page",
    apply: "build",
    transformIndexHtml: { order: "post", handler: (html) => html.replaceAll(/\b(href|src)="\.\//g, '$1="/') },
  };
}
