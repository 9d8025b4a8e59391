"""Moves in words, in English and German: tiles, cards and places instead of codes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from genial.server.sharing.texts import COLOURS
from genial.server.website.host_pages import Language

_TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "ingenious.lay": "{tile} on {first} and {second}",
        "spezial.lay": "a tile on {first} and {second}",
        "spezial.lay.bonus": "a tile on {first} and {second}, bonus: {colours}",
        "phoenix.one": "{card}: place {first}",
        "phoenix.two": "{card}: places {first} and {second}",
        "phoenix.way": "{card}: from place {first} to place {second}",
        "phoenix.discard": "{card}, discarded",
        "phoenix.M": "Move {n}", "phoenix.S": "Switch {n}", "phoenix.R": "Rotate",
        "phoenix.N": "Modify {n}", "phoenix.X": "Exchange",
        "draw": "Draw", "stop": "Stop", "take": "Take", "swap": "Swap", "keep": "Keep",
        "pass": "Pass",
    },
    "de": {
        "ingenious.lay": "{tile} auf {first} und {second}",
        "spezial.lay": "ein Stein auf {first} und {second}",
        "spezial.lay.bonus": "ein Stein auf {first} und {second}, Bonus: {colours}",
        "phoenix.one": "{card}: Stelle {first}",
        "phoenix.two": "{card}: Stellen {first} und {second}",
        "phoenix.way": "{card}: von Stelle {first} nach Stelle {second}",
        "phoenix.discard": "{card}, abgeworfen",
        "phoenix.M": "Versetzen {n}", "phoenix.S": "Austausch {n}", "phoenix.R": "Rotation",
        "phoenix.N": "Neues Spektrum {n}", "phoenix.X": "Seitenwechsel",
        "draw": "Aufdecken", "stop": "Aufhören", "take": "Nehmen", "swap": "Tauschen",
        "keep": "Behalten", "pass": "Passen",
    },
}  # fmt: skip
_TILE = re.compile(r"([A-Z])([a-z]\d+)([A-Z])([a-z]\d+)")
_SIDE_TILE = re.compile(r"([a-z]\d+)([a-z]\d+)(?:\+([A-Z]+))?")
_CARD = re.compile(r"(-?)([MSRNX])(\d?)(?::(\d+)(?:([->])(\d+))?)?")


def move_text(game: str, move: str, language: Language) -> str:
    """Return a move in words; a move of another game as it is written.

    >>> move_text("ingenious", "Rh4Gi3", "en"), move_text("phoenix", "X:3", "de")
    ('red, green on h4 and i3', 'Seitenwechsel: Stelle 3')
    >>> move_text("tile-challenge", "draw", "de"), move_text("chess", "draw", "de")
    ('Aufdecken', 'draw')
    """
    texts = _TEXTS[language]
    describe = _DESCRIBED.get(game)
    if describe is None:
        return move
    return describe(move, texts, COLOURS[language]) or texts.get(move, move)


def _colours(letters: str, names: Mapping[str, str]) -> str:
    return ", ".join(names[letter] for letter in letters)


def _ingenious(move: str, texts: Mapping[str, str], names: Mapping[str, str]) -> str | None:
    parts = _TILE.fullmatch(move)
    if parts is None:
        return None
    tile = _colours(parts[1] + parts[3], names)
    return texts["ingenious.lay"].format(tile=tile, first=parts[2], second=parts[4])


def _spezial(move: str, texts: Mapping[str, str], names: Mapping[str, str]) -> str | None:
    parts = _SIDE_TILE.fullmatch(move)
    if parts is None:
        return None
    key, colours = ("spezial.lay.bonus", parts[3]) if parts[3] else ("spezial.lay", "")
    return texts[key].format(first=parts[1], second=parts[2], colours=_colours(colours, names))


def _phoenix(move: str, texts: Mapping[str, str], _: Mapping[str, str]) -> str | None:
    parts = _CARD.fullmatch(move)
    if parts is None:
        return None
    card = texts[f"phoenix.{parts[2]}"].format(n=parts[3])
    if parts[1]:
        return texts["phoenix.discard"].format(card=card)
    if parts[4] is None:
        return card
    if parts[6] is None:
        return texts["phoenix.one"].format(card=card, first=parts[4])
    key = "phoenix.way" if parts[5] == ">" else "phoenix.two"
    return texts[key].format(card=card, first=parts[4], second=parts[6])


_DESCRIBED: Mapping[str, Callable[[str, Mapping[str, str], Mapping[str, str]], str | None]] = {
    "ingenious": _ingenious, "spezial": _spezial, "phoenix": _phoenix,
    "tile-challenge": lambda move, texts, _: texts.get(move),
}  # fmt: skip
