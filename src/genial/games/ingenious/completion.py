"""Complete a position of Ingenious: the bag, the first tiles and the end follow from the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, product
from typing import Any

import msgspec

from genial.core.hexes import neighbour
from genial.core.kernel import Record, in_python
from genial.core.kit import Data
from genial.core.view import read_position
from genial.games.ingenious import scoring
from genial.games.ingenious.board import (
    CELL_OF_NAME,
    COLOURS,
    COPIES,
    EMPTY,
    N_COLOURS,
    N_TYPES,
    NAMES,
    PRINTED,
    SQUARE,
    TYPE_NAMES,
    TYPE_OF_NAME,
    TYPES,
)
from genial.games.ingenious.view import Position

Counts = list[int]  # tiles by type
Change = list[tuple[int, int]]  # types of tiles, and how many of them more lie on the board


def complete_position(record: Record, position: Mapping[str, Any]) -> Data:
    """Return a position with the bag, the first tiles, and whether the game is over.

    The bag holds the tiles that lie nowhere else. A board tells its symbols but not its tiles, so
    these are found by their colours, with as little change to the given bag as possible.
    """
    missing = {"phase": "place", "bonus": 0, "bag": {}, "laid": [], "openings": []}
    data = read_position(missing | dict(position), Position)
    data.bag = _bag(data)
    players = int(record.players)
    first = min(len(data.board) // 2, players)  # tiles
    # Before all first tiles lie, those lie of the seats that came last, up to the one in turn
    # if it has laid a tile and is to swap or keep.
    latest = data.turn - (1 if data.phase == "swap or keep" else 2)
    data.laid = sorted((latest - k) % players + 1 for k in range(first))
    data.openings = _openings(data, players)
    if data.phase != "swap or keep":
        data.phase = "over" if _is_over(record, data) else "place"
    if data.phase != "place":
        data.bonus = 0
    whole: Data = msgspec.to_builtins(data)
    return whole


def _openings(data: Position, players: int) -> list[str]:
    """The printed symbols that no first tile has touched: those with free neighbours, if need be.

    Those given stay, once all first tiles lie and it does not matter any more.
    """
    symbols = [NAMES.of(cell) for cell in PRINTED]
    count = len(symbols) - len(data.laid)
    if len(data.laid) == players and len(data.openings) == count:
        return data.openings
    covered = {CELL_OF_NAME[name] for name in data.board if name in CELL_OF_NAME}
    touched = [
        NAMES.of(cell)
        for cell in PRINTED
        if covered & {neighbour(cell, direction) for direction in range(6)}
    ]
    left = sorted(symbols, key=lambda name: (name in touched, symbols.index(name)))[:count]
    return sorted(left, key=symbols.index)


def _is_over(record: Record, data: Position) -> bool:
    """Is a track full, or are no two adjacent cells free?"""
    end = in_python(scoring.track_end)(record)
    if any(points and min(points.values()) >= end for points in data.scores):
        return True
    free = {
        cell
        for cell, square in SQUARE.items()
        if record.board[square] == EMPTY and NAMES.of(cell) not in data.board
    }
    return not any(neighbour(cell, direction) in free for cell in free for direction in range(3))


# --- the bag


def _bag(data: Position) -> dict[str, int]:
    in_racks = Counter(tile for rack in data.racks for tile in rack)
    rest = [max(0, int(COPIES[kind]) - in_racks[name]) for kind, name in enumerate(TYPE_NAMES)]
    laid = [
        max(0, rest[kind] - data.bag.get(name, 0)) if data.bag else 0
        for kind, name in enumerate(TYPE_NAMES)
    ]
    symbols = Counter(data.board.values())
    missing = [symbols[colour] for colour in COLOURS]
    for kind, (a, b) in enumerate(TYPES):
        missing[a] -= laid[kind]
        missing[b] -= laid[kind]
    while (change := _best_change(missing, laid, rest)) is not None:
        _apply(change, missing, laid)
    _fit(laid, rest, len(data.board) // 2)
    return {name: rest[kind] - laid[kind] for kind, name in enumerate(TYPE_NAMES)}


def _apply(change: Change, missing: list[int], laid: Counts) -> None:
    for kind, more in change:
        laid[kind] += more
        for colour in TYPES[kind]:
            missing[colour] -= more


def _best_change(missing: list[int], laid: Counts, rest: Counts) -> Change | None:
    """The shortest change of the laid tiles after which two symbols less are wrong, or none.

    Of several, the one that takes tiles of which most are in the bag.
    """
    for changes in (_short_changes(missing), _long_changes(missing)):
        possible = [
            change
            for change in changes
            if all(0 <= laid[kind] + more <= rest[kind] for kind, more in _summed(change))
        ]
        if possible:
            return max(
                possible,
                key=lambda change: sum(more * (rest[kind] - laid[kind]) for kind, more in change),
            )
    return None


def _summed(change: Change) -> Iterator[tuple[int, int]]:
    for kind in dict.fromkeys(kind for kind, _ in change):
        yield kind, sum(more for other, more in change if other == kind)


def _type(a: int, b: int) -> int:
    return TYPE_OF_NAME[COLOURS[min(a, b)] + COLOURS[max(a, b)]]


def _wrong_pairs(missing: list[int]) -> Iterator[tuple[int, int, int]]:
    """Two colours of which symbols are missing (1) or too many (-1)."""
    for sign in (1, -1):
        wrong = [colour for colour in range(N_COLOURS) if sign * missing[colour] > 0]
        for a, b in combinations_with_replacement(wrong, 2):
            if a != b or sign * missing[a] > 1:
                yield a, b, sign


def _short_changes(missing: list[int]) -> Iterator[Change]:
    """Put a tile, take one away, or turn one half of one into another colour."""
    for a, b, sign in _wrong_pairs(missing):
        yield [(_type(a, b), sign)]
    few = [colour for colour in range(N_COLOURS) if missing[colour] > 0]
    many = [colour for colour in range(N_COLOURS) if missing[colour] < 0]
    for a, b, x in product(few, many, range(N_COLOURS)):
        yield [(_type(b, x), -1), (_type(a, x), 1)]


def _long_changes(missing: list[int]) -> Iterator[Change]:
    """Put two tiles for one, or one for two."""
    for a, b, sign in _wrong_pairs(missing):
        for x, y in product(range(N_COLOURS), repeat=2):
            yield [(_type(x, y), -sign), (_type(a, x), sign), (_type(b, y), sign)]


def _fit(laid: Counts, rest: Counts, count: int) -> None:
    """Lay or take away tiles until there are this many: no tiles have just these colours."""
    while sum(laid) != count:
        more = 1 if sum(laid) < count else -1
        possible = [kind for kind in range(N_TYPES) if 0 <= laid[kind] + more <= rest[kind]]
        if not possible:
            return
        laid[max(possible, key=lambda kind: more * (rest[kind] - laid[kind]))] += more
