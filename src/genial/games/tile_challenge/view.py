"""What a seat may see of a game of Tile Challenge, and positions as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from genial.core.errors import BadPosition, quoted
from genial.core.kernel import Record
from genial.core.kit import Data
from genial.core.view import View as BaseView
from genial.games.tile_challenge import rules
from genial.games.tile_challenge.rules import IDLE_TURNS, MIDDLE
from genial.games.tile_challenge.tiles import COLOURS, COPIES, N_COLOURS, counts, heap

_KEYS = (
    "turn",
    "finished",
    "series",
    "collections",
    "middle",
    "staging",
    "stack",
    "bonus",
    "idle",
)


class View(BaseView, kw_only=True):
    """Tile Challenge as anybody may see it; `scores` are the collections."""

    middle: dict[str, int]  # tiles by colour
    staging: list[str]  # the colours in the row of the seat to move, in the order of colours
    stack: dict[str, int]  # tiles by colour: only their order is unknown
    quota: int  # tiles of each colour in a complete collection
    bonus: int  # bonus turns owed after this turn
    idle: int  # turns in a row that changed no collection
    game_number: int  # of the series, from 1
    series: list[int]  # the weakest colours of the finished games added up, by seat


def scores(record: Record) -> list[dict[str, int]]:
    """The collections of the game being played (after the end: of the last), by seat."""
    return [counts(record.collections[seat]) for seat in range(int(record.players))]


def series(record: Record) -> list[int]:
    """The sums of the finished games' weakest colours, by seat."""
    sums: list[int] = record.series[: record.players].tolist()
    return sums


def _staged(record: Record) -> list[str]:
    return [colour for colour, number in counts(record.staging).items() if number]


def visible(record: Record, seat: int | None) -> Data:
    """The fields of the view, the same for every seat."""
    return {
        "middle": counts(record.middle),
        "staging": _staged(record),
        "stack": counts(record.stack),
        "quota": int(record.quota),
        "bonus": int(record.bonus),
        "idle": int(record.idle),
        "game_number": min(int(record.finished) + 1, int(record.games)),
        "series": series(record),
    }


def position(record: Record) -> Data:
    """The whole truth when no draw is due; after the end `turn` is the seat that moved last."""
    return {
        "turn": int(record.turn) + 1,
        "finished": int(record.finished),
        "series": series(record),
        "collections": scores(record),
        "middle": counts(record.middle),
        "staging": _staged(record),
        "stack": counts(record.stack),
        "bonus": int(record.bonus),
        "idle": int(record.idle),
    }


def restore(record: Record, position: Mapping[str, Any]) -> None:
    """Write a position into a record that was set up; raises BadPosition."""
    for key in _KEYS:
        if key not in position:
            raise BadPosition(f"the position has no {quoted(key)}")
    for key in position:
        if key not in _KEYS:
            raise BadPosition(f"a position has no {quoted(key)}")
    players, quota = int(record.players), int(record.quota)
    record.turn = _number("turn", position["turn"], 1, players) - 1
    record.finished = _number("finished", position["finished"], 0, int(record.games))
    record.bonus = _number("bonus", position["bonus"], 0, N_COLOURS)
    record.idle = _number("idle", position["idle"], 0, IDLE_TURNS)
    record.phase = rules.OVER if record.finished == record.games else rules.CHOOSING
    collections = [
        _heap("a collection", given, quota)
        for given in _each_seat("collections", position["collections"], players)
    ]
    middle = _heap("the middle", position["middle"], COPIES)
    stack = _heap("the stack", position["stack"], COPIES)
    staging = _row(position["staging"])
    _check_tiles([*collections, middle, stack, staging], middle, staging)
    for seat in range(players):
        record.collections[seat] = heap(collections[seat])
    record.middle, record.stack, record.staging = heap(middle), heap(stack), heap(staging)
    _check_end(record, collections)
    _check_turn(record, collections[int(record.turn)])
    sums = _each_seat("series", position["series"], players)
    record.series[:players] = _checked_series(record, sums, collections)


def _number(what: str, value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadPosition(f"{what} must be {least} to {most}, not {quoted(value)}")
    return value


def _each_seat(what: str, value: object, players: int) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) != players:
        raise BadPosition(f"{what} must be a list with an entry for each of {players} seats")
    return list(value)


def _heap(what: str, value: object, most: int) -> dict[str, int]:
    if not isinstance(value, Mapping) or set(value) != set(COLOURS):
        raise BadPosition(f"{what} must have a number for each of {' '.join(COLOURS)}")
    return {colour: _number(f"{colour} in {what}", value[colour], 0, most) for colour in COLOURS}


def _row(value: object) -> dict[str, int]:
    if not isinstance(value, list | tuple):
        raise BadPosition(f"staging must be a list of colours, not {quoted(value)}")
    for colour in value:
        if not isinstance(colour, str) or len(colour) != 1 or colour not in COLOURS:
            raise BadPosition(f"{quoted(colour)} in staging is no colour")
    if len(set(value)) != len(value):
        raise BadPosition("staging has a colour twice")
    return {colour: int(colour in value) for colour in COLOURS}


def _check_tiles(
    heaps: Sequence[dict[str, int]], middle: dict[str, int], staging: dict[str, int]
) -> None:
    for colour in COLOURS:
        number = sum(tiles[colour] for tiles in heaps)
        if number != COPIES:
            raise BadPosition(f"there are {COPIES} tiles of {colour}, not {number}")
        if staging[colour] and not middle[colour]:
            raise BadPosition(f"{colour} is in staging, but not in the middle")


def _check_end(record: Record, collections: list[dict[str, int]]) -> None:
    quota, turn = int(record.quota), int(record.turn)
    complete = [seat for seat, tiles in enumerate(collections) if min(tiles.values()) == quota]
    ended = len(complete) > 0 or record.idle == IDLE_TURNS
    if record.phase != rules.OVER:
        if ended:
            raise BadPosition("this game has ended, but finished does not count it")
        return
    if not ended:
        raise BadPosition("all games are finished, but the last has not ended")
    if complete and (complete != [turn] or record.idle):
        raise BadPosition("only the seat in turn can have completed its collection, just now")
    if record.bonus or record.staging:
        raise BadPosition("after the end nothing is in staging and no bonus turn is owed")


def _check_turn(record: Record, collection: dict[str, int]) -> None:
    if record.phase == rules.OVER:
        return
    full = sum(number == record.quota for number in collection.values())
    if record.bonus > max(0, full - 1):
        raise BadPosition(f"{full} full colours cannot have left {record.bonus} bonus turns")
    if sum(counts(record.middle).values()) < MIDDLE:
        raise BadPosition(f"at least {MIDDLE} tiles lie in the middle during a turn")
    if not record.stack and not record.staging:
        raise BadPosition("no turn starts with an empty stack")


def _checked_series(
    record: Record, sums: list[Any], collections: list[dict[str, int]]
) -> list[int]:
    """The sums, if so many games can have brought them: one winner a game has the quota."""
    quota, games = int(record.quota), int(record.finished)
    over = record.phase == rules.OVER
    earlier = games - 1 if over else games
    wins_needed = 0
    for seat, value in enumerate(sums):
        last = min(collections[seat].values()) if over else 0
        number = _number("series", value, last, last + quota * earlier)
        wins_needed += max(0, number - last - (quota - 1) * earlier)
    if wins_needed > earlier:
        raise BadPosition(f"the sums in series are too high for {games} finished games")
    return sums
