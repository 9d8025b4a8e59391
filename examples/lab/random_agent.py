"""A random agent in each of the three interfaces of the lab.

python examples/lab/random_agent.py [GAME]
"""

import random
import sys

import numpy as np


def in_pettingzoo(game: str, chooser: random.Random) -> dict[str, float]:
    """Everybody at the table is random; the rewards at the end."""
    from genial.lab.pettingzoo import env

    table = env(game)
    table.reset(seed=1)
    rewards = {}
    for agent in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        rewards[agent] = reward
        legal = np.flatnonzero(observation["action_mask"])
        table.step(None if over else int(chooser.choice(legal)))
    return rewards


def in_gymnasium(game: str, chooser: random.Random) -> float:
    """One seat against the weakest level; its reward."""
    from genial.lab.gymnasium import Seat

    seat = Seat(game, opponent="kid")
    _, info = seat.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        action = int(chooser.choice(np.flatnonzero(info["action_mask"])))
        _, reward, over, _, info = seat.step(action)
    return reward


def in_openspiel(game: str, chooser: random.Random) -> list[float]:
    """All draws are chance nodes; the returns."""
    from genial.lab.openspiel import load

    state = load(game).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(chooser.choices(outcomes, chances)[0])
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
    return state.returns()


if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else "phoenix"
    print("PettingZoo", in_pettingzoo(name, random.Random(1)))
    print("Gymnasium", in_gymnasium(name, random.Random(1)))
    print("OpenSpiel", in_openspiel(name, random.Random(1)))
