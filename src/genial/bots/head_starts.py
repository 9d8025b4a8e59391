"""Head starts that make a game between unequal players an even one.

Calibrated with two players in the arena: `docs/strength.md` has the games, the intervals and the
commands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from genial.core.errors import BadOption, one_of, quote
from genial.core.game import Game


@dataclass(frozen=True)
class Calibration:
    """How strong the levels of a game are, and what a head start is worth."""

    levels: Mapping[str, int]  # ratings on the scale of Elo; the weakest level has 0
    step: int  # the difference of ratings that a head start of 1 makes up for


_CALIBRATIONS = {
    "ingenious": Calibration(
        {"kid": 0, "novice": 356, "casual": 605, "club": 889, "expert": 1096, "genius": 1267},
        step=260,
    ),
    "tile-challenge": Calibration(
        {"kid": 0, "novice": 201, "casual": 408, "club": 567, "expert": 689, "genius": 817},
        step=80,
    ),
    "spezial": Calibration(
        {"kid": 0, "novice": 105, "casual": 468, "club": 632, "strong": 892, "expert": 1138,
         "master": 1371, "genius": 1661},
        step=180,
    ),
    "phoenix": Calibration(
        {"kid": 0, "novice": 310, "casual": 477, "club": 704, "expert": 841, "genius": 995},
        step=36,
    ),
}  # fmt: skip


def calibration(game: Game) -> Calibration | None:
    """Return what is known of a game's levels and head starts; none of a game that has none."""
    return _CALIBRATIONS.get(game.name)


def suggested_head_start(game: Game, level: str, other: str) -> tuple[int, int]:
    """Return head starts for two levels that make them as equal as can be; raises BadOption.

    >>> import genial
    >>> phoenix = genial.game("phoenix")
    >>> suggested_head_start(phoenix, "expert", "club")
    (0, 4)
    """
    known = calibration(game)
    ratings = {} if known is None else known.levels
    for name in (level, other):
        if name not in ratings:
            there = f"; there are {one_of(ratings)}" if ratings else ""
            raise BadOption(f"there is no rating of the level {quote(name)}{there}")
    difference = ratings[level] - ratings[other]
    lead = head_start_for(game, abs(difference))
    return (0, lead) if difference > 0 else (lead, 0)


def head_start_for(game: Game, difference: float) -> int:
    """Return the head start of the weaker player, who is this many rating points behind.

    >>> import genial
    >>> head_start_for(genial.game("ingenious"), 0), head_start_for(genial.game("ingenious"), 5000)
    (0, 6)
    """
    known = calibration(game)
    if known is None:
        return 0
    return min(max(game.facts.head_starts), round(max(0.0, difference) / known.step))
