// Translate moves into words.

import { pageTexts } from "../page-texts";
import { en, type MoveTexts } from "./en";

export const { text: moveWords } = pageTexts(en, import.meta.glob<MoveTexts>("./??.ts", { eager: true, import: "default" }));
