"""Nothing is lost: killed processes, databases and buses that go away, full disks, slow readers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import socket
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from genial.server.live.connection import TOO_SLOW
from genial.server.storage.store import Store
from genial.server.tables.events import Paused
from genial.server.tables.table import Table
from tests.server.crowd import Crowd, Player
from tests.server.live import Guest, Server, any_move
from tests.server.parts import Nats, Postgres, nats, postgres

pytestmark = pytest.mark.slow

GAMES = 200
DOWN = 6.0  # seconds for which no server is there: more than a few missed heartbeats
BUS_DOWN = 2.0  # seconds
AT_ONCE, PAUSE = 90, 0.06  # as many messages at once, and as often, as the server allows
LEASE = 20.0  # seconds after which the work of a dead process is taken over


@contextlib.asynccontextmanager
async def crowd_at(
    *servers: Server, games: int = GAMES, pause: float = 0.5
) -> AsyncIterator[Crowd]:
    """Let players play at these servers; opponents connect to different ones."""
    crowd = Crowd(pause=pause)
    await crowd.arrive(max(4, games // 4), *servers)
    people = crowd.players
    opening = []
    for k in range(games):
        one = people[k % len(people)]
        other: Player | str = people[(k + 1 + k // len(people) * 2) % len(people)]
        more: dict[str, Any] = {"pace": {"seconds": 600}} if k % 10 == 0 else {}
        game = "ingenious" if k % 2 else "tile-challenge"
        if k % 20 == 3:
            game, other = "tile-challenge", "kid"
        opening.append((game, one, other, more))
    for some in [opening[k : k + 20] for k in range(0, len(opening), 20)]:
        await asyncio.gather(*(crowd.open(game, a, b, **more) for game, a, b, more in some))
    crowd.play()
    try:
        yield crowd
    finally:
        await crowd.stop()


async def idle_clock(crowd: Crowd) -> str:
    """Open a table with a clock at which no player moves; return its name."""
    one, other = crowd.players[:2]
    table = await crowd.open("tile-challenge", one, other, pace={"seconds": 600})
    crowd.idle.add(table)
    return table


async def all_tables_go_on(crowd: Crowd, before: dict[str, int], seconds: float) -> None:
    """Wait until something has happened at every table that is not over."""

    def stuck() -> list[str]:
        now = crowd.numbers()
        done = crowd.over() | crowd.idle
        return [table for table in before if now[table] < before[table] + 4 and table not in done]

    await crowd.until(lambda: not stuck(), seconds, lambda: crowd.described(stuck()))


async def check_store(database: str, seen: dict[str, int]) -> None:
    """Every table replays, without a gap, at least to what any player has seen."""
    store = await Store.open(database)
    try:
        for name, number in seen.items():
            secret = await store.secret_of(name)
            assert secret is not None
            table = Table(name, secret)
            for entry in await store.entries(name):
                table.apply(entry)
            assert table.number >= number
    finally:
        await store.close()


async def check_pause(database: str, table: str, since: float, until: float) -> None:
    """Check that time in which no player could move was given back, and little more."""
    store = await Store.open(database)
    try:
        entries = await store.entries(table)
    finally:
        await store.close()
    long = [  # a busy machine may be away for a moment, too
        (entry.at, entry.event.seconds)
        for entry in entries
        if isinstance(entry.event, Paused) and entry.event.seconds > until - since
    ]
    assert len(long) == 1, "all processes that were away are away once"
    ((at, seconds),) = long
    assert seconds < at - since + DOWN


def test_a_killed_server_loses_nothing(places: tuple[str, str], tmp_path: Path) -> None:
    with Server(*places, log=tmp_path / "log", proxies=1) as server:

        async def play() -> None:
            async with crowd_at(server) as crowd:
                table = await idle_clock(crowd)
                await crowd.until(lambda: crowd.moves > 6 * GAMES, 180, "too few moves are played")
                server.kill()
                killed, seen = time.time(), crowd.numbers()
                await asyncio.sleep(DOWN)
                started = time.time()
                await asyncio.to_thread(server.start)
                await all_tables_go_on(crowd, seen, 180 + LEASE)
            await check_store(server.database, crowd.numbers())
            await check_pause(server.database, table, killed, started)

        asyncio.run(play())
        assert "Traceback" not in server.log()


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture
def own_nats() -> Iterator[Nats]:
    with nats() as server:
        yield server


Two = Callable[[Callable[[Server, Server], Coroutine[Any, Any, None]]], None]


@pytest.fixture
def at_two(own_postgres: Postgres, own_nats: Nats, tmp_path: Path) -> Two:
    """Run something at two servers that share a database and a bus."""

    def run(what: Callable[[Server, Server], Coroutine[Any, Any, None]]) -> None:
        database = own_postgres.new_database()
        first = Server(database, own_nats.address, log=tmp_path / "log1", proxies=1)
        second = Server(database, own_nats.address, log=tmp_path / "log2", proxies=1)
        with first, second:
            asyncio.run(what(first, second))
            assert "Traceback" not in first.log() + second.log()

    return run


def test_players_of_a_killed_process_go_on_at_another(at_two: Two) -> None:
    async def play(first: Server, second: Server) -> None:
        async with crowd_at(first, second) as crowd:
            await crowd.until(lambda: crowd.moves > 6 * GAMES, 180, "too few moves are played")
            first.kill()
            seen = crowd.numbers()
            for player in crowd.players:
                player.server = second
            await all_tables_go_on(crowd, seen, 180 + LEASE)
        await check_store(second.database, crowd.numbers())

    at_two(play)


def test_a_database_that_is_restarted_loses_nothing(at_two: Two, own_postgres: Postgres) -> None:
    async def play(first: Server, second: Server) -> None:
        async with crowd_at(first, second, games=40) as crowd:
            table = await idle_clock(crowd)
            await crowd.until(lambda: crowd.moves > 200, 180, "too few moves are played")
            await asyncio.to_thread(own_postgres.stop)
            stopped, seen = time.time(), crowd.numbers()
            answer = await crowd.http.get(f"{first.address}/health")
            assert answer.status_code == 503
            assert answer.json()["code"] == "storage-failure"
            await asyncio.sleep(DOWN)
            started = time.time()
            await asyncio.to_thread(own_postgres.start)
            await all_tables_go_on(crowd, seen, 180 + LEASE)
            assert "storage-failure" in crowd.refusals
        await check_store(first.database, crowd.numbers())
        await check_pause(first.database, table, stopped, started)

    at_two(play)


def test_a_bus_that_is_restarted_loses_nothing(at_two: Two, own_nats: Nats) -> None:
    async def play(first: Server, second: Server) -> None:
        async with crowd_at(first, second, games=40) as crowd:
            await crowd.until(lambda: crowd.moves > 200, 180, "too few moves are played")
            await asyncio.to_thread(own_nats.stop)
            await asyncio.sleep(BUS_DOWN)
            await asyncio.to_thread(own_nats.start)
            await all_tables_go_on(crowd, crowd.numbers(), 180 + LEASE)
        await check_store(first.database, crowd.numbers())

    at_two(play)


def play_alone(guest: Guest) -> str:
    """Let a guest play both sides of a game to its end; return the table's name."""
    seats = [{"type": "me"}, {"type": "screen", "name": "Bob"}]
    table: str = guest.post("/api/tables", game="spezial", seats=seats)["table"]
    told = guest.post(f"/api/tables/{table}/start")
    rng = random.Random(1)
    while told["phase"] != "over":
        seat = told["turn"]
        body = {"seat": seat, "number": told["number"], "move": any_move(told, seat, rng)}
        told = guest.post(f"/api/tables/{table}/moves", **body)
    return table


