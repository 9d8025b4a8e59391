"""What a position is worth to each seat: a small network, trained by self-play."""

from __future__ import annotations

from genial.bots.ingenious.features import ENDS, EXTRA, IN_USE, PER_COLOUR, SQUARES
from genial.bots.ingenious.policy import NETWORK_START
from genial.bots.model import Floats, Weights
from genial.bots.network import Inputs, predict, size
from genial.core import bits
from genial.core.kernel import Record, cold, rule, standing
from genial.games.ingenious.board import COLOURS_OF_TYPE, EMPTY, N_COLOURS
from genial.games.ingenious.rules import OVER
from genial.games.ingenious.scoring import FULL, lowest_points, track_count, track_of

HIDDEN = 32
_MARGIN = 0.05  # the share of a result that depends on the margin, not on the rank


def input_count(tracks: int) -> int:
    """Return the number of inputs of the network."""
    return tracks * N_COLOURS * PER_COLOUR + EXTRA


def weight_count(tracks: int) -> int:
    """Return the number of weights for a game with this many tracks."""
    return NETWORK_START + size(input_count(tracks), HIDDEN)


@cold
def find_best_places(s: Record, f: Record) -> int:
    """Write the three highest potentials of each colour; return how many cells are free.

    Only cells on which a tile fits count.
    """
    best = f.scratch.best
    best[:] = 0
    free = 0
    for k in range(IN_USE[s.players]):
        square = SQUARES[k]
        if s.board[square] != EMPTY or f.potential[square, ENDS] == 0:
            continue
        free += 1
        for colour in range(N_COLOURS):
            here = int(f.potential[square, colour])
            if here > best[colour, 2]:
                if here > best[colour, 1]:
                    best[colour, 2] = best[colour, 1]
                    if here > best[colour, 0]:
                        best[colour, 1] = best[colour, 0]
                        best[colour, 0] = here
                    else:
                        best[colour, 1] = here
                else:
                    best[colour, 2] = here
    return free


@cold
def count_tiles(s: Record, f: Record) -> None:
    """Write how many tiles on the racks of each track show each colour."""
    held = f.scratch.held
    held[:] = 0
    for seat in range(s.players):
        track = track_of(s, seat)
        for k in range(s.held[seat]):
            for colour in range(N_COLOURS):
                if bits.has(COLOURS_OF_TYPE[s.rack[seat, k]], colour):
                    held[track, colour] += 1


@cold
def fill_inputs(s: Record, f: Record, track: int, free: int, x: Inputs) -> None:
    """Write the inputs for a track: its own colours, lowest first, then those of the others.

    Call it after `find_best_places`, which returns `free`, and `count_tiles`.
    """
    tracks = track_count(s)
    best, held, order = f.scratch.best, f.scratch.held, f.scratch.order
    n = 0
    for k in range(tracks):
        whose = (track + k) % tracks
        for colour in range(N_COLOURS):
            at = colour
            while at > 0 and s.scores[whose, order[at - 1]] > s.scores[whose, colour]:
                order[at] = order[at - 1]
                at -= 1
            order[at] = colour
        for j in range(N_COLOURS):
            colour = order[j]
            x[n] = s.scores[whose, colour] / FULL
            x[n + 1] = best[colour, 0] / 6.0
            x[n + 2] = best[colour, 1] / 6.0
            x[n + 3] = best[colour, 2] / 6.0
            x[n + 4] = held[whose, colour] / 3.0
            n += PER_COLOUR
    x[n] = free / 40.0
    x[n + 1] = min(free, 12) / 6.0
    turn = track_of(s, s.turn)
    x[n + 2] = ((turn - track) % tracks) / 2.0
    x[n + 3] = 1.0 if turn == track else 0.0
    x[n + 4] = s.bonus


@rule
def evaluate(s: Record, f: Record, w: Weights, out: Floats) -> None:
    """Write the utility that each seat can expect; for a finished game, the result."""
    if s.phase == OVER or w.size <= NETWORK_START:
        payoff(s, f, out)
        return
    tracks = track_count(s)
    x = f.scratch.x
    free = find_best_places(s, f)
    count_tiles(s, f)
    inputs = tracks * N_COLOURS * PER_COLOUR + EXTRA
    if tracks == 2:
        track = track_of(s, s.turn)
        fill_inputs(s, f, track, free, x)
        mine = predict(w, NETWORK_START, x, inputs, HIDDEN)
        for seat in range(s.players):
            out[seat] = mine if track_of(s, seat) == track else 1.0 - mine
        return
    for seat in range(s.players):
        fill_inputs(s, f, seat, free, x)
        out[seat] = predict(w, NETWORK_START, x, inputs, HIDDEN)


@cold
def payoff(s: Record, f: Record, out: Floats) -> None:
    """Write the result as it stands: the rank, and a little for the margin in the lowest colour."""
    standing(s, out)
    if s.players == 1:
        total = 0.0
        for colour in range(N_COLOURS):
            total += s.scores[0, colour]
        out[0] = (1.0 - _MARGIN) * out[0] + _MARGIN * total / (N_COLOURS * 2 * FULL)
        return
    low = f.scratch.lowest
    total = 0.0
    for seat in range(s.players):
        low[seat] = lowest_points(s, track_of(s, seat))
        total += low[seat]
    for seat in range(s.players):
        others = (total - low[seat]) / (s.players - 1)
        far = min(1.0, max(0.0, 0.5 + (low[seat] - others) / 12.0))
        out[seat] = (1.0 - _MARGIN) * out[seat] + _MARGIN * far
