"""What a seat may see of a game of Tile Challenge, and positions as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from genial.core.errors import BadPosition
from genial.core.kernel import Record, in_python
from genial.core.kit import Data
from genial.core.patterns import whole
from genial.core.view import Position as BasePosition
from genial.core.view import View as BaseView
from genial.core.view import read_position
from genial.games.tile_challenge import rules
from genial.games.tile_challenge.rules import IDLE_TURNS, MAX_GAMES, MAX_SEATS, MIDDLE, QUOTA
from genial.games.tile_challenge.tiles import COLOURS, COPIES, N_COLOURS, counts, heap_of

Colour = Annotated[str, Meta(pattern=whole(f"[{COLOURS}]"), max_length=1)]
Heap = dict[Colour, Annotated[int, Meta(ge=0, le=COPIES)]]  # tiles by colour, all six colours
Seat = Annotated[int, Meta(ge=1, le=MAX_SEATS)]
Sum = Annotated[int, Meta(ge=0, le=MAX_GAMES * max(QUOTA.values()))]


class Position(BasePosition, kw_only=True):
    """A position of Tile Challenge as plain data; no draw is due in it."""

    turn: Seat  # after the end: the seat that moved last
    finished: Annotated[int, Meta(ge=0, le=MAX_GAMES)]  # games of the series
    series: list[Sum]  # the weakest colours of the finished games added up, by seat
    collections: list[Heap]  # by seat
    middle: Heap
    staging: list[Colour]  # in the order of the colours
    stack: Heap
    bonus: Annotated[int, Meta(ge=0, le=N_COLOURS)]  # bonus turns owed after this turn
    idle: Annotated[int, Meta(ge=0, le=IDLE_TURNS)]  # turns in a row that changed nothing


class View(BaseView, kw_only=True):
    """Tile Challenge as any seat may see it; `scores` are the collections."""

    game: Literal["tile-challenge"]
    middle: Heap
    staging: list[Colour]  # the row of the seat to move, in the order of the colours
    stack: Heap  # only its order is unknown
    quota: int  # tiles of each colour in a complete collection
    bonus: int  # bonus turns owed after this turn
    idle: int  # turns in a row that changed no collection
    game_number: int  # of the series, from 1
    series: list[int]  # the weakest colours of the finished games added up, by seat


quota_of = in_python(rules.quota_of)


def scores(record: Record) -> list[dict[str, int]]:
    """The collections of the game being played (after the end: of the last), by seat."""
    return [counts(record.collections[seat]) for seat in range(int(record.players))]


def series(record: Record) -> list[int]:
    """The sums of the finished games' weakest colours, by seat."""
    sums: list[int] = record.series[: record.players].tolist()
    return sums


def finished_games(record: Record) -> int:
    """How many games of the series have ended."""
    return int(record.finished)


def _table(record: Record) -> Data:
    """What lies open on the table; the stack can be counted."""
    return {
        "series": series(record),
        "middle": counts(record.middle),
        "staging": [colour for colour, number in counts(record.staging).items() if number],
        "stack": counts(record.stack),
        "bonus": int(record.bonus),
        "idle": int(record.idle),
    }


def private_fields(record: Record, seat: int | None) -> Data:
    """What a seat alone sees of the view: nothing."""
    return {}


def visible(record: Record, seat: int | None) -> Data:
    """The fields of the view, the same for every seat."""
    return {
        "quota": quota_of(record),
        "game_number": min(int(record.finished) + 1, int(record.games)),
        **_table(record),
    }


def position(record: Record) -> Data:
    """The whole truth: the table, the collections, whose turn."""
    whole = Position(
        turn=int(record.turn) + 1,
        finished=finished_games(record),
        collections=scores(record),
        **_table(record),
    )
    data: Data = msgspec.to_builtins(whole)
    return data


def restore(record: Record, position: Mapping[str, Any]) -> None:
    """Write a position into a record that was set up; raises BadPosition."""
    data = read_position(position, Position)
    _check_seats(record, data)
    _check_tiles(record, data)
    is_over = data.finished == record.games
    if is_over:
        _check_end(record, data)
    else:
        _check_turn(record, data)
    _check_series(record, data, is_over=is_over)
    record.phase = rules.OVER if is_over else rules.CHOOSING
    record.turn = data.turn - 1
    record.finished, record.bonus, record.idle = data.finished, data.bonus, data.idle
    record.middle, record.stack = heap_of(data.middle), heap_of(data.stack)
    record.staging = heap_of(dict.fromkeys(data.staging, 1))
    for seat in range(int(record.players)):
        record.series[seat] = data.series[seat]
        record.collections[seat] = heap_of(data.collections[seat])


