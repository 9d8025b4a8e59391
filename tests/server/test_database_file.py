"""The file of a SQLite database: only its owner reads it, and only one server uses it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from genial.cli import main
from genial.server.storage.sqlite_file import make_private, only_server
from tests.server.live import Server

READABLE = 0o644


@contextlib.contextmanager
def usual_umask() -> Iterator[None]:
    """New files are readable by all users, as on most systems."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in folder.glob("genial.db*")}


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path}/genial.db"
    with usual_umask(), Server(database, "", log=tmp_path / "server.log") as server:
        yield server


def second_server(database: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "genial", "serve", "--port", "0", "--database", database],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_only_the_owner_can_read_a_new_database_and_its_backup(
    running: Server, tmp_path: Path
) -> None:
    running.guest("Ada")
    found = modes(tmp_path)
    assert {"genial.db", "genial.db-wal", "genial.db-shm"} <= set(found)
    assert set(found.values()) == {0o600}
    with usual_umask():
        assert main(["backup", f"{tmp_path}/b", "--database", running.database]) == 0
        new = f"sqlite:///{tmp_path}/new/genial.db"
        assert main(["restore", f"{tmp_path}/b", "--database", new]) == 0
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o600
    assert set(modes(tmp_path / "new").values()) == {0o600}


def test_a_server_takes_from_others_what_they_could_read(running: Server, tmp_path: Path) -> None:
    running.kill()
    for name in ("genial.db", "genial.db-wal"):
        (tmp_path / name).chmod(READABLE)
    running.start()
    assert set(modes(tmp_path).values()) == {0o600}
    assert running.log().count("others could read the database") >= 1


def test_what_others_cannot_read_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for mode in (0o600, 0o400):
        file = tmp_path / f"{mode:o}.db"
        file.touch(mode)
        make_private(file)
        assert file.stat().st_mode & 0o777 == mode
    assert capsys.readouterr().out == ""


def test_a_second_server_on_the_same_file_is_refused_with_a_sentence(
    running: Server, tmp_path: Path
) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "genial.db")
    for database in (running.database, f"sqlite:///{tmp_path}/link.db"):
        refused = second_server(database)
        assert refused.returncode != 0
        assert "Traceback" not in refused.stderr
        assert "another server uses the database" in refused.stderr
        assert f"process {running.process.pid}" in refused.stderr
        assert len(refused.stderr.strip().splitlines()) == 1
    assert running.guest("Ada").me["account"], "the first one goes on"


def test_after_a_kill_the_next_server_starts_at_once(running: Server) -> None:
    running.kill()
    running.start()
    assert running.guest("Ada").me["account"]


def test_commands_for_hosts_work_while_a_server_runs_but_nothing_is_restored(
    running: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running.guest("Ada")
    at = ["--database", running.database]
    assert main(["admin", "list", "people", *at]) == 0
    assert main(["backup", f"{tmp_path}/b", *at]) == 0
    capsys.readouterr()
    assert main(["restore", f"{tmp_path}/b", "--replace", *at]) != 0
    assert "another server uses the database" in capsys.readouterr().err


def test_no_server_starts_while_a_database_is_restored(tmp_path: Path) -> None:
    with only_server(tmp_path / "genial.db"):
        refused = second_server(f"sqlite:///{tmp_path}/genial.db")
    assert "another server uses the database" in refused.stderr
