"""Quick pairing: equal wishes, similar ratings, no blocked player, exactly one table."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
import sqlalchemy as sa

from genial.server.lobby.pairing import WaitingPlayer, groups
from genial.server.storage import schema
from tests.server.inside import Clock, inside, of_litestar_2
from tests.server.live import Server
from tests.server.waiting import until

pytestmark = of_litestar_2

WISH = {"game": "ingenious", "options": {"players": 2}, "pace": {"seconds": 300}}


def test_a_player_who_waits_longer_is_paired_with_a_less_similar_opponent() -> None:
    ada, bob = WaitingPlayer("a", 1500, 0), WaitingPlayer("b", 1900, 0)
    assert groups([ada, bob], 2, set(), now=5) == []
    assert groups([ada, bob], 2, set(), now=20) == [[ada, bob]]


@pytest.mark.parametrize("pair", [("a", "b"), ("b", "a")])
def test_blocks_hold_both_ways(pair: tuple[str, str]) -> None:
    people = [WaitingPlayer("a", 1500, 0), WaitingPlayer("b", 1500, 1), WaitingPlayer("c", 1500, 2)]
    (group,) = groups(people, 2, {pair}, now=3)
    assert [one.account for one in group] == ["a", "c"]
    assert groups(people, 3, {pair}, now=3) == []


async def test_equal_wishes_meet_and_others_do_not(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob = [await house.guest(name) for name in ("Ada", "Bob")]
        cy = await house.guest("Cy", kept=True)
        assert "table" not in await ada.post("/api/pairing", **WISH)
        assert "table" not in await cy.post("/api/pairing", **(WISH | {"rated": True}))
        await bob.post("/api/pairing", **(WISH | {"options": {}}))

        async def table_of_bob() -> str:
            return str((await bob.get("/api/pairing")).get("table", ""))

        table = await until(table_of_bob)
        assert (await ada.get("/api/pairing"))["table"] == table
        assert "table" not in await cy.get("/api/pairing")
        told = await ada.get(f"/api/tables/{table}")
        assert told["phase"] == "playing"
        assert {seat["name"] for seat in told["seats"]} == {"Ada", "Bob"}
        again = await ada.post("/api/pairing", **WISH)
        assert again["table"] == table, "the same wish, and it has come true"
        await cy.delete("/api/pairing")
        assert await cy.get("/api/pairing") == {}
        alone = WISH | {"options": {"players": 1}}
        assert await cy.refused("POST", "/api/pairing", **alone) == "nobody-to-pair"
        slow = WISH | {"pace": {"seconds": 1e9}}
        assert await cy.refused("POST", "/api/pairing", **slow) == "bad-clock"


async def test_strangers_get_no_hints_from_a_bot(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob = [await house.guest(name) for name in ("Ada", "Bob")]
        await ada.post("/api/pairing", **WISH)
        await bob.post("/api/pairing", **WISH)

        async def table_of_ada() -> str:
            return str((await ada.get("/api/pairing")).get("table", ""))

        table = await until(table_of_ada)
        assert (await ada.get(f"/api/tables/{table}"))["terms"]["hints"] is False
        for one in (ada, bob):
            for what in ("hint", "opinion"):
                assert await one.refused("POST", f"/api/tables/{table}/{what}") == "no-hints"


async def test_partners_are_paired_by_what_they_may_tell_each_other(
    places: tuple[str, str],
) -> None:
    teams = {"players": 4, "variant": "teams"}
    async with inside(places) as house:
        people = [await house.guest(name) for name in ("Ada", "Bob", "Cy", "Di", "Ed")]
        shared = WISH | {"options": teams | {"partners": "shared"}}
        for one in people[:3]:
            await one.post("/api/pairing", **shared)
        silent = WISH | {"options": teams | {"partners": "silent"}}
        assert "table" not in await people[3].post("/api/pairing", **silent)
        assert (await people[3].get("/api/pairing"))["wish"]["options"] == teams | {"start": 1}
        await people[4].post("/api/pairing", **shared)

        async def table_of_ed() -> str:
            return str((await people[4].get("/api/pairing")).get("table", ""))

        table = await until(table_of_ed)
        told = await people[0].get(f"/api/tables/{table}")
        assert told["terms"]["options"]["partners"] == "shared"
        assert "table" not in await people[3].get("/api/pairing")


async def test_a_player_who_gives_no_sign_of_life_is_dropped(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada"), await house.guest("Bob")
        await ada.post("/api/pairing", **WISH)
        house.clock.at += 20
        assert "since" in await ada.get("/api/pairing")
        house.clock.at += 31
        assert "table" not in await bob.post("/api/pairing", **WISH)
        assert await ada.get("/api/pairing") == {}


async def test_a_block_keeps_people_from_being_paired_and_from_sitting_down(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada"), await house.guest("Bob")
        await ada.put(f"/api/me/blocks/{bob.account}")
        assert await ada.get("/api/me/blocks") == [{"account": bob.account, "name": "Bob"}]
        await ada.post("/api/pairing", **WISH)
        assert "table" not in await bob.post("/api/pairing", **WISH)
        seats = [{"type": "me"}, {"type": "open"}]
        table = (await ada.post("/api/tables", game="phoenix", seats=seats))["table"]
        assert await bob.refused("POST", f"/api/tables/{table}/seats/2") == "blocked"
        await ada.delete(f"/api/me/blocks/{bob.account}")
        await bob.post(f"/api/tables/{table}/seats/2")

        async def is_paired() -> bool:
            return "table" in await bob.get("/api/pairing")

        await until(is_paired)
        assert await ada.refused("PUT", f"/api/me/blocks/{ada.account}") == "yourself"
        assert await ada.refused("PUT", "/api/me/blocks/nobody") == "no-such-person"


async def test_many_are_paired_once_each_by_several_processes(places: tuple[str, str]) -> None:
    clock = Clock()
    async with AsyncExitStack() as stack:
        count = 2 if places[1] else 1
        houses = [await stack.enter_async_context(inside(places, clock)) for _ in range(count)]
        people = [await houses[k % count].guest(f"P{k}") for k in range(10)]
        await asyncio.gather(*(one.post("/api/pairing", **WISH) for one in people))

        async def all_tables() -> list[str]:
            told = [(await one.get("/api/pairing")).get("table", "") for one in people]
            return told if all(told) else []

        tables = await until(all_tables)
        assert sorted(tables.count(table) for table in set(tables)) == [2] * 5
        for name in set(tables):
            for house in houses:
                table = await house.registry.table(name)
                assert table.phase == "playing"
                assert table.state is not None
                assert table.state.origin.key is not None, "its deals follow from its secret"


async def test_a_table_that_was_promised_and_not_opened_is_opened_by_another(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada"), await house.guest("Bob")
        await ada.post("/api/pairing", **WISH)
        async with house.registry.store.engine.begin() as connection:
            (row,) = (await connection.execute(sa.select(schema.waiting))).mappings()
            await connection.execute(
                sa.insert(schema.waiting).values(**(dict(row) | {"account": bob.account}))
            )
            await connection.execute(sa.update(schema.waiting).values(table_name="promised"))

        async def is_open() -> bool:
            return (await bob.get("/api/pairing")).get("table") == "promised"

        await until(is_open)


def test_a_paired_player_hears_of_it_on_the_socket(server: Server) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    ada.open("ingenious", "me", "open")  # when that is possible, the game is compiled
    ada.send("ping", command="there")
    ada.hear("pong")
    ada.post("/api/pairing", **WISH)
    bob.post("/api/pairing", **WISH)
    paired = ada.hear("paired")
    assert bob.get("/api/pairing")["table"] == paired["table"]
    assert "Traceback" not in server.log()
