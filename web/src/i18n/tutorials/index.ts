// The texts of the tutorials, loaded when needed.

import type { StepText, TutorialTexts } from "./texts";

export type { StepText };

/** One file per language, as for all other texts. */
const FILES = import.meta.glob<TutorialTexts>("./??.ts", { import: "default" });

/** The texts of a game's tutorial in a language, or in English if there is no translation. */
export async function loadStepTexts(game: string, language: string): Promise<readonly StepText[]> {
  return (await (FILES[`./${language}.ts`] ?? FILES["./en.ts"]!)())[game]!;
}
