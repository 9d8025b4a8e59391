"""Genial Spezial in the lab: planes of the double hexagon; nothing is hidden."""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from genial.core import bits
from genial.core.game import Game
from genial.core.kernel import Codes, Record, as_record, rule
from genial.games.spezial import board as b
from genial.games.spezial import rules
from genial.games.spezial.layouts import layout_of
from genial.games.spezial.notation import CHIP_NAMES
from genial.games.spezial.rules import (
    CHOICES,
    COLOURS,
    EMPTY,
    FULL,
    N_COLOURS,
    ONE_BONUS,
    PASS,
    TILES,
    TOWER,
    TWO_BONUSES,
)
from genial.lab.kernels.sight import Floats, Masks, register
from genial.lab.observations import Part

_LOW_Q = min(q for q, _ in b.CELLS)
_LOW_R = min(r for _, r in b.CELLS)
_COLUMNS = max(q for q, _ in b.CELLS) - _LOW_Q + 1
_ROWS = max(r for _, r in b.CELLS) - _LOW_R + 1
_PLANE = _COLUMNS * _ROWS
_PLACES = np.array([(q - _LOW_Q) * _ROWS + r - _LOW_R for q, r in b.CELLS])

_FREE, _SMALL, _LARGE, _CHIPS, _BLACK, _BONUS = 0, 1, 2, 3, 3 + N_COLOURS, 4 + N_COLOURS
_COMMON = 5 + N_COLOURS  # planes beside those of the seats
_MOST = 3  # a chip's highest value

THINGS = {"chips": CHIP_NAMES}  # that lines about chance name


def parts(game: Game) -> tuple[Part, ...]:
    """Return the pieces of an observation, in order."""
    players = game.players
    planes = ("free", "small tower", "large tower", *(f"chip {c} / {_MOST}" for c in COLOURS),
              "black side", "bonus field",
              *(f"tiles of seat + {k}" if k else "own tiles" for k in range(players)))  # fmt: skip
    return (
        Part("board", (_COMMON + players, _COLUMNS, _ROWS), 1, "free cells, towers, their chips' "
             "visible values by colour and which show the black side, bonus fields, the tiles of "
             f"every seat. A cell (q, r) is at [q + {-_LOW_Q}, r + {-_LOW_R}]", planes),
        Part("scores", (players, N_COLOURS), FULL, "the own track, then the others; colours in "
             f"the order {' '.join(COLOURS)}"),
        Part("round", (1,), TILES, "rounds that were played"),
        Part("turn", (players,), 1, "the seat to move, from the own seat on; all 0 after the end"),
        Part("start", (players,), 1, "the seat that began, from the own seat on"),
        Part("seat", (players,), 1, "which seat this is"),
    )  # fmt: skip


def blank(game: Game, out: dict[str, npt.NDArray[np.float32]]) -> None:
    """Write the bonus fields of the layout."""
    for cell in layout_of(game.options).bonus:
        q, r = b.CELLS[cell]
        out["board"][_BONUS, q - _LOW_Q, r - _LOW_R] = 1.0


def codes(game: Game) -> list[int]:
    """Return every edge without a tower with each choice for its bonus fields, then `pass`."""
    record = as_record(game.template)
    found = []
    for edge in range(b.N_EDGES):
        word, place = edge // 64, edge % 64
        if not int(record.free[word]) >> place & 1:
            continue
        first, last = 0, 0
        if int(record.double[word]) >> place & 1:
            first, last = TWO_BONUSES, CHOICES - 1
        elif int(record.bonus[word]) >> place & 1:
            first, last = ONE_BONUS, TWO_BONUSES - 1
        found += [edge * CHOICES + choice for choice in range(first, last + 1)]
    return [*found, PASS]


def objectives(game: Game) -> tuple[str, ...]:
    """Return the four colours."""
    return tuple(COLOURS)


def longest_log(game: Game) -> int:
    """Count moves and draws."""
    return game.longest_game + game.most_draws


@rule
def observe(s: Record, seat: int, out: Floats) -> None:
    """Write what a seat sees; `out` holds the bonus fields and zeros."""
    players = int(s.players)
    for cell in range(b.N_CELLS):
        there = int(s.board[cell])
        place = _PLACES[cell]
        if there == EMPTY:
            out[_FREE * _PLANE + place] = 1.0
        elif there >= TOWER:
            tower = there - TOWER
            is_large = int(s.large) >> tower & 1
            out[(_LARGE if is_large else _SMALL) * _PLANE + place] = 1.0
            if tower < s.dealt:
                plane = _CHIPS + (int(s.chip[tower]) >> 1)
                out[plane * _PLANE + place] = rules.chip_value(s, tower) / _MOST
                out[_BLACK * _PLANE + place] = int(s.black) >> tower & 1
        elif there >= 0:
            whose = (there // TILES - seat) % players
            out[(_COMMON + whose) * _PLANE + place] = 1.0
    at = (_COMMON + players) * _PLANE
    for k in range(players):
        for colour in range(N_COLOURS):
            out[at + k * N_COLOURS + colour] = s.scores[(seat + k) % players, colour] / FULL
    at += players * N_COLOURS
    out[at] = s.rounds / TILES
    if s.rounds < TILES:
        out[at + 1 + (int(s.turn) - seat) % players] = 1.0
    at += 1 + players
    out[at + (int(s.start) - seat) % players] = 1.0
    out[at + players + seat] = 1.0


@rule
def tally(s: Record, seat: int, out: Floats) -> None:
    """Write the points by colour."""
    for colour in range(N_COLOURS):
        out[colour] = s.scores[seat, colour]


@rule
def is_legal(s: Record, code: int) -> bool:
    """Is the edge free, and does the choice fit its bonus fields?"""
    if rules.due(s) or rules.is_over(s):
        return False
    if code == PASS:
        return bool(s.n_free == 0)
    edge, choice = code // CHOICES, code % CHOICES
    first = rules.first_choice(s, edge)
    return bits.has(s.free[edge >> 6], edge & 63) and first <= choice <= rules.last_choice(first)


@rule
def mark(s: Record, of_code: Codes, out: Masks) -> None:
    """Mark every free edge with every choice that fits its bonus fields; or passing."""
    if rules.due(s) or rules.is_over(s):
        return
    if s.n_free == 0:
        out[of_code[PASS]] = 1
    for word in range(s.free.size):
        free = s.free[word]
        while free != bits.ZERO:
            edge = word * 64 + bits.lowest(free)
            free = free & (free - bits.ONE)
            first = rules.first_choice(s, edge)
            for choice in range(first, rules.last_choice(first) + 1):
                out[of_code[edge * CHOICES + choice]] = 1


register(rules, sys.modules[__name__])
