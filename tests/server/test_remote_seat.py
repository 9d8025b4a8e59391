"""`genial seat`: programs at tables of a running server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import genial
from genial.cli import main
from tests.server.live import Guest, Server
from tests.server.waiting import eventually

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "random_bot.py"


def bot_account(server: Server, name: str) -> tuple[Guest, str]:
    """Create a bot's account; return it and its token."""
    guest = server.guest(name)
    guest.post("/api/me/bot")
    return guest, guest.post("/api/me/tokens", label="seat")["secret"]


@contextmanager
def run_seat(
    server: Server, token: str, table: str, *words: str
) -> Iterator[subprocess.Popen[str]]:
    """Run `genial seat` in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "genial", "seat", server.address, "--table", table, *words],
        env={**os.environ, "GENIAL_TOKEN": token},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def wait_until_seated(guest: Guest, table: str, seats: int) -> None:
    def are_seated() -> bool:
        found = guest.get(f"/api/tables/{table}")["seats"]
        return sum(seat["type"] == "person" for seat in found) == seats

    eventually(are_seated, seconds=240, pause=0.2, what="a bot did not take its seat")


def test_a_program_and_a_bot_of_ours_play_a_game_through_a_restart(
    server: Server, tmp_path: Path
) -> None:
    ada = server.guest("Ada")
    _, first = bot_account(server, "Robo")
    _, second = bot_account(server, "Util")
    table = ada.open("ingenious", "open", "open")
    # A slow bot, so that the game is not over before the server is killed.
    slow = tmp_path / EXAMPLE.name
    printed = "    print(json.dumps(message)"
    slow.write_text(
        EXAMPLE.read_text().replace(printed, f"    __import__('time').sleep(0.2)\n{printed}")
    )
    assert "sleep" in slow.read_text()
    program = [sys.executable, str(slow)]
    with (
        run_seat(server, first, table, "--seat", "2", "--", *program) as one,
        run_seat(server, second, table, "--bot", "util") as other,
    ):
        wait_until_seated(ada, table, 2)
        ada.post(f"/api/tables/{table}/start")
        ada.send("watch", table=table)
        while ada.hear("situation", "news")["number"] < 8:
            pass
        server.kill()
        server.start()
        ada.come_back()
        said = [process.communicate(timeout=240)[0] for process in (one, other)]
        assert (one.returncode, other.returncode) == (0, 0), said
    assert "random_bot.py takes seat 2" in said[0]
    assert "trying again" in said[0]
    assert "reconnected" in said[0]
    assert "The game is over (finished); ranks by seat: " in said[0]
    record = ada.http.get(f"/api/tables/{table}/record").text
    assert "seat 2: Robo" in record
    assert genial.verify(record)


def test_a_program_that_fails_resigns_and_says_why(server: Server, tmp_path: Path) -> None:
    ada = server.guest("Ada")
    _, token = bot_account(server, "Robo")
    bot = tmp_path / "bad_bot.py"
    bot.write_text(
        'import sys\nprint(\'{"protocol":1,"name":"bad","legal":false}\', flush=True)\n'
        "for line in sys.stdin:\n    if '\"move\"' in line:\n"
        '        print(\'{"move":"jump"}\', flush=True)\n'
    )
    table = ada.open("tile-challenge", "open", "me", options={"players": 2})
    with run_seat(server, token, table, "--", sys.executable, str(bot)) as process:
        wait_until_seated(ada, table, 2)
        ada.post(f"/api/tables/{table}/start")
        said = process.communicate(timeout=240)[0]
    assert process.returncode == 1
    assert "seat 1 has resigned: illegal move 'jump'" in said
    assert "Traceback" not in said
    told = ada.get(f"/api/tables/{table}")
    assert (told["result"]["how"], told["result"]["ranks"]) == ("resigned", [2, 1])


def test_each_mistake_is_one_clear_sentence(
    server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = server.guest("Ada")
    _, token = bot_account(server, "Robo")
    table = ada.open("tile-challenge", "me", "kid")

    def error_of(*words: str, key: str = token, url: str = server.address) -> str:
        monkeypatch.setenv("GENIAL_TOKEN", key)
        capsys.readouterr()
        assert main(["seat", url, "--table", *words]) == 2
        sentence = capsys.readouterr().err
        assert sentence.count("\n") == 1
        return sentence

    assert "no seat is free" in error_of(table, "--bot", "random")
    assert "is taken" in error_of(table, "--bot", "random", "--seat", "1")
    assert "There is no such table" in error_of("nowhere", "--bot", "random")
    assert "token is not valid" in error_of(table, "--bot", "random", key="genial_wrong")
    assert "no Genial server at" in error_of(table, "--bot", "random", url="http://127.0.0.1:9")
    assert "is not the URL of a server" in error_of(table, "--bot", "random", url="localhost")
    assert "either a program" in error_of(table)
    assert "an access token is needed" in error_of(table, "--bot", "random", key="")
