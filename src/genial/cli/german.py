"""Die Texte auf Deutsch; dieselben wie in `english`."""

TEXTS = {
    # überall
    "seat": "Platz {seat}",
    "you": "du",
    "human": "Mensch",
    "bot.random": "Zufall",
    "bot.kid": "Knirps",
    "bot.novice": "Anfänger",
    "bot.casual": "Gelegenheitsspieler",
    "bot.club": "Vereinsspieler",
    "bot.expert": "Könner",
    "bot.genius": "Genie",
    "thinking": "{name} denkt nach …",
    "lowest": "niedrigste",
    "in-bag": "Beutel: {count} Steine",
    "your-rack": "Deine Bank",
    "rack-of": "Bank {seat}",
    "prompt": "Platz {seat}>",
    "hand-over": "Tastatur an Platz {seat} weitergeben, dann Enter drücken. ",
    "warm.once": "{games} wird übersetzt: Das geschieht nur einmal.",
    "warm.bots": "Die Bots von {games} werden übersetzt: Das geschieht nur einmal.",
    "warm.dealing": "austeilen",
    "warm.turns and standings": "Reihenfolge und Stand",
    "warm.legal moves": "mögliche Züge",
    "warm.replaying": "nachspielen",
    "warm.explaining": "erklären",
    "warm.playing": "ziehen",
    # die Spiele
    "ingenious.title": "Einfach Genial",
    "ingenious.about": "Steine in Reihen einer Farbe legen; es zählt die schwächste Farbe",
    "ingenious.examples": "Rh8Bi8, swap oder keep",
    "ingenious.help": (
        "Ein Zug nennt die beiden Hälften eines Steins: Rh8Bi8 legt Rot auf h8 und Blau auf i8. "
        "Vorn steht die Farbe, die in R G B O Y P zuerst kommt; bei einem Doppelstein das "
        "niedrigere Feld. ( ) ist ein aufgedrucktes Symbol, [ ] der letzte Stein, < > ein anderer"
        " seit deinem letzten Zug."
    ),
    "ingenious.place": "Lege einen Stein (hilfe zeigt, was du sonst eingeben kannst).",
    "ingenious.first-tile": (
        "Dein erster Stein muss eines der aufgedruckten Symbole {cells} berühren."
    ),
    "ingenious.bonus": ("Genial! Bonuszüge: {count}. Lege noch einen Stein."),
    "ingenious.swap-or-keep": (
        "Kein Stein zeigt eine deiner niedrigsten Farben: Bank tauschen (swap) oder behalten "
        "(keep)?"
    ),
    "ingenious.shown": "zeigt {tiles}",
    "tile-challenge.title": "Wer zu viel riskiert …",
    "tile-challenge.about": (
        "Steine aufdecken, solange man sich traut; es zählt die schwächste Farbe"
    ),
    "tile-challenge.examples": "draw, stop oder take",
    "tile-challenge.help": (
        "draw deckt einen Stein auf: Seine Farbe muss in der Mitte liegen und noch nicht im "
        "Zwischenbereich. stop nimmt den Zwischenbereich und alle seine Farben aus der Mitte. "
        "take, statt aufzudecken: ein Stein der einzigen schwächsten Farbe aus der Mitte."
    ),
    "tile.game": "Spiel {number} von {games}",
    "tile.quota": "{count} von jeder Farbe gewinnen",
    "tile.bonus-owed": "noch offene Bonuszüge: {count}",
    "tile.middle": "Mitte",
    "tile.staging": "Zwischen",
    "tile.stack": "Stapel",
    "tile.in-stack": "{count} Steine:",
    "tile.sum": "Serie: {points}",
    "tile.draw-or-stop": "Weiter aufdecken (draw) oder aufhören (stop)?",
    "tile.draw-or-take": "Aufdecken (draw) oder einen Stein der schwächsten Farbe nehmen (take)?",
    "tile.draw": "Decke einen Stein auf (draw).",
    "tile.stop": "Der Stapel ist leer: stop.",
    "tile.failed": "– gescheitert",
    "tile.new-game": "– dieses Spiel ist zu Ende, das nächste beginnt:",
    "tile.chance-tile": "→ {colours}",
    "tile.chance-middle": "Mitte + {colours}",
    "tile.chance-reshuffle": "die Mitte wurde zum neuen Stapel{colours}",
    "spezial.title": "Genial Spezial",
    "spezial.about": "Türme durch Ketten verbinden; es zählt die schwächste von vier Farben",
    "spezial.examples": "m11m12, m10m11+O oder pass",
    "spezial.help": (
        "Ein Zug nennt zwei benachbarte Felder, das niedrigere zuerst: m11m12. Ein Stein auf "
        "einem Bonusfeld nennt die Farbe des Punktes: m10m11+O. pass nur, wenn kein Stein gelegt "
        "werden kann. > < ist der letzte Stein, < > ein anderer seit deinem letzten Zug."
    ),
    "spezial.place": (
        "Lege einen Stein auf zwei leere Nachbarfelder (hilfe zeigt, was du sonst eingeben kannst)."
    ),
    "spezial.pass": "Kein Stein kann gelegt werden: pass.",
    "spezial.round": "Runde {number} von 20",
    "spezial.large": "großer Turm",
    "spezial.small": "kleiner Turm",
    "spezial.black": "schwarze Seite",
    "spezial.bonus-field": "Bonusfeld",
    "spezial.tiles-left": "noch {count} Steine",
    "spezial.chains": "Ketten",
    "spezial.cells-and-towers": "Kette: Felder/Türme",
    "spezial.reconstruction": "Die Lage der Türme und Bonusfelder ist eine Rekonstruktion.",
    "phoenix.title": "Phoenix",
    "phoenix.about": "die eigene Linie mit Karten in die Folge des Spektrums bringen; zu zweit",
    "phoenix.examples": "M3:2>5, S2:4-6, R, N2:1>3, X:7 oder -S4",
    "phoenix.help": (
        "M3:2>5 versetzt deinen Stein von Platz 2 auf 5, S2:4-6 tauscht zwei, R tauscht 1 und 10,"
        " N2:1>3 versetzt einen Würfel des Spektrums, X:7 tauscht auf Platz 7 mit dem Gegner, -S4"
        " wirft eine Karte ab. [ ] ist, was sich zuletzt bewegt hat."
    ),
    "phoenix.play-or-discard": (
        "Spiele eine Karte oder wirf eine mit - ab (hilfe zeigt, was du sonst eingeben kannst)."
    ),
    "phoenix.round": "Durchgang {number} von {rounds}",
    "phoenix.pile": "Zugstapel {count}",
    "phoenix.points": "Punkte {points}",
    "phoenix.spectrum": "Spektrum",
    "phoenix.hand-of": "Hand von Platz {seat}",
    "phoenix.discards": "Gespielt",
    "phoenix.round-ended": "Durchgang {number} endete {points}",
    "phoenix.new-round": "und ein neuer Durchgang",
    "phoenix.match": "Platz {seat}: Die Linie stimmt, {points} Punkte",
    "phoenix.colours": "Platz {seat}: alle sechs Farben, {points} Punkte",
    "phoenix.run": "Platz {seat}: {colour} auf {first} bis {last}, {points} Punkte",
    "phoenix.card.M": "Versetzen",
    "phoenix.card.S": "Austausch",
    "phoenix.card.R": "Rotation",
    "phoenix.card.N": "Spektrum",
    "phoenix.card.X": "Seitenwechsel",
    # das Menü
    "menu.title": "Was möchtest du spielen?",
    "menu.game": "Spiel [{default}]:",
    "menu.players": "Spieler, {span} [{default}]:",
    "menu.no-game": (
        "Ein Spiel {text} gibt es nicht: Gib eine Zahl oder einen Namen ein, oder ende."
    ),
    "menu.no-number": "{text} ist nicht {span}.",
    "menu.level": "Gegner [{default}]:",
    "menu.no-level": (
        "Einen Gegner {text} gibt es nicht: Tippe eine Nummer oder einen Namen, oder ende."
    ),
    "menu.bye": "Auf Wiedersehen.",
    # Befehle im Spiel
    "moves.count": "{count} mögliche Züge:",
    "moves.none": "Kein möglicher Zug beginnt mit {part} oder nennt es.",
    "moves.more": "Noch {count}: mehr zeigt sie, oder grenze sie ein, etwa: züge R",
    "explain.which": "Welchen Zug? Etwa: erkläre ZUG",
    "hint.from": "Das spielte {name}, mit dieser Erwartung (100 % ist ein sicherer Sieg):",
    "hint.move": "Das spielte {name}:",
    "save.which": "In welche Datei? Etwa: speichere DATEI",
    "save.exists": "{path} gibt es schon; wähle einen anderen Namen.",
    "save.failed": "Das Spiel kann nicht gespeichert werden: {reason}",
    "saved": "Gespeichert in {path}",
    "quit.saved": "Das Spiel ist gespeichert; genial play --resume setzt es fort. {path}",
    "resume.none": "es gibt kein unbeendetes Spiel, das fortgesetzt werden könnte",
    "help.moves": "mögliche Züge, auch nur solche, die so beginnen oder ein Feld nennen",
    "help.moves.usage": "züge [R]",
    "help.more": "die nächste Seite dieser Liste",
    "help.more.usage": "mehr",
    "help.explain": "was ein Zug bringen würde und warum",
    "help.explain.usage": "erkläre ZUG",
    "help.hint": "was der stärkste Bot spielen würde",
    "help.hint.usage": "tipp",
    "help.undo": "zurück zu deiner letzten Entscheidung",
    "help.undo.usage": "zurück",
    "help.log": "was bisher geschah; mit einer Zahl die letzten Zeilen",
    "help.log.usage": "protokoll [10]",
    "help.board": "den Spielplan neu zeichnen",
    "help.board.usage": "plan",
    "help.save": "die Partie in eine Datei schreiben",
    "help.save.usage": "speichere DATEI",
    "help.help": "diese Liste",
    "help.help.usage": "hilfe",
    "help.quit": "aufhören; das Spiel ist gespeichert",
    "help.quit.usage": "ende",
    # Erklärungen
    "explain.nothing": "keine Punkte",
    "explain.points": "{points} Punkte",
    "explain.half": "auf {cell}: {points}",
    "explain.line": "{points} entlang {cells}",
    "explain.bonus-moves": "Genial! Bonuszüge: {count}",
    "explain.row": "{staging} aus dem Zwischenbereich, {middle} aus der Mitte",
    "explain.surplus": ", {count} zurück in den Stapel",
    "explain.take": "1 aus der Mitte",
    "explain.bonus-turns": "Bonuszüge: {count}",
    "explain.in-stack": "{count:>2} im Stapel",
    "explain.join": "passt",
    "explain.fail": "scheitert",
    "explain.failing": "Der Zug scheitert mit {failing} von {stack} Steinen ({share} %).",
    "explain.chip": "Chip auf {cell}: {points}",
    "explain.large": "großer Turm {cell}: {points} in jeder Farbe",
    "explain.bonus": "Bonusfeld {cell}: {points}",
    "explain.turns": ", wird auf Schwarz gedreht",
    "explain.chain": "die Kette hat dann {count} Felder und berührt {towers}",
    "explain.worth": "{points} wert",
    "explain.matches": ", stimmt",
    "explain.ends_round": "Der Durchgang endet.",
    "explain.ends": "Das Spiel endet.",
    "explain.wins": "Die Sammlung ist vollständig: Das gewinnt.",
    # das Ende
    "end.solo": "Dein Ergebnis: {points}, deine niedrigste Farbe.",
    "end.draw": "Unentschieden.",
    "end.record": "Die Partie liegt in {path}",
    # genial games, genial show
    "games.name": "Spiel",
    "games.players": "Spieler",
    "games.options": "eigene Optionen (Vorgabe)",
    "games.title": "Titel",
    "games.every": "Optionen jedes Spiels: players {players}, start 1 (der Platz, der beginnt).",
    "show.record": "Partie {number} von {count}",
    "show.place": "Nach {place} von {last} Zügen",
    "show.turn": "Platz {seat} ist am Zug.",
    "show.ended": "Beendet: {how}",
    "show.next": "Enter geht weiter, q beendet. ",
}

