"""What a seat may see of a game of Ingenious, and positions as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import UNSET, Meta, UnsetType

from genial.core import bits
from genial.core.errors import BadPosition, quote
from genial.core.kernel import Record, in_python
from genial.core.kit import Data, Options
from genial.core.patterns import whole
from genial.core.view import Position as BasePosition
from genial.core.view import View as BaseView
from genial.core.view import read_position
from genial.games.ingenious import rules, scoring
from genial.games.ingenious.board import (
    CELLS,
    COLOURS,
    COPIES,
    EDGES,
    EMPTY,
    MAX_SEATS,
    N_TILES,
    N_TYPES,
    NAMES,
    PRINTED,
    RACK,
    SQUARE,
    TYPE_NAMES,
    TYPE_OF_NAME,
    WALL,
    edge_set,
    pack_counts,
)
from genial.games.ingenious.notation import partner_of

Phase = Literal["place", "swap or keep", "over"]
PHASES: dict[int, Phase] = {
    rules.PLACING: "place",
    rules.CHOOSING: "swap or keep",
    rules.OVER: "over",
}


Tile = Annotated[str, Meta(pattern=whole("|".join(TYPE_NAMES)), max_length=2)]
Colour = Annotated[str, Meta(pattern=whole(f"[{COLOURS}]"), max_length=1)]
Count = Annotated[int, Meta(ge=0, le=RACK)]
Seat = Annotated[int, Meta(ge=1, le=MAX_SEATS)]


class Position(BasePosition, kw_only=True):
    """A position of Ingenious as plain data."""

    turn: Seat
    phase: Phase
    bonus: Count
    board: dict[str, Colour]  # by cell, without the printed symbols
    racks: list[Annotated[list[Tile], Meta(max_length=RACK)]]  # by seat, sorted
    bag: dict[str, Count]  # by tile
    scores: list[dict[str, int]]
    laid: list[Seat]  # the seats whose first tile lies
    openings: list[str]  # printed symbols that no first tile has touched


class View(BaseView, kw_only=True):
    """Ingenious as a seat may see it."""

    game: Literal["ingenious"]
    phase: Phase
    board: dict[str, str]  # colour by cell, printed symbols included
    rack: list[str] | None  # the seat's own tiles, sorted; none for a spectator (but solo)
    partner_rack: list[str] | UnsetType = UNSET  # the partner's, where partners see them
    rack_sizes: list[int]  # by seat
    bag: int  # how many tiles are in it
    bonus: int  # bonus moves still owed after the one being asked for
    openings: list[str] | None  # printed symbols the seat to move must touch one of, if it must
    full: list[int]  # the points at which a colour is complete; at the last its track ends


def scores(record: Record) -> list[dict[str, int]]:
    """The points by colour, one entry a track."""
    return [
        dict(zip(COLOURS, record.scores[track].tolist(), strict=True))
        for track in range(in_python(scoring.track_count)(record))
    ]


def _rack(record: Record, seat: int) -> list[str]:
    kinds = record.rack[seat, : record.held[seat]].tolist()
    return [TYPE_NAMES[kind] for kind in sorted(kinds)]


_CELL_NAMES = [NAMES.of(cell) for cell in CELLS]
_SQUARES = np.array([SQUARE[cell] for cell in CELLS])


def _board(record: Record) -> dict[str, str]:
    symbols = record.board[_SQUARES].tolist()
    return {
        name: COLOURS[symbol]
        for name, symbol in zip(_CELL_NAMES, symbols, strict=True)
        if symbol < EMPTY
    }


def _bag(record: Record) -> dict[str, int]:
    byte = in_python(bits.byte)
    return {TYPE_NAMES[kind]: int(byte(record.bag[kind >> 3], kind & 7)) for kind in range(N_TYPES)}


def _untouched_symbols(record: Record) -> list[str]:
    """The printed symbols that no first tile has touched."""
    return [NAMES.of(cell) for k, cell in enumerate(PRINTED) if not record.taken >> k & 1]


def revealed_lines(record: Record, code: int) -> list[str]:
    """The rack that a swap shows to all seats."""
    if code != rules.SWAP:
        return []
    return [f"* shown {record.turn + 1} {' '.join(_rack(record, int(record.turn)))}"]


def private_fields(record: Record, seat: int | None) -> Data:
    """What a seat alone sees of the view: its rack, and its partner's if partners see it."""
    owner = 1 if record.players == 1 else seat  # the solo player's tile is public
    own: Data = {"rack": _rack(record, owner - 1) if owner else None}
    if seat and record.shared:
        own["partner_rack"] = _rack(record, partner_of(seat) - 1)
    return own


