"""The application within a test's own process: real databases, no sockets, a clock to turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from litestar import Litestar

import genial
from genial.server.accounts.names import skeleton
from genial.server.app import running_app
from genial.server.cluster.monotonic_clock import MonotonicClock
from genial.server.compilation import Compilation, NotCompiled
from genial.server.limits import Limit
from genial.server.services import RateLimits, services_of
from genial.server.settings import Settings
from genial.server.storage import schema
from genial.server.storage.beats import LATE
from genial.server.tables import commands
from genial.server.tables.decision import Decision
from genial.server.tables.events import Entry
from genial.server.tables.table import Table
from tests.server.waiting import until

# Litestar 2 warns of Litestar 3 when its application is made.
of_litestar_2 = pytest.mark.filterwarnings(
    "ignore:.*(Reserved kwarg|using deprecated):DeprecationWarning"
)


COMPILING = 600  # seconds that compiling all rules may take


class Clock:
    """The time, which stands still unless a test turns it."""

    def __init__(self, at: float = 1_800_000_000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at

    def ticks(self) -> float:
        """What passes even if the clock is set: here nothing else does."""
        return self()


class House:
    """An application, and clients that send it requests."""

    def __init__(self, app: Litestar, clock: Clock, stack: AsyncExitStack) -> None:
        self.app, self.clock, self._stack = app, clock, stack
        self.services = services_of(app)
        self.registry = self.services.registry

    async def guest(self, name: str, *, kept: bool = False, address: str = "127.0.0.1") -> Client:
        transport = httpx.ASGITransport(self.app, client=(address, 123))
        http = httpx.AsyncClient(transport=transport, base_url="http://genial", timeout=30)
        client = Client(await self._stack.enter_async_context(http), name)
        self.services.limits.arrivals._buckets.clear()
        client.account = (await client.post("/api/guests", name=name))["account"]
        if kept:
            accounts = schema.accounts
            async with self.registry.store.engine.begin() as connection:
                await connection.execute(
                    sa.update(accounts)
                    .where(accounts.c.account == client.account)
                    .values(password="a hash", skeleton=skeleton(name))  # a real one takes long
                )
        return client

    async def seated(self, game: str, *players: Client, **more: Any) -> str:
        """Open and start a table for these players; return its name."""
        host, *others = players
        seats = [{"type": "me"}, *({"type": "open"} for _ in others)]
        told = await host.post("/api/tables", game=game, seats=seats, **more)
        name: str = told["table"]
        for seat, other in enumerate(others, 2):
            await other.post(f"/api/tables/{name}/seats/{seat}")
        await host.post(f"/api/tables/{name}/start")
        return name

    async def played(self, game: str, *players: Client, **more: Any) -> str:
        """Let these players play a game to the end; return the table's name."""
        name = await self.seated(game, *players, **more)
        await self.play_out(name)
        return name

    async def move(self, name: str) -> Table:
        """Let the player to move play the first legal move."""

        def decide(table: Table, now: float) -> Decision:
            assert table.turn is not None
            assert table.state is not None
            return commands.move(table, now, table.turn, table.state.legal()[0])

        return (await self.registry.update(name, decide)).after

    async def let_pass(self, seconds: float) -> None:
        """Turn the clock, slowly enough for the server to stay alive."""
        end = self.clock.at + seconds
        while self.clock.at < end:
            self.clock.at = min(end, self.clock.at + LATE - 0.5)
            await until(self._has_beaten)

    async def join(self, other: House) -> None:
        """Turn the clock until this process has seen another one beat, and beats itself."""
        while self.registry.heartbeat.last == 0:
            self.clock.at += 1
            await until(other._has_beaten)
            await asyncio.sleep(0.1)

    async def hang(self, seconds: float) -> None:
        """Turn the clock as if nothing ran meanwhile, until the server notices."""
        self.clock.at += seconds
        await until(self._has_beaten)

    async def _has_beaten(self) -> bool:
        return self.registry.heartbeat.last >= self.clock.at

    async def play_out(self, name: str) -> None:
        """Play the rest of a game at once."""

        def decide(table: Table, now: float) -> Decision:
            entries: list[Entry] = []
            while table.phase == "playing":
                assert table.turn is not None
                assert table.state is not None
                moves = table.state.legal()
                decision = commands.move(table, now, table.turn, moves[len(moves) // 2])
                entries += decision.entries
                table = decision.after
            return Decision(entries, table)

        await self.registry.update(name, decide)


class Client:
    """A guest or an account that sends requests over HTTP."""

    def __init__(self, http: httpx.AsyncClient, name: str) -> None:
        self.http, self.name, self.account = http, name, ""

    async def post(self, path: str, **body: Any) -> Any:
        return _told(await self.http.post(path, json=body))

    async def get(self, path: str) -> Any:
        return _told(await self.http.get(path))

    async def put(self, path: str, **body: Any) -> Any:
        return _told(await self.http.put(path, json=body))

    async def delete(self, path: str) -> Any:
        return _told(await self.http.delete(path))

    async def refused(self, method: str, path: str, **body: Any) -> str:
        """Return the code with which a request is refused."""
        more = {"json": body} if method in ("POST", "PUT") else {}
        answer = await self.http.request(method, path, **more)
        assert 400 <= answer.status_code < 500, answer.text
        return str(answer.json()["code"])


def _told(answer: httpx.Response) -> Any:
    assert answer.status_code < 300, answer.text
    return answer.json() if answer.content else None


async def are_rules_compiled(compilation: Compilation) -> bool:
    """Tell if all games can be played."""
    try:
        for game in genial.games():
            compilation.check(game)
    except NotCompiled:
        return False
    return True


@asynccontextmanager
async def inside(
    places: tuple[str, str],
    clock: Clock | None = None,
    requests: Limit | None = None,
    **more: Any,
) -> AsyncIterator[House]:
    """Run an application on a database and a bus."""
    clock = clock or Clock()
    settings = Settings(database=places[0], bus=places[1], **({"thinkers": 0} | more))
    async with AsyncExitStack() as stack:
        limits = RateLimits(requests=requests or Limit(1e9, 1e9))
        app = await stack.enter_async_context(
            running_app(settings, MonotonicClock(clock, clock.ticks), limits)
        )
        await until(lambda: are_rules_compiled(services_of(app).compilation), COMPILING)
        yield House(app, clock, stack)
