"""What `genial doctor` finds in installations that are broken for real."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import http.server
import io
import ipaddress
import json
import os
import re
import shutil
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

import genial
from genial.cli import main
from genial.cli.i18n.messages import Messages
from genial.server.diagnosis.database import DatabaseReport, check_database
from genial.server.diagnosis.machine import _requirements, check_clock, check_disk
from tests.processes import Command
from tests.server.live import Server
from tests.server.parts import Nats, Postgres, free_port, hanging, run_beside, wait_for

Found = dict[str, dict[str, Any]]


@pytest.fixture(autouse=True)
def _same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled depends on the tests before, and variables on the person who tests."""
    for name in list(os.environ):
        if name.startswith("GENIAL_"):
            monkeypatch.delenv(name)
    monkeypatch.setattr("genial.server.diagnosis.machine.stages", list)


@pytest.fixture
def database(tmp_path: Path, migrated_file: Path) -> str:
    """The address of a good database."""
    file = tmp_path / "genial.db"
    file.touch(0o600)
    file.write_bytes(migrated_file.read_bytes())
    return f"sqlite:///{file}"


class Doctor:
    """The command, and what it finds."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def rows(self, *arguments: str) -> list[dict[str, Any]]:
        self._capsys.readouterr()
        if "--port" not in arguments:
            arguments = ("--port", str(free_port()), *arguments)
        code = main(["doctor", "--json", *arguments])
        said = self._capsys.readouterr()
        assert said.err == ""
        rows: list[dict[str, Any]] = json.loads(said.out)
        assert (code == 1) == any(row["state"] == "error" for row in rows)
        assert all("\n" not in row["sentence"] and "{" not in row["sentence"] for row in rows)
        return rows

    def __call__(self, *arguments: str) -> Found:
        """Return the findings by check: the last one of each."""
        return {row["check"]: row for row in self.rows(*arguments)}


@pytest.fixture
def examine(capsys: pytest.CaptureFixture[str]) -> Doctor:
    return Doctor(capsys)


def codes(found: Found) -> dict[str, str]:
    """Return the codes of the errors."""
    return {name: row["code"] for name, row in found.items() if row["state"] == "error"}


ALWAYS = ["settings", "database", "bus", "server", "address", "clock", "disk", "versions",
          "compiled"]  # fmt: skip


def test_nothing_is_wrong_with_a_fresh_installation(examine: Doctor, tmp_path: Path) -> None:
    file = tmp_path / "data" / "genial.db"
    found = examine("--database", f"sqlite:///{file}")
    assert codes(found) == {}
    assert found["database"]["code"] == "new"
    assert found["server"]["code"] == "stopped"
    assert found["versions"]["code"] == found["compiled"]["code"] == "good"
    assert not file.parent.exists(), "nothing is created"


def test_the_table_has_a_line_for_each_check_in_both_languages(
    database: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    port = str(free_port())
    for lang, state, last in (("en", "ok ", "Everything works."), ("de", "OK ", "Alles funktion")):
        assert main(["doctor", "--database", database, "--port", port, "--lang", lang]) == 0
        lines = capsys.readouterr().out.splitlines()
        say = Messages("de" if lang == "de" else "en")
        named = {re.split(r" {2,}", line)[1] for line in lines[:-1]}
        assert named == {say(f"doctor.check.{check}") for check in ALWAYS}
        assert lines[1].startswith(state)
        assert "genial.db" in lines[1]
        assert lines[-1].startswith(last)
    broken = ["--database", f"sqlite:///{tmp_path}", "--port", port]
    assert main(["doctor", *broken]) == 1
    out = capsys.readouterr().out
    assert "ERROR" in out
    assert "Errors: 1," in out.splitlines()[-1]


# --- settings


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "patience must be at least 1"),
        ("de", "patience hat den ungültigen Wert 0 (möglich: ≥ 1)."),
    ],
)
def test_a_wrong_setting_is_named_and_the_machine_still_checked(
    examine: Doctor, tmp_path: Path, lang: str, said: str
) -> None:
    file = tmp_path / "genial.toml"
    file.write_text("patience = 0\n")
    found = examine("--config", str(file), "--lang", lang)
    assert codes(found) == {"settings": "refused"}
    assert said in found["settings"]["sentence"]
    assert set(found) == {"settings", "clock", "disk", "versions", "compiled"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--bus", "http://bus"], "bus muss nats://"),
        (["--stand-in", "nobody"], "stand_in kann nicht „nobody“ sein: ingenious hat"),
        (["--origin", "genial.example"], "origin muss aussehen wie https://genial.example"),
        (["--webhook", "x"], "webhook muss https://"),
        (["--webhook", "https://x.example"], "mindestens 16 Zeichen"),
        (["--mail", "imap://x"], "mail muss smtp://"),
        (["--mail", "smtp://x"], "braucht einen Absender"),
        (["--config", "nowhere.toml"], "nowhere.toml ist nicht lesbar"),
        (["--config", __file__], "ist kein TOML"),
    ],
)
def test_refused_settings_are_told_in_german(
    examine: Doctor, options: list[str], said: str
) -> None:
    assert said in examine(*options, "--lang", "de")["settings"]["sentence"]


def test_settings_that_do_not_fit_together_are_found(
    examine: Doctor, database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    at = ("--database", database)
    assert codes(examine(*at, "--imprint", "/no/such/file")) == {"settings": "page"}
    assert codes(examine(*at, "--spezial-board", "no/board.json")) == {"settings": "board"}
    assert codes(examine(*at, "--proxies", "1"))["address"] == "none-behind-proxy"
    assert examine(*at, "--thinkers", "0")["settings"]["code"] == "no-thinkers"
    monkeypatch.setenv("GENIAL_STANDIN", "kid")
    row = examine(*at)["settings"]
    assert (row["state"], row["code"]) == ("warning", "unknown-variable")
    monkeypatch.delenv("GENIAL_STANDIN")
    file = tmp_path / "genial.toml"
    file.write_text('webhook_secret = "0123456789abcdef"\n')
    file.chmod(0o644)
    assert examine(*at, "--config", str(file))["settings"]["code"] == "readable"
    file.chmod(0o600)
    assert examine(*at, "--config", str(file))["settings"]["code"] == "file"


# --- the database


def test_a_good_database_is_not_changed(examine: Doctor, database: str) -> None:
    file = Path(database.removeprefix("sqlite:///"))
    before = file.read_bytes()
    found = examine("--database", database)
    assert (found["database"]["state"], found["database"]["code"]) == ("good", "good")
    assert file.read_bytes() == before
    assert [one.name for one in file.parent.iterdir()] == [file.name]


def test_databases_of_other_versions_are_told_apart(examine: Doctor, database: str) -> None:
    file = database.removeprefix("sqlite:///")
    for version, state, code in (("999", "error", "newer"), ("001", "warning", "older")):
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", [version])
        row = examine("--database", database)["database"]
        assert (row["state"], row["code"]) == (state, code)
        assert version in row["sentence"]


def test_what_is_no_database_is_named(examine: Doctor, tmp_path: Path) -> None:
    file = tmp_path / "text.db"
    file.write_text("no database " * 100)
    for address, code in (
        (f"sqlite:///{file}", "unreachable"),
        (f"sqlite:///{tmp_path}", "not-a-file"),
        (f"sqlite:///{file}/genial.db", "not-a-file"),
        ("sqlite:////dev/null", "not-a-file"),
        (f"sqlite:///{'x' * 5000}", "not-a-file"),
        ("postgresql://ada:sesame@db:port/genial", "no-address"),
        ("postgresql://ada:sesame@[::1/genial", "no-address"),
        ("postgresql://127.0.0.1:9/genial?option=1", "other-options"),
        ("postgresql://127.0.0.1:9/genial?password=sesame", "other-options"),
        ("postgresql://127.0.0.1:9/genial?sslmode=verify-full&sslrootcert=/no", "unreachable"),
        ("mysql://ada:sesame@db/genial", "other-kind"),
        ("ada:sesame", "no-address"),
    ):
        found = examine("--database", address)
        assert codes(found) == {"database": code}
        assert "sesame" not in str(found)


def test_secrets_that_others_can_read_are_a_warning(examine: Doctor, database: str) -> None:
    Path(database.removeprefix("sqlite:///")).chmod(0o644)
    (readable,) = [row for row in examine.rows("--database", database) if row["code"] == "readable"]
    assert readable["state"] == "warning"


def mount(folder: Path, database: Path, state: str) -> None:
    """Have a folder that is read-only or full, in this process only."""
    flags, user, group = 0x0002_0000, os.geteuid(), os.getegid()  # CLONE_NEWNS
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(flags if user == 0 else flags | 0x1000_0000) != 0:  # CLONE_NEWUSER
        raise OSError(ctypes.get_errno(), "unshare")
    if user:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {user} 1")
        Path("/proc/self/gid_map").write_text(f"0 {group} 1")
    options = "size=600k,mode=700"
    for words in (
        ["--make-rprivate", "/"],
        ["-t", "tmpfs", "-o", options, "tmpfs", str(folder)],
    ):
        subprocess.run(["mount", *words], check=True)
    shutil.copy(database, folder / "genial.db")
    if state == "read-only":
        subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True)
    else:
        with contextlib.suppress(OSError):
            (folder / "full").write_bytes(bytes(10**6))


def can_mount(folder: Path) -> bool:
    """May this process mount folders? Ordinary containers may not."""
    words = ["unshare", "--mount", *(["--user", "--map-root-user"] if os.geteuid() else [])]
    words += ["mount", "-t", "tmpfs", "tmpfs", str(folder)]
    try:
        return subprocess.run(words, check=False, capture_output=True).returncode == 0
    except OSError:
        return False


CANNOT_WRITE = pytest.mark.parametrize(
    ("state", "why"),
    [("read-only", "Read-only file system"), ("full", "No space left on device")],
)


@CANNOT_WRITE
def test_a_folder_that_cannot_be_written_is_named(
    examine: Doctor, database: str, monkeypatch: pytest.MonkeyPatch, state: str, why: str
) -> None:
    class Full(io.BytesIO):
        def write(self, _: object) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def temporary_file(*_: object, **__: object) -> Full:
        if state == "read-only":
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return Full()

    # Only what the doctor sees: Numba, too, looks for folders that it can write to.
    writing = SimpleNamespace(TemporaryFile=temporary_file)
    monkeypatch.setattr("genial.server.diagnosis.database.tempfile", writing)
    if state == "full":
        measuring = SimpleNamespace(disk_usage=lambda _: SimpleNamespace(free=1))
        monkeypatch.setattr("genial.server.diagnosis.machine.shutil", measuring)
    found = examine("--database", database)
    expected = {"database": "folder"} | ({"disk": "full"} if state == "full" else {})
    assert codes(found) == expected
    assert found["database"]["facts"]["why"] == why


@CANNOT_WRITE
def test_a_mounted_folder_that_cannot_be_written_is_named(
    tmp_path: Path, migrated_file: Path, state: str, why: str
) -> None:
    if not can_mount(tmp_path):
        pytest.skip("nothing can be mounted here; the test above does without")
    folder, out = tmp_path / "data", tmp_path / "out"
    folder.mkdir()
    command = Command(
        "doctor", "--port", "0", "--json", "--database", f"sqlite:///{folder}/genial.db",
        stdout=out, prepare=partial(mount, folder, migrated_file, state),
    )  # fmt: skip
    assert command.wait(60) == 1, out.read_text()
    rows = {row["check"]: row for row in json.loads(out.read_text())}
    assert rows["database"]["code"] == "folder"
    assert rows["database"]["facts"]["why"] == why
    if state == "full":
        assert rows["disk"]["state"] == "error"


@contextlib.contextmanager
def without_rights() -> Iterator[None]:
    """Be a user who is not root."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.mark.parametrize("name", ["genial.db", "folder/genial.db"])
