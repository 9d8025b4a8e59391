"""The sequential test decides wrongly as seldom as it promises."""

from __future__ import annotations

import numpy as np
import pytest

from genial.arena.ratings import expected_share
from genial.arena.sprt import Sprt
from genial.core.errors import BadOption

# Scores of the two games of a deal, for equal bots: much luck, which evens out.
EQUAL = np.array([0.1, 0.1, 0.6, 0.1, 0.1])
SCORES = np.linspace(0, 1, 5)


def tilted(elo: float) -> np.ndarray:
    """The same with more Elo points for the first bot: weights that grow with the score."""
    low, high = -20.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        weights = EQUAL * np.exp(middle * SCORES)
        weights /= weights.sum()
        if weights @ SCORES < expected_share(elo):
            low = middle
        else:
            high = middle
    return weights


def decisions(test: Sprt, elo: float, runs: int, seed: int) -> tuple[float, float]:
    """How often H1 is accepted, and after how many deals a decision comes."""
    chance = np.random.default_rng(seed)
    chances, accepted, deals = tilted(elo), 0, 0
    for _ in range(runs):
        counts, verdict = np.zeros(5), None
        while verdict is None:
            counts += chance.multinomial(8, chances)  # looked at after every eight deals
            verdict = test.verdict(test.ratio(counts.tolist()))
        accepted += verdict == "accept-h1"
        deals += int(counts.sum())
    return accepted / runs, deals / runs


def test_errors_are_as_rare_as_promised() -> None:
    test = Sprt(0, 60)
    wrong, _ = decisions(test, 0, 300, seed=1)
    right, _ = decisions(test, 60, 300, seed=2)
    between, longer = decisions(test, 30, 100, seed=3)
    _, clear = decisions(test, 180, 100, seed=4)
    assert wrong <= 0.085
    assert right >= 0.915
    assert 0.3 <= between <= 0.7
    assert clear < longer / 2


def test_the_ratio_agrees_with_the_usual_approximation() -> None:
    """N (s1 - s0) (2 mean - s0 - s1) / (2 variance), for strengths near each other."""
    counts = [120.0, 260.0, 1300.0, 300.0, 140.0]
    total = sum(counts)
    mean = sum(k / 4 * count for k, count in enumerate(counts)) / total
    variance = sum((k / 4 - mean) ** 2 * count for k, count in enumerate(counts)) / total
    low, high = expected_share(0), expected_share(5)
    approximate = total * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert Sprt(0, 5).ratio(counts) == pytest.approx(approximate, rel=0.02)


def test_pairs_that_even_out_decide_sooner_than_their_games_would() -> None:
    test = Sprt(0, 20)
    assert test.ratio([5, 0, 75, 0, 20]) > test.ratio([40, 0, 5, 0, 55]) > 0


def test_the_first_deals_and_one_sided_results_are_no_trouble() -> None:
    test = Sprt(0, 10)
    assert test.ratio([0] * 5) == 0
    assert test.verdict(0.0) is None
    assert test.ratio([0, 0, 0, 0, 400]) > test.bounds[1]
    assert test.ratio([400, 0, 0, 0, 0]) < test.bounds[0]


def test_hypotheses_must_be_in_order() -> None:
    with pytest.raises(BadOption, match="elo0 below elo1"):
        Sprt(5, 5)
    with pytest.raises(BadOption, match="alpha"):
        Sprt(0, 5, alpha=0.7)
