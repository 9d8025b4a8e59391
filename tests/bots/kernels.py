"""What a game's mind does, called from Python; the kernels see the first game of a batch."""

from __future__ import annotations

from genial.bots import mind
from genial.bots.mind import Floats, Learnt
from genial.core.kernel import Batch, Codes, Stream, cold


@cold
def prepared(games: Batch, minds: Batch) -> None:
    mind.prepare(games[0], minds[0])


@cold
def followed(games: Batch, minds: Batch, move: int, stream: Stream) -> None:
    mind.follow(games[0], minds[0], move, stream)


@cold
def judged(games: Batch, minds: Batch, w: Learnt, style: int, moves: Codes, out: Floats) -> int:
    return mind.appraise(games[0], minds[0], w, style, moves, out)


@cold
def listed(games: Batch, minds: Batch, w: Learnt, limit: int, moves: Codes, priors: Floats) -> int:
    return mind.candidates(games[0], minds[0], w, limit, moves, priors)


@cold
def chosen(games: Batch, minds: Batch, w: Learnt, stream: Stream) -> int:
    return mind.policy(games[0], minds[0], w, stream)


@cold
def expected(games: Batch, minds: Batch, w: Learnt, out: Floats) -> None:
    mind.outlook(games[0], minds[0], w, out)
