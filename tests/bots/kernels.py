"""What a game's model does, called from Python; the kernels see the first game of a batch."""

from __future__ import annotations

from genial.bots import model
from genial.bots.model import Floats, Weights
from genial.core.kernel import Batch, Codes, Stream, cold


@cold
def prepared(games: Batch, features: Batch) -> None:
    model.prepare(games[0], features[0])


@cold
def followed(games: Batch, features: Batch, move: int, stream: Stream) -> None:
    model.advance(games[0], features[0], move, stream)


@cold
def judged(games: Batch, features: Batch, w: Weights, style: int, moves: Codes, out: Floats) -> int:
    return model.evaluate_moves(games[0], features[0], w, style, moves, out)


@cold
def listed(
    games: Batch, features: Batch, w: Weights, limit: int, moves: Codes, priors: Floats
) -> int:
    return model.candidates(games[0], features[0], w, limit, moves, priors)


@cold
def chosen(games: Batch, features: Batch, w: Weights, stream: Stream) -> int:
    return model.policy(games[0], features[0], w, stream)


@cold
def expected(games: Batch, features: Batch, w: Weights, out: Floats) -> None:
    model.evaluate(games[0], features[0], w, out)
