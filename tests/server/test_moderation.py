"""What players do at a table besides moving: wishes, chat, presence, rematches."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.live import Guest, Server, any_move
from tests.server.waiting import eventually


def seated(server: Server, game: str = "ingenious", **more: object) -> tuple[Guest, Guest, str]:
    """Seat two players at a table, start the game and let both watch it."""
    ada, bob = server.guest("Ada"), server.guest("Bob")
    table = ada.open(game, "me", "open", **more)
    bob.post(f"/api/tables/{table}/seats/2", nonce="cd" * 32)
    ada.post(f"/api/tables/{table}/start")
    for guest in (ada, bob):
        guest.send("watch", table=table)
        guest.hear("situation")
    return ada, bob, table


def test_a_spectator_who_sits_down_is_present_as_a_player(server: Server) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    table = ada.open("spezial", "me", "open")
    for guest in (ada, bob):
        guest.send("watch", table=table)
        guest.hear("situation")
    while ada.hear("present")["watchers"] != 1:
        pass
    bob.post(f"/api/tables/{table}/seats/2")
    there = ada.hear("present")
    assert (there["seats"], there["watchers"]) == ([1, 2], 0)


def test_a_move_is_taken_back_by_consent(server: Server) -> None:
    ada, bob, table = seated(server)
    told = ada.get(f"/api/tables/{table}")
    ada.send("play", table=table, seat=1, number=told["number"],
             move=any_move(told, 1, random.Random(1)), command="m")  # fmt: skip
    ada.hear("done")
    bob.hear("news")
    ada.send("agree", table=table, seat=1, wish="undo", command="u")
    assert bob.hear("situation")["wishes"] == {"undo": [1]}
    bob.send("agree", table=table, seat=2, wish="undo", command="u")
    after = bob.hear("situation")
    assert after["turn"] == 1
    assert len(after["views"]["2"]["log"]) == len(told["views"]["1"]["log"])
    bob.send("agree", table=table, seat=1, wish="undo", command="x")
    assert bob.hear("refused")["code"] == "not-your-seat"


def test_chat_keeps_players_and_spectators_apart_until_the_end(server: Server) -> None:
    ada, bob, table = seated(server)
    eve = server.guest("Eve")
    eve.send("watch", table=table)
    eve.hear("situation")
    told = ada.get(f"/api/tables/{table}")
    ada.send("say", table=table, text=" good \u202eluck <b>Bob</b> ", command="s")
    line = bob.hear("said")
    assert (line["name"], line["seat"], line["text"]) == ("Ada", 1, "good luck <b>Bob</b>")
    eve.send("say", table=table, text="she has two reds")
    assert eve.hear("said")["text"] == "she has two reds"
    assert [line["name"] for line in eve.get(f"/api/tables/{table}/talk")] == ["Eve"]
    assert [line["name"] for line in bob.get(f"/api/tables/{table}/talk")] == ["Ada"]
    assert ada.get(f"/api/tables/{table}")["number"] == told["number"], "chat is no event"
    bob.send("agree", table=table, seat=2, wish="resign")
    assert bob.hear("situation")["result"]["how"] == "resigned"
    assert len(bob.get(f"/api/tables/{table}/talk")) == 2
    assert all(line["text"] != "she has two reds" for line in bob.heard if line["type"] == "said")
    for _ in range(12):
        ada.send("say", table=table, text="again and again", command="c")
    answers = [ada.hear("done", "refused") for _ in range(13)]
    assert "too-much" in {answer.get("code") for answer in answers}
    answer = ada.http.post(f"/api/tables/{table}/talk", json={"text": "x" * 501})
    assert answer.status_code == 400


def test_a_blocked_player_is_not_heard_from_then_on(server: Server) -> None:
    ada, bob, table = seated(server)

    def said(text: str) -> bool:
        """Does Ada hear what Bob says?"""
        bob.send("say", table=table, text=text, command=text)
        assert bob.hear("done", "refused")["type"] == "done"
        ada.send("say", table=table, text=f"after {text}")
        heard = ada.hear("said")["text"]
        if heard == text:
            ada.hear("said")
        return bool(heard == text)

    def shown() -> bool:
        return "Bob" in {line["name"] for line in ada.get(f"/api/tables/{table}/talk")}

    assert said("one")
    assert shown()
    blocked = f"/api/me/blocks/{bob.me['account']}"
    assert ada.http.put(blocked, json={}).status_code == 204
    assert not said("two")
    assert not shown(), "nor read again"
    ada.hang_up()
    ada.send("watch", table=table)
    assert {line["name"] for line in ada.hear("talked")["lines"]} == {"Ada"}
    assert ada.http.delete(blocked).status_code == 204
    assert said("three")
    assert shown()


def test_a_player_cannot_make_and_withdraw_proposals_without_end(server: Server) -> None:
    ada, _, table = seated(server)
    for k in range(15):
        ada.send("agree", table=table, seat=1, wish="draw", command=f"a{k}")
        ada.send("decline", table=table, seat=1, wish="draw", command=f"d{k}")
    answers = [ada.hear("done", "refused") for _ in range(30)]
    assert {told["code"] for told in answers if told["type"] == "refused"} == {"too-much"}


def test_a_line_that_is_repeated_for_want_of_an_answer_is_said_once(server: Server) -> None:
    ada, bob, table = seated(server)
    for text, command in (("hello", "x"), ("hello", "x"), ("hello", "y")):
        ada.send("say", table=table, text=text, command=command)
    numbers = [ada.hear("done")["number"] for _ in range(3)]
    assert numbers[0] == numbers[1] < numbers[2]
    assert len(bob.get(f"/api/tables/{table}/talk")) == 2


def test_players_see_which_players_and_spectators_are_present(server: Server) -> None:
    ada, bob, table = seated(server)
    ada.send("ping")
    while (there := ada.hear("present"))["seats"] != [1, 2]:
        pass
    eve = server.guest("Eve")
    eve.send("watch", table=table)
    while (there := ada.hear("present"))["watchers"] != 1:
        pass
    assert there["seats"] == [1, 2]
    bob.hang_up()
    while (there := ada.hear("present"))["seats"] != [1]:
        pass
    assert there["watchers"] == 1


def test_a_rematch_is_between_the_same_players_one_seat_further(server: Server) -> None:
    ada, bob, table = seated(server, "tile-challenge")
    answer = ada.http.post(f"/api/tables/{table}/wishes", json={"seat": 1, "wish": "rematch"})
    assert answer.json()["code"] == "not-over"
    bob.post(f"/api/tables/{table}/wishes", seat=2, wish="resign")
    ada.post(f"/api/tables/{table}/wishes", seat=1, wish="rematch")
    told = bob.post(f"/api/tables/{table}/wishes", seat=2, wish="rematch")
    again = bob.get(f"/api/tables/{told['followed']}")
    assert again["phase"] == "playing"
    assert [seat["name"] for seat in again["seats"]] == ["Bob", "Ada"]
    assert again["mine"] == [1]
    assert bob.post(f"/api/tables/{table}/wishes", seat=2, wish="rematch") == told
    assert not any("nonce" in seat for seat in again["seats"]), "the old ones are public"
    for name in (table, told["followed"]):
        if name != table:
            bob.post(f"/api/tables/{name}/wishes", seat=1, wish="resign")
        nonces = bob.get(f"/api/tables/{name}/verify")["nonces"]
        assert ("cd" * 32 in nonces.values()) == (name == table)


def test_a_player_who_is_gone_too_long_loses(places: tuple[str, str], tmp_path: Path) -> None:
    with Server(*places, log=tmp_path / "log", patience=1) as server:
        ada, bob, table = seated(server)
        told = ada.get(f"/api/tables/{table}")
        ada.send("play", table=table, seat=1, number=told["number"],
                 move=any_move(told, 1, random.Random(1)))  # fmt: skip
        bob.hear("news")
        ada.send("claim", table=table, command="c")
        assert ada.hear("refused")["code"] == "not-gone"
        bob.hang_up()

        def is_claimed() -> bool:
            answer = ada.http.post(f"/api/tables/{table}/claim", json={})
            assert answer.status_code == 201 or answer.json()["code"] == "not-gone", answer.text
            return answer.status_code == 201

        eventually(is_claimed, pause=0.3, what="the absent player is never gone")
        result = ada.get(f"/api/tables/{table}")["result"]
        assert (result["how"], result["ranks"]) == ("abandoned", [1, 2])


@pytest.fixture
def impatient(places: tuple[str, str], tmp_path: Path) -> Iterator[Server]:
    """A server where absent players are soon gone and a bot plays on for them."""
    settings = {"patience": 1, "stand_in": "kid"}
    with Server(*places, log=tmp_path / "log", **settings) as server:
        yield server


def test_bots_play_on_for_players_who_run_out_of_time(impatient: Server) -> None:
    ada, bob, cy = (impatient.guest(name) for name in ("Ada", "Bob", "Cy"))
    table = ada.open("tile-challenge", "me", "open", "open", pace={"seconds": 2})
    bob.post(f"/api/tables/{table}/seats/2")
    cy.post(f"/api/tables/{table}/seats/3")
    cy.send("watch", table=table)
    ada.post(f"/api/tables/{table}/start")  # no player moves: all run out of time
    told = hear_until(cy, lambda told: told.get("out") == [1, 2, 3])
    assert [seat["type"] for seat in told["seats"]] == ["bot"] * 3
    told = hear_until(cy, lambda told: told["phase"] == "over")
    assert told["result"]["ranks"] == [3, 2, 1], "the first to run out of time comes last"


def test_a_bot_plays_on_for_a_player_who_is_gone(impatient: Server) -> None:
    ada, bob, table = seated(impatient)
    told = ada.get(f"/api/tables/{table}")
    move = any_move(told, 1, random.Random(1))
    ada.post(f"/api/tables/{table}/moves", seat=1, number=told["number"], move=move)
    bob.hang_up()

    def is_claimed() -> bool:
        ada.send("claim", table=table, replace=True, command="c")
        answer = ada.hear("done", "refused")
        assert answer["type"] == "done" or answer["code"] == "not-gone", answer
        return bool(answer["type"] == "done")

    eventually(is_claimed, pause=0.3, what="the absent player is never gone")
    assert ada.get(f"/api/tables/{table}")["seats"][1] == {"type": "bot", "level": "kid"}
    hear_until(ada, lambda told: told.get("turn") == 1, "news")  # the bot has moved


def hear_until(guest: Guest, is_so: Callable[[Any], bool], *kinds: str) -> Any:
    """Return the first situation, or message of other kinds, that meets a condition."""
    while True:
        told = guest.hear(*(kinds or ("situation",)), seconds=120)
        if is_so(told):
            return told
