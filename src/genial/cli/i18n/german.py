"""Die Texte auf Deutsch; dieselben wie in `english`."""

from genial.cli.i18n import german_doctor

TEXTS = {
    # überall
    "seat": "Platz {seat}",
    "you": "du",
    "human": "Mensch",
    "bot.random": "Zufall",
    "bot.kid": "Knirps",
    "bot.novice": "Anfänger",
    "bot.casual": "Hobbyspieler",
    "bot.club": "Vereinsspieler",
    "bot.strong": "Turnierspieler",
    "bot.expert": "Könner",
    "bot.master": "Meister",
    "bot.genius": "Genie",
    "thinking": "{name} denkt nach …",
    "lowest": "schwächste",
    "in-bag": "Beutel: {count} Steine",
    "your-rack": "Deine Bank",
    "rack-of": "Bank {seat}",
    "partner-rack": "Bank von Platz {seat} (Partner)",
    "prompt": "Platz {seat}>",
    "hand-over": "Gib die Tastatur an Platz {seat} weiter und drücke dann Enter. ",
    "compile.games": "Kompiliert wird: {games}. Das geschieht nur einmal.",
    "compile.bots": "Die Bots für {games} werden kompiliert. Das geschieht nur einmal.",
    "compile.dealing": "Austeilen",
    "compile.turns and standings": "Zugfolge und Punktestand",
    "compile.legal moves": "mögliche Züge",
    "compile.replaying": "Nachspielen",
    "compile.explaining": "Erklären",
    "compile.playing": "Ziehen",
    # die Spiele
    "ingenious.title": "Einfach Genial",
    "ingenious.about": "Verlängere Reihen einer Farbe. Deine schwächste Farbe zählt.",
    "ingenious.examples": "Rh8Bi8, swap oder keep",
    "ingenious.help": (
        "Ein Zug nennt die beiden Hälften eines Steins: Rh8Bi8 legt Rot auf h8 und Blau auf i8. "
        "Zuerst steht die Farbe, die in R G B O Y P weiter vorn kommt, bei einem Doppelstein das "
        "niedrigere Feld. ( ) ist ein aufgedrucktes Symbol, [ ] der letzte Stein, < > ein anderer "
        "Stein seit deinem letzten Zug."
    ),
    "ingenious.place": "Lege einen Stein. (hilfe zeigt, was du sonst eingeben kannst.)",
    "ingenious.first-tile": (
        "Dein erster Stein muss eines der aufgedruckten Symbole {cells} berühren."
    ),
    "ingenious.bonus": "Genial! Bonuszüge: {count}. Lege noch einen Stein.",
    "ingenious.swap-or-keep": (
        "Keiner deiner Steine zeigt eine deiner schwächsten Farben. Willst du die Bank tauschen "
        "(swap) oder behalten (keep)?"
    ),
    "ingenious.shown": "zeigt {tiles}",
    "tile-challenge.title": "Wer zu viel riskiert, verliert!",
    "tile-challenge.about": (
        "Decke Steine auf, solange du dich traust. Deine schwächste Farbe zählt."
    ),
    "tile-challenge.examples": "draw, stop oder take",
    "tile-challenge.help": (
        "draw deckt einen Stein auf. Seine Farbe muss in der Mitte liegen und darf noch nicht in "
        "deinem Zwischenbereich liegen, sonst scheitert dein Zug. stop sammelt den Zwischenbereich "
        "ein und dazu aus der Mitte alle Steine seiner Farben. take nimmt, statt aufzudecken, "
        "einen Stein deiner schwächsten Farbe aus der Mitte, wenn nur eine Farbe am schwächsten "
        "ist. Wer das Soll in jeder Farbe erreicht, gewinnt."
    ),
    "tile.game": "Partie {number} von {games}",
    "tile.quota": "Soll: {count}",
    "tile.bonus-owed": "Bonuszüge: {count}",
    "tile.middle": "Mitte",
    "tile.staging": "Zwischenbereich",
    "tile.stack": "Stapel",
    "tile.in-stack": "{count} Steine:",
    "tile.sum": "Serie: {points}",
    "tile.draw-or-stop": "Weiter aufdecken (draw) oder aufhören (stop)?",
    "tile.draw-or-take": (
        "Einen Stein aufdecken (draw) oder einen deiner schwächsten Farbe nehmen (take)?"
    ),
    "tile.draw": "Decke einen Stein auf (draw).",
    "tile.stop": "Der Stapel ist leer. Höre auf (stop).",
    "tile.failed": "(gescheitert)",
    "tile.new-game": "(diese Partie ist zu Ende, die nächste beginnt)",
    "tile.chance-tile": "-> {colours}",
    "tile.chance-middle": "Mitte + {colours}",
    "tile.chance-reshuffle": "die Mitte wird zum neuen Stapel{colours}",
    "spezial.title": "Genial Spezial",
    "spezial.about": "Verbinde Türme durch Ketten. Die schwächste deiner vier Farben zählt.",
    "spezial.examples": "m11m12, m10m11+O oder pass",
    "spezial.help": (
        "Ein Zug nennt zwei benachbarte Felder, das niedrigere zuerst: m11m12. Bedeckt der Stein "
        "ein Bonusfeld, hänge die Farbe des Punktes an: m10m11+O. Passen (pass) darfst du nur, "
        "wenn kein Stein mehr passt. > < ist der letzte Stein, < > ein anderer Stein seit deinem "
        "letzten Zug."
    ),
    "spezial.place": (
        "Lege einen Stein auf zwei freie Nachbarfelder. "
        "(hilfe zeigt, was du sonst eingeben kannst.)"
    ),
    "spezial.pass": "Kein Stein lässt sich mehr legen. Passe (pass).",
    "spezial.round": "Runde {number} von 20",
    "spezial.large": "großer Turm",
    "spezial.small": "kleiner Turm",
    "spezial.black": "schwarze Seite",
    "spezial.bonus-field": "Bonusfeld",
    "spezial.tiles-left": "noch {count} Steine",
    "spezial.chains": "Ketten",
    "spezial.cells-and-towers": "Kette: Felder/Türme",
    "spezial.reconstruction": "Die Anordnung der Türme und Bonusfelder ist eine Rekonstruktion.",
    "spezial.generated": "Der Spielplan {board} ist aus seiner Nummer erzeugt.",
    "phoenix.title": "Phoenix",
    "phoenix.about": "Bringe deine Linie in die Folge des Spektrums. Für zwei Spieler.",
    "phoenix.examples": "M3:2>5, S2:4-6, R, N2:1>3, X:7 oder -S4",
    "phoenix.help": (
        "M3:2>5 versetzt deinen Stein um drei Stellen nach rechts, von 2 nach 5, M3:5>2 nach "
        "links. S2:4-6 tauscht deine Steine auf 4 und 6, R die auf 1 und 10. N2:1>3 versetzt einen "
        "Würfel des Spektrums nach rechts, N2:3>1 nach links. X:7 tauscht deinen Stein auf 7 mit "
        "dem gegenüber. -S4 wirft eine Karte ab. [ ] ist, was sich zuletzt bewegt hat."
    ),
    "phoenix.play-or-discard": (
        "Spiele eine Karte oder wirf eine mit - ab (etwa -R). "
        "hilfe zeigt, was du sonst eingeben kannst."
    ),
    "phoenix.round": "Durchgang {number} von {rounds}",
    "phoenix.pile": "Talon: {count}",
    "phoenix.points": "Punkte {points}",
    "phoenix.spectrum": "Spektrum",
    "phoenix.hand-of": "Hand von Platz {seat}",
    "phoenix.discards": "Ablage",
    "phoenix.round-ended": "Durchgang {number} endete {points}",
    "phoenix.new-round": "und ein neuer Durchgang beginnt",
    "phoenix.match": "Platz {seat}: Die Linie stimmt, {points} Punkte",
    "phoenix.colours": "Platz {seat}: alle sechs Farben, {points} Punkte",
    "phoenix.run": "Platz {seat}: {colour} auf {first} bis {last}, {points} Punkte",
    "phoenix.card.M": "Versetzen",
    "phoenix.card.S": "Austausch",
    "phoenix.card.R": "Rotation",
    "phoenix.card.N": "Neues Spektrum",
    "phoenix.card.X": "Seitenwechsel",
    # das Menü
    "menu.title": "Was möchtest du spielen?",
    "menu.game": "Spiel [{default}]:",
    "menu.players": "Spieler, {span} [{default}]:",
    "menu.no-game": "Ein Spiel {text} gibt es nicht. Gib eine Nummer, einen Namen oder ende ein.",
    "menu.no-number": "{text} ist keine Zahl von {span}.",
    "menu.level": "Gegner [{default}]:",
    "menu.no-level": (
        "Einen Gegner {text} gibt es nicht. Gib eine Nummer, einen Namen oder ende ein."
    ),
    "menu.bye": "Auf Wiedersehen.",
    # Befehle während der Partie
    "moves.count": "Mögliche Züge: {count}",
    "moves.none": "Kein möglicher Zug beginnt mit {part} oder enthält es.",
    "moves.more": "Noch {count}. mehr zeigt die nächsten; oder grenze sie ein, etwa: züge R",
    "explain.which": "Welchen Zug? Etwa: erkläre ZUG",
    "hint.from": (
        "Die besten Züge laut {name}, mit dem erwarteten Ergebnis (100 % ist ein sicherer Sieg):"
    ),
    "hint.move": "Die besten Züge laut {name}:",
    "save.which": "In welche Datei? Etwa: speichere DATEI",
    "save.exists": "{path} gibt es schon. Wähle einen anderen Namen.",
    "save.failed": "Die Partie lässt sich nicht speichern: {reason}",
    "saved": "Gespeichert in {path}",
    "quit.saved": "Die Partie ist gespeichert in {path}\nWeiter geht es mit: genial play --resume",
    "resume.none": "es gibt keine unbeendete Partie",
    "from.too-far": "{file} hat {count} Züge, also keine Stellung nach Zug {move}",
    "position.over": "in dieser Stellung ist die Partie zu Ende, es gibt nichts mehr zu spielen",
    "position.which-game": "die Stellung nennt ihr Spiel nicht; gib es als GAME an",
    "title.from-position": "{title} aus einer Stellung",
    "title.head-start": "{title}, Vorsprung {points}",
    "help.moves": "zeigt mögliche Züge, auch nur solche mit einem Text",
    "help.moves.usage": "züge [R]",
    "help.more": "zeigt die nächste Seite dieser Liste",
    "help.more.usage": "mehr",
    "help.explain": "zeigt, was ein Zug bringen würde und warum",
    "help.explain.usage": "erkläre ZUG",
    "help.hint": "zeigt, was der stärkste Bot spielen würde",
    "help.hint.usage": "tipp",
    "help.undo": "geht zurück zu deiner letzten Entscheidung",
    "help.undo.usage": "zurück",
    "help.log": "zeigt das Protokoll; mit einer Zahl die letzten Zeilen",
    "help.log.usage": "protokoll [10]",
    "help.board": "zeigt die Stellung noch einmal",
    "help.board.usage": "plan",
    "help.sheet": "zeigt das Wertungsblatt des Abends oder schreibt es als CSV",
    "help.sheet.usage": "blatt [DATEI]",
    "help.save": "schreibt das Protokoll in eine Datei",
    "help.save.usage": "speichere DATEI",
    "help.help": "zeigt diese Liste",
    "help.help.usage": "hilfe",
    "help.quit": "beendet das Programm; die Partie ist gespeichert",
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
    "explain.turns": ", wird auf die schwarze Seite gedreht",
    "explain.chain": "die Kette hat dann {count} Felder und berührt {towers}",
    "explain.worth": "{points} wert",
    "explain.matches": ", stimmt",
    "explain.ends_round": "Damit endet der Durchgang.",
    "explain.ends": "Damit endet die Partie.",
    "explain.wins": "Die Sammlung ist vollständig: Damit ist die Partie gewonnen.",
    # das Ende der Partie und der Spieleabend
    "end.solo": "Dein Ergebnis: {points}, die Punkte deiner schwächsten Farbe.",
    "end.draw": "Unentschieden.",
    "end.record": "Das Protokoll liegt in {path}",
    "again": "Noch eine Partie mit denselben Gegnern? Der nächste Platz beginnt. [j/N]",
    "again.which": "Gib {yes} für ja oder {no} für nein ein; blatt DATEI speichert das Blatt.",
    "yes": "j ja y yes",
    "no": "n nein no ende quit",
    "sheet.title": "Wertungsblatt des Spieleabends",
    "sheet.about": "> begann, * gewann; Punkte und ihre Summe",
    "sheet.empty": "Noch keine Partie dieses Abends ist zu Ende.",
    "sheet.failed": "Das Wertungsblatt lässt sich nicht schreiben: {reason}",
    "sheet.written": "Das Wertungsblatt liegt in {path}",
    "sheet.game": "Partie",
    "sheet.part": "Partie der Serie",
    "sheet.date": "Datum",
    "sheet.order": "Zugfolge",
    "sheet.winners": "Gewonnen von",
    "sheet.sum": "Summe",
    "sheet.wins": "Siege",
    # genial games, genial show
    "games.name": "Spiel",
    "games.players": "Spieler",
    "games.options": "Optionen (Vorgabe)",
    "games.title": "Titel",
    "games.every": "Optionen aller Spiele: players ({players}), start (1, der Platz, der beginnt).",
    "boards.board": "Spielplan",
    "boards.note": "Anmerkung",
    "boards.generated": "N von 0 bis {highest}: aus der Nummer erzeugt, überall gleich.",
    "boards.reconstruction": "Unsere Rekonstruktion; wie der gedruckte Plan aussieht, wissen wir "
    "nicht.",
    "boards.good": "{file}: in Ordnung, {board}",
    "boards.added": "{board} ist aufgenommen. So spielst du darauf: "
    "genial play spezial --board {name}",
    "boards.drawn": "{board} ist gezeichnet: {file}",
    "draw.drawn": "Zug {move} von {last} ist gezeichnet: {file}",
    "draw.animated": "Alle {last} Züge sind gezeichnet: {file}",
    "show.record": "Protokoll {number} von {count}",
    "show.place": "Nach {place} von {last} Zügen",
    "show.turn": "Platz {seat} ist am Zug.",
    "show.ended": "Beendet: {how}",
    "show.next": "Enter: weiter, q: Ende. ",
    **german_doctor.TEXTS,
}

