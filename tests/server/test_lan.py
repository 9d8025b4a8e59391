"""At home: the server tells phones where it is, and invitations lead there."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import httpx
import msgspec
import pytest

from genial.core.errors import BadOption
from genial.server import lan, run
from genial.server.lan import address_for_phones, qr_lines
from genial.server.settings import Settings
from tests.server.live import Server
from tests.server.test_sharing import needs_client


def test_only_when_asked_for_does_it_listen_in_the_network() -> None:
    assert Settings().host == "127.0.0.1"
    assert not Settings().lan
    assert run._settings_for_phones(Settings(lan=True)).host == "0.0.0.0"
    named = Settings(lan=True, host="127.0.0.2")
    assert run._settings_for_phones(named) == named
    with pytest.raises(BadOption, match="lan and origin exclude each other"):
        run._settings_for_phones(Settings(lan=True, origin="https://genial.example"))


def test_the_address_is_one_that_others_can_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    assert address_for_phones("192.168.1.5", 80) == "http://192.168.1.5:80"
    assert address_for_phones("fd00::5", 8000) == "http://[fd00::5]:8000"

    class Alone(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError

    monkeypatch.setattr(lan.socket, "socket", Alone)
    own: list[object] = [(2, 1, 6, "", ("127.0.1.1", 0)), (2, 1, 6, "", ("192.168.7.7", 0))]
    monkeypatch.setattr(lan.socket, "getaddrinfo", lambda *_: own)
    assert address_for_phones("0.0.0.0", 8000) == "http://192.168.7.7:8000"
    own.pop()
    with pytest.raises(BadOption, match="--host"):
        address_for_phones("0.0.0.0", 8000)


def test_the_code_in_the_terminal_is_the_address() -> None:
    import segno

    address = "http://192.168.1.5:8000/"
    lines = qr_lines(address, with_colours=False)
    rows = [[int(dot) for dot in row] for row in segno.make(address, micro=False).matrix]
    drawn = []
    for line in lines:
        drawn.append([int(letter in "▀█") for letter in line])
        drawn.append([int(letter in "▄█") for letter in line])
    size = len(rows)
    assert [row[2 : 2 + size] for row in drawn[2 : 2 + size]] == rows
    assert not any(any(row) for row in (*drawn[:2], *drawn[2 + size :])), "light all around"
    coloured = qr_lines(address, with_colours=True)
    assert all(line.startswith("\x1b[30;107m") and line.endswith("\x1b[0m") for line in coloured)


@needs_client
def test_phones_are_told_the_address_and_may_play(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/genial.db"
    with Server(database, "", log=tmp_path / "log", host="127.0.0.2", lan="true") as server:
        assert f"in your network: http://127.0.0.2:{server.port}/" in server.log()
        assert re.search("[▀▄█]{5}", server.log())
        page = httpx.get(f"{server.address}/").text
        assert f'<meta name="genial-address" content="{server.address}" />' in page
        headers = {"origin": server.address}
        arrived = httpx.post(f"{server.address}/api/guests", json={"name": "Ada"}, headers=headers)
        assert arrived.status_code == 201
        foreign = {"origin": "http://evil.example"}
        refused = httpx.post(f"{server.address}/api/guests", json={"name": "Eve"}, headers=foreign)
        assert refused.status_code == 403


def test_settings_of_a_server_name_the_network() -> None:
    assert msgspec.convert({"lan": "true"}, Settings, strict=False).lan
