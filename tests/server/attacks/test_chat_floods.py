"""Spectators who talk much: the players can still talk to each other."""

from __future__ import annotations

import sqlalchemy as sa

from genial.server.live import chat
from genial.server.storage import schema
from tests.server.inside import Client, House, inside, of_litestar_2

pytestmark = of_litestar_2


async def say_much(
    house: House, table: str, author: Client, seat: int | None, lines: int, *, spread: int = 1
) -> None:
    """Store chat lines of one account, or spread over several, as if said long ago."""
    async with house.registry.store.engine.begin() as connection:
        last = await connection.scalar(
            sa.select(sa.func.max(schema.talk.c.number)).where(schema.talk.c.table_name == table)
        )
        await connection.execute(sa.insert(schema.talk), [
            {"table_name": table, "number": (last or 0) + k, "at": 1.0, "name": "Eve",
             "account": f"{author.account}{'' if spread == 1 else k % spread}",
             "seat": seat, "text": "x"}
            for k in range(1, lines + 1)
        ])  # fmt: skip


async def test_spectators_do_not_use_up_what_players_can_say(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob, eve = [await house.guest(name) for name in ("Ada", "Bob", "Eve")]
        table = await house.seated("phoenix", ada, bob)
        path = f"/api/tables/{table}/talk"
        await say_much(house, table, eve, None, 2_000, spread=100)
        assert await eve.refused("POST", path, text="more") == "spectators-full"
        for player in (ada, bob):
            assert (await player.post(path, text="good luck"))["number"] > 2_000


async def test_one_account_does_not_use_up_what_others_can_say(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob, eve, cy = [await house.guest(name) for name in ("Ada", "Bob", "Eve", "Cy")]
        table = await house.seated("phoenix", ada, bob)
        path = f"/api/tables/{table}/talk"
        await say_much(house, table, ada, 1, chat._OF_PLAYERS // 2)
        assert await ada.refused("POST", path, text="more") == "too-much-talk"
        assert (await bob.post(path, text="at last"))["seat"] == 2
        await say_much(house, table, eve, None, chat._OF_SPECTATOR)
        assert await eve.refused("POST", path, text="more") == "too-much-talk"
        assert (await cy.post(path, text="at last")).get("seat") is None
