"""The four games in a few words; needs no rules, so that it is at hand at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from genial.core.facts import Facts
from genial.games import facts

GameName = Literal["ingenious", "tile-challenge", "spezial", "phoenix"]


GAMES: Mapping[GameName, Facts] = {name: facts(name) for name in get_args(GameName)}
DEFAULT_PLAYERS = 2
