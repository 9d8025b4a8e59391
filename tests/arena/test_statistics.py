"""Intervals hold the truth as often as they say: checked on deals whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from genial.arena.statistics import mean_interval, share_interval, student, superiority

SCORES = np.array([0, 0.25, 0.5, 0.75, 1])  # of the two games of a deal


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)],
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.005)


@pytest.mark.parametrize("deals", [10, 40, 250])
@pytest.mark.parametrize(
    "chances",
    [
        (0.05, 0.1, 0.5, 0.2, 0.15),
        (0.2, 0.0, 0.6, 0.0, 0.2),  # luck decides most deals, and evens out
        (0.25, 0.25, 0.0, 0.25, 0.25),  # games of a deal go together
        (0.0, 0.0, 0.1, 0.1, 0.8),
    ],
)
def test_the_interval_of_a_share_holds_the_truth_95_times_of_100(
    chances: tuple[float, ...], deals: int
) -> None:
    chance = np.random.default_rng([deals, *(int(100 * c) for c in chances)])
    truth = float(SCORES @ chances)
    samples = chance.choice(SCORES, size=(1000, deals), p=chances)
    spans = [share_interval(sample) for sample in samples]
    held = float(np.mean([low <= truth <= high for low, high in spans]))
    assert 0.925 <= held <= 1.0
    if deals == 250:
        assert held <= 0.975
        width = float(np.mean([high - low for low, high in spans]))
        assert width == pytest.approx(_normal_width(chances, deals), rel=0.1)


def _normal_width(chances: tuple[float, ...], deals: int) -> float:
    mean = float(SCORES @ chances)
    return 2 * 1.96 * float(np.sqrt(((SCORES - mean) ** 2 @ chances) / deals))


def test_pairs_whose_luck_evens_out_give_a_narrower_interval_than_their_games_alone() -> None:
    split = [0.5] * 90 + [1.0] * 10
    games = [1.0, 0.0] * 90 + [1.0, 1.0] * 10
    paired, unpaired = share_interval(split), share_interval(games)
    assert paired[1] - paired[0] < 0.5 * (unpaired[1] - unpaired[0])


def test_a_few_deals_that_all_end_alike_are_no_certainty() -> None:
    low, high = share_interval([0.5] * 4)
    assert low < 0.35
    assert high > 0.65
    low, high = share_interval([1.0] * 10)
    assert 0.6 < low < 0.9
    assert high == 1.0


def test_without_two_deals_nothing_is_known() -> None:
    assert share_interval([]) == (0.0, 1.0)
    assert share_interval([0.7]) == (0.0, 1.0)
    assert mean_interval([3.0]) is None
    assert superiority([1.0]) == 0.5


def test_the_interval_of_a_mean_holds_the_truth_95_times_of_100() -> None:
    chance = np.random.default_rng(5)
    spans = [mean_interval(sample) for sample in chance.normal(7, 2, size=(2000, 12))]
    assert 0.935 <= np.mean([span[0] <= 7 <= span[1] for span in spans if span]) <= 0.965


def test_superiority_is_a_probability_about_one_half() -> None:
    assert superiority([0.5] * 30) == pytest.approx(0.5)
    assert superiority([1.0, 0.5] * 30) > 0.999
    assert superiority([0.0, 0.5] * 30) < 0.001
    assert 0.97 < superiority([1.0] * 4) < 0.995
