"""Presence: players are there or gone, on real databases, with a clock that tests turn."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from genial.server.live.presence import Presence
from genial.server.storage import schema
from genial.server.tables.registry import TableRegistry
from tests.server.inside import Client, Clock, House, inside, of_litestar_2
from tests.server.waiting import let_tasks_run, until

pytestmark = of_litestar_2

PATIENCE = 20  # seconds until a player counts as gone
LONGER = PATIENCE + 4


@contextlib.contextmanager
def monitored(engine: sa.Engine, event: str, listener: Callable[..., None]) -> Iterator[None]:
    """Call a function at every event of an engine meanwhile."""
    sa.event.listen(engine, event, listener)
    try:
        yield
    finally:
        sa.event.remove(engine, event, listener)


async def kept_waiting(house: House, **more: object) -> tuple[Client, Client, str]:
    """Ada, who waits for Bob to move, and their table."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    name = await house.seated("tile-challenge", ada, bob, **more)
    while (await house.registry.table(name)).turn == 1:
        await house.move(name)
    return ada, bob, f"/api/tables/{name}"


async def test_a_player_with_days_for_a_move_need_not_be_there(places: tuple[str, str]) -> None:
    async with inside(places, patience=PATIENCE) as house:
        pace = {"seconds": LONGER + 20, "by_turn": True}
        ada, _, table = await kept_waiting(house, pace=pace)
        await house.let_pass(LONGER)
        for replace in (False, True):
            code = await ada.refused("POST", f"{table}/claim", replace=replace)
            assert code == "by-turn"
        assert (await ada.get(table))["phase"] == "playing"
        await house.let_pass(22)

        async def result() -> Any:
            return (await ada.get(table)).get("result")

        assert (await until(result))["how"] == "time", "the clock decides"


async def test_a_connected_player_is_there_however_late_the_heartbeat_is(
    places: tuple[str, str],
) -> None:
    async with inside(places, patience=PATIENCE) as house:
        ada, bob, table = await kept_waiting(house)
        await house.services.presence.connect(bob.account)
        house.clock.at += 3600
        assert await ada.refused("POST", f"{table}/claim") == "not-gone"
        await house.let_pass(LONGER)
        assert await ada.refused("POST", f"{table}/claim") == "not-gone"
        await house.services.presence.disconnect(bob.account)
        assert await ada.refused("POST", f"{table}/claim") == "not-gone", "not for long"
        await house.let_pass(LONGER)
        assert (await ada.post(f"{table}/claim"))["result"]["how"] == "abandoned"


async def test_a_player_at_a_process_that_died_is_gone_since_then(
    places: tuple[str, str],
) -> None:
    async with inside(places, patience=PATIENCE) as house:
        ada, bob, table = await kept_waiting(house)
        await house.let_pass(LONGER)
        other = TableRegistry(house.registry.store, house.registry.bus, house.clock)
        await Presence(other).connect(bob.account)
        await other.heartbeat.beat()
        await house.let_pass(8)
        assert await ada.refused("POST", f"{table}/claim") == "not-gone", "the player may come back"
        await house.let_pass(PATIENCE - 4)
        assert (await ada.post(f"{table}/claim"))["phase"] == "over"


async def test_a_hang_does_not_count_as_being_gone(places: tuple[str, str]) -> None:
    async with inside(places, patience=PATIENCE) as house:
        ada, bob, table = await kept_waiting(house)
        await house.services.presence.connect(bob.account)
        await house.services.presence.disconnect(bob.account)
        await house.let_pass(PATIENCE - 3)
        house.clock.at += 4  # nothing runs here, and no player can come back
        assert await ada.refused("POST", f"{table}/claim") == "not-gone"
        await house.hang(0)  # until the server notices
        await house.let_pass(PATIENCE - 4)
        assert await ada.refused("POST", f"{table}/claim") == "not-gone"
        await house.let_pass(5)
        assert (await ada.post(f"{table}/claim"))["result"]["how"] == "abandoned"


