"""The first page: one request for its data, and lists that arrive over the socket."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

import genial
from tests.server.live import Guest, Server
from tests.server.waiting import PATIENCE


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with Server(f"sqlite:///{folder}/genial.db", "", log=folder / "log", proxies=1) as running:
        running.wait_until_compiled()
        yield running


def hear_list(guest: Guest, kind: str, table: str, *, is_listed: bool = True) -> dict[str, Any]:
    """Return the first message of a kind in which a table is listed, or no longer is."""
    while True:
        message = guest.hear(kind)
        lists = [message[name] for name in ("waiting", "playing", "tables") if name in message]
        if any(one["table"] == table for some in lists for one in some) == is_listed:
            return message


def test_the_home_page_is_made_of_the_same_parts_as_the_other_endpoints(server: Server) -> None:
    ada = server.guest("Ada")
    ada.http.put("/api/me/settings", json={"settings": {"language": "de"}})
    public = ada.open("tile-challenge", "me", "open")
    private = ada.open("tile-challenge", "me", "kid", listed=False)
    ada.post(f"/api/tables/{private}/start")
    home = ada.get("/api/home")
    assert home["me"]["account"] == ada.get("/api/me")
    assert home["me"]["settings"] == ada.get("/api/me/settings")
    assert home["me"]["pairing"] == ada.get("/api/pairing")
    assert home["games"] == ada.get("/api/games")
    assert home["daily"] == ada.get("/api/daily")
    assert [one["table"] for one in home["waiting"]] == [public]
    own = {one["table"]: one["phase"] for one in home["me"]["tables"]}
    assert own == {public: "waiting", private: "playing"}
    assert home["playing"] == ada.get("/api/tables?phase=playing")["tables"]


def test_without_an_account_the_home_page_has_no_private_part(server: Server) -> None:
    ada, stranger = server.guest("Ada"), server.guest("Gone")
    table = ada.open("tile-challenge", "me", "open")
    stranger.http.cookies.clear()
    home = stranger.get("/api/home")
    assert home["me"] is None
    assert tuple(one["name"] for one in home["games"]) == genial.games()
    assert home["waiting"][0]["table"] == table
    assert [one for one in home["waiting"] if "mine" in one] == []


def test_followers_of_the_lists_get_new_tables_and_lose_private_ones(server: Server) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    bob.send("follow-lists")
    bob.hear("lobby")
    assert bob.hear("my-tables")["tables"] == []
    private = ada.open("tile-challenge", "me", "open", listed=False)
    public = ada.open("tile-challenge", "me", "open")
    lobby = hear_list(bob, "lobby", public)
    assert private not in json.dumps(bob.heard), "nothing hidden is sent"
    entry = next(one for one in lobby["waiting"] if one["table"] == public)
    assert "mine" not in entry
    bob.post(f"/api/tables/{public}/seats/2")
    assert hear_list(bob, "my-tables", public)["tables"][0]["mine"] == [2]
    ada.post(f"/api/tables/{public}/start")
    assert public in [one["table"] for one in hear_list(bob, "lobby", public)["playing"]]


def test_a_connection_without_an_account_follows_the_public_lists_only(server: Server) -> None:
    ada = server.guest("Ada")
    with connect(
        f"ws://127.0.0.1:{server.port}/api/live/v1", compression=None, close_timeout=1
    ) as socket:
        socket.send('{"type": "follow-lists"}')
        assert json.loads(socket.recv(PATIENCE))["type"] == "lobby"
        table = ada.open("tile-challenge", "me", "open")
        lobby = json.loads(socket.recv(PATIENCE))
        assert (lobby["type"], lobby["waiting"][0]["table"]) == ("lobby", table)


def test_a_connection_that_stops_following_gets_no_more_lists(server: Server) -> None:
    ada, bob, cy = (server.guest(name) for name in ("Ada", "Bob", "Cy"))
    for guest in (bob, cy):
        guest.send("follow-lists")
        guest.hear("my-tables")
    bob.send("follow-lists", on=False)
    bob.send("ping")
    bob.hear("pong")
    hear_list(cy, "lobby", ada.open("tile-challenge", "me", "open"))  # it was sent to followers
    bob.send("ping")
    assert bob.hear()["type"] == "pong", "nothing came before"


def test_a_table_that_opens_while_no_connection_follows_is_in_the_next_list(
    server: Server,
) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    bob.send("follow-lists")
    bob.hear("lobby")
    bob.send("follow-lists", on=False)
    bob.send("ping", command="x")
    bob.hear("pong")
    table = ada.open("tile-challenge", "me", "open")
    bob.send("follow-lists")
    assert bob.hear("lobby")["waiting"][0]["table"] == table


def test_hosts_that_have_blocked_an_account_are_left_out_of_its_list(server: Server) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    ada.http.put(f"/api/me/blocks/{bob.me['account']}")
    bob.send("follow-lists")
    hidden = ada.open("tile-challenge", "me", "open")
    shown = server.guest("Cy").open("tile-challenge", "me", "open")
    hear_list(bob, "lobby", shown)
    assert hidden not in json.dumps(bob.heard)


def test_many_changes_are_sent_at_most_once_a_second(server: Server) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    bob.send("follow-lists")
    bob.hear("lobby")
    began = time.monotonic()
    for _ in range(5):
        last = ada.open("tile-challenge", "me", "open")
    hear_list(bob, "lobby", last)
    took = time.monotonic() - began
    assert sum(message["type"] == "lobby" for message in bob.heard) <= 3 + took
