"""Warum Optionen und Stellungen abgelehnt werden, auf Deutsch: nach Code und Grund."""

OPTIONS = {
    "range": "{option} kann {least} bis {most} sein, nicht „{value}“",
    "choice": "{option}: Möglich sind {allowed}, nicht „{value}“",
    "unknown-option": "Eine Option „{option}“ gibt es nicht; es gibt {allowed}",
    "unknown-game": "Ein Spiel „{game}“ gibt es nicht; es gibt {allowed}",
    "head-start-count": "headstart braucht eine Zahl für jeden der {players} Plätze, "
    "nicht „{value}“",
    "head-start-alone": "Für einen Vorsprung braucht es einen Gegner",
    "head-start-partners": "Partner haben denselben Vorsprung, denn sie teilen sich die Punkte",
    "teams-of-four": "Die Variante teams ist für 4 Spieler",
    "only-teams": "Partner gibt es nur in Teams; ohne Teams kann partners nicht {partners} sein",
    "board-saved": "Du hast schon einen anderen Spielplan {board} gespeichert: Benenne diesen um, "
    "oder ersetze den anderen mit --force",
    "unknown-bot": "Einen Bot „{bot}“ gibt es nicht; es gibt {allowed}",
    "too-many-bots": "Zu viele Bots: {count} für {seats} Plätze",
    "humans": "humans kann 0 bis {most} sein, nicht {value}",
    "one-source": "Gib nur eines von --resume, --from und --position an",
    "own-options": "Eine Partie, die weitergespielt wird, hat ihr eigenes Spiel und ihre Optionen",
}

SETTINGS = {
    "no-setting": "Eine Einstellung „{setting}“ gibt es nicht; es gibt {allowed}",
    "no-value": "Die Einstellung {setting} hat den ungültigen Wert {value} (möglich: {allowed})",
    "no-secret-value": "Die Einstellung {setting} hat einen ungültigen Wert",
    "no-bus": "Die Einstellung bus muss nats://… oder tls://… sein",
    "no-level": "Die Einstellung stand_in kann nicht „{value}“ sein: {game} hat {allowed}",
    "no-origin": "Die Einstellung origin muss aussehen wie https://genial.example, ohne Pfad",
    "no-webhook": "Die Einstellung webhook muss https://… oder http://… sein",
    "no-webhook-secret": "Die Einstellung webhook braucht ein webhook_secret von mindestens "
    "{least} Zeichen, mit dem signiert wird",
    "no-mail": "Die Einstellung mail muss smtp://… oder smtps://… sein",
    "no-sender": "Die Einstellung mail braucht einen Absender: smtp://…/?from=genial@club.example",
    "no-file": "{file} ist nicht lesbar: {why}",
    "no-toml": "{file} ist kein TOML: {why}",
}

BOARDS = {
    "not-there": "Einen Spielplan „{board}“ gibt es nicht; es gibt {allowed}",
    "generated": "Ein erzeugter Spielplan heißt generated-N mit einer Zahl N von 0 bis {most}, "
    "nicht „{board}“",
}

SHAPES = {
    "missing-field": "Das Feld {field} fehlt",
    "unknown-field": "Ein Feld {field} gibt es nicht",
    "wrong-value": "Der Wert von {field} ist nicht erlaubt",
    "unreadable": "Das ist kein lesbares JSON",
}

