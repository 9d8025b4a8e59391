"""Tile Challenge in the lab: heaps of tiles as counts by colour; nothing is hidden."""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from genial.core.game import Game
from genial.core.kernel import Codes, Record, rule
from genial.games.tile_challenge import rules
from genial.games.tile_challenge.rules import DRAW, IDLE_TURNS, QUOTA, STOP, TAKE
from genial.games.tile_challenge.tiles import COLOURS, COPIES, N_COLOURS, NONE, fewest, of_colour
from genial.lab.kernels.sight import Floats, Masks, register
from genial.lab.observations import Part


def parts(game: Game) -> tuple[Part, ...]:
    """Return the pieces of an observation, in order."""
    players, quota = game.players, QUOTA[game.players]
    names = tuple(COLOURS)
    return (
        Part("stack", (N_COLOURS,), COPIES, "tiles in the stack by colour", names),
        Part("middle", (N_COLOURS,), COPIES, "tiles in the middle", names),
        Part("staging", (N_COLOURS,), 1, "the staging row of the seat to move", names),
        Part("collections", (players, N_COLOURS), quota, "the own collection, then the others; "
             f"colours in the order {' '.join(COLOURS)}"),
        Part("series", (players,), quota * game.options["games"], "the weakest colours of the "
             "finished games added up, the own first"),
        Part("finished", (1,), game.options["games"], "games of the series that are over"),
        Part("bonus", (1,), N_COLOURS, "bonus turns owed after this one"),
        Part("idle", (1,), IDLE_TURNS, "turns in a row that changed no collection"),
        Part("turn", (players,), 1, "the seat to move, from the own seat on; all 0 after the end"),
        Part("seat", (players,), 1, "which seat this is"),
    )  # fmt: skip


def blank(game: Game, out: dict[str, npt.NDArray[np.float32]]) -> None:
    """Return nothing: no number is the same in all observations."""


def codes(game: Game) -> list[int]:
    """Return `draw`, `stop` and `take`."""
    return [DRAW, STOP, TAKE]


def objectives(game: Game) -> tuple[str, ...]:
    """Return the six colours; in a series, where only sums count, the weakest colours added up."""
    return tuple(COLOURS) if game.options["games"] == 1 else ("weakest",)


@rule
def observe(s: Record, seat: int, out: Floats) -> None:
    """Write what a seat sees; `out` holds zeros."""
    players, quota = int(s.players), rules.quota_of(s)
    for colour in range(N_COLOURS):
        out[colour] = of_colour(s.stack, colour) / COPIES
        out[N_COLOURS + colour] = of_colour(s.middle, colour) / COPIES
        out[2 * N_COLOURS + colour] = of_colour(s.staging, colour)
    at = 3 * N_COLOURS
    for k in range(players):
        whose = (seat + k) % players
        for colour in range(N_COLOURS):
            out[at + k * N_COLOURS + colour] = of_colour(s.collections[whose], colour) / quota
    at += players * N_COLOURS
    for k in range(players):
        out[at + k] = s.series[(seat + k) % players] / (quota * int(s.games))
    at += players
    out[at] = s.finished / s.games
    out[at + 1] = s.bonus / N_COLOURS
    out[at + 2] = s.idle / IDLE_TURNS
    at += 3
    if s.phase != rules.OVER:
        out[at + (int(s.turn) - seat) % players] = 1.0
    out[at + players + seat] = 1.0


@rule
def tally(s: Record, seat: int, out: Floats) -> None:
    """Write the collection by colour; in a series the sum of the weakest colours so far."""
    if s.games > 1:
        running = 0 if s.phase == rules.OVER else fewest(s.collections[seat])
        out[0] = int(s.series[seat]) + running
        return
    for colour in range(N_COLOURS):
        out[colour] = of_colour(s.collections[seat], colour)


@rule
def is_legal(s: Record, code: int) -> bool:
    """Is it `draw` while there is a stack, or `stop` or `take` as the rules say?"""
    if s.phase != rules.CHOOSING:
        return False
    if code == DRAW:
        return bool(s.stack != NONE)
    return rules.second_move(s) == code


@rule
def mark(s: Record, of_code: Codes, out: Masks) -> None:
    """Mark `draw`, `stop` and `take`, each if it is legal."""
    for code in (DRAW, STOP, TAKE):
        out[of_code[code]] = is_legal(s, code)


register(rules, sys.modules[__name__])
