"""`python -m benchmarks.server`: how much the server carries, in one run with its peer."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table as Sheet
from tests.server.parts import free_port, nats, postgres

import genial
from benchmarks.server import servers
from benchmarks.server.servers import Load, Process
from genial.server.tables import commands
from genial.server.tables.events import Entry, Person, Terms, decode, encode
from genial.server.tables.table import Table

GAMES, RATE, SOCKETS, EVENTS = 200, 1000, 2000, 200
ROUNDS, WARM = 5, 20  # turns of every server, games before the first
THINKING = 6  # tables of bots that think while latency is measured
Data = dict[str, Any]

TARGETS: dict[str, tuple[str, float]] = {
    "sqlite / boardgame.io": (">=", 1.0),
    "postgresql / sqlite": (">=", 0.9),
    "sqlite / memory": (">=", 0.7),
    "p99 milliseconds": ("<=", 15.0),
    "kB a socket": ("<=", 20.0),
    "start seconds": ("<=", 2.0),
    "replay milliseconds": ("<=", 20.0),
}


# --- throughput


def carried(server: Process, kind: str, count: int, turn: int, **more: object) -> Data:
    """Moves a second of the server's processor, with a number of games at once."""
    load = Load(kind=kind, port=server.port, count=count, seed=turn, **more)
    before = server.cpu()
    told = dict(load.go())
    spent = server.cpu() - before
    return told | {"cpu": spent, "moves per cpu second": told["moves"] / spent}


def side_by_side(names: list[str], count: int, rounds: int) -> dict[str, Data]:
    """All servers run together, and one after the other has its turn, again and again.

    The speed of a shared machine changes by the minute: only what is measured within seconds of
    each other can be compared.
    """
    with contextlib.ExitStack() as stack:
        opened = {name: stack.enter_context(SERVERS[name]()) for name in names}
        carriers = {name: told for name, told in opened.items() if told is not None}
        for server, kind, more in carriers.values():
            carried(server, kind, WARM, 0, **more)
        found: dict[str, list[Data]] = {name: [] for name in carriers}
        for turn in range(1, rounds + 1):
            for name, (server, kind, more) in carriers.items():
                print(f"measuring {name}, {turn} of {rounds} …", file=sys.stderr)
                found[name].append(carried(server, kind, count, turn, **more))
    return {
        name: {
            "moves per cpu second": median(one["moves per cpu second"] for one in turns),
            "rounds": turns,
        }
        for name, turns in found.items()
    }


Carrier = tuple[Process, str, Data]  # a server, what the load plays there, what else it must know


@contextlib.contextmanager
def on_sqlite() -> Iterator[Carrier]:
    with folder() as here, servers.genial(here) as server:
        yield server, "genial", {}


@contextlib.contextmanager
def in_memory() -> Iterator[Carrier]:
    with folder() as here, servers.genial(here, program="benchmarks.server.memory") as server:
        yield server, "genial", {}


@contextlib.contextmanager
def on_postgresql() -> Iterator[Carrier]:
    with (
        folder() as here,
        postgres() as database,
        servers.genial(here, database.new_database()) as server,
    ):
        yield server, "genial", {}


@contextlib.contextmanager
def at_boardgame_io() -> Iterator[Carrier | None]:
    if servers.node() is None:
        print("boardgame.io is left out: there is no node with npm here", file=sys.stderr)
        yield None
        return
    with folder() as here, servers.boardgame(here) as (server, api):
        yield server, "boardgame", {"api": api}


SERVERS: dict[str, Callable[[], contextlib.AbstractContextManager[Carrier | None]]] = {
    "memory": in_memory,
    "sqlite": on_sqlite,
    "boardgame.io": at_boardgame_io,
    "postgresql": on_postgresql,
}


# --- the rest


def latency(count: int, seconds: float) -> Data:
    """How long a move takes to come back while bots think in a worker of low priority.

    It has one thread: here the database and the players need the cores, too.
    """
    with (
        folder() as here,
        nats() as bus,
        postgres() as databases,
        servers.genial(here, database := databases.new_database(), bus=bus.address) as server,
    ):
        command = [sys.executable, "-m", "genial", "worker", "--database", database,
                   "--bus", bus.address, "--thinkers", "1"]  # fmt: skip
        worker = Process(command, free_port(), core=None, log=here / "worker")
        try:
            _let_bots_play(server.port)
            time.sleep(3)
            before = worker.cpu()
            load = Load(kind="genial", port=server.port, count=count, rate=RATE, seconds=seconds)
            told = dict(load.go())
            return told | {"worker cpu": worker.cpu() - before}
        finally:
            worker.stop()


def _let_bots_play(port: int) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}/api", timeout=60) as http:
        http.post("/guests", json={"name": "host"}).raise_for_status()
        bots = [{"type": "bot", "level": "genius"}] * 2
        for _ in range(THINKING):
            told = http.post("/tables", json={"game": "ingenious", "seats": bots})
            told.raise_for_status()
            http.post(f"/tables/{told.json()['table']}/start").raise_for_status()


