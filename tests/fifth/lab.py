"""What a learner sees of Pairs, and which actions there are (see `genial.lab.kernels.sight`)."""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from genial.core.game import Game
from genial.core.kernel import Codes, Record, rule
from genial.lab.kernels.sight import Floats, Masks, register
from genial.lab.observations import Part
from tests.fifth import rules
from tests.fifth.rules import COPIES, HIGHEST, N_CARDS

_CARDS = tuple(map(str, range(1, HIGHEST + 1)))
THINGS = {"hand": _CARDS, "card": _CARDS}  # that lines about chance name


def parts(game: Game) -> tuple[Part, ...]:
    return (
        Part("hand", (HIGHEST,), COPIES, "the own cards by number", _CARDS),
        Part("last", (HIGHEST,), 1, "the card to match", _CARDS),
        Part("pile", (1,), N_CARDS, "cards in the pile"),
    )


def blank(game: Game, out: dict[str, npt.NDArray[np.float32]]) -> None:
    """Nothing is the same in all observations."""


def codes(game: Game) -> list[int]:
    return list(range(1, HIGHEST + 1))


def objectives(game: Game) -> tuple[str, ...]:
    return ("points",)


def longest_log(game: Game) -> int:
    return game.longest_game + game.most_draws


@rule
def observe(s: Record, seat: int, out: Floats) -> None:
    for card in range(1, HIGHEST + 1):
        out[card - 1] = s.hands[seat, card] / COPIES
    if s.last > 0:
        out[HIGHEST + s.last - 1] = 1.0
    out[2 * HIGHEST] = rules.count(s.pile) / N_CARDS


@rule
def tally(s: Record, seat: int, out: Floats) -> None:
    out[0] = s.points[seat]


@rule
def is_legal(s: Record, code: int) -> bool:
    return bool(not rules.due(s) and s.hands[s.turn, code] > 0)


@rule
def mark(s: Record, of_code: Codes, out: Masks) -> None:
    for code in range(1, HIGHEST + 1):
        out[of_code[code]] = is_legal(s, code)


register(rules, sys.modules[__name__])
