"""Ingenious in the lab: planes of the hexagon, the racks a seat sees, what is still unseen."""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from genial.core import bits
from genial.core.game import Game
from genial.core.hexes import hexagon
from genial.core.kernel import Codes, Record, rule
from genial.games.ingenious import board as b
from genial.games.ingenious import rules, scoring
from genial.games.ingenious.board import (
    COLOURS,
    MAX_SEATS,
    N_COLOURS,
    N_TILES,
    N_TYPES,
    PRINTED,
    RACK,
    RADIUS,
    TYPE_NAMES,
    TYPE_OF_WAY,
    WAYS,
)
from genial.games.ingenious.hidden import sees
from genial.lab.kernels.sight import Floats, Masks, register
from genial.lab.observations import Part

_COPIES = 6  # of a tile, at most
_FREE, _OPEN = N_COLOURS, N_COLOURS + 1  # planes after those of the colours
_PLANES = N_COLOURS + 2
_TRACK_ENDS = {False: scoring.FULL, True: 2 * scoring.FULL}

# The cells of every board: their places in the mailbox, and on planes of its size.
_N_CELLS = np.array([len(hexagon(RADIUS[n])) if n else 0 for n in range(MAX_SEATS + 1)], np.int64)
_SIDES = np.array([2 * RADIUS[n] + 1 if n else 0 for n in range(MAX_SEATS + 1)], np.int64)
_SQUARES = np.zeros((MAX_SEATS + 1, len(b.CELLS)), np.int64)
_PLACES = np.zeros((MAX_SEATS + 1, len(b.CELLS)), np.int64)
for _players in range(1, MAX_SEATS + 1):
    for _k, (_q, _r) in enumerate(hexagon(RADIUS[_players])):
        _SQUARES[_players, _k] = b.SQUARE[_q, _r]
        _far = RADIUS[_players]
        _PLACES[_players, _k] = (_q + _far) * _SIDES[_players] + _r + _far
_SYMBOL_PLACES = np.array(
    [[0] * len(PRINTED)]
    + [
        [(q + RADIUS[n]) * _SIDES[n] + r + RADIUS[n] for q, r in PRINTED]
        for n in range(1, MAX_SEATS + 1)
    ]
)

