"""The exponential function of the kernels is the mathematical one, up to the last bit."""

from __future__ import annotations

import math

import numpy as np

from genial.core.exponential import exp
from genial.core.kernel import in_python, rule


@rule
def fill(x: np.ndarray, out: np.ndarray) -> None:
    for k in range(x.size):
        out[k] = exp(x[k])


def test_exp_is_at_most_one_unit_in_the_last_place_off() -> None:
    rng = np.random.default_rng(1)
    x = np.concatenate([rng.uniform(-a, a, 20_000) for a in (1e-9, 1.0, 30.0, 700.0)])
    found, right = np.zeros_like(x), np.array([math.exp(value) for value in x.tolist()])
    fill(x, found)
    assert np.abs(found.view(np.int64) - right.view(np.int64)).max() <= 1


def test_exp_is_the_same_compiled_and_not() -> None:
    for x in np.linspace(-709, 710, 1001).tolist():
        assert in_python(exp)(x) == exp(x)


def test_exp_ends_where_floats_do() -> None:
    assert (exp(0.0), exp(-708.5), exp(709.5)) == (1.0, 0.0, math.inf)
