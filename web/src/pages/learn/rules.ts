// The rules pages, each loaded when it is opened.

export interface RulesPage {
  title: string;
  html: string;
  /** The chapters: anchor and title. */
  contents: [string, string][];
}

const PAGES = import.meta.glob<{ default: RulesPage }>("../../../../docs/games/*.md");

const fileOf = (game: string, language: string): string => `../../../../docs/games/${game}.${language}.md`;

/** The language of a game's rules page: the user's if there is one, or English. */
export const languageOf = (game: string, language: string): string => (fileOf(game, language) in PAGES ? language : "en");

export async function rulesOf(game: string, language: string): Promise<RulesPage> {
  return (await PAGES[fileOf(game, language)]!()).default;
}
