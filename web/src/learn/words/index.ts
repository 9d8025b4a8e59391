// The texts of the tutorials, loaded when they are needed.

import type { StepText, TutorialTexts } from "./texts";

export type { StepText };

const LOAD: Record<string, () => Promise<TutorialTexts>> = {
  en: async () => (await import("./en")).en,
  de: async () => (await import("./de")).de,
};

/** The steps of a game's tutorial in a language; in English if there is no such text. */
export async function stepTexts(game: string, language: string): Promise<readonly StepText[]> {
  return (await (LOAD[language] ?? LOAD.en!)())[game]!;
}
