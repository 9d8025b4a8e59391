// Translate the texts that all editors share.

import { pageTexts } from "../page-texts";
import { type EditingTexts, en } from "./en";

const FILES = import.meta.glob<EditingTexts>("./??.ts", { eager: true, import: "default" });

export const { text: editingText, word: editingWord } = pageTexts(en, FILES);
