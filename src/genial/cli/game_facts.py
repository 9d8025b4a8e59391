"""The games that the command line offers, and their facts. Importing them loads no rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from genial.core.facts import Facts
from genial.games import facts

GameName = Literal["ingenious", "tile-challenge", "spezial", "phoenix"]

GAMES: Mapping[GameName, Facts] = {name: facts(name) for name in get_args(GameName)}
DEFAULT_PLAYERS = 2
