"""Boards made from a number: the same board for everybody who enters it.

A generated board looks the same in both mirrors of the board's shape, as `rebuilt` does. So its
fields come in groups: four cells, or two on an axis, or the centre. Kinds and digits are shared
out among the groups as on `rebuilt`, and the fields keep the distances of `SPACING`;
`benchmarks/board_spacing.py` compares what games different distances make.

What a number makes must never change, because records name nothing but the number:
`tests/golden/boards.json` pins some. The chance comes from SHAKE-256, which needs no compiled
kernel and is the same everywhere.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from genial.core.hexes import Cell, distance
from genial.games.spezial.board import CELLS, NAMES
from genial.games.spezial.layout_check import (
    BONUS,
    DARK,
    GENERATED,
    GREY,
    Field,
    Kind,
    LayoutFile,
    in_order,
)

HIGHEST = 2**31 - 1  # number of a board
NOTE = "Made from its number: symmetrical, with the fields and digits of the printed game."

_WORD_BYTES = 4
_WORDS = 1 << 8 * _WORD_BYTES
_BLOCK = 1024  # bytes of chance that are worked out at once
_CENTRE: Cell = (0, 0)

Group = tuple[Cell, ...]  # a cell with its mirror images


class Spacing(NamedTuple):
    """How the fields of a generated board lie to each other."""

    towers: int  # two tower fields are at least so far apart,
    large: int  # two that have a digit in common,
    bonus: int  # a bonus field and any other field
    reach: int  # no cell is farther from the next tower field


SPACING = Spacing(towers=3, large=4, bonus=2, reach=4)


class Role(NamedTuple):
    """What all fields of a group are."""

    size: int  # of the group
    kind: Kind
    digits: tuple[int, ...] = ()


_TOWERS = (
    Role(2, DARK, (2, 3, 4)), Role(4, DARK, (3, 4)), Role(4, DARK, (4,)),
    Role(2, GREY, (3,)), Role(4, GREY, (2,)), Role(4, GREY), Role(4, GREY),
)  # fmt: skip
_BONUS = (Role(1, BONUS), Role(2, BONUS), Role(4, BONUS), Role(4, BONUS))


def generated(number: int, spacing: Spacing = SPACING) -> LayoutFile:
    """Return the layout of the board with this number."""
    chance = _Chance(number)
    placed = None
    while placed is None:
        placed = _place(chance, spacing)
    fields = [
        Field(NAMES.of(cell), role.kind, role.digits) for role, group in placed for cell in group
    ]
    return LayoutFile(f"{GENERATED}{number}", in_order(fields), NOTE)


def _place(chance: _Chance, spacing: Spacing) -> list[tuple[Role, Group]] | None:
    """Return a group for every role, the centre for a bonus field; none if one finds no place."""
    placed: list[tuple[Role, Group]] = [(_BONUS[0], (_CENTRE,))]
    for role in (*_TOWERS, *_BONUS[1:]):
        fitting = [
            group
            for group in _groups(role.size)
            if _gap_within(group) >= _least(role, role, spacing)
            and all(_gap(group, other) >= _least(role, their, spacing) for their, other in placed)
        ]
        if not fitting:
            return None
        placed.append((role, fitting[chance.below(len(fitting))]))
    towers = [group for role, group in placed if role.kind != BONUS]
    return placed if _reach(towers) <= spacing.reach else None


def _least(one: Role, other: Role, spacing: Spacing) -> int:
    """Return how far apart fields with these roles must be."""
    if BONUS in (one.kind, other.kind):
        return spacing.bonus
    return spacing.large if set(one.digits) & set(other.digits) else spacing.towers


class _Chance:
    """Numbers that follow from the number of a board."""

    def __init__(self, number: int) -> None:
        self._source = hashlib.shake_256(f"genial board {number}".encode())
        self._bytes = b""
        self._used = 0

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, each exactly equally likely."""
        fair = _WORDS - _WORDS % bound
        while (word := self._word()) >= fair:
            pass
        return word % bound

    def _word(self) -> int:
        if self._used == len(self._bytes):
            self._bytes = self._source.digest(len(self._bytes) + _BLOCK)
        self._used += _WORD_BYTES
        return int.from_bytes(self._bytes[self._used - _WORD_BYTES : self._used], "big")


# --- groups of cells -----------------------------------------------------------------------


def mirrored(cell: Cell) -> Group:
    """Return a cell with its mirror images, in order.

    >>> mirrored((-6, 0))
    ((-6, 0), (-6, 6), (6, -6), (6, 0))
    """
    q, r = cell
    return tuple(sorted({(q, r), (q, -r - q), (-q, q + r), (-q, -r)}))


@functools.cache
def _groups(size: int) -> list[Group]:
    """Return all groups with this many cells, in order."""
    groups = {mirrored(cell) for cell in CELLS}
    return sorted(group for group in groups if len(group) == size)


@functools.cache
def _gap(one: Group, other: Group) -> int:
    """Return the smallest distance of a cell of one group to a cell of the other."""
    return min(distance(cell, there) for cell in one for there in other)


@functools.cache
def _gap_within(group: Group) -> int:
    """Return the smallest distance of two cells of a group."""
    return min(distance(cell, there) for cell, there in combinations(group, 2))


def _reach(towers: Iterable[Group]) -> int:
    """Return the largest distance of a cell to the next tower field."""
    cells = [group for size in (1, 2, 4) for group in _groups(size)]
    return max(min(_gap(group, tower) for tower in towers) for group in cells)