# Was an einer Anordnung falsch sein kann, nach dem `code` des Fehlers.
FAULTS = {
    "unreadable": "Das ist keine Anordnung in lesbarem JSON",
    "missing-field": "Das Feld {field} fehlt",
    "unknown-field": "Ein Feld {field} gibt es nicht",
    "wrong-value": "Der Wert von {field} ist nicht erlaubt",
    "cannot-read": "{file} lässt sich nicht lesen",
    "too-long": "Eine Anordnung hat höchstens {most} Bytes",
    "bad-name": "Der Name braucht 1 bis {most} Kleinbuchstaben, Ziffern und Bindestriche, "
    "zuerst einen Buchstaben",
    "name-taken": "{name} heißt schon ein Spielplan, der zum Spiel gehört",
    "bad-note": "Die Anmerkung ist eine Zeile mit höchstens {most} Zeichen",
    "too-many-fields": "Es gibt höchstens {most} Felder, nicht {count}",
    "not-a-cell": "Ein Feld {name} gibt es auf dem Spielplan nicht",
    "cell-twice": "{cells} kommt zweimal vor; ein Bonusfeld ist nie ein Turmfeld",
    "bonus-digits": "{cells} ist ein Bonusfeld und hat keine Ziffern",
    "bad-digits": "Auf {cells} stehen nur die Ziffern 2, 3 und 4, jede höchstens einmal",
    "field-count": "Es müssen {expected} {kind} Felder sein, nicht {count}",
    "digit-count": "Auf den {kind}n Feldern muss die Ziffer {digit} {expected}-mal stehen, "
    "nicht {count}-mal",
}
KINDS = {"dark": "dunkelblaue", "grey": "graublaue"}

