// Turn a rules page of the documentation (MyST Markdown with figures and admonitions) into HTML.

import { Marked, Renderer, type Tokens } from "marked";
import type { RulesPage } from "../src/pages/learn/rules.ts";

/** Chapters for programmers, which are not rules. */
const LEFT_OUT = ["Encoding", "Kodierung"];
/** The game's name in the library, which players need not know. */
const LIBRARY_NAME = /; (?:name in\s+the\s+library|Name in\s+der\s+Bibliothek):[\s\S]*?\.\n\n/;
/** The link to the page in the other language. */
const OTHER_LANGUAGE = /^\*\[[^\]]*\]\([\w-]+\.\w+\.md\)\*$/m;
/** A sentence with a link to another page of the documentation. */
const ELSEWHERE = /[^.\n]*(?:\n[^.\n]*)?\[[^\]]*\]\(\.\.\/[^)]*\)(?: \([^)]*\))?\./g;

function forPlayers(markdown: string): string {
  const chapters = markdown.split(/^(?=## )/m);
  const kept = chapters.filter((chapter) => !LEFT_OUT.some((name) => chapter.startsWith(`## ${name}\n`)));
  return kept.join("").replace(OTHER_LANGUAGE, "").replace(LIBRARY_NAME, ".\n\n").replace(ELSEWHERE, "");
}

const anchor = (text: string): string =>
  text.toLowerCase().replace(/[^\p{L}\p{N}\s-]/gu, "").trim().replace(/\s+/g, "-");

const escape = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

interface Admonition extends Tokens.Generic { title: string; kind: string }

/** Convert a page to HTML; the paths of its figures are added to `pictures` and appear as {{0}}, {{1}} … */
export function rulesPage(markdown: string, pictures: string[]): RulesPage {
  const text = forPlayers(markdown);
  const contents: [string, string][] = [];
  const marked = new Marked();
  const inline = (words: string): string => marked.parseInline(words, { async: false });

  function figure(code: Tokens.Code): string {
    const lines = code.text.split("\n");
    const option = (name: string): string =>
      lines.find((line) => line.startsWith(`:${name}:`))?.slice(name.length + 2).trim() ?? "";
    const caption = lines.filter((line) => !line.startsWith(":")).join("\n").trim();
    pictures.push(code.lang?.split(" ")[1] ?? "");
    const width = parseInt(option("width"), 10);
    const size = width > 0 ? ` width="${width}"` : "";
    const image = `<img src="{{${pictures.length - 1}}}" alt="${escape(option("alt"))}"${size} loading="lazy">`;
    return `<figure>${image}<figcaption>${inline(caption)}</figcaption></figure>\n`;
  }

  marked.use({
    extensions: [
      {
        name: "admonition",
        level: "block",
        start: (source: string) => source.match(/^:::\{/m)?.index,
        tokenizer(source: string) {
          const found = /^:::\{admonition\} (.*)\n(?::class: (\w+)\n)?([\s\S]*?)\n:::(?:\n|$)/.exec(source);
          if (found === null) return undefined;
          const [raw, title = "", kind = "note", inner = ""] = found;
          return { type: "admonition", raw, title, kind, tokens: this.lexer.blockTokens(inner, []) };
        },
        renderer(token) {
          const { title, kind, tokens } = token as Admonition;
          const inner = this.parser.parse(tokens ?? []);
          return `<aside class="${kind}"><p class="title">${inline(title)}</p>${inner}</aside>\n`;
        },
      },
    ],
    renderer: {
      code(token) {
        if (token.lang?.startsWith("{figure}")) return figure(token);
        return `<pre tabindex="0"><code>${escape(token.text)}</code></pre>\n`;
      },
      heading({ tokens, depth, text: words }) {
        const id = anchor(words);
        if (depth === 2) contents.push([id, words.replace(/[*`]/g, "")]);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const game = /^([\w-]+)\.\w+\.md$/.exec(href);
        if (game) return `<a href="/learn/${game[1]}">${words}</a>`;
        return /^(#|https?:)/.test(href) ? `<a href="${escape(href)}">${words}</a>` : words;
      },
      table(token) {
        return `<div class="wide" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
      },
    },
  });
  const title = /^# (.*)$/m.exec(text)?.[1] ?? "";
  return { title, html: marked.parse(text.replace(/^# .*$/m, ""), { async: false }), contents };
}
