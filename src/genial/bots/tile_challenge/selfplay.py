"""Self-play by exact stopping, for training, and games against a simple style."""

from __future__ import annotations

import numpy as np

from genial.bots.model import Floats, Weights
from genial.bots.tile_challenge.model import advance, policy, prepare
from genial.bots.tile_challenge.styles import eagerness
from genial.bots.tile_challenge.turn_solver import PLAN, planned_move, solve
from genial.bots.tile_challenge.utility import end_utilities, has_ended
from genial.core.chance import below, fast_stream
from genial.core.game import Game
from genial.core.kernel import Record, Records, Stream, deal, entry, is_over, rule, standing
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
_LONGEST = 8  # games of the series that are played for training


@rule
def start_in_series(s: Record, stream: Stream) -> None:
    """Start a random game of a series of random length, with plausible sums."""
    s.games = 2 + below(stream, _LONGEST - 1)
    s.finished = below(stream, int(s.games))
    for seat in range(s.players):
        s.series[seat] = 0
    for _ in range(s.finished):
        winner = below(stream, int(s.players))
        for seat in range(s.players):
            s.series[seat] += quota_of(s) if seat == winner else below(stream, quota_of(s))


@rule
def play_turn(s: Record, f: Record, stray: float, stream: Stream) -> None:
    """Play a turn as planned, with a share `stray` of random moves; draw nothing after it."""
    while True:
        move = planned_move(s, f)
        if below(stream, _CHANCES) < stray * _CHANCES:
            move = sample(s, stream)
        play(s, move)
        if move == DRAW:
            draw(s, stream)
        if s.staging == NONE:
            return


@entry
def gather_positions(
    template: Records,
    work: Records,
    plans: Records,
    w: Weights,
    games: int,
    trust: float,
    stray: float,
    stream: Stream,
    positions: Records,
    answers: Weights,
) -> int:
    """Gather positions between turns and the targets of all seats; return how many.

    A target is the value of the turn that followed, mixed with the target after that turn, which
    has the weight `trust`, and so on to the end of the game (TD(λ)). `work` has room for a game,
    `plans` for a plan.
    """
    s, f = work[0], plans[0]
    got = f.turn.leaf
    n = 0
    for _ in range(games):
        work[0] = template[0]
        s.turn = below(stream, int(s.players))
        if s.games > 1:
            start_in_series(s, stream)
        first, finished = n, int(s.finished)
        while n < positions.size and not has_ended(s, finished):
            positions[n] = s
            deal(s, stream)
            solve(s, w, f)
            for seat in range(s.players):
                answers[n, seat] = f.value[0, seat]
            n += 1
            play_turn(s, f, stray, stream)
        if not has_ended(s, finished):
            return first
        end_utilities(s, False, got)
        for k in range(n - 1, first - 1, -1):
            for seat in range(s.players):
                got[seat] = (1.0 - trust) * answers[k, seat] + trust * got[seat]
                answers[k, seat] = got[seat]
    return n


@entry
def play_against_style(
    template: Records,
    work: Records,
    plans: Records,
    w: Weights,
    style: int,
    me: int,
    games: int,
    stream: Stream,
    standings: Floats,
    sums: Floats,
) -> None:
    """Play games of seat `me` against a style; add up the standings and the wins of `me`.

    `work` has room for a game, `plans` for a plan, `standings` for the standings of one.
    """
    s, f = work[0], plans[0]
    for _ in range(games):
        work[0] = template[0]
        deal(s, stream)
        prepare(s, f)
        while not is_over(s):
            if s.turn == me:
                move = policy(s, f, w, stream)
            else:
                other = second_move(s)
                move = DRAW if other == DRAW or eagerness(s, style) > 0.0 else other
            advance(s, f, move, stream)
        standing(s, standings)
        sums[0] += standings[me]
        top, best = 0.0, 0
        for seat in range(s.players):
            top = max(top, standings[seat])
        for seat in range(s.players):
            best += standings[seat] == top
        if standings[me] == top:
            sums[1] += 1.0 / best


def win_shares(game: Game, w: Weights, style: int, games: int, seed: int) -> tuple[float, float]:
    """Return the share of opponents that it is ahead of, and the share of games that it wins."""
    work, plans = game.template.copy(), np.zeros(1, PLAN)
    standings, sums = np.zeros(MAX_SEATS), np.zeros(2)
    count = max(1, games // game.players)
    for seat in range(game.players):
        stream = fast_stream(seed)
        play_against_style(
            game.template, work, plans, w, style, seat, count, stream, standings, sums
        )
    share, wins = (sums / (count * game.players)).tolist()
    return share, wins