# Was an einer Eingabe falsch sein kann, nach dem `code` des Fehlers; es gilt der erste Satz, dessen
# Angaben der Fehler alle mitbringt.
REFUSALS: dict[str, tuple[str, ...]] = {
    "bad-text": ("„{text}“ ist kein Zug; Züge sehen so aus: {examples}",),
    "not-canonical": ("{text} wird {spelt} geschrieben",),
    "no-such-cell": ("Ein Feld {cell} gibt es nicht", "Ein solches Feld gibt es nicht"),
    "not-adjacent": ("Diese beiden Felder sind nicht benachbart",),
    "off-board": ("Auf {cell} wird bei dieser Spielerzahl nicht gespielt",),
    "printed": ("{cell} trägt ein aufgedrucktes Symbol",),
    "taken": ("{cell} ist besetzt",),
    "not-in-rack": ("{tile} ist nicht auf deiner Bank",),
    "first-tile": ("Dein erster Stein muss ein aufgedrucktes Symbol berühren",),
    "symbol-taken": ("An diesem Symbol liegt schon der erste Stein eines anderen Spielers",),
    "choose-first": ("Entscheide zuerst, ob du die Bank tauschst (swap) oder behältst (keep)",),
    "no-swap": ("Du darfst jetzt nicht tauschen",),
    "stack-empty": ("Der Stapel ist leer, du musst aufhören (stop)",),
    "nothing-drawn": ("Du kannst erst aufhören, wenn du einen Stein aufgedeckt hast",),
    "already-drawn": ("Du hast schon aufgedeckt und darfst jetzt keinen Stein mehr nehmen",),
    "no-single-lowest": ("Deine schwächsten Farben {colours} liegen gleichauf",),
    "not-in-middle": ("Deine schwächste Farbe {colour} liegt nicht in der Mitte",),
    "tower": ("Auf {cell} steht ein Turm",),
    "must-place": ("Du darfst nicht passen, solange du einen Stein legen kannst",),
    "no-bonus": ("Dieser Stein bedeckt kein Bonusfeld; lass die Farbe weg",),
    "bonus-colours": (
        "Der Stein bedeckt Bonusfelder ({cells}): Hänge für jedes eine Farbe an, wie in m10m11+O",
    ),
    "no-such-colour": ("Nach dem + stehen eine oder zwei der Farben O, P, B, G",),
    "not-in-hand": ("{card} hast du nicht auf der Hand",),
    "no-such-place": ("Eine Stelle {place} gibt es nicht",),
    "wrong-distance": ("Diese Stellen haben nicht den Abstand, den die Karte verlangt",),
    "chance-due": ("Zuerst muss gezogen werden",),
    "wrong-turn": ("Ein anderer Platz ist am Zug",),
    "game-over": ("Die Partie ist zu Ende",),
    "nothing-to-undo": ("Es gibt keinen Zug, den du zurücknehmen kannst",),
}

COMMANDS = {  # die Befehle auf Deutsch
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
    "blatt": "sheet",
    "speichere": "save",
    "hilfe": "help",
    "?": "help",
    "ende": "quit",
    "exit": "quit",
}