def visible(record: Record, seat: int | None) -> Data:
    """The fields of the view."""
    is_first = record.phase == rules.PLACING and not record.laid >> record.turn & 1
    return {
        "phase": PHASES[int(record.phase)],
        "board": _board(record),
        **private_fields(record, seat),
        "rack_sizes": record.held[: record.players].tolist(),
        "bag": int(record.left),
        "bonus": int(record.bonus),
        "openings": _untouched_symbols(record) if is_first else None,
        "full": list(range(scoring.FULL, in_python(scoring.track_end)(record) + 1, scoring.FULL)),
    }


def position(record: Record) -> Data:
    """The whole truth: board, racks, bag, scores, whose turn."""
    players = range(int(record.players))
    board = _board(record)
    whole = Position(
        turn=int(record.turn) + 1,
        phase=PHASES[int(record.phase)],
        bonus=int(record.bonus),
        board={cell: board[cell] for cell in board if NAMES.cell(cell) not in PRINTED},
        racks=[_rack(record, seat) for seat in players],
        bag=_bag(record),
        scores=scores(record),
        laid=[seat + 1 for seat in players if record.laid >> seat & 1],
        openings=_untouched_symbols(record),
    )
    data: Data = msgspec.to_builtins(whole)
    return data


HIDDEN = "??"  # a tile that a seat may not see


def redact_position(position: Mapping[str, Any], seat: int | None, options: Options) -> Data:
    """Return a position as a seat may see it: the bag counts the tiles of hidden racks as well."""
    if options["players"] == 1:
        return dict(position)
    seen = {seat}
    if seat is not None and options.get("partners") == "shared":
        seen.add(partner_of(seat))
    racks, bag = [], dict(position["bag"])
    for owner, rack in enumerate(position["racks"], 1):
        racks.append(list(rack) if owner in seen else [HIDDEN] * len(rack))
        for tile in () if owner in seen else rack:
            bag[tile] += 1
    return {**position, "racks": racks, "bag": bag}


def restore(record: Record, position: Mapping[str, Any]) -> None:
    """Write a position into a record that was set up; raises BadPosition."""
    data = read_position(position, Position)
    record.phase = {name: phase for phase, name in PHASES.items()}[data.phase]
    record.turn = data.turn - 1
    record.bonus = data.bonus
    if data.turn > record.players:
        raise BadPosition(f"turn must be 1 to {record.players}", reason="turn-range",
                          most=int(record.players))  # fmt: skip
    _restore_board(record, data.board)
    _restore_tiles(record, data)
    _restore_scores(record, data.scores)
    record.laid = sum(1 << seat - 1 for seat in set(data.laid))
    record.taken = sum(1 << k for k, c in enumerate(PRINTED) if NAMES.of(c) not in data.openings)
    _check_sense(record, data)


def _restore_board(record: Record, board: Mapping[str, str]) -> None:
    squares = {NAMES.of(cell): SQUARE[cell] for cell in CELLS}
    for name, colour in board.items():
        square = squares.get(name)
        if square is None or record.board[square] == WALL:
            raise BadPosition(f"{quote(name)} is not on the board in use", reason="off-board",
                              cell=name[:40])  # fmt: skip
        if record.board[square] != EMPTY:
            raise BadPosition(f"{name} has a printed symbol", reason="printed", cell=name)
        record.board[square] = COLOURS.index(colour)
    if len(board) % 2:
        raise BadPosition("an odd number of cells is covered, but tiles cover two each",
                          reason="odd-cells")  # fmt: skip
    taken = [e for e, (a, b, _) in enumerate(EDGES) if {NAMES.of(a), NAMES.of(b)} & set(board)]
    record.free[:] &= ~edge_set(taken)


