"""Partners at a table: set phrases for silent ones, open talk and pointing for open ones."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.server.live import Guest, Server, any_move

NAMES = ("Ada", "Bob", "Cy", "Di")


class Teams:
    """Four players and a spectator, who all watch a table of two teams."""

    def __init__(self, server: Server, partners: str) -> None:
        self.server = server
        self.players = [server.guest(name) for name in NAMES]
        self.spectator = server.guest("Eve")
        host = self.players[0]
        options = {"variant": "teams", "partners": partners}
        self.table = host.open("ingenious", "me", "open", "open", "open", options=options)
        for seat, guest in enumerate(self.players[1:], 2):
            guest.post(f"{self.path}/seats/{seat}")
        for guest in self.everybody:
            self.watch(guest)
            self.hear_nothing_but(guest)  # from here on it hears the chat, too

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}"

    @property
    def everybody(self) -> list[Guest]:
        return [*self.players, self.spectator]

    def watch(self, guest: Guest) -> dict[str, Any]:
        guest.send("watch", table=self.table)
        return guest.hear("situation")

    def start(self) -> dict[str, Any]:
        self.players[0].post(f"{self.path}/start")
        told = [guest.hear("situation") for guest in self.everybody]
        return told[0]

    def play(self) -> None:
        """Let the player to move make a move, which all hear of."""
        told = self.players[0].get(self.path)
        mover = self.players[told["turn"] - 1]
        told = mover.get(self.path)
        move = any_move(told, told["turn"], random.Random(1))
        mover.post(f"{self.path}/moves", seat=told["turn"], move=move, number=told["number"])
        for guest in self.everybody:
            guest.hear("news", "situation")

    def resign(self) -> None:
        for seat in (1, 3):
            self.players[seat - 1].post(f"{self.path}/wishes", seat=seat, wish="resign")
        for guest in self.everybody:
            while guest.hear("situation")["phase"] != "over":
                pass

    def refused(self, guest: Guest, kind: str, **body: object) -> str:
        """Send what is refused, over the socket and as a request; return the code of both."""
        guest.send(kind, table=self.table, command="c", **body)
        told = guest.hear("refused", "done")
        assert told["type"] == "refused"
        answer = guest.http.post(f"{self.path}/{'talk' if kind == 'say' else kind}", json=body)
        if told["code"] == "bad-message":  # it does not have the form of a message
            assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
        else:
            assert answer.status_code == (403 if told["code"] == "not-your-seat" else 409)
            assert answer.json()["code"] == told["code"]
            assert answer.json()["sentence"] == told["sentence"]
        return str(told["code"])

    def hear_nothing_but(self, guest: Guest, *kinds: str) -> list[dict[str, Any]]:
        """Return all messages of these kinds that a guest gets until it hears an answer."""
        first = len(guest.heard)
        guest.send("ping", command="p")
        guest.hear("pong")
        return [told for told in guest.heard[first:] if told["type"] in kinds]


@pytest.fixture(scope="module")
def phrases(shared_server: Server) -> list[str]:
    listed = shared_server.guest("Reader").get("/api/phrases")
    assert all(one["text"] for one in listed)
    return [one["phrase"] for one in listed]


def test_silent_partners_say_set_phrases_only(server: Server, phrases: list[str]) -> None:
    teams = Teams(server, "silent")
    ada, bob, _, di = teams.players
    ada.send("say", table=teams.table, text="Hi all")
    assert [guest.hear("said")["text"] for guest in teams.players] == ["Hi all"] * 4
    assert teams.start()["phrases_only"]
    assert "phrases_only" not in teams.spectator.get(teams.path)
    assert teams.refused(ada, "say", text="I have two reds") == "phrases-only"
    assert teams.refused(di, "say", text="\x1fhello") == "phrases-only"
    assert teams.refused(ada, "say", phrase="two-reds") == "no-such-phrase"
    assert teams.refused(ada, "say", phrase=phrases[0], text="I have two reds") == "bad-text"
    assert teams.refused(ada, "say") == "bad-text"
    ada.send("say", table=teams.table, phrase="hello")
    assert [guest.hear("said")["phrase"] for guest in teams.players] == ["hello"] * 4
    line = bob.post(f"{teams.path}/talk", phrase="thanks")
    assert (line["phrase"], line["text"]) == ("thanks", "Thank you.")
    teams.spectator.post(f"{teams.path}/talk", text="She has two reds")
    for guest in teams.players:
        assert guest.hear("said")["phrase"] == "thanks"
        assert teams.hear_nothing_but(guest, "said") == []
        lines = guest.get(f"{teams.path}/talk")
        assert [one["phrase"] for one in lines] == [None, "hello", "thanks"]
    assert [one["text"] for one in teams.spectator.get(f"{teams.path}/talk")] == [
        "She has two reds"
    ]
    own = ada.http.get("/api/me/export").json()["talk"]
    assert [one["text"] for one in own] == ["Hi all", "Hello!"]
    teams.resign()
    ada.post(f"{teams.path}/talk", text="I had two reds")
    assert di.hear("said")["text"] == "I had two reds"


def test_the_name_of_a_silent_partner_tells_nothing_new(server: Server) -> None:
    teams = Teams(server, "silent")
    teams.start()
    ada, _, cy, _ = teams.players
    ada.http.patch("/api/me", json={"name": "I have RR and GB"}).raise_for_status()
    ada.send("say", table=teams.table, phrase="hello")
    ada.post(f"{teams.path}/talk", phrase="thanks")
    assert [cy.hear("said")["name"] for _ in range(2)] == ["Ada", "Ada"]
    assert [line["name"] for line in cy.get(f"{teams.path}/talk")] == ["Ada", "Ada"]
    assert "I have" not in cy.http.get(teams.path).text


@pytest.mark.parametrize("options", [{}, {"variant": "teams", "partners": "shared"}])
def test_all_other_players_talk_freely(server: Server, options: dict[str, str]) -> None:
    ada = server.guest("Ada")
    table = ada.open("ingenious", "me", "kid", "kid", "kid", options=options)
    told = ada.post(f"/api/tables/{table}/start")
    assert "phrases_only" not in told
    assert "pointing" not in told
    ada.post(f"/api/tables/{table}/talk", text="I have two reds")
    answer = ada.http.post(f"/api/tables/{table}/point", json={"seat": 1, "tile": "RR"})
    assert answer.json()["code"] == "no-pointing"


def test_everybody_hears_open_partners_and_players_hear_no_spectator(server: Server) -> None:
    teams = Teams(server, "open")
    teams.start()
    teams.spectator.post(f"{teams.path}/talk", text="She has two reds")
    teams.players[0].post(f"{teams.path}/talk", text="Block the yellow line!")
    for guest in teams.players:
        assert guest.hear("said")["text"] == "Block the yellow line!"
        assert len(guest.get(f"{teams.path}/talk")) == 1
    assert [teams.spectator.hear("said")["name"] for _ in range(2)] == ["Eve", "Ada"]
    assert len(teams.spectator.get(f"{teams.path}/talk")) == 2
    newcomer = server.guest("Flo")
    teams.watch(newcomer)
    assert len(newcomer.hear("talked")["lines"]) == 2


def test_all_see_what_an_open_partner_points_at_until_the_next_move(server: Server) -> None:
    teams = Teams(server, "open")
    ada, bob, *_ = teams.players
    assert teams.refused(ada, "point", seat=1, tile="RG") == "no-pointing"
    assert teams.start()["pointing"]
    ada.send("point", table=teams.table, seat=1, tile="GR", cells=["h8", "h9"], command="a")
    pointed = {"type": "pointed", "table": teams.table, "seat": 1, "tile": "RG",
               "cells": ["h8", "h9"]}  # fmt: skip
    for guest in teams.everybody:
        told = guest.hear("pointed")
        assert told == pointed | {"number": told["number"]}
    bob.post(f"{teams.path}/point", seat=2, cells=["a8"])
    newcomer = server.guest("Flo")
    teams.watch(newcomer)
    assert {newcomer.hear("pointed")["seat"] for _ in range(2)} == {1, 2}
    ada.post(f"{teams.path}/point", seat=1)  # at nothing more
    assert newcomer.hear("pointed")["cells"] == []
    later = server.guest("Gus")
    teams.watch(later)
    assert later.hear("pointed")["seat"] == 2
    assert teams.hear_nothing_but(later, "pointed") == []
    teams.play()
    last = server.guest("Hal")
    teams.watch(last)
    assert teams.hear_nothing_but(last, "pointed") == []


def test_pointing_is_refused_with_one_sentence(server: Server) -> None:
    teams = Teams(server, "open")
    teams.start()
    ada, bob, *_ = teams.players
    assert teams.refused(teams.spectator, "point", seat=1, tile="RG") == "not-your-seat"
    assert teams.refused(bob, "point", seat=1, tile="RG") == "not-your-seat"
    assert teams.refused(ada, "point", seat=1, tile="RX") == "no-such-tile"
    assert teams.refused(ada, "point", seat=1, cells=["h8", "a1"]) == "no-such-cell"
    assert teams.refused(ada, "point", seat=1, cells=["hello"]) == "bad-message"
    assert teams.refused(ada, "point", seat=1, cells=["h8"] * 13) == "bad-message"
    assert teams.refused(ada, "point", seat=1, tile="I have RG") == "bad-message"
    for number in range(12):  # all at once: the limit is lifted again with time
        bob.send("point", table=teams.table, seat=2, command=str(number))
    answers = [bob.hear("done", "refused") for _ in range(12)]
    assert answers[0]["type"] == "done"
    assert answers[-1]["code"] == "too-much"
    teams.resign()
    assert teams.refused(ada, "point", seat=1, tile="RG") == "no-pointing"


def test_a_blocked_player_points_unseen(server: Server) -> None:
    teams = Teams(server, "open")
    teams.start()
    ada, bob, *_ = teams.players
    ada.http.put(f"/api/me/blocks/{bob.me['account']}")
    bob.post(f"{teams.path}/point", seat=2, tile="RG")
    assert teams.players[2].hear("pointed")["seat"] == 2
    assert teams.hear_nothing_but(ada, "pointed") == []
