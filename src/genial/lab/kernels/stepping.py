"""Steps of one game, and of thousands side by side, as compiled functions.

The caller hands in arrays for all that it wants to know; an array without elements means that it
does not want to know it. What is large is compiled once, as a function of its own, and not into
all that calls it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import prange

from genial.core.kernel import (
    Codes,
    Record,
    Records,
    Stream,
    cold,
    deal,
    is_over,
    play,
    sample,
    seat_to_move,
    standing,
)
from genial.lab.kernels.compiling import entry, parallel_entry
from genial.lab.kernels.sight import Floats, Masks, is_legal, mark, observe, tally

Packed = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Utilities = npt.NDArray[np.float64]

OVER = -1  # instead of a seat to move
ILLEGAL = -2
NOTHING = -1  # instead of an action: only what is due is drawn, or a game is left alone
FINE = -1  # instead of a game whose action is refused

TRUSTED, REFUSED, LOST = range(3)  # what becomes of actions: not checked, nothing played, a loss

NEXT_STEP, SAME_STEP, DISABLED = range(3)  # when a game that has ended begins anew
ALL_SEATS = -1  # instead of the learner's seat: all seats are the caller's

# Times this, a word has the lowest bit of its byte k as bit k of its highest byte.
_GATHERING = np.uint64(sum(1 << 7 * k for k in range(1, 9)))
_HIGHEST_BYTE = np.uint64(56)


@cold
def advance(s: Record, code: int, stream: Stream) -> None:
    """Play a move, if there is one, and draw everything that is due then."""
    if code != NOTHING:
        play(s, code)
    deal(s, stream)


@cold
def is_allowed(s: Record, action: int, codes: Codes) -> bool:
    """Is there such an action, and is it legal?"""
    return 0 <= action < codes.size and is_legal(s, int(codes[action]))


@cold
def look(s: Record, seat: int, blank: Floats, out: Floats) -> None:
    """Write what a seat sees; `blank` has what never changes."""
    for k in range(out.size):
        out[k] = blank[k]
    observe(s, seat, out)


@cold
def wait_for(s: Record, learner: int, stream: Stream) -> None:
    """Let the others move at random until the learner is asked, or the game is over."""
    while learner != ALL_SEATS and not is_over(s) and seat_to_move(s) != learner:
        advance(s, int(sample(s, stream)), stream)


@cold
def permit(s: Record, may_move: bool, of_code: Codes, mask: Masks) -> None:
    """Fill the mask of what the seat to move may do; an empty one for a seat that may not move."""
    for k in range(mask.size):
        mask[k] = 0
    if may_move:
        mark(s, of_code, mask)


@cold
def pack(mask: Masks, out: Packed) -> None:
    """Gather the lowest bits of every eight bytes in one byte, the first byte's as its lowest."""
    words = mask.view(np.uint64)
    for k in range(out.size):
        out[k] = words[k] * _GATHERING >> _HIGHEST_BYTE


@entry
def turn(
    batch: Records,
    action: int,
    codes: Codes,
    of_code: Codes,
    stream: Stream,
    mask: Masks,
    blank: Floats,
    observation: Floats,
    points: Floats,
    utilities: Utilities,
) -> int:
    """Play an action in the first game; the seat to move then, or OVER, or ILLEGAL.

    What that seat may do and sees is written, and the points of every seat, if there is room for
    them; at the end the standing.
    """
    s = batch[0]
    code = NOTHING
    if action != NOTHING:
        if not is_allowed(s, action, codes):
            return ILLEGAL
        code = int(codes[action])
    advance(s, code, stream)
    for seat in range(points.shape[0]):
        tally(s, seat, points[seat])
    if is_over(s):
        standing(s, utilities)
        return OVER
    mover = seat_to_move(s)
    if mask.size > 0:
        permit(s, True, of_code, mask)
    if observation.size > 0:
        look(s, mover, blank, observation)
    return mover


