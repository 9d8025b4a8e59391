"""What a seat can expect of a position: a small network, learnt from self-play."""

from __future__ import annotations

from genial.bots.ingenious.features import ENDS, EXTRA, IN_USE, PER_COLOUR, SQUARES
from genial.bots.ingenious.policy import NET
from genial.bots.model import Floats, Learnt
from genial.bots.network import Inputs, answer, size
from genial.core import bits
from genial.core.kernel import Record, cold, rule, standing
from genial.games.ingenious.board import COLOURS_OF_TYPE, EMPTY, N_COLOURS
from genial.games.ingenious.rules import FULL, OVER, TEAMS, track_of

HIDDEN = 32
_MARGIN = 0.05  # how much of what a seat got is for a distance, not for a rank


def inputs_of(tracks: int) -> int:
    """How many numbers describe a position to a network."""
    return tracks * N_COLOURS * PER_COLOUR + EXTRA


def learnt_size(tracks: int) -> int:
    """How many numbers are learnt for a game with so many tracks."""
    return NET + size(inputs_of(tracks), HIDDEN)


@rule
def tracks_of(s: Record) -> int:
    """How many score tracks there are."""
    return 2 if s.variant == TEAMS else int(s.players)


@cold
def best_places(s: Record, m: Record) -> int:
    """Write the three highest potentials of each colour where a tile fits into the scratch; how
    many cells are free.
    """
    best = m.scratch.best
    best[:] = 0
    free = 0
    for k in range(IN_USE[s.players]):
        square = SQUARES[k]
        if s.board[square] != EMPTY or m.pot[square, ENDS] == 0:
            continue
        free += 1
        for colour in range(N_COLOURS):
            here = int(m.pot[square, colour])
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
def count_tiles(s: Record, m: Record) -> None:
    """Write how many tiles of a track's racks show a colour into the scratch."""
    held = m.scratch.held
    held[:] = 0
    for seat in range(s.players):
        track = track_of(s, seat)
        for k in range(s.held[seat]):
            for colour in range(N_COLOURS):
                if bits.has(COLOURS_OF_TYPE[s.rack[seat, k]], colour):
                    held[track, colour] += 1


@cold
def describe(s: Record, m: Record, track: int, free: int, x: Inputs) -> None:
    """A position as a track sees it: its own colours, lowest first, then those of the others.

    After `best_places`, which tells how many cells are free, and `count_tiles`.
    """
    tracks = tracks_of(s)
    best, held, order = m.scratch.best, m.scratch.held, m.scratch.order
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
def outlook(s: Record, m: Record, w: Learnt, out: Floats) -> None:
    """What each seat can expect; of a finished game its rank, and a little for the distance."""
    if s.phase == OVER or w.size <= NET:
        payoff(s, m, out)
        return
    tracks = tracks_of(s)
    x = m.scratch.x
    free = best_places(s, m)
    count_tiles(s, m)
    inputs = tracks * N_COLOURS * PER_COLOUR + EXTRA
    if tracks == 2:
        track = track_of(s, s.turn)
        describe(s, m, track, free, x)
        mine = answer(w, NET, x, inputs, HIDDEN)
        for seat in range(s.players):
            out[seat] = mine if track_of(s, seat) == track else 1.0 - mine
        return
    for seat in range(s.players):
        describe(s, m, seat, free, x)
        out[seat] = answer(w, NET, x, inputs, HIDDEN)


@cold
def payoff(s: Record, m: Record, out: Floats) -> None:
    """Ranks, and the distance between the lowest colours."""
    standing(s, out)
    if s.players == 1:
        total = 0.0
        for colour in range(N_COLOURS):
            total += s.scores[0, colour]
        out[0] = (1.0 - _MARGIN) * out[0] + _MARGIN * total / (N_COLOURS * 2 * FULL)
        return
    low = m.scratch.lowest
    total = 0.0
    for seat in range(s.players):
        low[seat] = lowest(s, track_of(s, seat))
        total += low[seat]
    for seat in range(s.players):
        others = (total - low[seat]) / (s.players - 1)
        far = min(1.0, max(0.0, 0.5 + (low[seat] - others) / 12.0))
        out[seat] = (1.0 - _MARGIN) * out[seat] + _MARGIN * far


@rule
def lowest(s: Record, track: int) -> float:
    """The points of a track's lowest colour."""
    least = s.scores[track, 0]
    for colour in range(1, N_COLOURS):
        least = min(least, s.scores[track, colour])
    return float(least)
