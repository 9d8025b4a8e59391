"""Compile the bots of a game before they are needed, one step per bot."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from genial.bots.bot import Bot
from genial.bots.registry import make
from genial.bots.registry import names as all_names
from genial.core.cache import cache_folder
from genial.core.compilation import Step, marker_file, with_marker
from genial.core.game import Game
from genial.core.kernel import JIT

_MOMENT = 0.01  # seconds per move: long enough to call everything once


def pending_steps(game: Game, names: Iterable[str] | None = None) -> list[Step]:
    """Return the steps left until these bots of a game, or all of them, play without delay."""
    steps = []
    for name in (all_names(game) if names is None else dict.fromkeys(names)) if JIT else ():
        done = marker_file(cache_folder("bots"), f"{game.name}-bot-{name}")
        if not done.exists():
            step = Step(game.name, name, functools.partial(_compile_bot, game, name))
            steps.append(with_marker(step, done))
    return steps


def _compile_bot(game: Game, name: str) -> None:
    rehearse(game, make(game, name, seed=0))


def rehearse(game: Game, bot: Bot) -> None:
    """Let a bot play all seats until the first seat moves again.

    By then it has reused its tree, so all its code has been called.
    """
    state = game.start(seed=0)
    for _ in range(game.players + 1):
        if not state.over:
            view = state.view(state.turn)
            is_full_bot = hasattr(bot, "think")  # a user's own class may only choose
            move = bot.think(view, seconds=_MOMENT).move if is_full_bot else bot.choose(view)
            state = state.play(move)
