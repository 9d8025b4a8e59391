"""Workers: processes that only think, with a real PostgreSQL and NATS."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from genial.cli import main
from tests.processes import Command
from tests.server.live import Server, any_move
from tests.server.parts import Nats, Postgres
from tests.server.test_hints import get_thought
from tests.server.waiting import eventually

PATIENCE = 240.0  # seconds, on a busy machine


class Worker:
    """`genial worker` in a process."""

    def __init__(self, database: str, bus: str, log: Path) -> None:
        self._log = log
        self.process = Command(
            "worker", "--database", database, "--bus", bus, "--thinkers", "1",
            "--analysis-effort", "10", stdout=log,
        )  # fmt: skip
        eventually(self._has_started, seconds=PATIENCE, what="the worker does not start")

    def _has_started(self) -> bool:
        assert self.process.poll() is None, self.log()
        return "Thinking for" in self.log()

    def log(self) -> str:
        return self._log.read_text()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def end(self, how: signal.Signals) -> int:
        """Its exit code after a signal."""
        self.process.send_signal(how)
        return self.process.wait(240)


def asked(database: str, query: str) -> list[Any]:
    async def ask() -> list[Any]:
        connection = await asyncpg.connect(database)
        try:
            return [row[0] for row in await connection.fetch(query)]
        finally:
            await connection.close()

    return asyncio.run(ask())


THINKING = "SELECT job FROM leases WHERE holder LIKE 'thinker-%'"


def test_a_killed_workers_move_is_played_by_another_and_a_stopped_one_gives_its_lease_back(
    postgres_server: Postgres, nats_server: Nats, tmp_path: Path
) -> None:
    database, bus = postgres_server.new_database(), nats_server.address
    workers = []
    with Server(database, bus, log=tmp_path / "server.log", thinkers=0) as server:
        ada = server.guest("Ada")
        path = f"/api/tables/{ada.open('ingenious', 'me', 'genius')}"
        rng = random.Random(1)

        def play_until_the_bot_thinks() -> None:
            told = ada.get(path)
            while told["turn"] == 1:
                move = any_move(told, 1, rng)
                told = ada.post(f"{path}/moves", seat=1, number=told["number"], move=move)
            eventually(lambda: asked(database, THINKING), seconds=PATIENCE, what="no bot thinks")

        try:
            number = ada.post(f"{path}/start")["number"]
            assert ada.http.post(f"{path}/hint").json()["code"] == "no-adviser"
            workers.append(Worker(database, bus, tmp_path / "first.log"))
            assert get_thought(ada, f"{path}/hint")["number"] == number, (
                "workers answer questions, too"
            )
            while True:  # until it is stopped in the middle of a thought
                play_until_the_bot_thinks()
                workers[0].process.send_signal(signal.SIGSTOP)
                if asked(database, THINKING):
                    break
                workers[0].process.send_signal(signal.SIGCONT)
            workers[0].kill()
            assert asked(database, THINKING), "it died over its move"

            workers.append(Worker(database, bus, tmp_path / "second.log"))
            eventually(
                lambda: ada.get(path)["turn"] == 1, seconds=PATIENCE, what="the game does not go on"
            )
            play_until_the_bot_thinks()
            assert workers[1].end(signal.SIGTERM) == 0
            assert asked(database, THINKING) == []
            assert "Traceback" not in workers[1].log() + server.log()
        finally:
            for worker in workers:
                worker.kill()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "a worker needs a bus"),
        (["--bus", "nats://127.0.0.1:1", "--thinkers", "0"], "at least one thread"),
        (["--bus", "http://x"], "must be nats://"),
        (["--bus", "nats://127.0.0.1:1"], "there is no NATS server"),
        (["--bus", "nats://127.0.0.1:1", "--database", "sqlite:///x.db"], "needs PostgreSQL"),
    ],
)
def test_a_worker_that_cannot_work_says_why(
    arguments: list[str],
    said: str,
    postgres_server: Postgres,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "nice", lambda _: 0)
    monkeypatch.setenv("GENIAL_DATABASE", postgres_server.new_database())
    assert main(["worker", *arguments]) == 2
    assert said in capsys.readouterr().err
