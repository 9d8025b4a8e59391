"""A running server for every test: on SQLite, and on PostgreSQL with NATS."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from genial.server.storage.store import Store
from tests.server.live import Server
from tests.server.parts import Nats, Postgres, nats, postgres, run_beside


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """What runs the asynchronous tests."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    with postgres(durable=False) as server:
        yield server


@pytest.fixture(scope="session")
def nats_server() -> Iterator[Nats]:
    with nats() as server:
        yield server


async def migrate(database: str) -> None:
    """Let a database have all tables."""
    store = await Store.open(database)
    await store.close()


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database with all tables, to be copied: migrating one takes longer."""
    file = tmp_path_factory.mktemp("migrated") / "genial.db"
    run_beside(migrate(f"sqlite:///{file}"))
    return file


@pytest.fixture(scope="session")
def migrated_database(postgres_server: Postgres) -> str:
    """The address of a PostgreSQL database with all tables, to be copied."""
    database = postgres_server.new_database()
    run_beside(migrate(database))
    return database


def places_of(
    request: pytest.FixtureRequest, folder: Path, *, migrated: bool = False
) -> tuple[str, str]:
    """The addresses of a database and a bus, the latter empty for one process."""
    if request.param == "sqlite":
        file = folder / "genial.db"
        if migrated:
            shutil.copy(request.getfixturevalue("migrated_file"), file)
        return f"sqlite:///{file}", ""
    server: Postgres = request.getfixturevalue("postgres_server")
    bus: Nats = request.getfixturevalue("nats_server")
    like = request.getfixturevalue("migrated_database") if migrated else ""
    return server.new_database(like), bus.address


def places_for_one_test(
    request: pytest.FixtureRequest, folder: Path, *, migrated: bool
) -> Iterator[tuple[str, str]]:
    database, bus = places_of(request, folder, migrated=migrated)
    yield database, bus
    if bus:
        request.getfixturevalue("postgres_server").drop(database)


@pytest.fixture(params=["sqlite", "postgresql"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The addresses of a database with no rows and a bus, for every test on its own."""
    yield from places_for_one_test(request, tmp_path, migrated=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The same with a database that no server has opened yet: it has no tables."""
    yield from places_for_one_test(request, tmp_path, migrated=False)


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def shared_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    with Server(*places_of(request, folder), log=folder / "log", proxies=1) as running:
        running.wait_until_compiled()
        yield running


@pytest.fixture
def server(shared_server: Server) -> Iterator[Server]:
    """A running server, where others have been before."""
    yield shared_server
    shared_server.empty()


@pytest.fixture
def own_server(places: tuple[str, str], tmp_path: Path) -> Iterator[Server]:
    """A running server that no other test has used, and that may be killed."""
    with Server(*places, log=tmp_path / "server.log") as running:
        yield running