def _restore_tiles(record: Record, data: Position) -> None:
    if len(data.racks) != record.players or not set(data.bag) <= set(TYPE_NAMES):
        raise BadPosition(f"there must be {record.players} racks, and tiles like RG in the bag",
                          reason="racks", players=int(record.players))  # fmt: skip
    in_racks = [0] * N_TYPES
    for seat, rack in enumerate(data.racks):
        for k, tile in enumerate(rack):
            record.rack[seat, k] = TYPE_OF_NAME[tile]
            in_racks[TYPE_OF_NAME[tile]] += 1
        record.held[seat] = len(rack)
    in_bag = [data.bag.get(name, 0) for name in TYPE_NAMES]
    for kind, name in enumerate(TYPE_NAMES):
        if in_racks[kind] + in_bag[kind] > COPIES[kind]:
            raise BadPosition(f"there are only {COPIES[kind]} tiles {name}",
                              reason="too-many-tiles", n=int(COPIES[kind]), tile=name)  # fmt: skip
    tiles = sum(in_racks) + sum(in_bag) + len(data.board) // 2
    if tiles != N_TILES:
        raise BadPosition(f"racks, bag and board hold {tiles} tiles, not {N_TILES}",
                          reason="tile-total", count=tiles, expected=N_TILES)  # fmt: skip
    record.bag[:] = pack_counts(in_bag)
    record.left = sum(in_bag)


def _restore_scores(record: Record, tracks: list[dict[str, int]]) -> None:
    end = in_python(scoring.track_end)(record)
    if len(tracks) != in_python(scoring.track_count)(record):
        raise BadPosition(f"there must be {in_python(scoring.track_count)(record)} score tracks",
                          reason="tracks")  # fmt: skip
    for track, points in enumerate(tracks):
        if sorted(points) != sorted(COLOURS) or not all(0 <= p <= end for p in points.values()):
            raise BadPosition(f"a score track has 0 to {end} for each of {', '.join(COLOURS)}",
                              reason="track-range", most=end)  # fmt: skip
        for colour, value in points.items():
            record.scores[track, COLOURS.index(colour)] = value


def _check_sense(record: Record, data: Position) -> None:
    """What the single fields do not rule out, but the rules do."""
    players = int(record.players)
    if len(set(data.laid)) != len(data.laid) or not set(data.laid) <= set(range(1, players + 1)):
        raise BadPosition(f"laid names different seats from 1 to {players}", reason="laid")
    symbols = {NAMES.of(cell) for cell in PRINTED}
    left, is_once = set(data.openings), len(set(data.openings)) == len(data.openings)
    if not is_once or not left <= symbols or len(left) != len(symbols) - len(data.laid):
        raise BadPosition("openings names the printed symbols that no first tile has touched",
                          reason="openings")  # fmt: skip
    if data.bonus and data.phase != "place":
        raise BadPosition("bonus moves are owed only while a tile is placed", reason="bonus-phase")
    if len(data.laid) < players and len(data.board) // 2 != len(data.laid):
        raise BadPosition(
            "until every seat has laid its first tile, only first tiles can be on the board",
            reason="first-tiles",
        )
    if data.phase == "place" and len(data.laid) < players and data.turn in data.laid:
        raise BadPosition("no seat lays a second tile before every seat has laid its first",
                          reason="second-tile")  # fmt: skip
    full = in_python(rules.rack_size)(record)
    waiting = [len(rack) for seat, rack in enumerate(data.racks, 1) if seat != data.turn]
    if any(count != full for count in waiting):
        raise BadPosition(f"every rack but that of the seat to move holds {full} tiles",
                          reason="rack-full", most=int(full))  # fmt: skip
    end = in_python(scoring.track_end)(record)
    is_won = any(min(points.values()) == end for points in data.scores)
    if (is_won or not record.free.any()) != (data.phase == "over"):
        raise BadPosition("a game is over when a track is full or no two adjacent cells are free",
                          reason="over-or-not")  # fmt: skip
    rack = data.racks[data.turn - 1]
    if data.phase == "place" and not 1 <= len(rack) <= full:
        raise BadPosition("the seat to move has no tile", reason="no-tile")
    if data.phase == "swap or keep":
        track = in_python(scoring.track_of)(record, data.turn - 1)
        points = data.scores[track]
        lowest = {colour for colour in COLOURS if points[colour] == min(points.values())}
        if players == 1 or not 1 <= len(rack) < full or lowest & set("".join(rack)):
            raise BadPosition("a swap is not allowed in this position", reason="no-swap")
