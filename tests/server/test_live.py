"""Playing over real sockets on real databases."""

from __future__ import annotations

import random

import httpx
import pytest

import genial
from tests.server.live import Guest, Server, any_move


def play(table: str, people: dict[int, Guest], seed: int = 1) -> dict[int, dict[str, object]]:
    """Let people play a game to its end; the last that each of them heard."""
    rng = random.Random(seed)
    last = {}
    for seat, guest in people.items():
        guest.send("watch", table=table)
        last[seat] = guest.hear("situation")
    while True:
        if any(told.get("phase") == "over" for told in last.values()):
            break
        told = next((t for s, t in last.items() if t.get("turn") == s), None)
        if told is None:  # a bot is to move
            for seat, guest in people.items():
                last[seat] = guest.hear("news", "situation")
            continue
        seat = told["turn"]
        people[seat].send("play", table=table, seat=seat, number=told["number"],
                          move=any_move(told, seat, rng))  # fmt: skip
        number = told["number"]
        for other, guest in people.items():
            while last[other]["number"] <= number:
                last[other] = guest.hear("news", "situation")
    return last


@pytest.mark.parametrize("game", genial.games())
def test_two_people_play_a_whole_game(server: Server, game: str) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    table = ada.open(game, "me", "open")
    bob.post(f"/api/tables/{table}/seats/2")
    ada.post(f"/api/tables/{table}/start")
    last = play(table, {1: ada, 2: bob})
    assert last[1]["phase"] == "over"
    record = ada.http.get(f"/api/tables/{table}/record").text
    assert genial.verify(record)
    assert "Traceback" not in server.log()


def test_a_player_who_has_seen_the_commitment_adds_a_nonce_to_the_deals(server: Server) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    seats = [{"type": "me"}, {"type": "open"}]
    early = {"game": "tile-challenge", "seats": seats, "nonce": "ab" * 32}
    assert ada.http.post("/api/tables", json=early).status_code == 400, "there is no key yet"
    table = ada.open("tile-challenge", "me", "open")
    shown = bob.get(f"/api/tables/{table}")
    assert (shown["phase"], len(shown["commitment"])) == ("waiting", 64)
    bob.send("watch", table=table)
    assert bob.hear("situation")["commitment"] == shown["commitment"]
    path = f"/api/tables/{table}"
    for wrong in ("ab", "XY" * 32):
        assert bob.http.post(f"{path}/seats/2", json={"nonce": wrong}).status_code == 400
        assert ada.http.post(f"{path}/start", json={"nonce": wrong}).status_code == 400
    bob.post(f"{path}/seats/2", nonce="cd" * 32)
    assert ada.post(f"{path}/start", nonce="ab" * 32)["commitment"] == shown["commitment"]
    bob.post(f"{path}/wishes", seat=2, wish="resign")
    proof = ada.get(f"{path}/verify")
    assert proof["proven"]
    assert proof["nonces"] == {"1": "ab" * 32, "2": "cd" * 32}
    assert genial.commitment(bytes.fromhex(proof["key"])) == shown["commitment"]


def test_what_others_hold_is_never_sent(server: Server) -> None:
    ada, bob, eve = server.guest("Ada"), server.guest("Bob"), server.guest("Eve")
    table = ada.open("ingenious", "me", "open")
    bob.post(f"/api/tables/{table}/seats/2")
    ada.post(f"/api/tables/{table}/start")
    eve.send("watch", table=table)
    view = eve.hear("situation")["views"]["0"]
    assert all("?" in line for line in view["log"])
    assert bob.get(f"/api/tables/{table}")["views"]["2"]["log"][0].endswith("??")
    redacted = eve.http.get(f"/api/tables/{table}/record").text
    assert "??" in redacted
    assert "key:" not in redacted


def test_a_player_who_reconnects_gets_what_was_missed(server: Server) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    table = ada.open("tile-challenge", "me", "open")
    bob.post(f"/api/tables/{table}/seats/2")
    ada.post(f"/api/tables/{table}/start")
    rng = random.Random(1)
    ada.send("watch", table=table)
    told = ada.hear("situation")
    known = told["number"]
    while told["turn"] == 1 and told["number"] < known + 3:
        ada.send("play", table=table, seat=1, number=told["number"], move=any_move(told, 1, rng))
        told = ada.hear("news")
    bob.send("watch", table=table, since=known)
    missed = bob.hear("news")
    assert missed["first"] == known + 1
    assert missed["number"] == told["number"]


def test_heads_are_those_of_whole_answers(server: Server) -> None:
    for path, status in (("/health", 200), ("/api/games", 200), ("/api/no/such/thing", 404)):
        address = server.address + path
        head, whole = httpx.head(address), httpx.get(address)
        assert (head.status_code, head.content) == (status, b"")
        assert head.headers["content-length"] == whole.headers["content-length"]


def test_a_stale_or_repeated_move_is_recognised(server: Server) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    table = ada.open("ingenious", "me", "open")
    bob.post(f"/api/tables/{table}/seats/2")
    told = ada.post(f"/api/tables/{table}/start")
    move = any_move(told, 1, random.Random(1))
    body = {"seat": 1, "move": move, "number": told["number"], "command": "one"}
    first = ada.post(f"/api/tables/{table}/moves", **body)
    again = ada.post(f"/api/tables/{table}/moves", **body)
    assert first["number"] == again["number"] == told["number"] + 1
    answer = ada.http.post(f"/api/tables/{table}/moves", json=body | {"command": "two"})
    assert answer.status_code == 409
    assert answer.json()["code"] == "stale"
    ada.send("play", table=table, **body)
    assert ada.hear("situation")["number"] == again["number"]
    assert ada.hear("done") == {"type": "done", "command": "one", "number": again["number"]}


def test_a_bot_answers(server: Server) -> None:
    ada = server.guest("Ada")
    table = ada.open("tile-challenge", "me", "kid")
    ada.post(f"/api/tables/{table}/start")
    last = play(table, {1: ada})
    assert last[1]["phase"] == "over"


def test_a_killed_server_forgets_nothing(server: Server) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    table = ada.open("ingenious", "me", "open", pace={"seconds": 600})
    bob.post(f"/api/tables/{table}/seats/2")
    told = ada.post(f"/api/tables/{table}/start")
    ada.send("watch", table=table)
    ada.hear("situation")
    ada.send("play", table=table, seat=1, number=told["number"],
             move=any_move(told, 1, random.Random(1)))  # fmt: skip
    news = ada.hear("news")
    server.kill()
    server.start()
    ada.come_back()
    bob.come_back()
    assert ada.get(f"/api/tables/{table}")["number"] >= news["number"]
    last = play(table, {1: ada, 2: bob})
    assert last[1]["phase"] == "over"
