// The texts that all editors share, in English, loaded with them. Other languages have the same keys.

import type { Text } from "../en";

export const en = {
  "undo": "Undo",
  "redo": "Redo",
  "play.alone": "Play against a bot",
  "play.friends": "Play with friends",
  "link": "Share link",
  "file": "JSON file",
  "check": "Check",
  "checking": "Checking…",
  "import": "Import",
  "import.file": "Open a JSON file",
  "import.open": "Open",
  "import.bad": "Nothing was imported.",
  "loading": "Loading…",
} satisfies Record<string, Text>;

export type EditingKey = keyof typeof en;
export type EditingTexts = Record<EditingKey, Text>;
export default en;
