"""Ratings against a brute-force maximum of the likelihood, and against known truths."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt
import pytest

from genial.arena.ratings import ELO, Comparisons, elo, expected_share, fit, ratings

Matrix = npt.NDArray[np.float64]


def likelihood(ahead: Matrix, strength: Matrix) -> float:
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    return float((ahead * np.log(chance)).sum())


def by_brute_force(ahead: Matrix) -> Matrix:
    """Try ever smaller steps in every direction; slow, and knows no calculus."""
    strength = np.zeros(len(ahead))
    best, step = likelihood(ahead, strength), 1.0
    while step > 1e-7:
        improved = False
        for place, sign in itertools.product(range(len(ahead)), (1, -1)):
            tried = strength.copy()
            tried[place] += sign * step
            if (value := likelihood(ahead, tried)) > best:
                strength, best, improved = tried, value, True
        if not improved:
            step /= 2
    return strength - strength.mean()


@pytest.mark.parametrize("seed", range(5))
def test_strengths_are_the_most_likely_ones(seed: int) -> None:
    chance = np.random.default_rng(seed)
    count = int(chance.integers(2, 6))
    ahead = chance.integers(1, 40, size=(count, count)).astype(float)
    np.fill_diagonal(ahead, 0)
    assert fit(ahead) == pytest.approx(by_brute_force(ahead), abs=1e-4)


def test_strengths_follow_chains_of_opponents_and_survive_lopsided_results() -> None:
    ahead = np.zeros((4, 4))
    ahead[0, 1], ahead[1, 0], ahead[1, 2], ahead[2, 1] = 900, 1, 999, 1
    ahead[2, 3], ahead[3, 2] = 0.5, 0.5
    assert fit(ahead) == pytest.approx(by_brute_force(ahead), abs=1e-3)


def test_two_bots_get_the_elo_of_their_share() -> None:
    deals = [Comparisons(np.array([[0, 1.5], [0.5, 0]])) for _ in range(1000)]
    first, last = ratings(deals, 2, anchor=1)
    assert first.elo == pytest.approx(elo(0.75), abs=1)
    assert (last.elo, last.interval) == (0.0, None)
    assert expected_share(elo(0.3)) == pytest.approx(0.3)


def test_no_bot_is_infinitely_strong_and_the_unconnected_have_no_rating() -> None:
    ahead = np.zeros((3, 3))
    ahead[0, 1] = 2.0
    rated = ratings([Comparisons(ahead)] * 50, 3, anchor=1)
    assert rated[0].elo is not None
    assert rated[0].interval is not None
    assert 700 < rated[0].elo < 1500
    assert rated[0].interval[0] < rated[0].elo - 200
    assert rated[2].elo is None
    alone = ratings([], 2, anchor=1)
    assert (alone[0].elo, alone[1].elo) == (None, 0.0)


def deal(chance: np.random.Generator, truth: Matrix, pair: tuple[int, int], luck: float) -> Matrix:
    """Play two games on a deal that favours one seat; the bots take turns on that seat."""
    one, other = pair
    tilt = chance.normal(0, luck)
    ahead = np.zeros((len(truth), len(truth)))
    for favour in (tilt, -tilt):
        won = chance.random() < 1 / (1 + np.exp(truth[other] - truth[one] - favour))
        ahead[pair if won else pair[::-1]] += 1
    return ahead


@pytest.mark.parametrize("luck", [0.0, 2.0])
def test_the_intervals_hold_the_truth_95_times_of_100(luck: float) -> None:
    """With luck the model's scale shrinks: the truth is then what very many deals converge to."""
    chance = np.random.default_rng(int(luck) + 1)
    strength = np.array([0.9, 0.5, 0.0])
    pairs = [(0, 1), (1, 2), (0, 2)]
    many = sum(deal(chance, strength, pairs[k % 3], luck) for k in range(60_000))
    limit = ELO * fit(many)
    held, runs = 0, 250
    for _ in range(runs):
        deals = [Comparisons(deal(chance, strength, pairs[k % 3], luck)) for k in range(120)]
        first = ratings(deals, 3, anchor=2)[0]
        assert first.interval is not None
        held += first.interval[0] <= limit[0] - limit[2] <= first.interval[1]
    assert 0.91 <= held / runs <= 0.99
