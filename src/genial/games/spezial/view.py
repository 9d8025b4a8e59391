"""A game of Genial Spezial as plain data: what all seats see, and positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta

from genial.core import engine
from genial.core.errors import BadPosition, quote
from genial.core.kernel import Record, in_python
from genial.core.kit import Data
from genial.core.patterns import whole
from genial.core.view import Position as BasePosition
from genial.core.view import View as BaseView
from genial.core.view import read_position
from genial.games.spezial import rules
from genial.games.spezial.board import CELL_NAMES, EDGE_OF_CELLS, EDGES
from genial.games.spezial.layouts import layout_by_number
from genial.games.spezial.notation import CHIP_NAMES, CHIP_OF_NAME, EDGE_NAMES, EDGE_OF_NAME
from genial.games.spezial.rules import (
    CHOICES,
    COLOURS,
    COPIES,
    FULL,
    MAX_SEATS,
    NO_BONUS,
    ONE_BONUS,
    PASS,
    TILES,
    TOWER,
    TWO_BONUSES,
)

CHOICE_BY_BONUSES = (NO_BONUS, ONE_BONUS, TWO_BONUSES)  # the first choice that fits

Chip = Annotated[str, Meta(pattern=whole("|".join(CHIP_NAMES)))]


class Position(BasePosition, kw_only=True):
    """A position of Genial Spezial as plain data.

    The rest follows from it: whose turn it is, the chains and what they have counted, and
    which chips show their black side. The scores are believed.
    """

    chips: dict[str, Chip]  # the light side, by tower
    tiles: list[list[str]]  # by seat, sorted by their cells
    turns: Annotated[int, Meta(ge=0, le=TILES * MAX_SEATS)]  # that were taken, passes included
    scores: list[dict[str, int]]


class Tower(msgspec.Struct, kw_only=True):
    """A tower and the chip that lies on it."""

    cell: str
    large: bool
    colour: str
    value: int  # what the visible side shows
    black: bool  # is the black side the visible one?


class Chain(msgspec.Struct, kw_only=True):
    """Connected cells of one seat."""

    cells: list[str]
    towers: list[str]  # that it touches
    chips: list[str]  # the towers whose chips it has counted
    large: list[str]  # the large towers that it has counted


class View(BaseView, kw_only=True):
    """Genial Spezial as all seats see it."""

    game: Literal["spezial"]
    layout: str  # the name of the board's layout
    note: str  # what is to be said about it: `rebuilt` is a reconstruction
    round: int  # from 1
    towers: list[Tower]
    bonus: list[str]  # the bonus fields, covered ones too
    cells: dict[str, int]  # seat by covered cell
    tiles: list[list[str]]  # by seat, as texts of two cells
    tiles_left: list[int]  # by seat
    chains: list[list[Chain]]  # by seat
    full: list[int]  # the points at which a colour is complete: where its track ends


def scores(record: Record) -> list[dict[str, int]]:
    """The points by colour, one entry a seat."""
    return [
        dict(zip(COLOURS, record.scores[seat].tolist(), strict=True))
        for seat in range(record.players)
    ]


def tower_names(record: Record) -> list[str]:
    """The cells of the towers, in order."""
    return [CELL_NAMES[cell] for cell in np.flatnonzero(record.board >= TOWER).tolist()]


def towers_in(towers: list[str], among: int) -> list[str]:
    """Those of the towers that are in a set."""
    chosen, names = int(among), []
    while chosen:
        names.append(towers[(chosen & -chosen).bit_length() - 1])
        chosen &= chosen - 1
    return names


def bonus_cells(record: Record, edge: int) -> list[int]:
    """The bonus fields that a tile on this edge covers."""
    bonus = layout_by_number(int(record.layout)).bonus
    return [cell for cell in EDGES[edge] if cell in bonus]


def plain_fields(record: Record, *fields: str) -> Record:
    """Some fields of a record as plain lists and numbers, which are much quicker to look up."""
    return SimpleNamespace(**{field: record[field].tolist() for field in fields})


def chains_of(record: Record) -> dict[int, list[str]]:
    """The cells of every chain by the tile that stands for it, in order of first cells."""
    chain_of = in_python(rules.chain_of)
    plain = plain_fields(record, "board", "joined")
    chains: dict[int, list[str]] = {}
    for cell, tile in enumerate(plain.board):
        if 0 <= tile < TOWER:
            chains.setdefault(chain_of(plain, tile), []).append(CELL_NAMES[cell])
    return chains


def turns_taken(record: Record) -> int:
    """How many turns were taken, passes included."""
    players = int(record.players)
    return int(record.rounds) * players + (int(record.turn) - int(record.start)) % players


def revealed_lines(record: Record, code: int) -> list[str]:
    """A move shows nothing that was hidden."""
    return []


def private_fields(record: Record, seat: int | None) -> Data:
    """What a seat alone sees of the view: nothing."""
    return {}


def visible(record: Record, seat: int | None) -> Data:
    """The fields of the view, the same for every seat."""
    layout = layout_by_number(int(record.layout))
    seats = range(int(record.players))
    return {
        "layout": layout.board,
        "note": layout.note,
        "round": min(int(record.rounds) + 1, TILES),
        "towers": _towers(record),
        "bonus": [CELL_NAMES[cell] for cell in layout.bonus],
        "cells": _cells(record),
        "tiles": _tiles(record),
        "tiles_left": [_tiles_left(record, owner) for owner in seats],
        "chains": _chains(record),
        "full": [rules.FULL],
    }


def _towers(record: Record) -> list[Tower]:
    chip_value = in_python(rules.chip_value)
    plain = plain_fields(record, "chip", "black", "large")
    return [
        Tower(
            cell=cell,
            large=bool(plain.large >> number & 1),
            colour=CHIP_NAMES[plain.chip[number]][0],
            value=chip_value(plain, number),
            black=bool(plain.black >> number & 1),
        )
        for number, cell in enumerate(tower_names(record))
    ]


def _cells(record: Record) -> dict[str, int]:
    return {
        CELL_NAMES[cell]: tile // TILES + 1
        for cell, tile in enumerate(record.board.tolist())
        if 0 <= tile < TOWER
    }


def _tiles(record: Record) -> list[list[str]]:
    """The tiles of every seat, in the order of their cells."""
    cells_of: dict[int, list[int]] = {}
    for cell, tile in enumerate(record.board.tolist()):
        if 0 <= tile < TOWER:
            cells_of.setdefault(tile, []).append(cell)
    tiles: list[list[str]] = [[] for _ in range(record.players)]
    for tile, (low, high) in cells_of.items():
        tiles[tile // TILES].append(EDGE_NAMES[EDGE_OF_CELLS[low, high]])
    return tiles


def _tiles_left(record: Record, seat: int) -> int:
    """A seat's tiles not yet laid; a pass forfeits one."""
    players = int(record.players)
    before_it = (seat - int(record.start)) % players
    return TILES - (turns_taken(record) + players - 1 - before_it) // players


