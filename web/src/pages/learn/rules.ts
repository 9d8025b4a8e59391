// The rules pages; each is a file of its own, loaded when somebody reads it.

export interface RulesPage {
  title: string;
  html: string;
  /** The chapters: the name to link to, and what it is called. */
  contents: [string, string][];
}

const PAGES = import.meta.glob<{ default: RulesPage }>("../../../../docs/games/*.md");

const fileOf = (game: string, language: string): string => `../../../../docs/games/${game}.${language}.md`;

/** The language in which the rules of a game can be read: the reader's, or English. */
export const languageOf = (game: string, language: string): string => (fileOf(game, language) in PAGES ? language : "en");

export async function rulesOf(game: string, language: string): Promise<RulesPage> {
  return (await PAGES[fileOf(game, language)]!()).default;
}
