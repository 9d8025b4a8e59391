"""Self-play: examples for the network, and matches between two styles."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.bots.model import Floats, Weights
from genial.bots.phoenix import network, styles
from genial.bots.phoenix.features import rank_lines
from genial.bots.phoenix.policy import LEARNT, evaluate_afterstates
from genial.core.chance import below
from genial.core.kernel import (
    Codes,
    Record,
    Records,
    Stream,
    cold,
    deal,
    entry,
    is_over,
    legal,
    play,
    rule,
    step,
)
from genial.games.phoenix.cards import HAND, N_CARDS, N_KINDS
from genial.games.phoenix.rows import LINE, N_COLOURS
from genial.games.phoenix.rules import ROUNDS, SEATS

_LUCK = 1e-6  # enough to break ties at random
PARTS = 20  # shares of cards are counted in twentieths
# Examples: a turn draws a card from the pile and gives at most two.
MAX_PER_GAME = 2 * (N_CARDS - SEATS * HAND) * ROUNDS

EXAMPLE = np.dtype(
    [
        ("line", "i8", SEATS),  # ranked; all fields are seen from the seat to move
        ("share", "i1", (SEATS, N_KINDS)),  # cards, in parts
        ("left", "i1"),
        ("finished", "i1"),
        ("lead", "i1"),  # before the round
        ("gain", "i1"),  # of the round
        ("seat", "i1"),
    ]
)
Examples = npt.NDArray[np.void]


@cold
def record_position(
    s: Record, f: Record, example: Record, seat: int, left: int, is_open: bool
) -> None:
    """Record a position in which `seat` is to move, with `left` cards left in the pile."""
    shares = f.scratch.shares
    network.estimate_cards(s, seat, is_open, shares)
    for side in range(SEATS):
        example.line[side] = f.line[seat if side == 0 else 1 - seat]
        for kind in range(N_KINDS):
            example.share[side, kind] = int(PARTS * shares[side, kind] + 0.5)
    example.left = left
    example.finished = s.finished
    example.lead = s.points[seat] - s.points[1 - seat]
    example.seat = seat


@cold
def choose_with_noise(values: Floats, n: int, temperature: float, stream: Stream) -> int:
    """Return the best of n moves after adding Gumbel noise to their values."""
    best, best_value = 0, -1.0e9
    for k in range(n):
        luck = (below(stream, 1 << 24) + 0.5) / (1 << 24)
        value = values[k] - temperature * np.log(-np.log(luck))
        if value > best_value:
            best, best_value = k, value
    return best


@entry
def gather_examples(
    template: Records,
    work: Records,
    features: Records,
    w: Weights,
    is_new: bool,
    temperature: float,
    stream: Stream,
    moves: Codes,
    values: Floats,
    examples: Examples,
) -> int:
    """Play games until there is no room for another one; return how many examples there are.

    A new network is not used yet: `wise` chooses the moves. The position before a card is drawn
    and the one after it are recorded half of the time each, independently.
    """
    recorded = 0
    while recorded + MAX_PER_GAME <= examples.size:
        work[0] = template[0]
        s, f = work[0], features[0]
        deal(s, stream)
        rank_lines(s, f)
        first = recorded  # of this round
        while not is_over(s):
            if is_new:
                n = styles.evaluate_by_style(s, f, w, styles.WISE, moves, values)
            else:
                n = legal(s, moves)
                evaluate_afterstates(s, f, w, moves, values, n)
            move = moves[choose_with_noise(values, n, temperature, stream)]
            finished, turn = s.finished, s.turn
            lead = s.points[turn] - s.points[1 - turn]
            play(s, move)
            rank_lines(s, f)
            if s.finished == finished and s.left > 1 and below(stream, 2) == 0:
                record_position(s, f, examples[recorded], 1 - turn, s.left - 1, False)
                recorded += 1
            deal(s, stream)
            if s.finished == finished:
                if below(stream, 2) == 0:
                    record_position(s, f, examples[recorded], 1 - turn, s.left, True)
                    recorded += 1
                continue
            rank_lines(s, f)
            gain = s.points[turn] - s.points[1 - turn] - lead
            for k in range(first, recorded):
                examples[k].gain = gain if examples[k].seat == turn else -gain
            first = recorded
    return recorded


@rule
def mirror(line: int) -> int:
    """Return a ranked line read from the other end, with the ranks of the mirrored spectrum."""
    new = 0
    for place in range(LINE):
        rank = N_COLOURS - 1 - ((line >> 4 * place) & 15)
        new |= rank << 4 * (LINE - 1 - place)
    return new


@entry
def play_match(
    template: Records,
    work: Records,
    features: Records,
    one: Weights,
    one_style: int,
    two: Weights,
    two_style: int,
    streams: Stream,
    dealer: Stream,
    chooser: Stream,
    moves: Codes,
    values: Floats,
    leads: Floats,
) -> None:
    """Play two games per stream, with the seats swapped; write by how many points `one` won each.

    `dealer` and `chooser` have room for a stream each.
    """
    for game in range(leads.size):
        swapped = game & 1
        for word in range(dealer.size):
            dealer[word] = streams[game >> 1, word]
            chooser[word] = streams[game >> 1, word]
        work[0] = template[0]
        s, f = work[0], features[0]
        deal(s, dealer)
        while not is_over(s):
            rank_lines(s, f)
            is_one = s.turn == swapped
            w = one if is_one else two
            style = one_style if is_one else two_style
            if style == LEARNT:
                n = legal(s, moves)
                evaluate_afterstates(s, f, w, moves, values, n)
            else:
                n = styles.evaluate_by_style(s, f, w, style, moves, values)
            best = choose_with_noise(values, n, _LUCK, chooser)
            step(s, moves[best], dealer)
        leads[game] = s.points[swapped] - s.points[1 - swapped]
