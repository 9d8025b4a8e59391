"""Clocks that run out, and time that no player is charged for, on real databases."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from genial.server import compilation
from genial.server.cluster.bus import connect
from genial.server.cluster.downtime import DowntimeCompensation
from genial.server.cluster.timekeeper import Timekeeper
from genial.server.compilation import RULES, Compilation, NotCompiled
from genial.server.storage.beats import LATE, Downtime, lost_time
from genial.server.storage.change import Change
from genial.server.storage.store import Store
from genial.server.storage.writer import StorageFailure
from genial.server.tables import commands
from genial.server.tables.decision import decide_nothing
from genial.server.tables.events import Paused
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table
from tests.server.inside import Client, Clock, House, inside, of_litestar_2
from tests.server.parts import Nats, Postgres
from tests.server.waiting import until

pytestmark = of_litestar_2

HOUR = 3600.0


async def clocked(house: House, seconds: float = 60) -> tuple[Client, Client, str]:
    """Ada, who is to move, Bob, and their table, at which each has a minute."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    return ada, bob, await house.seated("ingenious", ada, bob, pace={"seconds": seconds})


async def pauses(store: Store, name: str) -> list[float]:
    entries = await store.entries(name)
    return [entry.event.seconds for entry in entries if isinstance(entry.event, Paused)]


def any_move(table: Table) -> dict[str, Any]:
    assert table.state is not None
    return {"seat": table.turn, "number": table.number, "move": table.state.legal()[0]}


