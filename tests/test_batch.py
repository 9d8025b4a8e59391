"""The batch face: many games in one array."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

import genial
from tests.cases import CASES, are_same, name_of

every_case = pytest.mark.parametrize("case", CASES, ids=name_of)


@every_case
def test_stepping_a_batch_plays_whole_games(case: tuple[str, dict[str, Any]]) -> None:
    batch = genial.game(case[0], **case[1]).batch(70, seed=4)
    assert (batch.turns == case[1].get("start", 1)).all()
    while not batch.over.all():
        codes = batch.sample()
        live = int(np.flatnonzero(~batch.over)[0])
        assert codes[live] in batch.legal(live).codes
        batch.step(codes)
    assert (batch.turns == 0).all()
    assert ((batch.utilities >= 0) & (batch.utilities <= 1)).all()


@every_case
def test_playouts_do_not_depend_on_the_number_of_threads(case: tuple[str, Any]) -> None:
    batch = genial.game(case[0], **case[1]).batch(300, seed=5)
    twin = batch.copy()
    assert np.array_equal(batch.playout(threads=1), twin.playout(threads=2))
    assert are_same(batch.records, twin.records)


@pytest.mark.parametrize("cores", [1, 3])
def test_moves_do_not_depend_on_the_number_of_cores(
    cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = genial.game("tile-challenge").batch(40_000, seed=6)
    twin = batch.copy()
    batch.step(batch.sample())
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    twin.step(twin.sample())
    assert are_same(batch.records, twin.records)


def test_an_illegal_move_in_a_batch_is_refused_and_nothing_is_played() -> None:
    batch = genial.game("ingenious").batch(5, seed=1)
    before = batch.records.copy()
    codes = batch.sample()
    codes[3] = 16632
    with pytest.raises(genial.IllegalMove, match="game 3"):
        batch.step(codes)
    assert are_same(batch.records, before)
    with pytest.raises(genial.BadOption, match="5 games"):
        batch.step(codes[:4])


@pytest.mark.parametrize("count", [0, -1, 1.5, "9", True])
def test_a_batch_has_at_least_one_game(count: Any) -> None:
    with pytest.raises(genial.BadOption):
        genial.game("phoenix").batch(count, seed=1)


def test_hiding_in_a_batch_keeps_what_the_seat_sees() -> None:
    batch = genial.game("ingenious", players=3).batch(20, seed=1)
    own = batch.records["rack"][:, 1].copy()
    others = batch.records["rack"][:, 0].copy()
    batch.hide(2)
    assert (batch.records["rack"][:, 1] == own).all()
    assert not (batch.records["rack"][:, 0] == others).all()
