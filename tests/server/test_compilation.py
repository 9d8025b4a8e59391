"""Compilation beside a running server: games can be played even if it fails."""

from __future__ import annotations

import asyncio

import pytest

import genial
from genial.server import compilation
from genial.server.compilation import Compilation
from tests.server.inside import inside, of_litestar_2

pytestmark = of_litestar_2


async def test_games_are_served_even_if_the_cache_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stages() -> None:
        raise OSError("the cache cannot be read")

    monkeypatch.setattr(compilation, "stages", stages)

    async with Compilation() as compiling:
        await asyncio.wait_for(compiling.wait_for_bots("ingenious"), 30)
        await compiling.require("ingenious")


async def test_a_table_that_must_wait_for_its_game_is_asked_for_again_and_again(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [{"type": "me"}, {"type": "bot", "level": "kid"}]
    state = genial.game("phoenix").start(seed=1)
    named = {"game": "phoenix", "seats": seats}
    async with inside(places) as house:
        ada = await house.guest("Ada")
        with monkeypatch.context() as patch:
            patch.setattr(house.services.compilation, "_ready", set())
            for asked in (
                named,
                named | {"position": state.position()},
                {"seats": seats, "from_record": state.record()},
            ):
                for _ in range(40):
                    answer = await ada.http.post("/api/tables", json=asked)
                    assert (answer.status_code, answer.json()["code"]) == (503, "not-yet")
        assert (await ada.post("/api/tables", **named))["terms"]["game"] == "phoenix"
