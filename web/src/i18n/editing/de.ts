// Die Texte, die alle Editoren gemeinsam haben, auf Deutsch.

import type { EditingTexts } from "./en";

const de: EditingTexts = {
  "undo": "Rückgängig",
  "redo": "Wiederherstellen",
  "play.alone": "Gegen einen Bot spielen",
  "play.friends": "Mit Freunden spielen",
  "link": "Link teilen",
  "file": "JSON-Datei",
  "check": "Prüfung",
  "checking": "Wird geprüft …",
  "import": "Importieren",
  "import.file": "JSON-Datei öffnen",
  "import.open": "Öffnen",
  "import.bad": "Es wurde nichts importiert.",
  "loading": "Lädt …",
};

export default de;
