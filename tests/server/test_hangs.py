"""Servers, databases and buses that hang without an error: no player is charged or left behind."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from genial.server.storage.store import Store
from genial.server.tables.events import Paused
from tests.server.live import Guest, Server, any_move
from tests.server.parts import Nats, Postgres, hanging, nats, postgres
from tests.server.waiting import eventually

pytestmark = pytest.mark.slow

CLOCK = 6.0  # seconds that each player has
HANG = 8.0  # longer than any clock


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture
def own_nats() -> Iterator[Nats]:
    with nats() as server:
        yield server


@pytest.fixture
def two(own_postgres: Postgres, own_nats: Nats, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two servers that share a database and a bus."""
    database = own_postgres.new_database()
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(
                Server(database, own_nats.address, log=tmp_path / f"log{k}", proxies=1)
            )
            for k in (1, 2)
        )
        first.wait_until_compiled()
        second.wait_until_compiled()
        yield first, second
        assert "Traceback" not in first.log() + second.log()


class Board:
    """A table of two players with short clocks."""

    def __init__(self, one: Guest, other: Guest, **more: Any) -> None:
        self.players = (one, other)
        more = {"pace": {"seconds": CLOCK}} | more
        self.name = one.open("ingenious", "me", "open", **more)
        self.path = f"/api/tables/{self.name}"
        other.post(f"{self.path}/seats/2")
        for player in self.players:
            player.send("watch", table=self.name)
            player.hear("situation")

    def start(self) -> None:
        self.told = self.players[0].post(f"{self.path}/start")

    def move(self) -> None:
        """Let the player to move do so."""
        seat = self.told["turn"]
        player = self.players[seat - 1]
        told = eventually(lambda: (now := player.get(self.path))["turn"] == seat and now)
        body = {"seat": seat, "number": told["number"]}
        move = any_move(told, seat, random.Random(1))
        self.told = player.post(f"{self.path}/moves", **body, move=move)


def pauses(database: str, name: str) -> list[float]:
    async def read() -> list[float]:
        store = await Store.open(database)
        try:
            entries = await store.entries(name)
        finally:
            await store.close()
        return [entry.event.seconds for entry in entries if isinstance(entry.event, Paused)]

    return asyncio.run(read())


def check_given_back(server: Server, board: Board) -> None:
    """The table got back what the hang took, once, and the game goes on."""
    # A busy machine lets servers wait, too: shorter pauses may be there before that of the hang.
    eventually(lambda: sum(pauses(server.database, board.name)) > HANG - 1)
    board.move()
    assert board.told["phase"] == "playing"
    given = pauses(server.database, board.name)
    assert HANG - 1 < sum(given) < HANG + CLOCK, given


def test_a_server_that_hangs_charges_no_player(places: tuple[str, str], tmp_path: Path) -> None:
    with Server(*places, log=tmp_path / "log", proxies=1) as server:
        server.wait_until_compiled()
        board = Board(server.guest("Ada"), server.guest("Bob"))
        board.start()
        with hanging(server.process.pid):
            time.sleep(HANG)
        check_given_back(server, board)
        assert "Traceback" not in server.log()


def test_servers_that_all_hang_charge_no_player(two: tuple[Server, Server]) -> None:
    first, second = two
    board = Board(first.guest("Ada"), second.guest("Bob"))
    board.start()
    with hanging(first.process.pid, second.process.pid):
        time.sleep(HANG)
    check_given_back(first, board)


def test_a_database_that_hangs_charges_no_player(
    two: tuple[Server, Server], own_postgres: Postgres
) -> None:
    first, second = two
    board = Board(first.guest("Ada"), second.guest("Bob"))
    board.start()
    with hanging(own_postgres.pid):
        time.sleep(HANG)
    check_given_back(first, board)


def test_a_player_whose_server_hangs_alone_is_not_charged(two: tuple[Server, Server]) -> None:
    first, second = two
    board = Board(first.guest("Ada"), second.guest("Bob"))
    board.start()
    with hanging(first.process.pid):
        time.sleep(HANG)
    check_given_back(first, board)


def test_a_player_whose_server_lives_is_charged_while_another_hangs(
    two: tuple[Server, Server],
) -> None:
    first, second = two
    board = Board(first.guest("Ada"), second.guest("Bob"))
    board.start()
    board.move()
    with hanging(first.process.pid):
        bob = board.players[1]
        told = eventually(lambda: (now := bob.get(board.path))["phase"] == "over" and now)
    assert (told["result"]["how"], told["result"]["seat"]) == ("time", 2)


def test_a_bus_that_hangs_holds_no_player_up_and_leaves_none_behind(
    two: tuple[Server, Server], own_nats: Nats
) -> None:
    first, second = two
    ada, bob = first.guest("Ada"), second.guest("Bob")
    board = Board(ada, bob, pace=None)
    board.start()
    for player in (ada, bob):
        player.hear("situation")
    with hanging(own_nats.pid):
        for _ in range(6):
            began = time.monotonic()
            board.move()
            assert time.monotonic() - began < 20, "the bus held a move up"
        number = board.told["number"]
        for player in (ada, bob):
            while player.hear("situation", "news", seconds=30)["number"] < number:
                pass
        ada.send("say", table=board.name, text="Are you there?")
        assert bob.hear("said")["text"] == "Are you there?"
    board.move()
    for player in (ada, bob):
        while player.hear("situation", "news", seconds=30)["number"] < board.told["number"]:
            pass
