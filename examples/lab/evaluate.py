"""What `self_play.py` has learnt, against the levels, on duplicate deals in the arena.

    python examples/lab/evaluate.py [GAMES]

The arena makes a bot from its class, `py:evaluate:Learnt`, as it would from the command line:

    genial arena tile-challenge py:evaluate:Learnt casual --games 200
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

import genial
from genial.arena import match
from genial.bots import levels
from genial.lab import Player

sys.path.insert(0, str(Path(__file__).parent))
from self_play import chances, features


class Learnt(Player):
    """Plays the action that the weights find likeliest."""

    def __init__(self, game: genial.Game, *, weights: str = "learnt.npy", **_: Any) -> None:
        table = np.load(weights)
        super().__init__(game, lambda seen, mask: likeliest(table, seen, mask), name="learnt")


def likeliest(weights: np.ndarray, seen: np.ndarray, mask: np.ndarray) -> int:
    return int(chances(weights, features(seen[None]), mask[None]).argmax())


def main(games: int) -> None:
    game = genial.game("tile-challenge")
    for level in ("random", *levels(game)):
        report = match(game, ["py:evaluate:Learnt", level], games=games, seed=1)
        mine = report.bots[0]
        assert mine.share is not None
        assert mine.interval is not None
        low, high = mine.interval
        print(f"{level:8} won {mine.share:6.1%}  ({low:.1%} to {high:.1%}, {report.games} games)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
