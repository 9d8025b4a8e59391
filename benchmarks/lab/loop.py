"""The loop that AEC environments are measured in, ours and MOMAland's: one for both.

    python benchmarks/lab/loop.py genial|momaland SECONDS

As a script it prints the steps a second of Ingenious for two, without wrappers; MOMAland's is
run by the peers' Python.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any


def aec(environment: Any, seconds: float, *, listed: bool = False) -> float:
    """Steps a second of random play in any AEC environment; dead agents are not stepped."""
    environment.reset(seed=1)
    chooser = random.Random(1)
    steps, start = 0, time.perf_counter()
    while (taken := time.perf_counter() - start) < seconds:
        environment.reset()
        for _ in environment.agent_iter():
            observation, _, over, cut, _ = environment.last()
            if over or cut:
                break
            if listed:
                legal = environment.legal_actions()
            else:
                legal = observation["action_mask"].astype(bool).nonzero()[0]
            environment.step(legal[int(chooser.random() * len(legal))])
            steps += 1
    return steps / taken


def ingenious(whose: str) -> Any:
    """Ingenious for two."""
    if whose == "momaland":
        from momaland.envs.ingenious import moingenious_v0

        return moingenious_v0.raw_env(num_agents=2)
    from genial.lab.pettingzoo import raw_env

    return raw_env("ingenious", players=2)


if __name__ == "__main__":
    measured = ingenious(sys.argv[1])
    aec(measured, 0.2)  # what is slow only once is not counted
    print(aec(measured, float(sys.argv[2])))
