"""What a game's model does, called from Python; the kernels see the first game of a batch."""

from __future__ import annotations

from genial.bots import model
from genial.bots.model import Floats, Weights
from genial.core.kernel import Codes, Records, Stream, cold


@cold
def prepared(games: Records, features: Records) -> None:
    model.prepare(games[0], features[0])


@cold
def followed(games: Records, features: Records, move: int, stream: Stream) -> None:
    model.advance(games[0], features[0], move, stream)


@cold
def judged(
    games: Records, features: Records, w: Weights, style: int, moves: Codes, out: Floats
) -> int:
    return model.evaluate_moves(games[0], features[0], w, style, moves, out)


@cold
def listed(
    games: Records, features: Records, w: Weights, limit: int, moves: Codes, priors: Floats
) -> int:
    return model.candidates(games[0], features[0], w, limit, moves, priors)


@cold
def chosen(games: Records, features: Records, w: Weights, stream: Stream) -> int:
    return model.policy(games[0], features[0], w, stream)


@cold
def expected(games: Records, features: Records, w: Weights, out: Floats) -> None:
    model.evaluate(games[0], features[0], w, out)