async def test_no_player_is_gone_before_there_was_a_server(
    places: tuple[str, str],
) -> None:
    clock = Clock()
    async with inside(places, clock, patience=PATIENCE) as house:
        ada, _, table = await kept_waiting(house)
        cookies = ada.http.cookies
    clock.at += 3600
    async with inside(places, clock, patience=PATIENCE) as house:
        ada = await house.guest("Ada again")
        ada.http.cookies = cookies
        assert await ada.refused("POST", f"{table}/claim") == "not-gone"
        await house.let_pass(LONGER)
        assert (await ada.post(f"{table}/claim"))["phase"] == "over"


async def test_a_player_who_comes_back_at_once_is_there(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        bob, there = await house.guest("Bob"), schema.presences
        presence: Presence = house.services.presence
        await presence.connect(bob.account)
        for _ in range(30):
            await asyncio.gather(presence.disconnect(bob.account), presence.connect(bob.account))
            async with house.registry.store.engine.connect() as connection:
                assert list(await connection.scalars(sa.select(there.c.account)))


async def test_a_process_that_was_taken_for_dead_announces_its_players_again(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada"), await house.guest("Bob")
        presence: Presence = house.services.presence
        await presence.connect(ada.account)
        other = Presence(TableRegistry(house.registry.store, house.registry.bus, house.clock))
        house.clock.at += 3600  # a long sleep
        await other._forget_dead_processes()
        await presence.connect(bob.account)

        async def are_there() -> bool:
            return not await other.away([ada.account, bob.account])

        await until(are_there)


async def test_a_player_who_leaves_before_being_announced_again_is_gone(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(places) as house:
        people = [(await house.guest(name)).account for name in ("Ada", "Bob")]
        presence: Presence = house.services.presence
        for account in people:
            await presence.connect(account)
        note, said = presence._note_there, asyncio.Event()
        asked: list[str] = []

        async def note_slowly(accounts: Iterable[str]) -> None:
            asked.extend(accounts)
            await said.wait()
            await note(accounts)

        monkeypatch.setattr(presence, "_note_there", note_slowly)
        house.clock.at += 3600  # a long sleep, after which the players are announced again

        async def is_asked() -> bool:
            return bool(asked)

        await until(is_asked)
        assert set(asked) == set(people)
        leaving = asyncio.create_task(presence.disconnect(people[1]))
        await let_tasks_run()
        said.set()
        await leaving

        async def only_one_is_there() -> bool:
            async with house.registry.store.engine.connect() as connection:
                there = await connection.scalars(sa.select(schema.presences.c.account))
                return list(there) == [people[0]]

        await until(only_one_is_there)


async def test_players_who_come_and_go_together_are_noted_together(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        people = [(await house.guest(f"guest {k}")).account for k in range(6)]
        presence: Presence = house.services.presence
        begun = 0

        def count(_: object) -> None:
            nonlocal begun
            begun += 1

        engine = house.registry.store.engine
        noted = sa.select(schema.presences.c.account)
        notes = []
        for change in (presence.connect, presence.disconnect):
            begun = 0
            with monitored(engine.sync_engine, "commit", count):
                await asyncio.gather(*(change(account) for account in people))
            notes.append(begun)
            async with engine.connect() as connection:
                there = set(await connection.scalars(noted))
            assert there == (set(people) if change == presence.connect else set())
        assert all(1 <= count <= 4 for count in notes), "the first alone, all others together"


async def test_what_could_not_be_noted_is_noted_later(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(places) as house:
        people = [(await house.guest(name)).account for name in ("Ada", "Bob", "Cy")]
        presence: Presence = house.services.presence
        note = presence._note_there

        async def fail(accounts: Iterable[str]) -> None:
            await let_tasks_run()  # so that the others wait together
            raise OSError("the database is away")

        monkeypatch.setattr(presence, "_note_there", fail)
        results = await asyncio.gather(*map(presence.connect, people), return_exceptions=True)
        assert [type(result) for result in results] == [OSError] * 3
        monkeypatch.setattr(presence, "_note_there", note)

        async def are_there() -> bool:
            async with house.registry.store.engine.connect() as connection:
                there = await connection.scalars(sa.select(schema.presences.c.account))
                return set(there) == set(people)

        await until(are_there)
