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
_LINK = 3  # a tile connects two towers that are so far apart, or nearer

Group = tuple[Cell, ...]  # a cell with its mirror images


class Spacing(NamedTuple):
    """How the fields of a generated board lie to each other."""

    towers: int  # smallest distance between two tower fields,
    large: int  # between two with a common digit,
    bonus: int  # and between a bonus field and any other field
    links: int  # other towers that one tile must be able to connect each tower with


SPACING = Spacing(towers=3, large=4, bonus=2, links=1)


class Role(NamedTuple):
    """What all fields of a group are."""

    size: int  # of the group
    kind: Kind
    digits: tuple[int, ...] = ()


# In this order: towers stand on the first five with any number of players, on others with more.
_TOWERS = (
    Role(2, DARK, (2, 3, 4)), Role(4, GREY), Role(4, GREY), Role(4, GREY, (2,)),
    Role(2, GREY, (3,)), Role(4, DARK, (3, 4)), Role(4, DARK, (4,)),
)  # fmt: skip
_ALWAYS = 5
_BONUS = (Role(1, BONUS), Role(2, BONUS), Role(4, BONUS), Role(4, BONUS))


def generate(number: int, spacing: Spacing = SPACING) -> LayoutFile:
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
    for role in _TOWERS:
        towers = [group for _, group in placed[1:]]
        fitting = [
            group
            for group in _fitting(role, placed, spacing)
            if not towers or not spacing.links or min(_gap(group, t) for t in towers) <= _LINK
        ]
        if not fitting:
            return None
        placed.append((role, fitting[chance.below(len(fitting))]))
        if len(placed) > _ALWAYS and not _is_linked([g for _, g in placed[1:]], spacing.links):
            return None
    for role in _BONUS[1:]:
        fitting = _fitting(role, placed, spacing)
        if not fitting:
            return None
        placed.append((role, fitting[chance.below(len(fitting))]))
    return placed


def _fitting(role: Role, placed: list[tuple[Role, Group]], spacing: Spacing) -> list[Group]:
    """Return the groups for a role that are far enough from all others."""
    return [
        group
        for group in _groups(role.size)
        if _gap_within(group) >= _least(role, role, spacing)
        and all(_gap(group, other) >= _least(role, their, spacing) for their, other in placed)
    ]


def _is_linked(towers: list[Group], links: int) -> bool:
    """Can one tile connect each tower with this many others, and such tiles connect them all?"""
    if not links:
        return True
    cells = {cell for group in towers for cell in group}
    near = {cell: [c for c in cells if 0 < distance(cell, c) <= _LINK] for cell in cells}
    if min(map(len, near.values())) < links:
        return False
    seen, waiting = {towers[0][0]}, [towers[0][0]]
    while waiting:
        new = set(near[waiting.pop()]) - seen
        seen |= new
        waiting += new
    return seen == cells


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


def mirror_images(cell: Cell) -> Group:
    """Return a cell with its mirror images, in order.

    >>> mirror_images((-6, 0))
    ((-6, 0), (-6, 6), (6, -6), (6, 0))
    """
    q, r = cell
    return tuple(sorted({(q, r), (q, -r - q), (-q, q + r), (-q, -r)}))


@functools.cache
def _groups(size: int) -> list[Group]:
    """Return all groups with this many cells, in order."""
    groups = {mirror_images(cell) for cell in CELLS}
    return sorted(group for group in groups if len(group) == size)


@functools.cache
def _gap(one: Group, other: Group) -> int:
    """Return the smallest distance of a cell of one group to a cell of the other."""
    return min(distance(cell, there) for cell in one for there in other)


@functools.cache
def _gap_within(group: Group) -> int:
    """Return the smallest distance of two cells of a group."""
    return min(distance(cell, there) for cell, there in combinations(group, 2))