POSITIONS = {
    "other-game": "Das ist die Stellung eines anderen Spiels",
    "other-options": "Das ist die Stellung einer Partie mit anderen Optionen",
    "no-move": "Hier wäre kein Zug möglich, aber die Partie ist nicht zu Ende",
    "turn-range": "Am Zug ist einer der Plätze 1 bis {most}",
    "off-board": "{cell} liegt nicht auf dem Spielplan",
    "printed": "Auf {cell} ist ein Symbol aufgedruckt",
    "odd-cells": "Eine ungerade Zahl von Feldern ist belegt, aber jeder Stein belegt zwei",
    "racks": "Jeder der {players} Plätze braucht eine Bank, und der Beutel Steine wie RG",
    "too-many-tiles": "Den Stein {tile} gibt es nur {n}-mal",
    "tile-total": "Auf Bänken und Spielplan und im Beutel sind {count} Steine, nicht {expected}",
    "tracks": "Jede Seite braucht eine Punktetafel",
    "track-range": "Jede Farbe hat 0 bis {most} Punkte",
    "laid": "laid nennt verschiedene Plätze, deren erster Stein liegt",
    "openings": "openings nennt die aufgedruckten Symbole, an denen noch kein erster Stein liegt",
    "bonus-phase": "Bonuszüge stehen nur aus, solange ein Stein zu legen ist",
    "first-tiles": "Bis alle ihren ersten Stein gelegt haben, liegen nur erste Steine auf dem Plan",
    "second-tile": "Bis alle ihren ersten Stein gelegt haben, legt kein Spieler einen zweiten",
    "rack-full": "Weniger als {most} Steine hat nur der Spieler am Zug",
    "over-or-not": "Die Partie endet, wenn alle Farben eines Spielers voll sind oder kein Stein "
    "mehr auf den Plan passt",
    "no-tile": "Der Spieler am Zug braucht einen Stein",
    "no-swap": "Der Spieler am Zug darf hier nicht tauschen",
    "finished": "finished kann 0 bis {most} sein",
    "seats": "Jeder der {players} Plätze braucht eine Sammlung und Punkte",
    "staging": "Im Zwischenbereich liegt jede Farbe höchstens einmal, in der "
    "Reihenfolge der Farben",
    "heaps": "Die Steine jeder Farbe müssen gezählt sein",
    "over-quota": "Eine Sammlung hat höchstens {most} Steine einer Farbe",
    "colour-total": "Von {colour} gibt es {expected} Steine, nicht {count}",
    "staging-middle": "{colour} liegt im Zwischenbereich, aber nicht in der Mitte",
    "not-ended": "Alle Partien zählen als beendet, aber die letzte ist nicht zu Ende",
    "end-turn": "Eine Sammlung kann nur der Spieler vervollständigt haben, der zuletzt am Zug war",
    "end-staging": "Nach dem Ende ist der Zwischenbereich leer, und kein Bonuszug steht aus",
    "has-ended": "In dieser Stellung ist die Partie zu Ende, aber finished zählt sie nicht mit",
    "bonus-turns": "Bei {full} vollen Farben können nicht {bonus} Bonuszüge ausstehen",
    "middle": "In der Mitte liegen mindestens {least} Steine",
    "empty-stack": "Kein Zug beginnt mit leerem Stapel",
    "series-points": "{n} beendete Partien können nicht {points} Punkte gebracht haben",
    "series-wins": "Dieselbe Partie der Serie können nicht zwei Spieler gewonnen haben",
    "no-tower": "Auf {cell} steht kein Turm",
    "no-chip": "Auf dem Turm auf {cell} liegt kein Chip",
    "too-many-chips": "Den Chip {chip} gibt es nur {n}-mal",
    "tile-lists": "Jeder Platz braucht seine Steine, jeden nur einmal",
    "turns-most": "Eine Partie hat nur {most} Züge",
    "turns-few": "{count} Steine können nicht in {turns} Zügen gelegt worden sein",
    "two-ahead": "Die Spieler legen reihum, also ist keiner zwei Steine voraus",
    "cell-taken": "Der Stein auf {tile} liegt auf einem belegten Feld",
    "no-pass": "Es gab mehr Züge, als Steine liegen, aber kein Spieler musste passen",
    "not-a-tile": "„{tile}“ ist kein Stein auf zwei Feldern, das niedrigere zuerst",
    "on-tower": "Auf {cell} steht ein Turm",
    "starter": "Platz {seat} hat Durchgang {round} begonnen",
    "turn-of": "Nach {n} Zügen dieses Durchgangs ist Platz {seat} am Zug",
    "spectrum": "Im Spektrum liegt von jeder Farbe ein Würfel",
    "pawns": "Von {colour} gibt es nur {most} Steine",
    "no-card": "Eine Karte „{card}“ gibt es nicht",
    "cards": "Auf den Händen, in Talon und Ablage sind {count} Karten {card}, nicht {expected}",
    "match-and-last": "Eine Linie stimmt überein, also kann die letzte Karte nicht gezogen sein",
    "round-end": "Ein Durchgang endet, wenn eine Linie übereinstimmt oder der Talon leer ist, und "
    "nicht vorher",
    "over-round": "Die Partie ist erst nach Durchgang {rounds} zu Ende",
    "hand": "Platz {seat} muss {most} Karten haben",
    "last": "last sagt, wie der Durchgang davor geendet hat; im ersten gibt es keinen",
    "last-round": "Am Ende der Partie ist der letzte Durchgang dieser",
    "points": "Platz {seat} kann nicht {points} Punkte haben",
    "own-game": "Das ist eine Stellung von {game}, nicht von {asked}",
}
