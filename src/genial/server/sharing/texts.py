"""What shared pages say, in English and German."""

from __future__ import annotations

from collections import Counter

from genial.games import facts
from genial.server.sharing.shared_games import SharedGame
from genial.server.tables.events import Free, Pace, Robot
from genial.server.website.host_pages import Language

_TITLES = {"ingenious": "Einfach Genial", "tile-challenge": "Wer zu viel riskiert, verliert!"}
_LEVELS = {
    "en": {"kid": "Kid", "novice": "Novice", "casual": "Casual player", "club": "Club player",
           "strong": "Strong player", "expert": "Expert", "master": "Master", "genius": "Genius"},
    "de": {"kid": "Knirps", "novice": "Anfänger", "casual": "Hobbyspieler",
           "club": "Vereinsspieler", "strong": "Turnierspieler", "expert": "Könner",
           "master": "Meister", "genius": "Genie"},
}  # fmt: skip
COLOURS = {
    "en": {"R": "red", "G": "green", "B": "blue", "O": "orange", "Y": "yellow", "P": "purple",
           "points": "points"},
    "de": {"R": "Rot", "G": "Grün", "B": "Blau", "O": "Orange", "Y": "Gelb", "P": "Violett",
           "points": "Punkte"},
}  # fmt: skip
WORDS: dict[str, dict[str, str]] = {
    "en": {
        "seat": "Seat {seat}", "invites": "{host} invites you to {game}",
        "waiting": "A table of {game} is waiting",
        "free": "{free} of {seats} seats free.", "no-clock": "No clock.",
        "clock": "{minutes} min + {seconds} s.", "turn-clock": "{time} for each turn.",
        "playing": "{players} are playing. Watch the game.",
        "won": "{players} won.", "draw": "The game was a draw.", "ended": "The game is over.",
        "moves": "{count} moves.", "review": "Look back at it move by move.",
        "review-title": "Review: {title}",
        "daily": "Daily challenge of {day}",
        "daily-text": "Ingenious for one, with the same tiles for all and one attempt a day. "
        "Attempts: {count}.",
        "best": "Best result: {name}, with {lowest} in the lowest colour.",
        "profile": "{name} on Genial", "profile-text": "Games: {games}.",
        "rating": "{game} ({variant}): {rating}", "person": "Profile and games.",
        "of": "Move {move} of {total}", "start": "Start", "first": "First position",
        "previous": "Previous move", "next": "Next move", "last": "Last position",
        "play": "Play", "pause": "Pause", "open": "Open on Genial", "position": "Position",
        "board": "Board after {move} of {total} moves", "controls": "Replay",
        "sheet": "Score sheet", "print": "Print", "number": "No.", "player": "Player",
        "move": "Move", "rank": "Rank", "final": "Final scores", "all-moves": "All moves",
        "more": "The first {count} moves of {total}.", "running": "The game is not over.",
        "reconstruction": "The board is our reconstruction.",
    },
    "de": {
        "seat": "Platz {seat}", "invites": "{host} lädt dich ein: {game}",
        "waiting": "Ein Tisch wartet: {game}",
        "free": "{free} von {seats} Plätzen frei.", "no-clock": "Ohne Uhr.",
        "clock": "{minutes} min + {seconds} s.", "turn-clock": "{time} für jeden Zug.",
        "playing": "Es spielen {players}. Sieh der Partie zu.",
        "won": "Gewonnen: {players}.", "draw": "Die Partie ging unentschieden aus.",
        "ended": "Die Partie ist zu Ende.",
        "moves": "{count} Züge.", "review": "Sieh sie dir Zug für Zug an.",
        "review-title": "Rückblick: {title}",
        "daily": "Beutel des Tages: {day}",
        "daily-text": "Einfach Genial für eine Person, für alle mit denselben Steinen und einem "
        "Versuch am Tag. Versuche: {count}.",
        "best": "Bestes Ergebnis: {name} mit {lowest} in der schwächsten Farbe.",
        "profile": "{name} bei Genial", "profile-text": "Partien: {games}.",
        "rating": "{game} ({variant}): {rating}", "person": "Profil und Partien.",
        "of": "Zug {move} von {total}", "start": "Anfang", "first": "Erste Stellung",
        "previous": "Voriger Zug", "next": "Nächster Zug", "last": "Letzte Stellung",
        "play": "Abspielen", "pause": "Anhalten", "open": "Bei Genial öffnen",
        "position": "Stellung",
        "board": "Spielplan nach {move} von {total} Zügen", "controls": "Wiedergabe",
        "sheet": "Wertungsblatt", "print": "Drucken", "number": "Nr.", "player": "Spieler",
        "move": "Zug", "rank": "Rang", "final": "Endstand", "all-moves": "Alle Züge",
        "more": "Die ersten {count} Züge von {total}.", "running": "Die Partie läuft noch.",
        "reconstruction": "Der Spielplan ist unsere Rekonstruktion.",
    },
}  # fmt: skip


