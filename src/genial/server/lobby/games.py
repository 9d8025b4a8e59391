"""The games to choose from, with all that a client has to know before a table is opened."""

from __future__ import annotations

import msgspec

import genial
from genial.bots import levels
from genial.bots.head_starts import calibration
from genial.core.game import Game
from genial.server.tables.default_options import DefaultOptions


class GameInfo(msgspec.Struct):
    """A game, the defaults of its options, and the levels of its bots."""

    name: str
    title: str
    options: dict[str, int | str]
    levels: list[str]
    players: list[int]  # possible numbers of players
    hidden: bool  # does any seat know something that another does not?
    colours: str  # the letters of its symbols
    head_starts: list[int]  # that a seat can have
    head_start_rating: int | None  # difference of ratings that a head start of 1 makes up for
    level_ratings: dict[str, int]  # how strong the levels are; the weakest has 0


def game_infos(defaults: DefaultOptions) -> list[GameInfo]:
    """Return all games."""
    return [_info(defaults.game(name)) for name in genial.games()]


def _info(game: Game) -> GameInfo:
    facts, known = game.facts, calibration(game)
    return GameInfo(
        name=game.name, title=game.title, options=game.options, levels=list(levels(game)),
        players=list(facts.players), hidden=facts.has_hidden_information, colours=facts.colours,
        head_starts=list(facts.head_starts),
        head_start_rating=None if known is None else known.step,
        level_ratings={} if known is None else dict(known.levels),
    )  # fmt: skip
