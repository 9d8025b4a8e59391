"""Hints, opinions and explanations at tables."""

from __future__ import annotations

import base64
import random
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import httpx
import numpy as np
import pytest

import genial
from genial.server.bots.hints import think
from tests.server.live import Guest, Server, any_move
from tests.server.waiting import eventually


def refusal(guest: Guest, path: str, **body: object) -> tuple[int, str]:
    answer = guest.http.post(path, json=body)
    return answer.status_code, answer.json()["code"]


def get_thought(guest: Guest, path: str, **body: object) -> Any:
    """Return a hint or an opinion, as soon as a bot has time to think."""

    def thought() -> Any:
        answer = guest.http.post(path, json=body)
        if answer.status_code == 200:
            return answer.json()
        assert answer.json()["code"] in ("no-adviser", "too-much"), answer.text
        return None

    return eventually(thought, seconds=240, pause=1, what="no bot has time to think")


def two_at_a_table(server: Server, game: str, **more: object) -> tuple[Guest, Guest, str]:
    come = server.kept if more.get("rated") else server.guest
    ada, bob = come("Ada"), come("Bob")
    table = ada.open(game, "me", "open", **more)
    bob.post(f"/api/tables/{table}/seats/2")
    ada.post(f"/api/tables/{table}/start")
    return ada, bob, f"/api/tables/{table}"


@pytest.mark.parametrize("game", ["ingenious", "tile-challenge"])
def test_the_seat_to_move_gets_a_hint_and_every_player_an_opinion(
    server: Server, game: str
) -> None:
    ada, bob, table = two_at_a_table(server, game)
    hint = get_thought(ada, f"{table}/hint")
    assert hint["seat"] == 1
    assert hint["move"] == hint["candidates"][0]["move"]
    assert hint["explained"] == ada.post(f"{table}/explain", move=hint["move"])["explained"]
    assert sum(hint["value"]) == pytest.approx(1, abs=0.01)
    for seat, guest in enumerate((ada, bob), 1):
        opinion = get_thought(guest, f"{table}/opinion")
        assert opinion["seat"] == seat
        assert sum(opinion["value"]) == pytest.approx(1, abs=0.01)
        assert "move" not in opinion
    number = hint["number"]
    ada.post(f"{table}/moves", seat=1, move=hint["move"], number=number)
    assert refusal(bob, f"{table}/opinion", seat=1) == (403, "not-your-seat")
    assert "Traceback" not in server.log()


def test_hints_are_refused_where_they_would_be_unfair(server: Server) -> None:
    ada, bob, table = two_at_a_table(server, "ingenious")
    eve = server.guest("Eve")
    assert refusal(bob, f"{table}/hint") == (409, "not-your-turn")
    for what in ("hint", "opinion"):
        assert refusal(eve, f"{table}/{what}") == (403, "not-seated")
    assert httpx.post(f"{server.address}{table}/hint").json()["code"] == "nobody"
    for terms in ({"rated": True, "pace": {"seconds": 600}}, {"hints": False}):
        ada, bob, table = two_at_a_table(server, "ingenious", **terms)
        assert refusal(ada, f"{table}/hint") == (409, "no-hints")
        assert refusal(bob, f"{table}/opinion") == (409, "no-hints")
    ada.send("agree", table=table.rpartition("/")[2], seat=1, wish="resign", command="enough")
    ada.hear("done")
    assert refusal(ada, f"{table}/hint") == (409, "game-over")


def test_hints_block_no_other_request_and_are_rationed(server: Server) -> None:
    ada, bob, table = two_at_a_table(server, "ingenious")
    get_thought(ada, f"{table}/opinion")  # so that everything is loaded
    with ThreadPoolExecutor(6) as pool:
        asked = [pool.submit(ada.http.post, f"{table}/hint") for _ in range(6)]
        answered = 0
        while wait(asked, timeout=0.05).not_done:  # more often would be too much from one address
            assert bob.get("/health")["status"] == "well"
            answered += 1
    assert answered
    answers = [(one.result().status_code, one.result().json().get("code")) for one in asked]
    assert (429, "one-at-a-time") in answers
    assert set(answers) <= {(200, None), (429, "one-at-a-time"), (503, "no-adviser")}
    refused = [refusal(bob, f"{table}/hint") for _ in range(40)]
    assert refused[0] == (409, "not-your-turn")
    assert (429, "too-much") in refused


