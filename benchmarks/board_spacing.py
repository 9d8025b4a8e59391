"""Which distances between fields make good boards of Genial Spezial: games on many candidates.

    python benchmarks/board_spacing.py --boards 24 --games 4

A bot plays against itself on `rebuilt` and on boards generated with different distances, the same
deals everywhere. Printed are means over all games with 2, 3 and 4 players, and how much the boards
of a row differ from each other.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import mean, pstdev
from typing import Any, NamedTuple

import msgspec

import genial
from genial.bots import make
from genial.games.spezial.generated import SPACING, Spacing, generate

CANDIDATES = (
    Spacing(towers=1, large=1, bonus=1, links=0),  # anywhere
    Spacing(towers=3, large=4, bonus=2, links=0),
    Spacing(towers=3, large=3, bonus=2, links=1),
    Spacing(towers=3, large=4, bonus=2, links=1),
    Spacing(towers=3, large=5, bonus=2, links=1),
    Spacing(towers=2, large=3, bonus=2, links=1),
    Spacing(towers=2, large=4, bonus=2, links=1),
    Spacing(towers=2, large=3, bonus=2, links=2),
)


class Figures(NamedTuple):
    """What a game was like."""

    lowest: float  # points of the winner's lowest colour
    points: float  # of a player, all colours
    scoring: float  # share of the tiles that scored
    towers: float  # share of the towers whose chips were scored
    chain: float  # tiles of the longest chain of a player
    decided: float  # has it one winner?
    margin: float  # the winner's lowest colour, less that of the best loser
    first: float  # did seat 1 win, or its share of a draw, times the number of players


def play(options: dict[str, Any], bot: str, seed: int) -> Figures:
    """Return what a game of a bot against itself was like."""
    game = genial.game("spezial", **options)
    players = [make(game, bot, seed=seed * 10 + seat) for seat in range(game.players)]
    state = game.start(seed=seed)
    scored = 0
    while state.turn is not None:
        before = state.scores
        state = state.play(players[state.turn - 1].choose(state.view(state.turn)))
        scored += state.scores != before
    view, ranks = state.view(None, log=False), state.ranks
    assert ranks is not None
    lowest = sorted((min(track.values()) for track in state.scores), reverse=True)
    longest = [max(len(chain["cells"]) for chain in chains) / 2 for chains in view["chains"]]
    winners = ranks.count(1)
    return Figures(
        lowest=lowest[0],
        points=mean(sum(track.values()) for track in state.scores),
        scoring=scored / state.move_count,
        towers=mean(tower["black"] for tower in view["towers"]),
        chain=mean(longest),
        decided=winners == 1,
        margin=lowest[0] - lowest[1],
        first=(ranks[0] == 1) / winners * game.players,
    )


def candidate(number: int, spacing: Spacing) -> dict[str, Any]:
    """Return a generated board as options."""
    file = msgspec.structs.replace(generate(number, spacing), name=f"candidate-{number}")
    return {"layout": msgspec.to_builtins(file)}


def games(board: dict[str, Any], args: argparse.Namespace, first: int) -> Iterator[Figures]:
    """Play some games on one board with every number of players."""
    for players in (2, 3, 4):
        for seed in range(first, first + args.games):
            yield play({**board, "players": players}, args.bot, seed)


def report(name: str, boards: list[list[Figures]]) -> None:
    """Print the means of a row, and how much its boards differ in the winners' lowest colour."""
    every = [figures for board in boards for figures in board]
    means = [mean(column) for column in zip(*every, strict=True)]
    spread = pstdev([mean(figures.lowest for figures in board) for board in boards])
    print(name.ljust(24), *(f"{value:8.2f}" for value in means), f"{spread:8.2f}", flush=True)


def main() -> None:
    """Compare `rebuilt` with boards of all candidates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=24, help="boards of each row")
    parser.add_argument("--games", type=int, default=4, help="games per board and players")
    parser.add_argument("--bot", default="deny", help="the bot that plays")
    args = parser.parse_args()
    print("towers large bonus links".ljust(24), *(f"{name:>8}" for name in Figures._fields),
          f"{'spread':>8}")  # fmt: skip
    firsts = range(0, args.boards * args.games, args.games)
    report("rebuilt", [[*games({"board": "rebuilt"}, args, first)] for first in firsts])
    for spacing in CANDIDATES:
        rows = [
            [*games(candidate(number, spacing), args, first)] for number, first in enumerate(firsts)
        ]
        name = " ".join(str(value).rjust(3) for value in spacing)
        report(name + (" *" if spacing == SPACING else ""), rows)


if __name__ == "__main__":
    main()
