"""Random playouts of OpenSpiel's C++ games of like size; run by the peers' own Python.

    python openspiel_games.py SECONDS

Spends SECONDS on each game, half of them on each of two ways, and prints one line of JSON:

- `games_per_second`, `moves_per_second`: the loop in Python, `legal_actions` and
  `apply_action` through pyspiel, chance sampled;
- `rollout_games_per_second`, `rollout_moves_per_second`: whole playouts in C++, by the
  RandomRolloutEvaluator. It cannot be called from Python, but an MCTSBot of one simulation
  does nothing but call it on the root. It counts no moves: its games are taken to be as long
  as those of the first way.

A move is one action of a player; dice are not counted. OpenSpiel splits a move of Amazons
into three actions (from, to, shoot).
"""

import json
import random
import sys
import time
from typing import Any

import pyspiel

SEED = 1
WARM_UP = 2  # games
ROLLOUTS = 16  # playouts a call of the evaluator

GAMES = {
    "havannah(board_size=6)": "91 cells, Ingenious' board for two",
    "havannah(board_size=8)": "169 cells, Ingenious' board for four",
    "hex(board_size=11)": "121 cells",
    "hex(board_size=13)": "169 cells",
    "go(board_size=9)": "81 points",
    "go(board_size=13)": "169 points",
    "amazons": "100 cells, long slides",
    "backgammon": "dice, up to hundreds of moves",
}


def main(seconds: float) -> None:
    measured = [measure(name, about, seconds / 2) for name, about in GAMES.items()]
    print(json.dumps({"version": pyspiel.__version__, "games": measured}))


def measure(name: str, about: str, seconds: float) -> dict[str, Any]:
    game = pyspiel.load_game(name)
    rng = random.Random(SEED)
    for _ in range(WARM_UP):
        play(game, rng)
    games = moves = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        moves += play(game, rng)
        games += 1
    native = rollouts_per_second(game, rng, seconds)
    return {
        "name": name,
        "about": about,
        "games_per_second": games / elapsed,
        "moves_per_second": moves / elapsed,
        "rollout_games_per_second": native,
        "rollout_moves_per_second": native * moves / games,
    }


def play(game: Any, rng: random.Random) -> int:
    """Play one game to its end and return its number of moves."""
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            throw(state, rng)
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            moves += 1
    return moves


def rollouts_per_second(game: Any, rng: random.Random, seconds: float) -> float:
    state = game.new_initial_state()
    while state.is_chance_node():  # the search wants a player's decision at its root
        throw(state, rng)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, SEED)
    bot = pyspiel.MCTSBot(
        game,
        evaluator,
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=1,
        solve=False,
        seed=SEED,
        verbose=False,
    )
    bot.mcts_search(state)
    games = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        bot.mcts_search(state)
        games += ROLLOUTS
    return games / elapsed


def throw(state: Any, rng: random.Random) -> None:
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, chances)[0])


if __name__ == "__main__":
    main(float(sys.argv[1]))
