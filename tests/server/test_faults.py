"""Faults one after another under mixed load: nothing is lost, and no player is charged for them.

`GENIAL_SOAK_SECONDS=600` goes on for as long, with faults of all kinds (`make soak`).
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from genial.server.errors import Refusal
from genial.server.storage.store import Store
from genial.server.tables.events import Ended, Entry, Paused, Started
from tests.server.crowd import Crowd
from tests.server.live import Server
from tests.server.parts import Nats, Postgres, hanging, nats, postgres
from tests.server.test_crash import LEASE, all_tables_go_on, check_store, crowd_at

pytestmark = pytest.mark.slow

SECONDS = float(os.environ.get("GENIAL_SOAK_SECONDS", "0"))
GAMES = 24
CLOCK = 6.0  # seconds that each player has at a table where no player moves
FAULT = 7.0 if not SECONDS else 8.0  # seconds, longer than that


class Place:
    """Two servers, their database and their bus, and what can happen to them."""

    def __init__(self, database: Postgres, bus: Nats, servers: tuple[Server, Server]) -> None:
        self.database, self.bus, self.servers = database, bus, servers

    async def hang(self, *processes: int) -> None:
        with hanging(*processes):
            await asyncio.sleep(FAULT)

    async def hang_database(self) -> None:
        await self.hang(self.database.pid)

    async def hang_servers(self) -> None:
        await self.hang(*(server.process.pid for server in self.servers))

    async def hang_bus(self) -> None:
        await self.hang(self.bus.pid)

    async def hang_one_server(self) -> None:
        await self.hang(self.servers[0].process.pid)

    async def restart_database(self) -> None:
        await asyncio.to_thread(self.database.stop)
        await asyncio.sleep(FAULT)
        await asyncio.to_thread(self.database.start)

    async def restart_bus(self) -> None:
        await asyncio.to_thread(self.bus.stop)
        await asyncio.sleep(FAULT)
        await asyncio.to_thread(self.bus.start)

    async def kill_servers(self) -> None:
        for server in self.servers:
            server.kill()
        await asyncio.sleep(FAULT)
        for server in self.servers:
            await asyncio.to_thread(server.start)

    async def kill_one_server(self) -> None:
        self.servers[0].kill()
        await asyncio.sleep(FAULT)
        await asyncio.to_thread(self.servers[0].start)

    @property
    def total(self) -> list[Callable[[], Awaitable[None]]]:
        """Faults during which no player can move."""
        return [self.hang_database, self.restart_database, self.hang_servers, self.kill_servers]

    @property
    def partial(self) -> list[Callable[[], Awaitable[None]]]:
        """Faults during which some players can move."""
        return [self.hang_bus, self.restart_bus, self.hang_one_server, self.kill_one_server]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with postgres() as database, nats() as bus, ExitStack() as stack:
        address = database.new_database()
        servers = [
            Server(address, bus.address, log=tmp_path / f"log{k}", proxies=1) for k in (1, 2)
        ]
        for server in servers:
            stack.enter_context(server)
            server.wait_until_compiled()
        yield Place(database, bus, (servers[0], servers[1]))
        for server in servers:
            assert "Traceback" not in server.log()


async def idle_clocks(crowd: Crowd) -> list[str]:
    """Open tables with short clocks where no player moves, with players to move at both servers."""
    people = crowd.players[:4]
    names = []
    for one, other in zip(people, [*people[1:], people[0]], strict=True):
        names.append(await crowd.open("tile-challenge", one, other, pace={"seconds": CLOCK}))
        crowd.idle.add(names[-1])
    return names


def charged(entries: list[Entry]) -> tuple[float, float, bool]:
    """What the player to move at such a table was charged, and given back; did the time run out?"""
    started = next(entry.at for entry in entries if isinstance(entry.event, Started))
    given = sum(entry.event.seconds for entry in entries if isinstance(entry.event, Paused))
    ended = [entry for entry in entries if isinstance(entry.event, Ended)]
    until = ended[0].at if ended else time.time()
    return until - started - given, given, bool(ended)


async def opened_soon(address: str) -> Store:
    """The store, as soon as the database has started."""
    async with asyncio.timeout(120):
        while True:
            try:
                return await Store.open(address)
            except Refusal:
                await asyncio.sleep(0.1)


async def check_clocks(store: Store, names: list[str], fault: str, *, least: float) -> None:
    """Check that no player lost early, nor was given back less than the fault took."""
    for name in names:
        async with asyncio.timeout(120):
            while True:
                spent, given, is_over = charged(await store.entries(name))
                if is_over:
                    break
                await asyncio.sleep(0.1)
        assert spent >= CLOCK - 0.5, f"{fault}: charged only {spent} and lost"
        assert given >= least, f"{fault}: {given} of {least} seconds were given back"


def test_faults_one_after_another_lose_nothing_and_are_charged_to_no_player(place: Place) -> None:
    rng = random.Random(1)
    end = time.monotonic() + SECONDS
    faults = place.total + place.partial if SECONDS else [place.restart_database]

    done = 0

    async def play() -> None:
        nonlocal done
        async with crowd_at(*place.servers, games=GAMES, pause=0.3) as crowd:
            await crowd.until(lambda: crowd.moves > GAMES, 180, "too few moves are played")
            while done < len(faults) or time.monotonic() < end:
                fault = faults[done] if done < len(faults) else rng.choice(faults)
                names = await idle_clocks(crowd)
                seen = crowd.numbers()
                await fault()
                least = FAULT - 1 if fault in place.total else 0.0
                store = await opened_soon(place.servers[0].database)
                try:
                    await check_clocks(store, names, fault.__name__, least=least)
                finally:
                    await store.close()
                crowd.check()
                await all_tables_go_on(crowd, seen, 180 + LEASE)
                done += 1
                print(f"{done} faults, {crowd.moves} events seen, last {fault.__name__}")
                if len(crowd.over()) > len(crowd.numbers()) - GAMES // 2:
                    break  # too few games are left to be a load
        await check_store(place.servers[0].database, crowd.numbers())

    while done < len(faults) or time.monotonic() < end:
        asyncio.run(play())