def _check_seats(record: Record, data: Position) -> None:
    players, games = int(record.players), int(record.games)
    if data.turn > players:
        raise BadPosition(f"turn must be 1 to {players}", reason="turn-range", most=players)
    if data.finished > games:
        raise BadPosition(f"finished must be 0 to {games}", reason="finished", most=games)
    if len(data.collections) != players or len(data.series) != players:
        raise BadPosition(f"collections and series must have an entry for each of {players} seats",
                          reason="seats", players=players)  # fmt: skip


def _check_tiles(record: Record, data: Position) -> None:
    if data.staging != sorted(set(data.staging), key=COLOURS.index):
        raise BadPosition(f"staging names different colours in the order {' '.join(COLOURS)}",
                          reason="staging")  # fmt: skip
    heaps = [data.middle, data.stack, *data.collections]
    if any(len(heap) != N_COLOURS for heap in heaps):
        raise BadPosition(f"tiles must be counted for each of {' '.join(COLOURS)}", reason="heaps")
    if any(max(tiles.values()) > quota_of(record) for tiles in data.collections):
        raise BadPosition(f"a collection has at most {quota_of(record)} tiles of a colour",
                          reason="over-quota", most=int(quota_of(record)))  # fmt: skip
    for colour in data.middle:
        number = sum(heap[colour] for heap in heaps) + data.staging.count(colour)
        if number != COPIES:
            raise BadPosition(f"there are {COPIES} tiles of {colour}, not {number}",
                              reason="colour-total", colour=colour, count=number,
                              expected=COPIES)  # fmt: skip
        if colour in data.staging and not data.middle[colour]:
            raise BadPosition(f"{colour} is in staging, but not in the middle",
                              reason="staging-middle", colour=colour)  # fmt: skip


def _complete(record: Record, data: Position) -> list[int]:
    """The seats whose collections are complete."""
    collections = enumerate(data.collections, 1)
    return [seat for seat, tiles in collections if min(tiles.values()) == quota_of(record)]


def _check_end(record: Record, data: Position) -> None:
    complete = _complete(record, data)
    if not complete and data.idle < IDLE_TURNS:
        raise BadPosition("all games are finished, but the last has not ended", reason="not-ended")
    if complete and (complete != [data.turn] or data.idle):
        raise BadPosition("only the seat in turn can have completed its collection, just now",
                          reason="end-turn")  # fmt: skip
    if data.bonus or data.staging:
        raise BadPosition("after the end nothing is in staging and no bonus turn is owed",
                          reason="end-staging")  # fmt: skip


def _check_turn(record: Record, data: Position) -> None:
    if _complete(record, data) or data.idle == IDLE_TURNS:
        raise BadPosition("this game has ended, but finished does not count it", reason="has-ended")
    full = list(data.collections[data.turn - 1].values()).count(quota_of(record))
    if data.bonus > max(0, full - 1):
        raise BadPosition(f"with {full} full colours, {data.bonus} bonus turns cannot be left",
                          reason="bonus-turns", full=full, bonus=data.bonus)  # fmt: skip
    if sum(data.middle.values()) < MIDDLE:
        raise BadPosition(f"at least {MIDDLE} tiles lie in the middle during a turn",
                          reason="middle", least=MIDDLE)  # fmt: skip
    if not data.staging and not any(data.stack.values()):
        raise BadPosition("no turn starts with an empty stack", reason="empty-stack")


def _check_series(record: Record, data: Position, *, is_over: bool) -> None:
    """Can the finished games have brought these sums? Only one seat a game has the quota."""
    quota = quota_of(record)
    earlier = data.finished - 1 if is_over else data.finished
    wins = 0
    for points, tiles in zip(data.series, data.collections, strict=True):
        before = points - min(tiles.values()) if is_over else points
        if not 0 <= before <= quota * earlier:
            raise BadPosition(f"{data.finished} games cannot have brought {points} points",
                              reason="series-points", n=data.finished, points=points)  # fmt: skip
        wins += max(0, before - (quota - 1) * earlier)
    if wins > earlier:
        raise BadPosition("no two seats can win the same game of a series", reason="series-wins")