# The ways to lay a tile of a type, and the bits that a way takes.
_LAID = np.array([list(TYPE_OF_WAY).index(kind) for kind in range(N_TYPES)], np.int64)
_TURNED = np.array([way % N_COLOURS * N_COLOURS + way // N_COLOURS for way in _LAID], np.int64)
_BITS = WAYS.bit_length()
_LAST = (1 << _BITS) - 1

THINGS = {"rack": TYPE_NAMES, "shown": TYPE_NAMES}  # that lines about chance name


def parts(game: Game) -> tuple[Part, ...]:
    """Return the pieces of an observation, in order."""
    players, side = game.players, 2 * RADIUS[game.players] + 1
    tracks = len(set(game.tracks))
    end = _TRACK_ENDS[tracks < players or players == 1]
    planes = (*COLOURS, "free", "opening")
    return (
        Part("board", (_PLANES, side, side), 1, "symbols by colour, tiles and printed ones alike; "
             "free cells; printed symbols that no first tile has touched. "
             f"A cell (q, r) is at [q + {side // 2}, r + {side // 2}]", planes),
        Part("rack", (N_TYPES,), _COPIES, "the own tiles by type", TYPE_NAMES),
        *_partner_rack(game),
        Part("unseen", (N_TYPES,), _COPIES, "the tiles that are neither on the board nor in a "
             "rack of this observation, by type", TYPE_NAMES),
        Part("scores", (tracks, N_COLOURS), end, "the tracks, the own first; colours in the order "
             f"{' '.join(COLOURS)}"),
        Part("rack_sizes", (players,), RACK, "tiles in each rack, the own first"),
        Part("bag", (1,), N_TILES, "tiles in the bag"),
        Part("phase", (2,), 1, "what the seat to move is asked", ("place", "swap or keep")),
        Part("bonus", (1,), RACK, "bonus moves still owed after this one"),
        Part("turn", (players,), 1, "the seat to move, from the own seat on; all 0 after the end"),
        Part("laid", (players,), 1, "whose first tile lies, from the own seat on"),
        Part("seat", (players,), 1, "which seat this is"),
    )  # fmt: skip


def _partner_rack(game: Game) -> tuple[Part, ...]:
    """The partner's tiles, where partners see each other's racks."""
    if game.options.get("partners") != "shared":
        return ()
    return (Part("partner_rack", (N_TYPES,), _COPIES, "the partner's tiles by type", TYPE_NAMES),)


def blank(game: Game, out: dict[str, npt.NDArray[np.float32]]) -> None:
    """Return nothing: no number is the same in all observations."""


def codes(game: Game) -> list[int]:
    """Return all ways to lay a tile on edges without a printed symbol, then `keep` and `swap`."""
    free = b.free_at_start(game.players)
    edges = [e for e in range(b.N_EDGES) if int(free[e // 64]) >> e % 64 & 1]
    laid = [edge * WAYS + way for edge in edges for way in range(WAYS)]
    return laid if game.players == 1 else [*laid, rules.KEEP, rules.SWAP]


def objectives(game: Game) -> tuple[str, ...]:
    """Return the six colours."""
    return tuple(COLOURS)


def longest_log(game: Game) -> int:
    """Count moves and draws; a tile that a swap shows is none that was drawn."""
    return game.longest_game + game.most_draws


@rule
def observe(s: Record, seat: int, out: Floats) -> None:
    """Write what a seat sees; `out` holds zeros."""
    players = int(s.players)
    plane = _SIDES[players] * _SIDES[players]
    for k in range(_N_CELLS[players]):
        out[s.board[_SQUARES[players, k]] * plane + _PLACES[players, k]] = 1.0
    for k in range(_SYMBOL_PLACES.shape[1]):
        if s.taken >> k & 1 == 0:
            out[_OPEN * plane + _SYMBOL_PLACES[players, k]] = 1.0
    at = _PLANES * plane
    unseen = 2 * N_TYPES if s.shared else N_TYPES  # after the racks that the seat sees
    for kind in range(N_TYPES):
        out[at + unseen + kind] = bits.byte(s.bag[kind >> 3], kind & 7)
    for other in range(players):
        held_in = unseen
        if sees(s, seat, other):
            held_in = 0 if other == seat else N_TYPES
        for k in range(s.held[other]):
            out[at + held_in + s.rack[other, k]] += 1.0
    for k in range(unseen + N_TYPES):  # whole numbers first: sums of sixths would tell their order
        out[at + k] /= _COPIES
    at += unseen + N_TYPES
    tracks, end = scoring.track_count(s), scoring.track_end(s)
    for k in range(tracks):
        track = (seat + k) % tracks
        for colour in range(N_COLOURS):
            out[at + k * N_COLOURS + colour] = s.scores[track, colour] / end
    at += tracks * N_COLOURS
    for k in range(players):
        out[at + k] = s.held[(seat + k) % players] / RACK
    at += players
    out[at] = s.left / N_TILES
    if s.phase == rules.PLACING:
        out[at + 1] = 1.0
    elif s.phase == rules.CHOOSING:
        out[at + 2] = 1.0
    out[at + 3] = s.bonus / RACK
    at += 4
    if s.phase != rules.OVER:
        out[at + (int(s.turn) - seat) % players] = 1.0
    at += players
    for k in range(players):
        if s.laid >> (seat + k) % players & 1:
            out[at + k] = 1.0
    out[at + players + seat] = 1.0


@rule
def tally(s: Record, seat: int, out: Floats) -> None:
    """Write the points of the seat's track by colour."""
    track = scoring.track_of(s, seat)
    for colour in range(N_COLOURS):
        out[colour] = s.scores[track, colour]


@rule
def is_legal(s: Record, code: int) -> bool:
    """Is the edge open and the tile in the rack, or is the question that of a swap?"""
    if code >= rules.KEEP:
        return bool(s.phase == rules.CHOOSING)
    if s.phase != rules.PLACING:
        return False
    edge, way = code // WAYS, code % WAYS
    return bits.has(rules.edges_open(s, edge >> 6), edge & 63) and bits.has(rules.ways_held(s), way)


@rule
def mark(s: Record, of_code: Codes, out: Masks) -> None:
    """Mark all ways to lay the tiles of the rack at every open edge, or the question of a swap."""
    if s.phase == rules.CHOOSING:
        out[of_code[rules.KEEP]] = 1
        out[of_code[rules.SWAP]] = 1
    elif s.phase == rules.PLACING:
        ways, turned = 0, 0  # of all tiles, each in a few bits of a number
        for k in range(RACK):
            kind = s.rack[s.turn, k if k < s.held[s.turn] else 0]
            ways |= _LAID[kind] << k * _BITS
            turned |= _TURNED[kind] << k * _BITS
        for word in range(s.words):
            edges = rules.edges_open(s, word)
            while edges != bits.ZERO:
                first = of_code[(word * 64 + bits.lowest(edges)) * WAYS]
                edges = edges & (edges - bits.ONE)
                for k in range(RACK):  # the actions of an edge are side by side
                    out[np.uintp(first + (ways >> k * _BITS & _LAST))] = 1
                    out[np.uintp(first + (turned >> k * _BITS & _LAST))] = 1


register(rules, sys.modules[__name__])
