// Translate the texts of the pages about boards.

import { pageTexts } from "../page-texts";
import { type BoardTexts, en } from "./en";

const FILES = import.meta.glob<BoardTexts>("./??.ts", { eager: true, import: "default" });

export const { text: boardText, word: boardWord } = pageTexts(en, FILES);