def _chains(record: Record) -> list[list[Chain]]:
    """The chains of every seat, in the order of their first cells."""
    if_connected = in_python(rules.if_connected)
    plain = plain_fields(record, "touched", "large")
    towers = tower_names(record)
    chains: list[list[Chain]] = [[] for _ in range(record.players)]
    for tile, cells in chains_of(record).items():
        touched = plain.touched[tile]
        chain = Chain(
            cells=cells,
            towers=towers_in(towers, touched),
            chips=towers_in(towers, if_connected(touched)),
            large=towers_in(towers, if_connected(touched & plain.large)),
        )
        chains[tile // TILES].append(chain)
    return chains


# --- positions -----------------------------------------------------------------------------


def position(record: Record) -> Data:
    """The whole truth: chips, tiles, scores, how far the game is."""
    chips = record.chip[: record.dealt].tolist()
    whole = Position(
        chips={
            cell: CHIP_NAMES[kind] for cell, kind in zip(tower_names(record), chips, strict=False)
        },
        tiles=_tiles(record),
        turns=turns_taken(record),
        scores=scores(record),
    )
    data: Data = msgspec.to_builtins(whole)
    return data


def restore(record: Record, position: Mapping[str, Any]) -> None:
    """Write a position into a record that was set up; raises BadPosition.

    The chips are dealt, and the tiles laid by the rules in the order of the turns: everything
    but the scores follows.
    """
    data = read_position(position, Position)
    work = np.zeros(1, rules.DTYPE)
    game = work.view(np.recarray)
    game[0] = record
    _restore_chips(work, game[0], data.chips)
    _restore_tiles(work, game[0], data)
    _restore_scores(game[0], data.scores)
    game[0].chips_scored, game[0].large_scored = 0, 0
    for field in rules.DTYPE.names or ():
        record[field] = game[0][field]


def _restore_chips(work: Any, record: Record, chips: Mapping[str, str]) -> None:
    towers = tower_names(record)
    for cell in chips:
        if cell not in towers:
            raise BadPosition(f"no tower stands on {quote(cell)}", reason="no-tower",
                              cell=cell[:40])  # fmt: skip
    for cell in towers:
        if cell not in chips:
            raise BadPosition(f"the tower on {cell} has no chip", reason="no-chip", cell=cell)
    copies = COPIES[int(record.players)]
    out, weights = (np.zeros(rules.MAX_OUTCOMES, np.int32) for _ in range(2))
    for cell in towers:
        kind = CHIP_OF_NAME[chips[cell]]
        if not engine.replay_outcome(work, 0, kind, out, weights):
            raise BadPosition(f"there are only {copies[kind % 2]} chips {chips[cell]}",
                              reason="too-many-chips", n=int(copies[kind % 2]),
                              chip=chips[cell], cell=cell)  # fmt: skip


def _restore_tiles(work: Any, record: Record, data: Position) -> None:
    players, start = int(record.players), int(record.start)
    laid = [list(dict.fromkeys(tiles)) for tiles in data.tiles]
    if len(laid) != players or laid != data.tiles:
        raise BadPosition(f"tiles must be {players} lists, one for each seat, with each tile once",
                          reason="tile-lists")  # fmt: skip
    count = sum(map(len, laid))
    if data.turns > TILES * players:
        raise BadPosition(f"there are only {TILES * players} turns", reason="turns-most",
                          most=TILES * players)  # fmt: skip
    if data.turns < count:
        raise BadPosition(f"{count} tiles cannot have been laid in {data.turns} turns",
                          reason="turns-few", count=count, turns=data.turns)  # fmt: skip
    order = [(start + turn) % players for turn in range(count)]
    if any(order.count(seat) != len(tiles) for seat, tiles in enumerate(laid)):
        raise BadPosition("the seats lay their tiles in turn, so no seat is two ahead",
                          reason="two-ahead")  # fmt: skip
    waiting = [iter(_sorted_edges(record, tiles)) for tiles in laid]
    scratch = np.zeros(rules.MAX_MOVES, np.int32)
    for seat in order:
        edge = next(waiting[seat])
        code = edge * CHOICES + CHOICE_BY_BONUSES[len(bonus_cells(record, edge))]
        if not engine.replay_move(work, 0, code, scratch):
            raise BadPosition(f"{EDGE_NAMES[edge]} covers a cell that is taken",
                              reason="cell-taken", tile=EDGE_NAMES[edge])  # fmt: skip
    for _ in range(data.turns - count):
        if not engine.replay_move(work, 0, PASS, scratch):
            raise BadPosition("there are more turns than tiles, but no seat had to pass",
                              reason="no-pass")  # fmt: skip


def _sorted_edges(record: Record, tiles: Iterable[str]) -> list[int]:
    """The edges of these texts, in order."""
    towers = set(tower_names(record))
    for tile in tiles:
        edge = EDGE_OF_NAME.get(tile)
        if edge is None:
            raise BadPosition(f"{quote(tile)} is not a tile on two cells, lower cell first",
                              reason="not-a-tile", tile=tile[:40])  # fmt: skip
        for cell in EDGES[edge]:
            if CELL_NAMES[cell] in towers:
                raise BadPosition(f"a tower stands on {CELL_NAMES[cell]}", reason="on-tower",
                                  cell=CELL_NAMES[cell])  # fmt: skip
    return sorted(EDGE_OF_NAME[tile] for tile in tiles)


def _restore_scores(record: Record, tracks: list[dict[str, int]]) -> None:
    if len(tracks) != record.players:
        raise BadPosition(f"there must be {record.players} score tracks", reason="tracks")
    for seat, points in enumerate(tracks):
        if sorted(points) != sorted(COLOURS) or not all(0 <= p <= FULL for p in points.values()):
            raise BadPosition(f"a score track has 0 to {FULL} for each of {', '.join(COLOURS)}",
                              reason="track-range", most=FULL)  # fmt: skip
        for colour, value in points.items():
            record.scores[seat, COLOURS.index(colour)] = value
