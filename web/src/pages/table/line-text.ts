// The text of chat lines.

import type { Line } from "../../api/wire";
import { word } from "../../i18n/index.svelte";

/** A line in the reader's language, if it is a set phrase. */
export const lineText = (line: Line): string => (line.phrase ? word(`phrase.${line.phrase}`, line.text) : line.text);
