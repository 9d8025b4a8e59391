"""Games of the exact stopper against itself, to learn from, and against a simple style."""

from __future__ import annotations

import numpy as np

from genial.bots.model import Floats, Learnt
from genial.bots.tile_challenge.model import follow, policy, prepare
from genial.bots.tile_challenge.styles import eagerness
from genial.bots.tile_challenge.turn_solver import PLAN, planned, solve
from genial.bots.tile_challenge.utility import ending, has_ended
from genial.core.chance import below, fast_stream
from genial.core.game import Game
from genial.core.kernel import Batch, Record, Stream, deal, entry, is_over, rule, standing
from genial.games.tile_challenge.rules import (
    DRAW,
    MAX_SEATS,
    draw,
    play,
    quota_of,
    sample,
    second_move,
)
from genial.games.tile_challenge.tiles import NONE

_CHANCES = 1 << 16
_LONGEST = 8  # games of the series that are played to learn from


@rule
def enter_series(s: Record, stream: Stream) -> None:
    """Begin any game of a series of any length, with sums as they may have come about."""
    s.games = 2 + below(stream, _LONGEST - 1)
    s.finished = below(stream, int(s.games))
    for seat in range(s.players):
        s.series[seat] = 0
    for _ in range(s.finished):
        winner = below(stream, int(s.players))
        for seat in range(s.players):
            s.series[seat] += quota_of(s) if seat == winner else below(stream, quota_of(s))


@rule
def play_turn(s: Record, m: Record, stray: float, stream: Stream) -> None:
    """Play a turn as planned, a move in `stray` being any; the next one is left undealt."""
    while True:
        move = planned(s, m)
        if below(stream, _CHANCES) < stray * _CHANCES:
            move = sample(s, stream)
        play(s, move)
        if move == DRAW:
            draw(s, stream)
        if s.staging == NONE:
            return


@entry
def gather(
    template: Batch,
    work: Batch,
    minds: Batch,
    w: Learnt,
    games: int,
    trust: float,
    stray: float,
    stream: Stream,
    positions: Batch,
    answers: Learnt,
) -> int:
    """Positions between turns, and what each seat could expect in them; how many.

    What could be expected is the value of the turn that came, mixed with what could be expected
    after it, which weighs `trust`, and so on to the end of the game. `work` has room for a game,
    `minds` for a plan.
    """
    s, m = work[0], minds[0]
    got = m.turn.leaf
    n = 0
    for _ in range(games):
        work[0] = template[0]
        s.turn = below(stream, int(s.players))
        if s.games > 1:
            enter_series(s, stream)
        first, finished = n, int(s.finished)
        while n < positions.size and not has_ended(s, finished):
            positions[n] = s
            deal(s, stream)
            solve(s, w, m)
            for seat in range(s.players):
                answers[n, seat] = m.value[0, seat]
            n += 1
            play_turn(s, m, stray, stream)
        if not has_ended(s, finished):
            return first
        ending(s, False, got)
        for k in range(n - 1, first - 1, -1):
            for seat in range(s.players):
                got[seat] = (1.0 - trust) * answers[k, seat] + trust * got[seat]
                answers[k, seat] = got[seat]
    return n


@entry
def play_style(
    template: Batch,
    work: Batch,
    minds: Batch,
    w: Learnt,
    style: int,
    me: int,
    games: int,
    stream: Stream,
    standings: Floats,
    sums: Floats,
) -> None:
    """So many games of seat `me` against a style; adds up the standings and the wins of `me`.

    `work` has room for a game, `minds` for a plan, `standings` for those of a game.
    """
    s, m = work[0], minds[0]
    for _ in range(games):
        work[0] = template[0]
        deal(s, stream)
        prepare(s, m)
        while not is_over(s):
            if s.turn == me:
                move = policy(s, m, w, stream)
            else:
                other = second_move(s)
                move = DRAW if other == DRAW or eagerness(s, style) > 0.0 else other
            follow(s, m, move, stream)
        standing(s, standings)
        sums[0] += standings[me]
        top, best = 0.0, 0
        for seat in range(s.players):
            top = max(top, standings[seat])
        for seat in range(s.players):
            best += standings[seat] == top
        if standings[me] == top:
            sums[1] += 1.0 / best


def against(game: Game, w: Learnt, style: int, games: int, seed: int) -> tuple[float, float]:
    """The share of the others it is ahead of, and of the games it wins, among such players."""
    work, minds = game.template.copy(), np.zeros(1, PLAN)
    standings, sums = np.zeros(MAX_SEATS), np.zeros(2)
    count = max(1, games // game.players)
    for seat in range(game.players):
        stream = fast_stream(seed)
        play_style(game.template, work, minds, w, style, seat, count, stream, standings, sums)
    share, wins = (sums / (count * game.players)).tolist()
    return share, wins
