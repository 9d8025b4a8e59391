// The texts of the tutorials, loaded when they are needed.

import type { StepText, TutorialTexts } from "./texts";

export type { StepText };

/** One file a language, as for all other words. */
const FILES = import.meta.glob<TutorialTexts>("./??.ts", { import: "default" });

/** The steps of a game's tutorial in a language; in English if there is no such text. */
export async function stepTexts(game: string, language: string): Promise<readonly StepText[]> {
  return (await (FILES[`./${language}.ts`] ?? FILES["./en.ts"]!)())[game]!;
}