def say(language: Language, key: str, **facts: object) -> str:
    """Return a text in a language.

    >>> say("de", "moves", count=3)
    '3 Züge.'
    """
    return WORDS[language][key].format(**facts)


def game_title(name: str, language: Language) -> str:
    """Return what a game is called.

    >>> game_title("ingenious", "de"), game_title("ingenious", "en")
    ('Einfach Genial', 'Ingenious')
    """
    return _TITLES.get(name, facts(name).title) if language == "de" else facts(name).title


def player_names(game: SharedGame, language: Language) -> list[str]:
    """Return what the players are called, by seat; bots of the same level are numbered."""
    names = [_player(game, seat, language) for seat in range(1, game.game.players + 1)]
    bots = [isinstance(sitter, Robot) for sitter in game.sitters] or [False] * len(names)
    same = Counter(name for name, is_bot in zip(names, bots, strict=True) if is_bot)
    seen: Counter[str] = Counter()
    for k, name in enumerate(names):
        if bots[k] and same[name] > 1:
            seen[name] += 1
            names[k] = f"{name} {seen[name]}"
    return names


def _player(game: SharedGame, seat: int, language: Language) -> str:
    sitter = game.sitters[seat - 1] if game.sitters else None
    if isinstance(sitter, Robot):
        return _LEVELS[language].get(sitter.level, sitter.level)
    name = game.names[seat - 1] if game.names else ""
    return name or say(language, "seat", seat=seat)


def title_of(game: SharedGame, language: Language) -> str:
    """Return who plays what: Ingenious: Ada – Ben."""
    names = " – ".join(player_names(game, language))
    return f"{game_title(game.game.name, language)}: {names}"


def winners_of(game: SharedGame, language: Language) -> str:
    """Return a sentence about who won; of a solo game and of one without ranks that it is over."""
    ranks = game.ranks
    if not ranks or len(ranks) == 1:
        return say(language, "ended")
    names = player_names(game, language)
    first = [name for name, rank in zip(names, ranks, strict=True) if rank == 1]
    if len(first) == len(names):
        return say(language, "draw")
    return say(language, "won", players=" & ".join(first))


def clock_text(pace: Pace | None, language: Language) -> str:
    """Return how much time the players have."""
    if pace is None:
        return say(language, "no-clock")
    if pace.by_turn:
        hours = pace.seconds / 3600
        time = f"{hours / 24:g} d" if hours >= 24 else f"{pace.seconds:g} s"
        return say(language, "turn-clock", time=time)
    return say(
        language, "clock", minutes=f"{pace.seconds / 60:g}", seconds=f"{pace.increment:g}"
    )  # fmt: skip


def free_seats(game: SharedGame) -> int:
    """Return how many seats nothing has taken yet."""
    return sum(isinstance(sitter, Free) for sitter in game.sitters)
