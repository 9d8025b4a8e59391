// Züge in Worten auf Deutsch, für Screenreader.

import type { MoveTexts } from "./en";

const de: MoveTexts = {
  "ingenious.lay": "{tile} auf {first} und {second}",
  "spezial.lay": "ein Stein auf {first} und {second}",
  "spezial.lay.bonus": "ein Stein auf {first} und {second}, Bonus: {colours}",
  "tile-challenge.drew": "Aufdecken: {colour}",
  "tile-challenge.failed": "Aufdecken: {colour}, der Zug ist misslungen",
  "tile-challenge.took": "Nehmen: {colour}",
  "phoenix.one": "{card}: Stelle {first}",
  "phoenix.two": "{card}: Stellen {first} und {second}",
  "phoenix.way": "{card}: von Stelle {first} nach Stelle {second}",
  "phoenix.discard": "{card}, abgeworfen",
};

export default de;