@pytest.fixture
def slow_timekeeper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no turn be ended by the timekeeper, so that a command is the first after a deadline."""

    async def end_no_turns(_: Timekeeper) -> None:
        pass

    monkeypatch.setattr(Timekeeper, "_end_turns", end_no_turns)


@contextmanager
def hanging_heartbeat(monkeypatch: pytest.MonkeyPatch, house: House) -> Iterator[asyncio.Event]:
    """Let a process have no heartbeat, as if it hung, once the event is set."""
    beat, hangs, goes_on = DowntimeCompensation.beat, asyncio.Event(), asyncio.Event()

    async def beat_later(compensation: DowntimeCompensation) -> None:
        if compensation._registry is house.registry:
            hangs.set()
            await goes_on.wait()
        await beat(compensation)

    monkeypatch.setattr(DowntimeCompensation, "beat", beat_later)
    yield hangs
    goes_on.set()


@pytest.mark.usefixtures("slow_timekeeper")
async def test_a_move_after_the_deadline_is_none(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob, name = await clocked(house, 10)
        path = f"/api/tables/{name}"
        await house.let_pass(9)
        body = any_move(await house.registry.table(name)) | {"command": "in time"}
        number = (await ada.post(f"{path}/moves", **body))["number"]
        body = any_move(await house.registry.table(name))
        await house.let_pass(9)
        house.clock.at += 2  # the server is alive
        assert await bob.refused("POST", f"{path}/moves", **body) == "out-of-time"
        result = (await bob.get(path))["result"]
        assert (result["how"], result["seat"], result["ranks"]) == ("time", 2, [1, 2])
        record = await house.registry.store.entries(name)
        assert len(record) == number + 1, "the move was not played"


@pytest.mark.usefixtures("slow_timekeeper")
async def test_an_offer_after_the_deadline_is_none(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob, name = await clocked(house, 10)
        path = f"/api/tables/{name}/wishes"
        await bob.post(path, seat=2, wish="draw")
        await house.let_pass(9)
        house.clock.at += 2
        assert await ada.refused("POST", path, seat=1, wish="draw") == "out-of-time"
        assert (await bob.get(f"/api/tables/{name}"))["result"]["ranks"] == [2, 1]


async def test_a_downtime_is_charged_to_no_player_however_short(places: tuple[str, str]) -> None:
    clock = Clock()
    async with inside(places, clock) as house:
        _, _, name = await clocked(house)
        await house.let_pass(10)
    clock.at += 2
    async with inside(places, clock) as house:
        # Among several processes, it takes a moment to know that there was none.
        known = 0.0 if house.registry.bus.is_local else LATE - 1
        clock.at += known

        async def given() -> list[float]:
            return await pauses(house.registry.store, name)

        assert await until(given) == [2 + known]
        table = await house.registry.table(name)
        assert table.deadline == clock.at + 50


async def test_the_first_to_move_after_a_downtime_is_not_charged_for_it(
    places: tuple[str, str],
) -> None:
    clock = Clock()
    async with inside(places, clock) as house:
        ada, _, name = await clocked(house)
        cookies = ada.http.cookies
    clock.at += HOUR
    async with inside(places, clock) as house:
        ada = await house.guest("Ada again")
        ada.http.cookies = cookies
        body = any_move(await house.registry.table(name))
        told = await ada.post(f"/api/tables/{name}/moves", **body)
        assert told["clocks"] == [60, 60]


async def test_nothing_is_given_back_while_another_process_lives(
    postgres_server: Postgres, nats_server: Nats
) -> None:
    places = postgres_server.new_database(), nats_server.address

    clock = Clock()
    async with inside(places, clock) as first:
        _, _, name = await clocked(first)
        async with inside(places, clock) as second:
            await first.let_pass(4)
            await second.let_pass(4)
            assert await pauses(first.registry.store, name) == []
            table = (await second.registry.update(name, decide_nothing)).after
            assert table.deadline == clock.at + 52


async def test_a_process_that_comes_back_is_alive_for_others_once_its_players_have_their_time(
    postgres_server: Postgres, nats_server: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = postgres_server.new_database(), nats_server.address
    is_back, compensate = asyncio.Event(), DowntimeCompensation.compensate

    async def compensate_later(compensation: DowntimeCompensation) -> None:
        if compensation._registry is first.registry:
            await is_back.wait()
        await compensate(compensation)

    clock = Clock()
    async with inside(places, clock) as second, inside(places, clock) as first:
        await first.join(second)
        ada, _, name = await clocked(first, 10)
        await first.services.presence.connect(ada.account)
        monkeypatch.setattr(DowntimeCompensation, "compensate", compensate_later)
        with hanging_heartbeat(monkeypatch, first) as hangs:
            await hangs.wait()
            await second.let_pass(8)
            away_for = clock.at - first.registry.heartbeat.last
            assert away_for > LATE
        await first.hang(0)
        assert await second.services.presence.cut_off_since([ada.account]) is not None
        await second.let_pass(4)
        assert (await second.registry.table(name)).phase == "playing"
        is_back.set()

        async def is_alive() -> bool:
            return await second.services.presence.cut_off_since([ada.account]) is None

        await until(is_alive)
        assert sum(await pauses(second.registry.store, name)) >= away_for - 1e-6


async def test_what_is_lost_after_a_downtime_is_given_back_later(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        _, _, name = await clocked(house)
        table = await house.registry.table(name)
        began = table.moved_at
        paused = commands.pause(table, began + 9, 2, until=began + 2).after
        assert lost_time([Downtime(began, began + 2)], paused.moved_at)[0] == 0
        assert lost_time([Downtime(began, began + 8)], paused.moved_at)[0] == pytest.approx(6)


async def test_time_is_given_back_until_all_tables_have_it(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    append = Store.append
    broken: set[str] = set()
    refused = 0

    async def unreliable(store: Store, change: Change) -> bool:
        nonlocal refused
        if change.name in broken:
            refused += 1
            raise StorageFailure("the database does not store this now")
        return await append(store, change)

    monkeypatch.setattr(Store, "append", unreliable)

    clock = Clock()
    async with inside(places, clock) as house:
        names = [(await clocked(house))[2] for _ in range(2)]
    clock.at += HOUR
    broken.add(names[0])
    async with inside(places, clock) as house:
        assert await until(lambda: pauses(house.registry.store, names[1])) == [HOUR]

        async def is_tried_again() -> bool:
            return refused > 1

        await until(is_tried_again)
        assert await pauses(house.registry.store, names[0]) == []
    clock.at += 30
    broken.clear()
    async with inside(places, clock) as house:
        store = house.registry.store
        assert await until(lambda: pauses(store, names[0])) == [HOUR + 30], "by another process"

        async def both() -> bool:
            return await pauses(store, names[1]) == [HOUR, 30]

        assert await until(both), "each time once"
        for name in names:
            table = await house.registry.table(name)
            assert (table.phase, table.deadline) == ("playing", clock.at + 60)


async def test_a_late_heartbeat_is_a_downtime_before_a_move_is_judged(
    places: tuple[str, str],
) -> None:
    def began(house: House) -> float:
        return house.clock.at - 61 - 4

    async with inside(places) as house:
        ada, bob, name = await clocked(house)
        await house.let_pass(4)
        body = any_move(await house.registry.table(name))
        last = house.registry.heartbeat.last
        house.clock.at += 61  # everything hung: no heartbeat, no error
        told = await ada.post(f"/api/tables/{name}/moves", **body)
        assert await pauses(house.registry.store, name) == [house.clock.at - last]
        assert (told["phase"], told["clocks"][0]) == ("playing", 60 - (last - began(house)))
        house.clock.at += HOUR
        assert (await bob.post(f"/api/tables/{name}/wishes", seat=2, wish="draw"))["number"]


async def test_a_late_heartbeat_is_a_downtime_before_any_time_runs_out(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        tables = [(await clocked(house))[2] for _ in range(5)]
        for seconds in (61, HOUR, 20):
            await house.hang(seconds)
            await house.let_pass(1)
        for name in tables:

            async def given() -> bool:
                return sum(await pauses(house.registry.store, name)) == 61 + HOUR + 20  # noqa: B023

            assert await until(given)
            assert (await house.registry.table(name)).deadline == house.clock.at + 57


def test_a_move_after_an_outage_at_a_table_without_a_clock_takes_nothing_from_the_others(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    beat = Store.beat
    is_away = False
    clock = Clock()
    missed: list[float] = []  # when a heartbeat failed

    async def unreliable(store: Store, *told: Any, **more: Any) -> Any:
        if is_away:
            missed.append(clock.at)
            raise StorageFailure(OSError("the database is away"))
        return await beat(store, *told, **more)

    monkeypatch.setattr(Store, "beat", unreliable)

    async def has_noticed() -> bool:
        return clock.at in missed

    async def play() -> None:
        nonlocal is_away
        async with inside(places, clock) as house:
            ada, bob, name = await clocked(house)
            free = await house.seated("ingenious", ada, bob)
            await house.let_pass(4)
            is_away, last = True, house.registry.heartbeat.last
            for _ in range(8):
                clock.at += 1
                await until(has_noticed)
            await house.move(free)  # the first thing that happens when the database is back
            is_away = False
            await house.let_pass(1)
            assert await until(lambda: pauses(house.registry.store, name))
            (given,) = await pauses(house.registry.store, name)
            assert 8 <= given <= house.clock.at - last

    asyncio.run(play())


async def test_processes_that_were_away_together_give_the_time_back_once(
    postgres_server: Postgres, nats_server: Nats
) -> None:
    places = postgres_server.new_database(), nats_server.address

    clock = Clock()
    async with inside(places, clock) as first, inside(places, clock) as second:
        names = [(await clocked(first))[2] for _ in range(6)]
        for hang in (8, 100, 8):
            clock.at += hang
            both = [house.registry.update(name, decide_nothing) for name in names
                    for house in (first, second)]  # fmt: skip
            await asyncio.gather(*both)
        for name in names:
            given = await pauses(first.registry.store, name)
            assert sum(given) == 116, given
            for house in (first, second):
                assert (await house.registry.table(name)).deadline == clock.at + 60


async def test_a_move_that_was_on_its_way_while_the_database_hung_gets_the_rest_back(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    append = Store.append
    on_its_way, is_back = asyncio.Event(), asyncio.Event()

    async def slow(store: Store, change: Change) -> bool:
        if '"moved"' in change.rows[0][2] and not is_back.is_set():
            on_its_way.set()
            await is_back.wait()
        return await append(store, change)

    monkeypatch.setattr(Store, "append", slow)

    async with inside(places) as house:
        _, _, name = await clocked(house)
        moving = asyncio.create_task(house.move(name))
        await on_its_way.wait()
        await house.hang(61)
        await house.let_pass(1)
        is_back.set()
        await moving
        table = (await house.registry.update(name, decide_nothing)).after
        assert (table.phase, table.turn) == ("playing", 2)
        assert await pauses(house.registry.store, name) == [61]
        assert table.deadline == house.clock.at + 59


async def test_clocks_wait_for_a_game_that_is_being_compiled(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compilation, "_PATIENCE", 0.1)

    clock = Clock()
    async with inside(places, clock) as house:
        _, _, name = await clocked(house)
    clock.at += HOUR
    store = await Store.open(places[0])
    bus = await connect(places[1], await store.realm())
    cold = Compilation()  # nothing is compiled
    asked: list[float] = []  # when the rules were waited for
    wait_for_rules = cold.wait_for_rules

    async def wait(game: str) -> None:
        asked.append(clock.at)
        await wait_for_rules(game)

    monkeypatch.setattr(cold, "wait_for_rules", wait)
    registry = TableRegistry(store, bus, clock, cold)
    try:
        async with Timekeeper(registry, "club"):
            with pytest.raises(NotCompiled):
                await registry.table(name)
            clock.at += 100  # longer than any player has

            async def has_tried_twice() -> bool:
                return asked.count(clock.at) > 1

            await until(has_tried_twice)
            assert await pauses(store, name) == []
            cold._mark_ready(("ingenious", RULES))

            async def given() -> list[float]:
                return await pauses(store, name)

            assert await until(given) == [HOUR + 100]
            table = await registry.table(name)
            assert (table.phase, table.deadline) == ("playing", clock.at + 60)
    finally:
        await bus.close()
        await store.close()
