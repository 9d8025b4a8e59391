"""What a move costs in the server, part by part: `python -m benchmarks.server.path`.

The server runs in this process, on a SQLite file, and its connections have no sockets: what they
receive is put into a queue, and what they send is counted. Two players and a spectator are at every
table. The whole is measured in processor time, all threads together. The parts are measured one by
one, on the same moves, each in its best of some attempts. What they leave of the whole is listed as
the rest: tasks, locks, futures and caches that are cold.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any, cast

import msgspec
import uvloop
from websockets.frames import Frame, Opcode

import genial
from genial.server.accounts.accounts import Account
from genial.server.app import running_app
from genial.server.limits import Budget, Limit
from genial.server.live import protocol
from genial.server.live.connection import Connection
from genial.server.live.outbox import DIRECT_TEXTS
from genial.server.logs import set_up_log
from genial.server.services import Services, services_of
from genial.server.settings import Settings
from genial.server.storage.change import Change
from genial.server.storage.sqlite import connect, store_together
from genial.server.tables import commands
from genial.server.tables.decision import Decision
from genial.server.tables.events import Person, Terms
from genial.server.tables.projection import Announcement
from genial.server.tables.table import Table
from genial.server.tables.views import Views
from genial.server.transport.direct_texts import frame_header, masked_text

TABLES, ROUNDS, ATTEMPTS, BATCH = 48, 5, 15, 16
AUDIENCES = ((1,), (2,), ())


# --- the whole


class Client:
    """A client without a socket: what it sends is received at once."""

    def __init__(self, hear: Callable[[bytes], object]) -> None:
        self._hear = hear
        self._texts: asyncio.Queue[str] = asyncio.Queue()
        self.scope = {
            "extensions": {DIRECT_TEXTS: {"send": self._take, "receive": self._texts.get}}
        }

    def say(self, message: msgspec.Struct) -> None:
        """Send a message to the server."""
        self._texts.put_nowait(msgspec.json.encode(message).decode())

    def _take(self, text: bytes) -> bool:
        self._hear(text)
        return True

    async def close(self, code: int) -> None:
        """Do nothing: there is no socket."""


class Play:
    """A game whose moves are known beforehand, by two players and a spectator."""

    def __init__(self, services: Services, rng: random.Random) -> None:
        self._services, self._rng = services, rng
        self._tasks: list[asyncio.Task[None]] = []
        self._at = 0
        self._is_watched, self.is_over = asyncio.Event(), asyncio.Event()

    async def prepare(self) -> None:
        """Open a table, seat the players, start the game and watch it."""
        services = self._services
        accounts = [await services.accounts.create_guest(name) for name in ("Ada", "Bob")]
        host, other = [Person(one.account, one.name) for one in accounts]
        game = genial.game("ingenious")
        terms = Terms(game=game.name, options=game.options)
        table = await services.registry.open(terms, host.account, [host, other])
        table = await services.tables.start(host.account, table.name)
        self.steps = playthrough(table, self._rng)
        self._clients = [self._connect(account) for account in (*accounts, None)]
        for client in self._clients:
            client.say(protocol.Watch(table.name))
        await self._is_watched.wait()

    def _connect(self, account: Account | None) -> Client:
        client = Client(self._hear if account is None else len)
        socket: Any = client
        connection = Connection(
            socket, account, self._services.live, Limit(1e9, 1e9), client.__class__.__name__
        )
        self._tasks.append(asyncio.create_task(connection.serve()))
        return client

    def _hear(self, text: bytes) -> None:
        """Let the next move follow as soon as the spectator, the last one, has heard of one."""
        if text.startswith((b'{"type":"news"', b'{"type":"situation"')):
            if self._is_watched.is_set():
                self.move()
            self._is_watched.set()

    def move(self) -> None:
        """Send the next move of the game."""
        if self._at == len(self.steps):
            self.is_over.set()
            return
        before, decision = self.steps[self._at]
        event: Any = decision.events[0]
        self._at += 1
        self._clients[event.seat - 1].say(
            protocol.Play(before.name, event.seat, event.move, before.number)
        )

    async def end(self) -> None:
        """Close the connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def playthrough(table: Table, rng: random.Random) -> list[tuple[Table, Decision]]:
    """Return a random game to the end: the table before each move, and what the move decides."""
    steps = []
    while table.turn is not None:
        assert table.state is not None
        decision = commands.move(table, 1.0, table.turn, rng.choice(table.state.legal()))
        steps.append((table, decision))
        table = decision.after
    return steps


