"""Tile Challenge (Einfach Genial – Wer zu viel riskiert, verliert!).

Two to four players turn up one-coloured tiles as long as they dare, singly or in a series.
"""

from genial.games.tile_challenge import rules
from genial.games.tile_challenge.explain import explain, refusal
from genial.games.tile_challenge.notation import (
    chance_lines,
    read,
    read_chance,
    redacted,
    shown,
    spell,
)
from genial.games.tile_challenge.options import configure, options, tracks
from genial.games.tile_challenge.rules import DRAW, STOP, TAKE
from genial.games.tile_challenge.tiles import COLOURS
from genial.games.tile_challenge.view import (
    View,
    position,
    restore,
    scores,
    series,
    visible,
)

NAME = "tile-challenge"
TITLE = "Tile Challenge"

__all__ = [
    "COLOURS",
    "DRAW",
    "NAME",
    "STOP",
    "TAKE",
    "TITLE",
    "View",
    "chance_lines",
    "configure",
    "explain",
    "options",
    "position",
    "read",
    "read_chance",
    "redacted",
    "refusal",
    "restore",
    "rules",
    "scores",
    "series",
    "shown",
    "spell",
    "tracks",
    "visible",
]
