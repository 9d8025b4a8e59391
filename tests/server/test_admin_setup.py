"""The first admin: created or promoted on the command line, once."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from genial.cli import main
from genial.server.accounts.accounts import Accounts
from genial.server.errors import Refusal
from genial.server.storage.migrate import migrate, version_of
from genial.server.storage.store import Store, engine_for
from tests.processes import Command
from tests.server.parts import run_beside

PASSWORD = "correct horse"


@pytest.fixture
def password_file(tmp_path: Path) -> str:
    file = tmp_path / "password"
    file.write_text(PASSWORD + "\n")
    return str(file)


def set_up(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The exit code of the command, and what it says."""
    capsys.readouterr()
    code = main(["admin", "setup", *words])
    said = capsys.readouterr()
    assert (said.out == "") != (said.err == "")
    return code, said.out or said.err


def kinds(capsys: pytest.CaptureFixture[str], database: str) -> dict[str, list[str]]:
    capsys.readouterr()
    main(["admin", "list", "people", "--json", "--database", database])
    return {row["name"]: row["kinds"] for row in json.loads(capsys.readouterr().out)}


def test_the_first_admin_is_created_once(
    empty_places: tuple[str, str], capsys: pytest.CaptureFixture[str], password_file: str
) -> None:
    database = empty_places[0]
    words = ("--password-file", password_file, "--database", database)
    code, said = set_up(capsys, "--name", " Ada ", *words)
    assert code == 0, said
    assert said.startswith("Ada is the first admin.")
    assert kinds(capsys, database) == {"Ada": ["kept", "admin"]}
    code, said = set_up(capsys, "--name", "Bob", *words)
    assert code == 2
    assert "There is an admin already: Ada." in said
    assert "make-admin" in said
    assert kinds(capsys, database) == {"Ada": ["kept", "admin"]}


async def with_accounts(database: str, use: Callable[[Accounts], Awaitable[object]]) -> None:
    """Do something with the accounts of a database, as its server would."""
    store = await Store.open(database)
    await use(Accounts(store, b"secret", time.time))
    await store.close()


def test_an_account_becomes_admin_with_its_password_only(
    places: tuple[str, str], capsys: pytest.CaptureFixture[str], password_file: str, tmp_path: Path
) -> None:
    database = places[0]
    run_beside(with_accounts(database, lambda accounts: accounts.create_kept("Ada", PASSWORD)))
    wrong = tmp_path / "wrong"
    wrong.write_text("a guess or two")
    at = ("--name", "ADA", "--database", database, "--password-file")
    code, said = set_up(capsys, *at, str(wrong))
    assert code == 2
    assert "this is not its password" in said
    assert kinds(capsys, database) == {"Ada": ["kept"]}
    code, said = set_up(capsys, *at, password_file)
    assert (code, said.split(".")[0]) == (0, "Ada is the first admin")
    assert kinds(capsys, database) == {"Ada": ["kept", "admin"]}


def test_a_banned_account_does_not_become_admin(
    places: tuple[str, str], capsys: pytest.CaptureFixture[str], password_file: str
) -> None:
    database = places[0]
    run_beside(with_accounts(database, lambda accounts: accounts.create_kept("Ada", PASSWORD)))
    assert main(["admin", "ban", "Ada", "--database", database]) == 0
    code, said = set_up(
        capsys, "--name", "Ada", "--database", database, "--password-file", password_file
    )
    assert code == 2
    assert "The account Ada is banned." in said
    assert kinds(capsys, database) == {"Ada": ["kept", "banned"]}


def test_the_new_admin_can_sign_in(
    places: tuple[str, str], capsys: pytest.CaptureFixture[str], password_file: str
) -> None:
    at = ("--name", "Ada", "--database", places[0])
    assert set_up(capsys, *at, "--password-file", password_file)[0] == 0

    async def sign_in(accounts: Accounts) -> None:
        account = await accounts.log_in("ada", PASSWORD)
        assert (account.name, account.admin) == ("Ada", True)
        with pytest.raises(Refusal, match="looks too much like"):
            await accounts.create_kept("Аdа", PASSWORD)  # two Cyrillic letters

    run_beside(with_accounts(places[0], sign_in))


