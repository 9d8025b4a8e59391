"""What a game's mind does, called from Python; the kernels see the first game of a batch."""

from __future__ import annotations

from genial.bots import model
from genial.bots.model import Floats, Learnt
from genial.core.kernel import Batch, Codes, Stream, cold


@cold
def prepared(games: Batch, minds: Batch) -> None:
    model.prepare(games[0], minds[0])


@cold
def followed(games: Batch, minds: Batch, move: int, stream: Stream) -> None:
    model.follow(games[0], minds[0], move, stream)


@cold
def judged(games: Batch, minds: Batch, w: Learnt, style: int, moves: Codes, out: Floats) -> int:
    return model.appraise(games[0], minds[0], w, style, moves, out)


@cold
def listed(games: Batch, minds: Batch, w: Learnt, limit: int, moves: Codes, priors: Floats) -> int:
    return model.candidates(games[0], minds[0], w, limit, moves, priors)


@cold
def chosen(games: Batch, minds: Batch, w: Learnt, stream: Stream) -> int:
    return model.policy(games[0], minds[0], w, stream)


@cold
def expected(games: Batch, minds: Batch, w: Learnt, out: Floats) -> None:
    model.outlook(games[0], minds[0], w, out)