async def seconds_for_a_ping(guest: Guest) -> float:
    asked = time.monotonic()
    guest.send("ping")
    await asyncio.to_thread(guest.hear, "pong")
    return time.monotonic() - asked


@contextlib.asynccontextmanager
async def narrow_socket(server: Server) -> AsyncIterator[ClientConnection]:
    """Connect with room for little that was sent and not read."""
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.setblocking(False)
    await asyncio.get_running_loop().sock_connect(narrow, ("127.0.0.1", server.port))
    async with connect(
        f"ws://127.0.0.1:{server.port}/api/live/v1", sock=narrow, compression=None,
        max_queue=1, max_size=None, ping_interval=None,
        additional_headers={"x-forwarded-for": "10.0.0.3"},
    ) as sleeper:  # fmt: skip
        yield sleeper


def test_a_client_that_does_not_read_is_cut_off_and_others_need_not_wait(
    places: tuple[str, str], tmp_path: Path
) -> None:
    with Server(*places, log=tmp_path / "log", proxies=1) as server:
        host = httpx.Client(base_url=server.address, verify=False, timeout=60)
        ada = server.guest("Ada", address="10.0.0.1")
        table = play_alone(ada)

        async def ask_and_read_nothing() -> int:
            """Ask for much and read nothing; return the code with which the socket is closed."""
            pings = []
            async with narrow_socket(server) as sleeper:
                with contextlib.suppress(ConnectionClosed):
                    for k in range(400):
                        await sleeper.send(json.dumps({"type": "watch", "table": table}))
                        await asyncio.sleep(0 if k < AT_ONCE else PAUSE)
                        if k % 20 == 0:
                            pings.append(await seconds_for_a_ping(ada))
                        if k % 10 == 9 and sockets_of(host) == 1:
                            break
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        await asyncio.wait_for(sleeper.recv(), 10)
            assert max(pings) < 10, "others had to wait"
            return sleeper.close_code or 0

        # It gets a message that it is too slow, and is cut off if it does not read that either.
        assert asyncio.run(ask_and_read_nothing()) in (TOO_SLOW, CloseCode.ABNORMAL_CLOSURE)
        assert sockets_of(host) == 1
        host.close()
        ada.send("ping")
        assert ada.hear("pong")
        assert "Traceback" not in server.log()


def sockets_of(host: httpx.Client) -> int:
    """How many sockets are open, as the server counts them."""
    text = host.get("/metrics").text
    found = re.search(r"^genial_sockets (\d+)", text, re.MULTILINE)
    assert found, text
    return int(found[1])