def idle(count: int) -> Data:
    """Memory of sockets on which nothing happens."""
    with folder() as here, servers.genial(here) as server:
        Load(kind="idle", port=server.port, count=50).end()
        time.sleep(1)
        before = server.memory()
        load = Load(kind="idle", port=server.port, count=count)
        time.sleep(1)
        after, spent = server.memory(), server.cpu()
        began = time.perf_counter()
        answered = server.wait_for()
        time.sleep(3)
        share = (server.cpu() - spent) / (time.perf_counter() - began)
        load.end()
    return {"sockets": count, "kB a socket": (after - before) / 1000 / count,
            "health seconds": answered, "cpu share": share}  # fmt: skip


def start(times: int = 3) -> Data:
    """From the command to the first page, when everything is compiled; the best of a few."""
    took = []
    with folder() as here:
        for _ in range(times):
            port = free_port()
            command = [sys.executable, "-m", "genial", "serve", "--port", str(port),
                       "--database", f"sqlite:///{here}/genial.db"]  # fmt: skip
            server = Process(command, port, core=None, log=here / "log")
            try:
                took.append(server.wait_for("/"))
            finally:
                server.stop()
    return {"seconds": min(took), "all": took}


def replay(count: int, times: int = 30) -> Data:
    """From stored events to a table; the median."""
    entries = _events(count)
    texts = [(entry.number, entry.at, encode(entry.event)) for entry in entries]
    took = []
    for _ in range(times):
        began = time.perf_counter()
        table = Table("t", bytes(32))
        for number, at, text in texts:
            table.apply(Entry(number, at, decode(text)))
        took.append(time.perf_counter() - began)
    return {"events": len(texts), "milliseconds": 1000 * sorted(took)[times // 2]}


def _events(count: int) -> list[Entry]:
    """The events of a long game."""
    game = genial.game("tile-challenge", players=2, games=4)
    table, entries = Table("t", bytes(32)), list[Entry]()
    terms = Terms(game=game.name, options=game.options)
    seats = [Person("a", "Ada"), Person("b", "Bob")]
    decision = commands.open_table(table, 0.0, game, terms, "a", seats)
    rng = random.Random(1)
    while len(entries) < count:
        entries += decision.entries
        table = decision.after
        if table.phase == "waiting":
            decision = commands.start(table, 0.0, "a")
        else:
            assert table.state is not None
            assert table.turn is not None
            move = rng.choice(table.state.legal())
            decision = commands.move(table, 0.0, table.turn, move)
    return entries[:count]


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        yield Path(name)


# --- the command


def measured(names: list[str], count: int, rounds: int, seconds: float) -> Data:
    """Everything that is asked for, in one run."""
    parts: dict[str, Callable[[], Data]] = {
        "latency": lambda: latency(count, seconds),
        "idle": lambda: idle(SOCKETS * count // GAMES),
        "start": start,
        "replay": lambda: replay(EVENTS),
    }
    names = names or [*SERVERS, *parts]
    results: Data = side_by_side([name for name in names if name in SERVERS], count, rounds)
    for name in names:
        if name in parts:
            print(f"measuring {name} …", file=sys.stderr)
            results[name] = parts[name]()
    return results


def summed_up(results: Data) -> dict[str, float]:
    """The numbers that have targets; of ratios the median of all rounds."""
    speed = {name: [turn["moves per cpu second"] for turn in told["rounds"]]
             for name, told in results.items() if "rounds" in told}  # fmt: skip
    found = {
        f"{a} / {b}": median(one / other for one, other in zip(speed[a], speed[b], strict=True))
        for a in speed
        for b in speed
        if f"{a} / {b}" in TARGETS
    }
    for name, part, key, times in (
        ("p99 milliseconds", "latency", "p99", 1000),
        ("kB a socket", "idle", "kB a socket", 1),
        ("start seconds", "start", "seconds", 1),
        ("replay milliseconds", "replay", "milliseconds", 1),
    ):
        if part in results:
            found[name] = results[part][key] * times
    return found


def main() -> int:
    about = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    about.add_argument("parts", nargs="*", help="what to measure; everything, if nothing is said")
    about.add_argument("--rounds", type=int, default=ROUNDS, help="turns of every server")
    about.add_argument("--games", type=int, default=GAMES, help="games at once")
    about.add_argument("--seconds", type=float, default=20.0, help="of paced moves for latency")
    about.add_argument("--out", type=Path, help="write the results as JSON into a file")
    told = about.parse_args()
    busy = os.getloadavg()
    results = measured(told.parts, told.games, told.rounds, told.seconds)
    sums = summed_up(results)
    sheet = Sheet("", "measured", "target", title="The server")
    for name, answer in results.items():
        if "moves per cpu second" in answer:
            sheet.add_row(f"{name}: moves a processor second",
                          f"{answer['moves per cpu second']:,.0f}", "")  # fmt: skip
    for name, value in sums.items():
        how, goal = TARGETS[name]
        is_met = value >= goal if how == ">=" else value <= goal
        sheet.add_row(name, f"{value:,.2f}", f"{how} {goal:g}{'' if is_met else '  missed'}")
    Console().print(sheet)
    data = {
        "python": platform.python_version(), "cores": os.cpu_count(), "games": told.games,
        "load before": busy, "load after": os.getloadavg(), "results": results, "sums": sums,
    }  # fmt: skip
    if told.out:
        told.out.write_text(json.dumps(data, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