async def measure_whole(services: Services, tables: int, seed: int) -> float:
    """Return the microseconds of the processor that a move takes, of games played together."""
    plays = [Play(services, random.Random(1000 * seed + k)) for k in range(tables)]
    for play in plays:
        await play.prepare()
    began = time.process_time()
    for play in plays:
        play.move()
    for play in plays:
        await play.is_over.wait()
    spent = time.process_time() - began
    for play in plays:
        await play.end()
    return 1e6 * spent / sum(len(play.steps) for play in plays)


# --- the parts


@dataclass
class Step:
    """A move, and all that it makes, as the parts need it."""

    before: Table
    decision: Decision
    frame: bytes


def steps_of(table: Table) -> list[Step]:
    """Return the moves of a game, but for the last: it is sent otherwise."""
    steps = []
    for before, decision in playthrough(table, random.Random(1))[:-1]:
        event: Any = decision.events[0]
        play = protocol.Play(before.name, event.seat, event.move, before.number)
        frame = Frame(Opcode.TEXT, msgspec.json.encode(play)).serialize(mask=True)
        steps.append(Step(before, decision, frame))
    return steps


def microseconds(steps: list[Step], work: Callable[[Any], object], prepare: Any = None) -> float:
    """Return how long some work takes, in the best of some attempts, as a mean of all steps."""
    found = []
    for step in steps:
        took = []
        for _ in range(ATTEMPTS):
            given = step if prepare is None else prepare(step)
            began = time.perf_counter()
            work(given)
            took.append(time.perf_counter() - began)
        found.append(min(took))
    return 1e6 * mean(found)


def decide(step: Step) -> Decision:
    """Decide the move anew, so that nothing of it is worked out yet."""
    event: Any = step.decision.events[0]
    return commands.move(step.before, 1.0, event.seat, event.move, known=step.before.number)


def announce(step: Step) -> Announcement:
    """Announce the move, decided anew."""
    decision = decide(step)
    return Announcement(decision.after, decision.entries, 1.0)


def project(announcement: Announcement) -> list[bytes]:
    """Return what players and spectators get."""
    return [announcement.text_for(mine) for mine in AUDIENCES]


async def measure_parts(services: Services, folder: Path) -> dict[str, float]:
    """Return the microseconds of each part of a move."""
    play = Play(services, random.Random(1))
    await play.prepare()
    steps = steps_of(play.steps[0][0])
    await play.end()
    registry, limit, budget = services.registry, Limit(1e9, 1e9), Budget(1e9, 1e9)

    def read(step: Step) -> None:
        text = masked_text(step.frame)
        assert text is not None
        protocol.decode(text.decode())

    def advance(step: Step) -> None:
        event: Any = step.decision.events[0]
        assert step.before.state is not None
        step.before.state.play(event.move, event.seat)

    def encode(step: Step) -> None:
        Change.of(step.decision.after, step.decision.entries)

    def view(decision: Decision) -> None:
        assert decision.after.state is not None
        views = Views(decision.after.state)
        for seat in (1, 2, None):
            views.of(seat, [])

    def choose(step: Step) -> None:
        assert step.decision.after.state is not None
        msgspec.json.encode(step.decision.after.state.choices())

    def notify(step: Step) -> None:
        registry.notify_change(step.decision.after)
        registry.notify_stored(step.decision.after, step.decision.entries)

    playing, viewing = microseconds(steps, advance), microseconds(steps, view, decide)
    choosing = microseconds(steps, choose)
    return {
        "read: frame, JSON, shape": microseconds(steps, read),
        "limits on frames and messages": microseconds(
            steps, lambda _: (budget.spend(1), limit.try_use("a"))
        ),
        "decide: play the move in the kernel": playing,
        "decide: turn, event, table after it": microseconds(steps, decide) - playing,
        "store: rows of the event and the table": microseconds(steps, encode),
        f"store: SQLite, {BATCH} moves a commit": measure_storing(steps, folder),
        "project: views": viewing,
        "project: legal moves": choosing,
        "project: lines, effects, messages": microseconds(steps, project, announce)
        - viewing - choosing,
        "tell lobby, notifications, ledger, bots": microseconds(steps, notify),
        "send: three frames into sockets": await measure_sending(steps),
    }  # fmt: skip


