"""Backups: whole, the same for both databases, and nothing is destroyed by the way."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

import genial
from genial.cli import main
from genial.server.accounts.accounts import Accounts
from genial.server.cluster.bus import LocalBus
from genial.server.errors import Refusal
from genial.server.storage import backup, migrate
from genial.server.storage.store import Store, engine_for
from genial.server.tables import commands
from genial.server.tables.events import Pace, Person, Terms
from genial.server.tables.registry import TableRegistry
from tests.server.parts import Postgres

GAME = "tile-challenge"


def silent(done: int, total: int) -> None:
    assert 0 <= done <= total


async def moved(registry: TableRegistry, table: str, moves: int) -> None:
    """Let the players of a table make some moves."""
    for _ in range(moves):
        now = await registry.table(table)
        if now.state is None or now.turn is None:
            return
        move = random.Random(now.number).choice(now.state.legal())
        await registry.update(
            table, lambda at, now, move=move: commands.move(at, now, at.turn, move)
        )


async def lived_in(address: str, games: int = 3) -> list[str]:
    """Fill a database with people and games that go on; the tables."""
    store = await Store.open(address)
    registry = TableRegistry(store, LocalBus())
    accounts = Accounts(store, await store.secret("cookies", b"c" * 32), time.time)
    ada, bob = await accounts.create_guest("Ada Ł ü 🎲"), await accounts.create_guest("Bob")
    await accounts.set_password(ada, "correct horse")
    names = []
    for _ in range(games):
        terms = Terms(game=GAME, options={"players": 2}, pace=Pace(seconds=1e6 / 3))
        seats = [Person(ada.account, ada.name), Person(bob.account, bob.name)]
        table = await registry.open(terms, ada.account, seats)
        await registry.update(table.name, lambda at, now: commands.start(at, now, ada.account))
        await moved(registry, table.name, 7)
        names.append(table.name)
    await store.close()
    return names


def lines(file: Path) -> list[str]:
    """What a backup says, without when it was made; in any order, as collations differ."""
    with gzip.open(file, "rt") as all_lines:
        return sorted(list(all_lines)[1:])


async def written(address: str, file: Path) -> dict[str, int]:
    engine = engine_for(address)
    try:
        return await backup.write(engine, file, 1.0, silent)
    finally:
        await engine.dispose()


async def restored(address: str, file: Path, *, replace: bool = False) -> dict[str, int]:
    engine = engine_for(address)
    try:
        return (await backup.restore(engine, file, time.time(), silent, replace=replace))[1]
    finally:
        await engine.dispose()


async def test_from_sqlite_to_postgresql_and_back_nothing_changes_and_games_go_on(
    postgres_server: Postgres, tmp_path: Path
) -> None:
    elsewhere = postgres_server.new_database()
    first, there = f"sqlite:///{tmp_path}/first.db", elsewhere
    names = await lived_in(first)
    counts = await written(first, tmp_path / "1")
    assert counts["tables"] == 3
    assert await restored(there, tmp_path / "1") == counts
    assert await written(there, tmp_path / "2") == counts
    back = f"sqlite:///{tmp_path}/back.db"
    await restored(back, tmp_path / "2")
    await written(back, tmp_path / "3")
    assert lines(tmp_path / "1") == lines(tmp_path / "2") == lines(tmp_path / "3")
    for address in (there, back):
        store = await Store.open(address)
        registry = TableRegistry(store, LocalBus())
        before = (await registry.table(names[0])).number
        await moved(registry, names[0], 500)
        table = await registry.table(names[0])
        assert table.number > before
        assert table.phase == "over"
        assert table.state is not None
        assert genial.verify(table.state.record()), "the deals still follow from the key"
        accounts = Accounts(store, b"s" * 32, time.time)
        assert (await accounts.log_in("ada ł ü 🎲", "correct horse")).name == "Ada Ł ü 🎲"
        await store.close()


def test_a_backup_is_of_one_moment_while_games_go_on(
    places: tuple[str, str], tmp_path: Path
) -> None:
    async def play_meanwhile() -> None:
        names = await lived_in(places[0], games=5)
        store = await Store.open(places[0])
        registry = TableRegistry(store, LocalBus())
        has_moved = asyncio.Event()
        registry.on_change(lambda _: has_moved.set())
        playing = [asyncio.create_task(moved(registry, name, 60)) for name in names]
        await has_moved.wait()
        await written(places[0], tmp_path / "b")
        await asyncio.gather(*playing)
        await store.close()

    asyncio.run(play_meanwhile())
    assert (tmp_path / "b").stat().st_mode & 0o077 == 0, "only for its owner"
    asyncio.run(restored(f"sqlite:///{tmp_path}/copy.db", tmp_path / "b"))

    async def check() -> None:
        store = await Store.open(f"sqlite:///{tmp_path}/copy.db")
        async with store.engine.connect() as connection:
            numbers = dict(
                (await connection.execute(sa.text("SELECT name, number FROM tables"))).all()
            )
        for name, number in numbers.items():
            entries = await store.entries(name)
            assert [entry.number for entry in entries] == list(range(1, number + 1))
        await store.close()

    asyncio.run(check())


async def test_only_an_empty_database_is_filled_unless_told_otherwise(
    places: tuple[str, str], tmp_path: Path
) -> None:
    other = f"sqlite:///{tmp_path}/other.db"
    await lived_in(other, games=1)
    await written(other, tmp_path / "b")
    names = await lived_in(places[0], games=2)
    with pytest.raises(Refusal, match=r"not empty \(2 people, 2 tables\)"):
        await restored(places[0], tmp_path / "b")
    store = await Store.open(places[0])
    assert await store.secret_of(names[0]) is not None
    await store.beat("a server", time.time)
    with pytest.raises(Refusal, match="a server runs on this database"):
        await restored(places[0], tmp_path / "b", replace=True)
    await store.beat("a server", lambda: time.time() - 60)
    await store.close()
    counts = await restored(places[0], tmp_path / "b", replace=True)
    assert counts["tables"] == 1
    store = await Store.open(places[0])
    assert await store.secret_of(names[0]) is None
    await store.close()


async def test_half_a_backup_or_none_changes_nothing(
    places: tuple[str, str], tmp_path: Path
) -> None:
    names = await lived_in(places[0], games=1)
    store = await Store.open(places[0])
    secret = await store.secret_of(names[0])
    assert secret is not None
    await store.close()
    await written(places[0], tmp_path / "whole")
    content = (tmp_path / "whole").read_bytes()
    texts = gzip.decompress(content).splitlines(keepends=True)
    texts_without_end = b"".join(texts[:-1])
    twice = b"".join([*texts[:-1], texts[2], texts[-1]])
    bad = {
        "half": content[: len(content) // 2],
        "without its end": gzip.compress(texts_without_end),
        "not counted": gzip.compress(twice),
        "nothing": b"",
        "not compressed": b"hello",
        "something else": gzip.compress(b'{"hello": 1}\n'),
        "rubbish": gzip.compress(b"".join([*texts[:4], b"[1,\n", *texts[4:]])),
    }
    for name, wrong in bad.items():
        (tmp_path / name).write_bytes(wrong)
        with pytest.raises(backup.BadBackup):
            await restored(places[0], tmp_path / name, replace=True)
    store = await Store.open(places[0])
    assert await store.secret_of(names[0]) == secret, "all is as it was"
    await store.close()


async def test_an_older_backup_is_migrated_and_a_newer_one_refused(
    empty_places: tuple[str, str], tmp_path: Path
) -> None:
    old = f"sqlite:///{tmp_path}/old.db"
    engine = engine_for(old)
    await migrate.migrate(engine, "001")
    person = "INSERT INTO accounts (account, name, folded, created, seen) VALUES"
    async with engine.begin() as connection:
        await connection.execute(sa.text(f"{person} ('a', 'Ada', 'ada', 1.5, 2)"))
    await engine.dispose()
    await written(old, tmp_path / "old")
    await restored(empty_places[0], tmp_path / "old")
    store = await Store.open(empty_places[0])
    accounts = Accounts(store, b"s" * 32, time.time)
    found = await accounts.find("a")
    assert found is not None
    assert (found.name, found.created) == ("Ada", 1.5)
    await store.close()
    texts = gzip.decompress((tmp_path / "old").read_bytes()).splitlines(keepends=True)
    for change in ({"schema": "999"}, {"format": 2}):
        first = json.dumps(json.loads(texts[0]) | change).encode() + b"\n"
        (tmp_path / "new").write_bytes(gzip.compress(first + b"".join(texts[1:])))
        with pytest.raises(Refusal, match="newer than this program"):
            await restored(f"sqlite:///{tmp_path}/new.db", tmp_path / "new")


def test_the_commands_say_what_they_did_or_why_not(
    places: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(lived_in(places[0], games=1))
    file = str(tmp_path / "b")
    assert main(["backup", file, "--database", places[0]]) == 0
    assert "2 accounts, 1 tables" in capsys.readouterr().out
    assert main(["backup", file, "--database", places[0]]) == 2
    assert "--replace overwrites it" in capsys.readouterr().err
    assert main(["backup", file, "--database", places[0], "--replace"]) == 0
    assert main(["restore", file, "--database", places[0]]) == 2
    assert "not empty" in capsys.readouterr().err
    assert main(["restore", file, "--database", f"sqlite:///{tmp_path}/new.db"]) == 0
    assert "2 accounts, 1 tables" in capsys.readouterr().out
    assert main(["backup", file, "--database", f"sqlite:///{tmp_path}/none.db"]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert main(["restore", f"{file}x", "--database", f"sqlite:///{tmp_path}/new2.db"]) == 2
    assert "No such file" in capsys.readouterr().err
    assert main(["backup", f"{file}2", "--database", "postgresql://u:geheim@127.0.0.1:1/x"]) == 2
    said = capsys.readouterr().err
    assert "cannot be opened" in said
    assert "geheim" not in said
    assert not (tmp_path / "b2").exists()
