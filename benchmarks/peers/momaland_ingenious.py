"""Random games of MOMAland's MOIngenious; run by the peers' own Python.

    python momaland_ingenious.py SECONDS PLAYERS

Prints one line of JSON. A move is one tile placed. The environment is used the way its
documentation shows: the AEC loop with `last`, the action mask and `step`, on the board that
it chooses for the number of players (91, 127 or 169 cells), with 6 colours, racks of 6 and
120 tiles as in the box. Two things are done for speed: the environment is taken without its
bounds-checking wrapper, and a finished game is reset without stepping every dead agent.

What differs from the rulebook, in momaland 0.2.0:

- with 3 and 4 players the six printed symbols are on the corners of the larger board, not on
  those of the inner board of 91 cells;
- a colour earns its bonus move only by passing 18, not by reaching it exactly; a colour that
  stands at 18 may grow beyond it, and its next gain then earns a bonus move again;
- one tile earns at most one bonus move, and the rack is filled up before a bonus move;
- the swap is not the player's choice: it is made whenever the rack, after drawing, shows none
  of the lowest colours;
- 18 in all six colours does not end the game, and no winner is named: the result is each
  player's scores;
- an action is a rack slot and an ordered pair of cells, so equal tiles and the two ends of a
  double are different actions, and "uniformly random" is uniform over those.
"""

import json
import sys
import time
from importlib.metadata import version

import numpy as np
from momaland.envs.ingenious import moingenious_v0

SEED = 1
WARM_UP = 2  # games


def main(seconds: float, players: int) -> None:
    env = moingenious_v0.raw_env(num_agents=players)
    rng = np.random.default_rng(SEED)

    def play() -> int:
        """Play one game to its end and return its number of moves."""
        env.reset()
        moves = 0
        for _agent in env.agent_iter():
            observation, _reward, termination, truncation, _info = env.last()
            if termination or truncation:
                break
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[rng.integers(legal.size)])
            moves += 1
        return moves

    env.reset(seed=SEED)
    for _ in range(WARM_UP):
        play()
    games = moves = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        moves += play()
        games += 1
    result = {
        "games": games,
        "moves": moves,
        "seconds": elapsed,
        "version": version("momaland"),
        "players": players,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