async def test_a_file_in_a_folder_of_another_user_is_named(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "data"
    file = folder / name
    file.parent.mkdir(parents=True)
    file.touch()
    folder.chmod(0)
    try:
        with without_rights():
            report = await check_database(f"sqlite:///{file}")
            disks = check_disk(report)
    finally:
        folder.chmod(0o700)
    (found,) = report.findings
    assert (found.state, found.code, found.facts) == ("error", "file", {"file": str(file)})
    assert disks


def test_postgresql_that_is_away_hangs_or_refuses_is_named(
    examine: Doctor, postgres_server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = f"postgresql://ada:sesame@127.0.0.1:{free_port()}/genial"
    found = examine("--database", nowhere)
    assert codes(found) == {"database": "unreachable"}
    assert "sesame" not in str(found)
    found = examine("--database", postgres_server.address("nothing"))
    assert 'database "nothing" does not exist' in found["database"]["sentence"]
    monkeypatch.setattr("genial.server.diagnosis.database._PATIENCE", 0.3)
    with hanging(postgres_server.pid):
        found = examine("--database", postgres_server.address("postgres"))
    assert codes(found) == {"database": "timeout"}


def test_postgresql_that_cannot_be_written_is_named(
    examine: Doctor, postgres_server: Postgres, migrated_database: str
) -> None:
    database = postgres_server.new_database(migrated_database)
    assert examine("--database", database)["database"]["code"] == "good"
    name = database.rpartition("/")[2]

    async def forbid() -> None:
        connection = await asyncpg.connect(postgres_server.address("postgres"))
        await connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await connection.close()

    run_beside(forbid())
    found = examine("--database", database)
    assert codes(found) == {"database": "read-only"}
    assert "read-only transaction" in found["database"]["sentence"]
    postgres_server.drop(database)


# --- the bus


def test_a_bus_that_is_away_is_named(examine: Doctor, database: str, nats_server: Nats) -> None:
    at = ("--database", database, "--bus")
    found = examine(*at, nats_server.address)
    assert (found["bus"]["state"], codes(found)) == ("good", {})
    assert found["settings"]["code"] == "bus-without-postgresql"
    found = examine(*at, f"nats://ada:sesame@127.0.0.1:{free_port()}")
    assert codes(found) == {"bus": "unreachable"}
    assert "sesame" not in str(found)


@pytest.mark.parametrize("address", ["nats://", "nats://ada:sesame@h:port", "nats://[::1"])
def test_a_bus_without_an_address_is_named(examine: Doctor, database: str, address: str) -> None:
    found = examine("--database", database, "--bus", address)
    assert codes(found) == {"bus": "no-address"}
    assert "sesame" not in str(found)


def test_a_bus_that_refuses_us_is_named(examine: Doctor, database: str, tmp_path: Path) -> None:
    config = tmp_path / "nats.conf"
    config.write_text("""authorization { users: [
        {user: ada, password: x, permissions: {publish: "genial.>", subscribe: "other"}}
    ]}""")
    with NatsWithPassword(config) as bus:
        found = examine("--database", database, "--bus", bus.address)
        assert codes(found) == {"bus": "refused"}
        assert "Authorization" in found["bus"]["sentence"]
        known = bus.address.replace("//", "//ada:x@")
        found = examine("--database", database, "--bus", known)
        assert codes(found) == {"bus": "silent"}
        assert "permissions violation for subscription" in found["bus"]["sentence"]


class NatsWithPassword(Nats):
    """A NATS server that wants a password, as its configuration says."""

    def __init__(self, config: Path) -> None:
        self._config = config
        super().__init__()

    def start(self) -> None:
        program = Path(sys.executable).with_name("nats-server")
        self._process = subprocess.Popen(
            [program, "-a", "127.0.0.1", "-p", str(self.port), "-c", str(self._config)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        wait_for(self.port)

    def __enter__(self) -> NatsWithPassword:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


# --- the port and the public address


def test_a_port_that_another_program_uses_is_named(examine: Doctor, database: str) -> None:
    with web_server({}) as port:
        found = examine("--database", database, "--port", str(port))
        assert codes(found) == {"server": "other-program"}
    with socket.create_server(("127.0.0.1", 0)) as deaf:  # it listens, and never answers
        at = ("--database", database, "--port", str(deaf.getsockname()[1]))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("genial.server.diagnosis.addresses._ANSWERING", 0.2)
            assert codes(examine(*at)) == {"server": "port"}
    found = examine("--database", database, "--host", "192.0.2.1")
    assert codes(found) == {"server": "port"}
    assert "choose another host or port" in found["server"]["sentence"]


def test_a_running_server_of_another_version_is_a_warning(examine: Doctor, database: str) -> None:
    with web_server({"/health": HEALTH | {"version": "0.0.1"}}) as port:
        row = examine("--database", database, "--port", str(port))["server"]
    assert (row["state"], row["code"]) == ("warning", "other-version")
    assert "0.0.1" in row["sentence"]


@pytest.fixture(scope="module")
def own_tls(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with certificates of an authority of our own, for 127.0.0.1."""
    folder = tmp_path_factory.mktemp("tls")
    for name, days in (("good", 90), ("soon", 3), ("expired", -1)):
        write_certificate(folder / f"{name}.pem", days)
    return folder


@pytest.fixture
def trust(own_tls: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Trust a certificate as if the system did."""

    def trust(name: str) -> Path:
        monkeypatch.setenv("SSL_CERT_FILE", str(own_tls / f"{name}.pem"))
        return own_tls / f"{name}.pem"

    return trust


def test_certificates_that_browsers_refuse_are_named(
    examine: Doctor, database: str, own_tls: Path, trust: Any
) -> None:
    with web_server({}, own_tls / "good.pem") as port:
        at = ("--database", database, "--origin", f"https://127.0.0.1:{port}", "--proxies", "1")
        trust("soon")
        found = examine(*at)
        assert codes(found) == {"certificate": "refused"}
        assert "self-signed" in found["certificate"]["sentence"].replace(
            "self signed", "self-signed"
        )
        trust("good")
        assert examine(*at)["certificate"]["code"] == "good"
        elsewhere = (*at[:3], f"https://localhost:{port}")
        assert "ostname mismatch" in examine(*elsewhere)["certificate"]["sentence"]
    with web_server({}, trust("expired")) as port:
        found = examine(*at[:3], f"https://127.0.0.1:{port}")
        assert "expired" in found["certificate"]["sentence"]
    with web_server({}, trust("soon")) as port:
        row = examine(*at[:3], f"https://127.0.0.1:{port}")["certificate"]
        assert (row["state"], row["code"], row["facts"]["days"]) == ("warning", "expires", 2)


def test_what_answers_at_the_public_address_is_told(
    examine: Doctor, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolve = socket.getaddrinfo

    def resolve_nothing_outside(host: str, *more: Any, **options: Any) -> Any:
        if host.endswith(".invalid"):
            host.encode("idna")  # raises UnicodeError for a name that is too long
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return resolve(host, *more, **options)

    monkeypatch.setattr(socket, "getaddrinfo", resolve_nothing_outside)

    def at(port: int) -> tuple[str, ...]:
        return ("--database", database, "--origin", f"http://127.0.0.1:{port}")

    assert codes(examine(*at(free_port()))) == {"address": "unreachable"}
    for name in ("nowhere.invalid", "a" * 300 + ".invalid"):
        nowhere = ("--database", database, "--origin", f"https://{name}")
        assert codes(examine(*nowhere)) == {"address": "no-such-name"}
    for status, code in ((502, "bad-gateway"), (404, "other-program"), (301, "redirect")):
        with web_server({"/health": status}) as port:
            assert codes(examine(*at(port))) == {"address": code}
    with socket.create_server(("127.0.0.1", 0)) as deaf, pytest.MonkeyPatch.context() as patch:
        patch.setattr("genial.server.diagnosis.addresses._ANSWERING", 0.3)
        for lang, why in (("en", "timed out"), ("de", "keine Antwort in der erwarteten Zeit")):
            found = examine(*at(deaf.getsockname()[1]), "--lang", lang)
            assert codes(found) == {"address": "no-answer"}
            assert f"({why})" in found["address"]["sentence"]
    with web_server({"/health": HEALTH}) as port:  # no WebSockets there
        found = examine(*at(port))
        assert found["address"]["code"] == "good"
        assert codes(found) == {"proxy": "no-websockets"}


def test_that_nothing_is_known_of_the_proxy_is_a_warning(examine: Doctor, database: str) -> None:
    with web_server({"/health": HEALTH}) as port:  # no /api/connection there
        rows = examine.rows("--database", database, "--origin", f"http://127.0.0.1:{port}")
    found = [(row["state"], row["code"]) for row in rows if row["check"] == "proxy"]
    assert found == [("warning", "unknown"), ("error", "no-websockets")]


@pytest.fixture(scope="module")
def reachable_server(
    tmp_path_factory: pytest.TempPathFactory, migrated_file: Path
) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("reachable")
    shutil.copy(migrated_file, folder / "genial.db")
    front = free_port()  # where a proxy may listen
    with Server(
        f"sqlite:///{folder}/genial.db", "", log=folder / "log", proxies=1,
        origin=f"http://127.0.0.1:{front}",
    ) as running:  # fmt: skip
        yield running


def test_a_running_server_is_found_behind_its_proxy(
    examine: Doctor, reachable_server: Server
) -> None:
    origin = str(reachable_server._settings["origin"])
    at = ["--database", reachable_server.database, "--port", str(reachable_server.port)]
    at += ["--origin", origin, "--proxies"]
    for headers, proxies, code in (
        ("X-Forwarded-For: 10.0.0.7", "1", ""),
        ("X-Forwarded-For: 10.0.0.7", "2", "too-few"),
        ("X-Forwarded-For: 10.0.0.7", "0", "too-many"),
        ("", "1", "too-few"),
    ):
        with proxy(int(origin.rpartition(":")[2]), reachable_server.port, headers):
            found = examine(*at, proxies)
        assert codes(found) == ({"proxy": code} if code else {})
        assert found["server"]["code"] == "runs"
        assert found["address"]["code"] == "good"
    with proxy(int(origin.rpartition(":")[2]), reachable_server.port, "", upgrade=False):
        rows = examine.rows(*at, "0")
    assert [row["code"] for row in rows if row["state"] == "error"] == ["no-websockets"]
    other = free_port()  # not the address that the server expects browsers at
    with proxy(other, reachable_server.port, "X-Forwarded-For: 10.0.0.7"):
        found = examine(*at[:-2], f"http://127.0.0.1:{other}", "--proxies", "1")
    assert codes(found) == {"proxy": "no-websockets"}
    assert "4403" in found["proxy"]["sentence"]


def test_a_proxy_that_can_be_passed_is_a_warning(examine: Doctor, database: str) -> None:
    at = ("--database", database, "--host", "0.0.0.0", "--proxies", "1")
    row = examine(*at)["proxy"]
    assert (row["state"], row["code"]) == ("warning", "can-be-passed")


# --- the machine


def test_a_clock_that_was_set_back_is_named(examine: Doctor, database: str) -> None:
    file = database.removeprefix("sqlite:///")
    with sqlite3.connect(file) as connection:
        connection.execute(
            "INSERT INTO processes (process, beat) VALUES ('x', ?)", [time.time() + 3600]
        )
    assert codes(examine("--database", database)) == {"clock": "set-back"}


def test_clocks_that_differ_are_named() -> None:
    (found,) = check_clock(DatabaseReport(ahead=-5.04))
    assert (found.state, found.code, found.facts) == ("error", "database", {"seconds": 5.0})


def test_packages_that_are_missing_or_old_are_named(
    examine: Doctor, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = "genial.server.diagnosis.machine._requirements"
    for package, least, code in (("nonesuch", "1", "missing"), ("msgspec", "99.1", "too-old")):
        monkeypatch.setattr(needed, lambda package=package, least=least: [(package, least)])
        found = examine("--database", database)
        assert codes(found) == {"versions": code}
        assert package in found["versions"]["sentence"]


def test_the_requirements_are_those_of_the_server() -> None:
    found = dict(_requirements())
    assert {"msgspec", "numba", "litestar", "rich", "pillow", "sqlalchemy", "uvloop"} <= set(found)
    assert not {"gymnasium", "ray"} & set(found)
    assert found["sqlalchemy"] == "2.0.44"


def test_what_is_not_compiled_is_a_warning(
    examine: Doctor, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [("phoenix", "rules", [object()]), ("spezial", "rules", [])]
    monkeypatch.setattr("genial.server.diagnosis.machine.stages", lambda: left)
    row = examine("--database", database)["compiled"]
    assert (row["state"], row["code"], row["facts"]["games"]) == ("warning", "pending", "phoenix")


# --- servers to look at

HEALTH = {"status": "well", "version": genial.__version__, "compiled": 0, "steps": 0}


@contextlib.contextmanager
def web_server(answers: dict[str, Any], certificate: Path | None = None) -> Iterator[int]:
    """Serve JSON or a status at some paths, and nothing at others; yield the port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer = answers.get(self.path, 404)
            self.send_response(answer if isinstance(answer, int) else 200)
            self.send_header("location", "https://elsewhere.example")
            self.end_headers()
            self.wfile.write(json.dumps(answer).encode())

        def log_message(self, *_: object) -> None:
            pass

    class Quiet(http.server.ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            pass

    server = Quiet(("127.0.0.1", 0), Handler)
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextlib.contextmanager
def proxy(port: int, to: int, header: str, *, upgrade: bool = True) -> Iterator[None]:
    """Pass requests on to a server with one more header, and WebSockets unless told otherwise."""

    def serve(client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", to)) as server:
            head = b""
            while b"\r\n\r\n" not in head:
                received = client.recv(4096)
                if not received:
                    return
                head += received
            first, _, rest = head.partition(b"\r\n")
            lines = rest.split(b"\r\n")
            if not upgrade:
                lines = [one for one in lines if not one.lower().startswith((b"upgrade", b"conn"))]
            added = header.encode() + b"\r\n" if header else b""
            server.sendall(first + b"\r\n" + added + b"\r\n".join(lines))
            back = threading.Thread(target=pump, args=(client, server))
            back.start()
            pump(server, client)
            back.join()

    def pump(one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while received := one.recv(65536):
                other.sendall(received)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = listening.accept()
                threads.append(threading.Thread(target=serve, args=(client,)))
                threads[-1].start()

    threads: list[threading.Thread] = []
    with socket.create_server(("127.0.0.1", port)) as listening:
        accepting = threading.Thread(target=accept)
        accepting.start()
        try:
            yield
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            accepting.join()
            for thread in threads:
                thread.join()


def write_certificate(file: Path, days: int) -> None:
    """Write a certificate that nobody has signed, and its key, to one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=30))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file.write_bytes(made.public_bytes(pem) + secret)
