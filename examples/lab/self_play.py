"""A learner in 60 lines: policy gradients (REINFORCE) from self-play in Tile Challenge.

    python examples/lab/self_play.py [ROUNDS]

Prints how often what was learnt so far beats a random player, and writes `learnt.npy` and the
curve as `curve.svg`. What it finds within a minute is to stop early and to take what lies there.
`evaluate.py` asks the levels.
"""

import sys

import numpy as np

from genial.lab.curves import curve
from genial.lab.gymnasium import Games

GAMES, STEPS, EVERY, RATE = 256, 300, 50, 0.02


def features(seen: np.ndarray) -> np.ndarray:
    """The observation, how well its five heaps of tiles match in colours, and a constant."""
    heaps = seen[:, :30].reshape(-1, 5, 6)  # stack, middle, staging, both collections
    matches = np.einsum("nhc,nkc->nhk", heaps, heaps)[:, *np.triu_indices(5)]
    return np.concatenate([seen, matches, np.ones((len(seen), 1), np.float32)], axis=1)


def chances(weights: np.ndarray, x: np.ndarray, masks: np.ndarray) -> np.ndarray:
    logits = np.where(masks == 1, x @ weights, -np.inf)
    likely = np.exp(logits - logits.max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True)


def train(weights: np.ndarray, games: Games, random: np.random.Generator) -> None:
    """Self-play: every seat's choices become likelier if it won, less likely if it lost."""
    every, gradient = np.arange(GAMES), np.zeros_like(weights)
    traces = np.zeros((GAMES, 2, *weights.shape), np.float32)  # sums of score gradients
    seen, infos = games.reset()
    for step in range(1, STEPS + 1):
        x, seats = features(seen), infos["seat"] - 1
        p = chances(weights, x, infos["action_mask"])
        actions = chosen(p, random)
        traces[every, seats] += x[:, :, None] * (np.eye(3)[actions] - p)[:, None, :]
        seen, _, over, _, infos = games.step(actions)
        gradient += np.einsum("gs,gsfa->fa", infos["rewards"][over], traces[over])
        traces[over] = 0.0
        if step % EVERY == 0 and gradient.any():
            weights += RATE * gradient / np.linalg.norm(gradient)
            gradient[:] = 0.0


def chosen(p: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return (p.cumsum(axis=1) > random.random((len(p), 1))).argmax(axis=1)


def wins(weights: np.ndarray, random: np.random.Generator) -> float:
    """The share of games won against a player who plays any legal action."""
    games, won = Games("tile-challenge", GAMES, opponent="random", autoreset_mode="SameStep"), []
    seen, infos = games.reset(seed=int(random.integers(1 << 32)))
    for _ in range(STEPS):
        actions = chosen(chances(weights, features(seen), infos["action_mask"]), random)
        seen, rewards, over, _, infos = games.step(actions)
        won += rewards[over].tolist()
    return float(np.mean(np.array(won) > 0))


def main(rounds: int) -> None:
    random = np.random.default_rng(1)
    games = Games("tile-challenge", GAMES, autoreset_mode="SameStep")
    games.reset(seed=1)
    weights = np.zeros((features(np.zeros((1, 39), np.float32)).shape[1], 3), np.float32)
    shares = []
    for number in range(rounds + 1):
        shares.append(wins(weights, random))
        print(f"round {number:3}  {shares[-1]:6.1%}  {'#' * round(60 * shares[-1])}", flush=True)
        np.save("learnt.npy", weights)
        with open("curve.svg", "w", encoding="utf-8") as file:
            file.write(curve("games won against a random player", shares).svg())
        if number < rounds:
            train(weights, games, random)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
