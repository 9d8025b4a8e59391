"""Looking back at games: positions, branches, uploads, proofs."""

from __future__ import annotations

import random
from typing import Any

import httpx

import genial
from tests.server.live import Guest, Server, any_move, wait_for_the_day
from tests.server.test_hints import refusal, two_at_a_table
from tests.server.test_live import play


def finished_game(server: Server, game: str) -> tuple[Guest, Guest, str]:
    ada, bob, table = two_at_a_table(server, game)
    play(table.rpartition("/")[2], {1: ada, 2: bob})
    return ada, bob, table


def steps(record: str) -> list[genial.State]:
    return genial.replay(record).history


def test_a_finished_game_can_be_stepped_through_and_continued_otherwise(server: Server) -> None:
    _, _, table = finished_game(server, "ingenious")
    name = table.rpartition("/")[2]
    eve = server.guest("Eve")
    record = eve.http.get(f"{table}/record").text
    states = steps(record)
    last = len(states) - 1
    for number in (0, 1, last // 2, last):
        told, state = eve.get(f"{table}/positions/{number}"), states[number]
        assert (told["number"], told["total"]) == (number, last)
        for seat in (1, 2):
            assert told["views"][str(seat)] == state.view(seat, log=False)
            assert told["lines"][str(seat)] == list(state.lines), "nothing is hidden"
        if number:
            move = told["move"]
            assert told["explained"] == states[number - 1].explain(move)
        if number < last:
            assert any_move(told, told["turn"], random.Random(1)) in state.legal()
    assert told["ranks"] == list(genial.replay(record).ranks or ())
    assert eve.http.get(f"{table}/positions/{last + 1}").status_code == 404

    other = states[3].legal()[5]
    branch = eve.post("/api/review", table=name, at=3, moves=[other])
    assert branch["number"] == 4
    assert branch["move"] == other
    reply = any_move(branch, branch["turn"], random.Random(2))
    ahead = eve.post("/api/review", table=name, at=3, moves=[other, reply], seed=branch["seed"])
    again = eve.post("/api/review", table=name, at=3, moves=[other, reply], seed=branch["seed"])
    assert ahead == again
    drawn = {
        eve.post("/api/review", table=name, at=3, moves=[other])["lines"]["1"][1] for _ in range(12)
    }
    assert len(drawn) > 1, "without a seed it is dealt anew"
    wrong = eve.http.post("/api/review", json={"table": name, "at": 3, "moves": [other, other]})
    assert wrong.status_code == 422
    assert wrong.json()["facts"]["number"] == 5
    assert "Traceback" not in server.log()


def test_a_running_game_shows_again_only_what_each_seat_saw(server: Server) -> None:
    ada, bob, table = two_at_a_table(server, "phoenix")
    eve = server.guest("Eve")
    told = ada.get(table)
    move = any_move(told, 1, random.Random(1))
    ada.post(f"{table}/moves", seat=1, move=move, number=told["number"])
    hands = {}
    for guest, seat in ((ada, 1), (bob, 2), (eve, 0)):
        lines = []
        for number in (0, 1):
            shown = guest.get(f"{table}/positions/{number}")
            assert list(shown["views"]) == list(shown["lines"]) == [str(seat)]
            lines.append(shown["lines"][str(seat)])
            assert ("choices" in shown) == (shown["turn"] == seat)
        assert "?" in "\n".join(lines[0]), "the other hands were dealt, too"
        assert lines[0] + lines[1] == guest.get(table)["views"][str(seat)]["log"]
        hands[seat] = shown["views"][str(seat)]
    assert hands[1] == ada.get(table)["views"]["1"] | {"log": []}
    name = table.rpartition("/")[2]
    assert refusal(ada, "/api/review", table=name, at=0) == (409, "not-over")
    assert refusal(ada, f"{table}/analysis") == (409, "not-over")
    assert ada.http.get(f"{table}/verify").json()["code"] == "not-over"


def test_a_tutorial_needs_no_table(server: Server) -> None:
    """No account is needed: a game follows from its seed, or from a record."""

    def review(**body: Any) -> Any:
        answer = httpx.post(f"{server.address}/api/review", json=body, timeout=60, verify=False)
        assert answer.status_code == 200, answer.text
        return answer.json()

    state = genial.game("ingenious", players=2).start(seed=7)
    new = review(game="ingenious", options={"players": 2}, seed=7)
    assert new["views"]["1"] == state.view(1, log=False)
    moves = []
    for _ in range(4):
        moves.append(state.legal()[0])
        state = state.play(moves[-1])
    played = review(game="ingenious", options={"players": 2}, seed=7, moves=moves)
    assert played["views"]["2"] == state.view(2, log=False)
    assert played["explained"]["move"] == moves[-1]
    given = review(record=state.record(), moves=[state.legal()[0]], seed=1)
    assert given["number"] == 5
    assert review(record=state.record(), at=2)["number"] == 2
    for body, code in (
        ({}, "no-source"),
        ({"game": "ingenious", "table": "x"}, "no-source"),
        ({"game": "chess"}, "bad-option"),
        ({"game": "ingenious", "options": {"players": 9}}, "bad-option"),
        ({"game": "ingenious", "moves": ["x"]}, "bad-text"),
        ({"record": "game: ingenious"}, "bad-record"),
        ({"table": "nowhere"}, "no-such-table"),
        ({"game": "ingenious", "moves": ["x"] * 201}, "bad-request"),
        ({"game": "ingenious", "seed": 2**60}, "bad-request"),
    ):
        answer = httpx.post(f"{server.address}/api/review", json=body, verify=False)
        assert answer.json()["code"] == code, body
    assert "Traceback" not in server.log()


def test_an_uploaded_record_is_looked_at_and_deleted_by_its_owner(server: Server) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    state, rng = genial.game("tile-challenge").start(seed=3), random.Random(3)
    for _ in range(6):
        state = state.play(rng.choice(state.legal()))
    text = state.record(seat_1="Ada <b>", site="here")
    there = ada.post("/api/uploads", text=text)
    assert there["headers"]["seat 1"] == "Ada <b>"
    assert there["total"] == 6
    path = f"/api/uploads/{there['upload']}"
    assert bob.get(path) == there | {"mine": False}
    assert bob.get(f"{path}/positions/6")["views"]["1"] == state.view(1, log=False)
    branch = bob.post("/api/review", upload=there["upload"], at=6, moves=[state.legal()[0]])
    assert branch["number"] == 7
    lines = text.splitlines()
    lines[-1] = "1 jump"
    answer = ada.http.post("/api/uploads", json={"text": "\n".join(lines)})
    assert answer.status_code == 400
    assert answer.json()["code"] in ("bad-record", "bad-text")
    assert answer.json()["facts"]["line"] == len(lines)
    assert answer.json()["sentence"].startswith(f"line {len(lines)}: ")
    assert refusal(ada, "/api/uploads", text=text + "# x\n" * 17_000) == (409, "too-large")
    assert [one["upload"] for one in ada.get("/api/uploads")] == [there["upload"]]
    assert bob.http.delete(path).json()["code"] == "not-yours"
    assert ada.http.delete(path).status_code == 204
    assert bob.http.get(path).status_code == 404


def test_honest_deals_are_proven_after_the_end(server: Server) -> None:
    ada, _, table = finished_game(server, "tile-challenge")
    proof = ada.get(f"{table}/verify")
    assert proof["proven"], proof
    assert proof["code"] == ""
    assert genial.commitment(bytes.fromhex(proof["key"])) == proof["commitment"]
    assert sorted(proof["nonces"]) == ["1", "2"]
    record = ada.http.get(proof["record"]).text
    assert all(nonce in record for nonce in proof["nonces"].values())
    assert proof["command"].startswith("genial verify ./")


def test_a_daily_game_is_sealed_until_its_day_is_over(server: Server) -> None:
    wait_for_the_day()
    ada = server.guest("Rhea")
    ada.post("/api/me/password", password="correct horse")
    name = ada.post("/api/daily")["table"]
    ada.post(f"/api/tables/{name}/wishes", seat=1, wish="resign")
    for path in ("verify", "positions/0", "analysis"):
        assert ada.http.get(f"/api/tables/{name}/{path}").json()["code"] == "sealed"
    assert refusal(ada, "/api/review", table=name, at=0) == (409, "sealed")
    assert refusal(ada, f"/api/tables/{name}/analysis") == (409, "sealed")