# Was ein Spieler falsch machen kann, nach dem `code` des Fehlers; es gilt der erste Satz, dessen
# Angaben der Fehler alle mitbringt.
REFUSALS: dict[str, tuple[str, ...]] = {
    "bad-text": ("„{text}“ ist kein Zug; Züge sehen so aus: {examples}",),
    "not-canonical": ("{text} wird {spelt} geschrieben",),
    "no-such-cell": ("Ein Feld {cell} gibt es nicht", "Ein solches Feld gibt es nicht"),
    "not-adjacent": ("Diese beiden Felder sind nicht benachbart",),
    "off-board": ("{cell} liegt nicht auf dem benutzten Plan",),
    "printed": ("{cell} trägt ein aufgedrucktes Symbol",),
    "taken": ("{cell} ist besetzt",),
    "not-in-rack": ("{tile} ist nicht auf der Bank",),
    "first-tile": ("Ein erster Stein muss ein aufgedrucktes Symbol berühren",),
    "symbol-taken": ("Dieses aufgedruckte Symbol berührt schon ein anderer erster Stein",),
    "choose-first": ("Erst muss swap oder keep gewählt werden",),
    "no-swap": ("Jetzt darf nicht getauscht werden",),
    "stack-empty": ("Der Stapel ist leer, du musst aufhören (stop)",),
    "nothing-drawn": ("Du kannst erst aufhören, wenn du aufgedeckt hast",),
    "already-drawn": ("Nehmen kannst du nur, statt aufzudecken",),
    "no-single-lowest": ("Deine niedrigsten Farben {colours} liegen gleichauf",),
    "not-in-middle": ("Deine niedrigste Farbe {colour} liegt nicht in der Mitte",),
    "tower": ("Auf {cell} steht ein Turm",),
    "must-place": ("Ein Stein kann gelegt werden, also darfst du nicht passen",),
    "no-bonus": ("Dieser Stein bedeckt kein Bonusfeld, also wähle keine Farbe",),
    "bonus-colours": (
        "Bonusfeld bedeckt ({cells}): Hänge für jedes eine Farbe an, wie in m10m11+O",
    ),
    "no-such-colour": ("Nach dem + stehen eine oder zwei der Farben O, P, B, G",),
    "not-in-hand": ("{card} ist nicht auf der Hand",),
    "no-such-place": ("Einen Platz {place} gibt es nicht",),
    "wrong-distance": ("Diese Plätze haben nicht den Abstand, den die Karte verlangt",),
    "chance-due": ("Erst muss gezogen werden",),
    "wrong-turn": ("Ein anderer Platz ist am Zug",),
    "game-over": ("Das Spiel ist zu Ende",),
    "nothing-to-undo": ("Es gibt keinen Zug, der zurückgenommen werden könnte",),
}

COMMANDS = {  # wie Befehle auf Deutsch heißen
    "züge": "moves",
    "zuege": "moves",
    "mehr": "more",
    "erkläre": "explain",
    "erklaere": "explain",
    "tipp": "hint",
    "zurück": "undo",
    "zurueck": "undo",
    "protokoll": "log",
    "plan": "board",
    "speichere": "save",
    "hilfe": "help",
    "?": "help",
    "ende": "quit",
    "exit": "quit",
}