def test_a_move_is_explained_before_and_after_it_is_played(server: Server) -> None:
    ada, bob, table = two_at_a_table(server, "ingenious", rated=True, pace={"seconds": 600})
    eve = server.guest("Eve")
    told = ada.get(table)
    move = any_move(told, 1, random.Random(1))
    before = ada.post(f"{table}/explain", move=move)
    assert refusal(bob, f"{table}/explain", move=move) == (409, "not-your-turn")
    assert refusal(eve, f"{table}/explain", move=move) == (409, "not-your-turn")
    assert refusal(ada, f"{table}/explain", move="Rh8Bh8")[0] == 422
    held = {"".join(tile) for tile in told["views"]["1"]["rack"]}
    lacking = next(a + b for a in "RGBOYP" for b in "RGBOYP" if a <= b and a + b not in held)
    one, other = told["choices"]["places"][0].split()
    tile = f"{lacking[0]}{one}{lacking[1]}{other}"
    assert ada.http.post(f"{table}/explain", json={"move": tile}).status_code == 422
    ada.post(f"{table}/moves", seat=1, move=move, number=told["number"])
    after = eve.get(f"{table}/explain?number=1")
    assert (after["seat"], after["explained"]) == (1, before["explained"])
    assert eve.http.get(f"{table}/explain?number=2").status_code == 404
    assert eve.http.get(f"{table}/explain?number=0").status_code == 400


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("ingenious", {"players": 2}),
        ("ingenious", {"players": 4, "variant": "teams"}),
        ("phoenix", {}),
        ("spezial", {"players": 3}),
        ("tile-challenge", {"players": 2}),
    ],
)
def test_every_seat_gets_an_opinion_whichever_is_to_move(
    game: str, options: dict[str, object]
) -> None:
    rng = random.Random(7)
    state = genial.game(game, **options).start(seed=7)
    looked_at = 0
    while not state.over:
        if rng.random() < 0.08:
            looked_at += 1
            for seat in range(1, state.game.players + 1):
                thought = think(state.view_struct(seat), 0.02)
                assert len(thought.value) == state.game.players
                assert all(0 <= value <= 1 for value in thought.value)
                if seat == state.turn:
                    assert thought.move in state.legal()
        state = state.play(rng.choice(state.legal()))
    assert looked_at > 1


@pytest.mark.parametrize("game", genial.games())
def test_a_browser_that_thinks_gets_a_game_that_is_possible_for_its_seat(
    server: Server, game: str
) -> None:
    ada, bob, table = two_at_a_table(server, game)
    rules = genial.game(game, **ada.get(table)["terms"]["options"])
    hidden = set()
    for seat, guest in ((1, ada), (2, bob)) * 3:
        seen = get_thought(guest, f"{table}/seen")
        assert (seen["seat"], seen["game"], seen["options"]) == (seat, game, rules.options)
        array = np.frombuffer(base64.b64decode(seen["record"]), rules.template.dtype).copy()
        dtype = rules.template.dtype
        assert seen["fields"] == {name: dtype.fields[name][1] for name in dtype.names}
        state = rules.state_of(array)
        view = guest.get(table)["views"][str(seat)]
        possible = state.view(seat)
        assert possible | {"log": []} == view | {"log": []}, "it shows what the seat sees"
        hidden.add(str(state.view(3 - seat)))
    is_hiding = rules.facts.has_hidden_information
    assert (len(hidden) > 2) == is_hiding, "what the seat cannot know is dealt at random"


def test_a_browser_thinks_for_its_own_seats_only_and_where_hints_are_allowed(
    server: Server,
) -> None:
    ada, _, table = two_at_a_table(server, "ingenious")
    assert refusal(ada, f"{table}/seen", seat=2) == (403, "not-your-seat")
    assert refusal(server.guest("Cem"), f"{table}/seen") == (403, "not-seated")
    for more in ({"hints": False}, {"rated": True, "pace": {"seconds": 600}}):
        player, _, other = two_at_a_table(server, "ingenious", **more)
        assert refusal(player, f"{other}/seen", seat=1) == (409, "no-hints")
