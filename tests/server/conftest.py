"""A running server for every test: on SQLite, and on PostgreSQL with NATS."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.live import Server
from tests.server.parts import Nats, Postgres, nats, postgres


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


def places_of(request: pytest.FixtureRequest, folder: Path) -> tuple[str, str]:
    """The addresses of a database and a bus, the latter empty for one process."""
    if request.param == "sqlite":
        return f"sqlite:///{folder}/genial.db", ""
    server: Postgres = request.getfixturevalue("postgres_server")
    bus: Nats = request.getfixturevalue("nats_server")
    return server.new_database(), bus.address


@pytest.fixture(params=["sqlite", "postgresql"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """The addresses of a database and a bus, for every test on its own."""
    database, bus = places_of(request, tmp_path)
    yield database, bus
    if bus:
        request.getfixturevalue("postgres_server").drop(database)


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
