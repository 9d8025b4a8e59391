"""Databases, backups and records of earlier versions load, and their games go on."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

import genial
from genial.server.storage import backup, schema
from genial.server.storage.store import engine_for
from genial.server.tables.days import end_of
from tests.server.live import Server, any_move
from tests.server.waiting import eventually

EARLIER = Path(__file__).parent / "earlier"
ABOUT: dict[str, Any] = json.loads((EARLIER / "about.json").read_text())
PASSWORDS = {"Ada": "correct horse", "Bob": "battery staple"}


@pytest.fixture(params=["database", "backup on SQLite", "backup on PostgreSQL"])
def resumed(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A server on the earlier database, or on what is restored from its backup."""
    address, bus = f"sqlite:///{tmp_path}/genial.db", ""
    if request.param == "database":
        content = gzip.decompress((EARLIER / "genial.db.gz").read_bytes())
        (tmp_path / "genial.db").write_bytes(content)
    else:
        if request.param == "backup on PostgreSQL":
            address = request.getfixturevalue("postgres_server").new_database()
            bus = request.getfixturevalue("nats_server").address
        asyncio.run(restore(address))
    asyncio.run(visit_waiting_tables(address))
    with Server(address, bus, log=tmp_path / "log") as server:
        server.wait_until_compiled()
        yield server


async def restore(address: str) -> None:
    engine = engine_for(address)
    try:
        await backup.restore(
            engine, EARLIER / "genial.backup", time.time(), lambda *_: None, replace=False
        )
    finally:
        await engine.dispose()


async def visit_waiting_tables(address: str) -> None:
    """Let tables that wait have been visited just now: after a week they would be closed."""
    engine = engine_for(address)
    try:
        async with engine.begin() as connection:
            waiting = sa.update(schema.tables).where(schema.tables.c.phase == "waiting")
            await connection.execute(waiting.values(changed=time.time()))
    finally:
        await engine.dispose()


@contextlib.contextmanager
def log_in(server: Server, name: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=60) as client:
        answer = client.post("/api/login", json={"name": name, "password": PASSWORDS[name]})
        assert answer.status_code == 201, answer.text
        assert answer.json()["account"] == ABOUT["accounts"][name]
        yield client


def play_on(players: dict[int, httpx.Client], table: str, moves: int) -> dict[str, Any]:
    """Let players move, by seat; how the table stands then."""
    rng = random.Random(1)
    for _ in range(moves):
        turn = players[1].get(f"/api/tables/{table}").json()["turn"]
        situation = players[turn].get(f"/api/tables/{table}").json()
        move = any_move(situation, turn, rng)
        answer = players[turn].post(
            f"/api/tables/{table}/moves",
            json={"seat": turn, "move": move, "number": situation["number"]},
        )
        assert answer.status_code == 201, answer.text
    answer = players[1].get(f"/api/tables/{table}")
    assert answer.status_code == 200, answer.text
    situation = answer.json()
    assert isinstance(situation, dict)
    return situation


def test_games_of_an_earlier_version_go_on(resumed: Server) -> None:
    with log_in(resumed, "Ada") as ada, log_in(resumed, "Bob") as bob:
        for name, table in ABOUT["tables"].items():
            if name == "daily":
                continue
            situation = ada.get(f"/api/tables/{table}").json()
            assert situation["phase"] == ABOUT["phases"][name], name
            assert situation["number"] >= ABOUT["numbers"][name], name
        for name in ("rated", "rated-without-clock"):
            table = ABOUT["tables"][name]
            before = play_on({1: ada, 2: bob}, table, 0)["number"]
            assert play_on({1: ada, 2: bob}, table, 6)["number"] >= before + 6
        started = ada.post(f"/api/tables/{ABOUT['tables']['waiting']}/start")
        assert started.json()["phase"] == "playing", started.text


def test_a_daily_challenge_of_an_earlier_version_ends_with_its_day(resumed: Server) -> None:
    with log_in(resumed, "Ada") as ada:
        address = f"/api/tables/{ABOUT['tables']['daily']}"
        day = ada.get(address).json()["terms"]["daily"]
        assert time.time() > end_of(day), "the file is older than any test"
        eventually(
            lambda: ada.get(address).json()["phase"] == "over", what="the challenge never ends"
        )
        result = ada.get(address).json()["result"]
    assert (result["how"], result.get("seat")) == ("time", 1)


def test_what_an_earlier_version_knew_of_people_is_still_there(resumed: Server) -> None:
    with log_in(resumed, "Bob") as bob:
        blocked = bob.get("/api/me/blocks").json()
        assert [person["account"] for person in blocked] == [ABOUT["accounts"]["Cem"]]
        talk = bob.get(f"/api/tables/{ABOUT['tables']['rated']}/talk").json()
        assert [line["text"] for line in talk][:2] == ["Good luck, Bob! 🎲", "Viel Glück, Ada."]
        profile = bob.get(f"/api/people/{ABOUT['accounts']['Ada']}").json()
        ratings = {one["game"]: one["rating"] for one in profile["tallies"] if "rating" in one}
        assert ratings == {"phoenix": 1422, "tile-challenge": 1578}
        record = bob.get(f"/api/tables/{ABOUT['tables']['finished']}/record").text
        assert record == (EARLIER / "finished.genial").read_text()
    bearer = {"authorization": f"Bearer {ABOUT['token']}"}
    me = httpx.get(f"{resumed.address}/api/me", headers=bearer).json()
    assert me["account"] == ABOUT["accounts"]["Ada"], "a token stays valid"


def test_a_record_of_an_earlier_version_replays_and_its_deals_are_proven() -> None:
    text = (EARLIER / "finished.genial").read_text()
    state = genial.replay(text)
    assert state.over
    assert state.ranks == (2, 1)
    assert genial.verify(text)
