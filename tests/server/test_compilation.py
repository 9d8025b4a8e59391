"""Compilation beside a running server: games can be played even if it fails."""

from __future__ import annotations

import asyncio

import pytest

from genial.server import compilation
from genial.server.compilation import Compilation


async def test_games_are_served_even_if_the_cache_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stages() -> None:
        raise OSError("the cache cannot be read")

    monkeypatch.setattr(compilation, "stages", stages)

    async with Compilation() as compiling:
        await asyncio.wait_for(compiling.wait_for_bots("ingenious"), 30)
        await compiling.require("ingenious")
