"""Clocks that run out, and time that nobody is charged for, on real databases."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from genial.server import warming
from genial.server.bus import connected
from genial.server.events import Paused
from genial.server.home import Home
from genial.server.keeper import Keeper
from genial.server.storage.change import Change
from genial.server.storage.store import ALIVE, Store
from genial.server.storage.writer import StorageFailure
from genial.server.table import Table
from genial.server.warming import RULES, NotYet, Warming
from tests.server.inside import Clock, House, Somebody, inside, of_litestar_2, until
from tests.server.parts import Nats, Postgres

pytestmark = of_litestar_2

HOUR = 3600.0


async def clocked(house: House) -> tuple[Somebody, Somebody, str]:
    """Ada, who is to move, Bob, and their table, at which each has a minute."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    return ada, bob, await house.seated("ingenious", ada, bob, pace={"seconds": 60})


async def pauses(store: Store, name: str) -> list[float]:
    entries = await store.entries(name)
    return [entry.event.seconds for entry in entries if isinstance(entry.event, Paused)]


def any_move(table: Table) -> dict[str, Any]:
    assert table.state is not None
    return {"seat": table.turn, "number": table.number, "move": table.state.legal()[0]}


def test_a_move_after_the_deadline_is_none(places: tuple[str, str]) -> None:
    async def play() -> None:
        async with inside(places) as house:
            ada, bob, name = await clocked(house)
            path = f"/api/tables/{name}"
            house.clock.at += 59
            body = any_move(await house.home.table(name)) | {"command": "in time"}
            number = (await ada.post(f"{path}/moves", **body))["number"]
            body = any_move(await house.home.table(name))
            house.clock.at += 61
            code = await bob.refused("POST", f"{path}/moves", **body)
            assert code in ("out-of-time", "game-over"), "the keeper may be quicker"
            result = (await bob.get(path))["result"]
            assert (result["how"], result["seat"], result["ranks"]) == ("time", 2, [1, 2])
            record = await house.home.store.entries(name)
            assert len(record) == number + 1, "the move was not played"

    asyncio.run(play())


def test_an_offer_after_the_deadline_is_none(places: tuple[str, str]) -> None:
    async def play() -> None:
        async with inside(places) as house:
            ada, bob, name = await clocked(house)
            path = f"/api/tables/{name}/wishes"
            await bob.post(path, seat=2, wish="draw")
            house.clock.at += 61
            code = await ada.refused("POST", path, seat=1, wish="draw")
            assert code in ("out-of-time", "game-over")
            assert (await bob.get(f"/api/tables/{name}"))["result"]["ranks"] == [2, 1]

    asyncio.run(play())


def test_a_downtime_is_charged_to_nobody_however_short(places: tuple[str, str]) -> None:
    async def play() -> None:
        clock = Clock()
        async with inside(places, clock) as house:
            _, _, name = await clocked(house)
            await house.let_pass(10)
        clock.at += 2
        async with inside(places, clock) as house:
            # Among several processes, it takes a moment to know that there was none.
            known = 0.0 if house.home.bus.is_local else ALIVE - 2
            clock.at += known

            async def given() -> list[float]:
                return await pauses(house.home.store, name)

            assert await until(given) == [2 + known]
            table = await house.home.table(name)
            assert table.deadline == clock.at + 50

    asyncio.run(play())


def test_who_moves_first_after_a_downtime_is_not_charged_for_it(places: tuple[str, str]) -> None:
    async def play() -> None:
        clock = Clock()
        async with inside(places, clock) as house:
            ada, _, name = await clocked(house)
            cookies = ada.http.cookies
        clock.at += HOUR
        async with inside(places, clock) as house:
            ada = await house.guest("Ada again")
            ada.http.cookies = cookies
            body = any_move(await house.home.table(name))
            told = await ada.post(f"/api/tables/{name}/moves", **body)
            assert told["clocks"] == [60, 60]

    asyncio.run(play())


def test_nothing_is_given_back_while_another_process_lives(
    postgres_server: Postgres, nats_server: Nats
) -> None:
    places = postgres_server.new_database(), nats_server.address

    async def play() -> None:
        clock = Clock()
        async with inside(places, clock) as first:
            _, _, name = await clocked(first)
            async with inside(places, clock) as second:
                await first.let_pass(4)
                await second.let_pass(4)
                assert await pauses(first.home.store, name) == []
                table = await second.home.act(name, lambda _: ())
                assert table.deadline == clock.at + 52

    asyncio.run(play())


def test_time_is_given_back_until_all_tables_have_it(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    append = Store.append
    broken: set[str] = set()

    async def unreliable(store: Store, change: Change) -> bool:
        if change.name in broken:
            raise StorageFailure("the database does not store this now")
        return await append(store, change)

    monkeypatch.setattr(Store, "append", unreliable)

    async def play() -> None:
        clock = Clock()
        async with inside(places, clock) as house:
            names = [(await clocked(house))[2] for _ in range(2)]
        last = clock.at
        clock.at += HOUR
        broken.add(names[0])
        async with inside(places, clock) as house:
            store = house.home.store

            async def given(name: str) -> list[float]:
                return await pauses(store, name)

            assert await until(lambda: given(names[1])) == [HOUR]
            await asyncio.sleep(0.6)  # so that it is tried again
            assert await store.last_beat() == last, "who dies now must give it back again"
            clock.at += 30
            broken.clear()
            assert await until(lambda: given(names[0])) == [HOUR + 30]

            async def beats() -> bool:
                return await store.last_beat() == clock.at

            assert await until(beats)
            assert await pauses(store, names[1]) == [HOUR], "once"
            for name in names:
                assert (await house.home.table(name)).phase == "playing"

    asyncio.run(play())


def test_clocks_wait_for_a_game_that_is_being_compiled(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "_PATIENCE", 0.1)

    async def play() -> None:
        clock = Clock()
        async with inside(places, clock) as house:
            _, _, name = await clocked(house)
        clock.at += HOUR
        store = await Store.opened(places[0])
        bus = await connected(places[1], await store.realm())
        cold = Warming()  # nothing is compiled
        home = Home(store, bus, clock, cold)
        try:
            async with Keeper(home, "club"):
                with pytest.raises(NotYet):
                    await home.table(name)
                clock.at += 100  # longer than anybody has
                await asyncio.sleep(0.6)
                assert await pauses(store, name) == []
                cold._mark(("ingenious", RULES))

                async def given() -> list[float]:
                    return await pauses(store, name)

                assert await until(given) == [HOUR + 100]
                table = await home.table(name)
                assert (table.phase, table.deadline) == ("playing", clock.at + 60)
        finally:
            await bus.close()
            await store.close()

    asyncio.run(play())
