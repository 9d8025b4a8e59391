// Rules pages: from the documentation's Markdown to HTML.

import { describe, expect, it } from "vitest";
import { rulesPage } from "../build/page";

const PAGE = `# A game

*[Diese Seite auf Deutsch](a.de.md)*

By a designer. Two players; name in the library: \`a\`, option \`players\` 2.

## Aim

Win. See [the other](spezial.en.md) and [below](#end). More about
records is on [their page](../records.md).

\`\`\`{figure} ../figures/x.svg
:alt: A "board"
:width: 460px

The *board*
\`\`\`

:::{admonition} [ruling] Ties
:class: note
- They are shared.
:::

## Encoding

For programs.
`;

describe("a page of rules", () => {
  const pictures: string[] = [];
  const page = rulesPage(PAGE, pictures);

  it("has a title and chapters", () => {
    expect(page.title).toBe("A game");
    expect(page.contents).toEqual([["aim", "Aim"]]);
  });
  it("leaves out what is not for players", () => {
    expect(page.html).not.toMatch(/Encoding|programs|library|Deutsch|records/);
    expect(page.html).toContain("Two players.");
  });
  it("has its figures", () => {
    expect(pictures).toEqual(["../figures/x.svg"]);
    expect(page.html).toContain('<img src="{{0}}" alt="A &quot;board&quot;" width="460" loading="lazy">');
    expect(page.html).toContain("<figcaption>The <em>board</em></figcaption>");
  });
  it("has its admonitions", () => {
    expect(page.html).toMatch(/<aside class="note"><p class="title">\[ruling\] Ties<\/p><ul>/);
  });
  it("links within the site", () => {
    expect(page.html).toContain('<a href="/learn/spezial">the other</a>');
    expect(page.html).toContain('<a href="#end">below</a>');
  });
});

const PAGES = import.meta.glob<string>("../../docs/games/*.md", { query: "?raw", import: "default", eager: true });

describe.each(Object.entries(PAGES))("the page %s", (_, markdown) => {
  const page = rulesPage(markdown, []);

  it("has tips among its chapters", () => {
    expect(page.contents.map(([id]) => id).filter((id) => id === "tips" || id === "tipps")).toHaveLength(1);
  });
  it("does not send players to the list for programmers", () => {
    expect(page.html).not.toMatch(/rulebook|eigenen\s+Seite|page of its\s+own/);
  });
});