def measure_storing(steps: list[Step], folder: Path) -> float:
    """Return the microseconds of the processor that a move takes in a commit of several."""
    connection = connect(folder / "rows.db")
    connection.execute("CREATE TABLE events (table_name, number, at, body, "
                       "PRIMARY KEY (table_name, number)) WITHOUT ROWID")  # fmt: skip
    connection.execute("CREATE TABLE tables (name PRIMARY KEY, seats, phase, number, turn, bot, "
                       "deadline, changed, result)")  # fmt: skip
    changes = [Change.of(step.decision.after, step.decision.entries) for step in steps]
    took = []
    for attempt in range(ATTEMPTS * len(changes)):
        change = changes[attempt % len(changes)]
        names = [f"{attempt}-{k}" for k in range(BATCH)]
        batch: list[tuple[Change, ...]] = [
            (msgspec.structs.replace(change, name=name),) for name in names
        ]
        began = time.process_time()
        connection.execute("BEGIN IMMEDIATE")
        store_together(connection, batch)
        connection.execute("COMMIT")
        took.append(time.process_time() - began)
    connection.close()
    return 1e6 * median(took) / BATCH


async def measure_sending(steps: list[Step]) -> float:
    """Return the microseconds that writing three messages to sockets takes."""
    loop = asyncio.get_running_loop()
    accepted: asyncio.Future[asyncio.Transport] = loop.create_future()

    class Server(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            accepted.set_result(cast(asyncio.Transport, transport))

    server = await loop.create_server(Server, "127.0.0.1", 0)
    client = socket.create_connection(server.sockets[0].getsockname())
    transport = await accepted

    def send(texts: list[bytes]) -> None:
        for text in texts:
            transport.write(frame_header(len(text)) + text)

    def prepare(step: Step) -> list[bytes]:
        client.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while client.recv(1 << 16):
                pass
        return project(announce(step))

    took = microseconds(steps, send, prepare)
    transport.close()
    client.close()
    server.close()
    return took


# --- the command


async def run(tables: int, rounds: int) -> int:
    """Print the parts, their sum, the whole and the rest."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        settings = Settings(database=f"sqlite:///{folder}/genial.db", thinkers=0, log_level="error")
        async with running_app(settings) as app:
            services = services_of(app)
            await services.compilation.wait_for_rules("ingenious")
            await measure_whole(services, 8, 0)
            wholes = [await measure_whole(services, tables, 1 + k) for k in range(rounds)]
            parts = await measure_parts(services, folder)
    for part, took in parts.items():
        print(f"{part:42} {took:7.1f} µs")
    sending = [took for part, took in parts.items() if part.startswith(("send", "read"))]
    whole = min(wholes) + sum(sending)
    print(f"{'sum of the parts':42} {sum(parts.values()):7.1f} µs")
    print(f"{'measured, with frames read and sent':42} {whole:7.1f} µs")
    print(f"{'the rest: tasks, queues, locks, caches':42} {whole - sum(parts.values()):7.1f} µs")
    print("rounds without frames:", ", ".join(f"{took:.0f}" for took in wholes))
    return 0


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES, help="played at once")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    set_up_log(as_json=False, level="error")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(run(options.tables, options.rounds))


if __name__ == "__main__":
    sys.exit(main())