@entry
def see(
    batch: Records, seat: int, of_code: Codes, mask: Masks, blank: Floats, observation: Floats
) -> None:
    """Write what a seat sees of the first game and, if there is room for it, may do."""
    s = batch[0]
    look(s, seat, blank, observation)
    if mask.size > 0:
        permit(s, not is_over(s) and seat_to_move(s) == seat, of_code, mask)


@cold
def show(
    s: Record,
    i: int,
    seat: int,
    may_move: bool,
    of_code: Codes,
    scratch: Masks,
    masks: Masks,
    packed: Packed,
    blank: Floats,
    observations: Floats,
) -> None:
    """Write what the seat to move may do, and what a seat sees, into the rows of a game."""
    if masks.size > 0:
        permit(s, may_move, of_code, masks[i])
    if packed.size > 0:
        permit(s, may_move, of_code, scratch)
        pack(scratch, packed[i])
    if observations.size > 0:
        look(s, seat, blank, observations[i])


@cold
def reward(s: Record, out: Utilities) -> None:
    """Write what every seat gets at the end: from -1 to 1, solo from 0 to 1."""
    standing(s, out)
    if out.size > 1:
        for seat in range(out.size):
            out[seat] = 2.0 * out[seat] - 1.0


@cold
def first_refused(
    batch: Records, actions: Numbers, illegal: int, codes: Codes, ended: Flags, mode: int
) -> int:
    """Return the first game whose action is refused, or that is over; FINE if there is none.

    The action for a game that begins anew in this step is never looked at.
    """
    for i in range(batch.size):
        if ended[i]:
            if mode == DISABLED:
                return i
        elif illegal == REFUSED and not is_allowed(batch[i], actions[i], codes):
            return i
    return FINE


@parallel_entry
def step_all(
    batch: Records,
    template: Records,
    actions: Numbers,
    illegal: int,
    codes: Codes,
    of_code: Codes,
    streams: Stream,
    learner: int,
    mode: int,
    ended: Flags,
    seats: Masks,
    rewards: Utilities,
    terminations: Flags,
    masks: Masks,
    packed: Packed,
    blank: Floats,
    observations: Floats,
    finals: Floats,
    scratch: Masks,
) -> int:
    """Play an action in every game, and begin those anew that have ended, as the mode says.

    If actions are checked and one is refused, nothing is played, and its game is the answer; where
    an illegal one loses, its game is not played on. `ended` says which games were over before,
    and is updated. `finals` has room for what was seen at the end of games that begin
    anew at once, `scratch` has a row with room for a mask for each piece of work.
    """
    if illegal != TRUSTED:
        refused = first_refused(batch, actions, illegal, codes, ended, mode)
        if refused != FINE:
            return refused
    chunks = scratch.shape[0]
    size = (batch.size + chunks - 1) // chunks
    for chunk in prange(chunks):
        for i in range(chunk * size, min(batch.size, (chunk + 1) * size)):
            s = batch[i]
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0.0
            terminations[i] = False
            anew = ended[i]
            if not anew and illegal == LOST and not is_allowed(s, actions[i], codes):
                rewards[i, seats[i]] = -1.0
                terminations[i] = True
            elif not anew and actions[i] != NOTHING:
                advance(s, int(codes[actions[i]]), streams[i])
                wait_for(s, learner, streams[i])
                if is_over(s):
                    reward(s, rewards[i])
                    terminations[i] = True
            if terminations[i] and mode == SAME_STEP:
                anew = True
                if finals.size > 0:
                    look(s, int(seats[i]), blank, finals[i])
            ended[i] = terminations[i] and not anew
            if anew:
                batch[i] = template[0]
                advance(s, NOTHING, streams[i])
                wait_for(s, learner, streams[i])
            if not is_over(s):  # otherwise the seat that acted sees how it ended
                seats[i] = seat_to_move(s)
            show(
                s, i, int(seats[i]), not ended[i], of_code, scratch[chunk], masks, packed,
                blank, observations,
            )  # fmt: skip
    return FINE
