// The rules pages; each is a file of its own, loaded when somebody reads it.

export interface RulesPage {
  title: string;
  html: string;
  /** The chapters: the name to link to, and what it is called. */
  contents: [string, string][];
}

const PAGES = import.meta.glob<{ default: RulesPage }>("../../../docs/games/*.md");

export async function rulesOf(game: string, language: string): Promise<RulesPage> {
  return (await PAGES[`../../../docs/games/${game}.${language}.md`]!()).default;
}