@pytest.mark.parametrize(
    ("name", "password", "said"),
    [
        ("Ada", "short", "A password has 8 to 256 characters."),
        ("", PASSWORD, "A name has 1 to 24 visible characters."),
        ("Guest", PASSWORD, "reserved for guests"),
        ("Ada", PASSWORD + "\nand another line\n", "the password must be one line"),
        ("Ada", PASSWORD + "\rand another line", "the password must be one line"),
    ],
)
def test_a_refused_name_or_password_leaves_no_account(
    places: tuple[str, str], capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch, name: str, password: str, said: str,
) -> None:  # fmt: skip
    stdin = io.TextIOWrapper(io.BytesIO(password.encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    words = ("--name", name, "--password-file", "-", "--database", places[0])
    code, sentence = set_up(capsys, *words)
    assert code == 2
    assert said in sentence
    assert kinds(capsys, places[0]) == {}


def test_without_a_terminal_all_must_be_given(
    places: tuple[str, str], capsys: pytest.CaptureFixture[str], password_file: str
) -> None:
    at = ("--database", places[0])
    for words in ((), ("--name", "Ada"), ("--password-file", password_file)):
        code, said = set_up(capsys, *words, *at)
        assert code == 2
        assert "use --name NAME and --password-file FILE" in said
    code, said = set_up(capsys, "--name", "Ada", "--password-file", "/no/such/file", *at)
    assert (code, said) == (2, "genial: /no/such/file: No such file or directory\n")
    assert main(["admin", "setup", "--name", "Ada", "--password", PASSWORD, *at]) == 2


def test_an_older_database_is_left_to_the_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], password_file: str
) -> None:
    database = f"sqlite:///{tmp_path}/old.db"

    async def make_old() -> None:
        engine = engine_for(database)
        await migrate(engine, "001")
        await engine.dispose()

    async def check() -> None:
        engine = engine_for(database)
        assert await version_of(engine) == "001"
        await engine.dispose()

    run_beside(make_old())
    words = ("--name", "Ada", "--password-file", password_file, "--database", database)
    code, said = set_up(capsys, *words)
    assert code == 2
    assert "start the server once" in said
    run_beside(check())


def typed_at_a_terminal(tmp_path: Path, database: str, *lines: str) -> tuple[int, str, str]:
    """The exit code of the command at a terminal where these lines are typed, and its output.

    The last text is what the terminal shows.
    """
    here, there = pty.openpty()
    command = Command(
        "admin", "setup", "--database", database, stdin=Path(os.ttyname(there)),
        stdout=tmp_path / "out",
    )  # fmt: skip
    shown = ""
    for line, prompt in zip(lines, ("", "Password: ", "again: "), strict=False):
        while prompt and not shown.endswith(prompt):
            readable, _, _ = select.select([here], [], [], 30)
            assert readable, f"not asked for {prompt!r} after {shown!r}"
            shown += os.read(here, 1000).decode()
        os.write(here, line.encode() + b"\n")
    code = command.wait(60)
    os.close(there)
    os.close(here)
    return code, (tmp_path / "out").read_text(), shown


def test_a_terminal_is_asked_and_does_not_show_the_password(
    tmp_path: Path, migrated_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "genial.db"
    file.write_bytes(migrated_file.read_bytes())
    database = f"sqlite:///{file}"
    code, out, shown = typed_at_a_terminal(tmp_path, database, "Ada", PASSWORD, "another one")
    assert code == 2, out
    assert "the two passwords differ" in out
    assert kinds(capsys, database) == {}
    code, out, shown = typed_at_a_terminal(tmp_path, database, "Ada", PASSWORD, PASSWORD)
    assert code == 0, out
    assert "Ada is the first admin" in out
    assert PASSWORD not in shown + out
    assert kinds(capsys, database) == {"Ada": ["kept", "admin"]}
