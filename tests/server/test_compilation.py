"""Compiling beside serving: whatever becomes of it, games can be played."""

from __future__ import annotations

import asyncio

import pytest

from genial.server import compilation
from genial.server.compilation import Compilation


async def test_games_are_served_even_if_nobody_knows_what_must_be_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stages() -> None:
        raise OSError("the cache cannot be read")

    monkeypatch.setattr(compilation, "stages", stages)

    async with Compilation() as compiling:
        await asyncio.wait_for(compiling.bots_of("ingenious"), 30)
        await compiling.ready("ingenious")
