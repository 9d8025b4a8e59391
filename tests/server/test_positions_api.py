"""Over HTTP: tables that begin from a position, the editor's check, and head starts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import genial
from tests.server.live import Guest, Server, wait_for_the_day
from tests.server.test_hints import get_thought, refusal, two_at_a_table
from tests.server.test_live import play
from tests.server.test_review import finished_game
from tests.server.waiting import eventually

PEOPLE = [{"type": "me"}, {"type": "open"}]
EVERY_GAME = pytest.mark.parametrize("game", genial.games())
SEATS = [{"type": "me"}, {"type": "bot", "level": "kid"}]


def record_of(guest: Guest, table: str) -> str:
    answer = guest.http.get(f"/api/tables/{table}/record")
    assert answer.status_code == 200, answer.text
    return answer.text


def compact(rack: list[str]) -> str:
    return json.dumps(rack, separators=(",", ":"))


def results_of(guest: Guest, count: int) -> dict[str, bool]:
    """Wait for the results of an account's games; return which tables count."""

    def found() -> dict[str, bool]:
        games = guest.get(f"/api/people/{guest.me['account']}/games")["games"]
        counts = {one["table"]: one["rated"] for one in games}
        return counts if len(counts) == count else {}

    return eventually(found, what="the results are missing")


def restart(server: Server, *guests: Guest) -> None:
    """Kill and start the server; connections that are still open could keep its port in use."""
    for guest in guests:
        guest.http.close()
    server.kill()
    server.start()


def said(guest: Guest, path: str, **body: object) -> tuple[int, str, str]:
    answer = guest.http.post(path, json=body)
    told = answer.json()
    return answer.status_code, told["code"], told["sentence"]


@EVERY_GAME
def test_a_finished_game_is_played_on_from_any_move(server: Server, game: str) -> None:
    ada, _, path = finished_game(server, game)
    source = path.rpartition("/")[2]
    states = genial.replay(record_of(ada, source)).history
    eve, bob = server.guest("Eve"), server.guest("Bob")
    move = len(states) // 2
    opened = eve.post("/api/tables", from_table=source, move=move, seats=PEOPLE)
    assert opened["terms"]["from_position"] is True
    assert opened["terms"]["options"] == states[0].game.options
    assert opened["preview"]["scores"] == states[move].scores
    table = opened["table"]
    bob.post(f"/api/tables/{table}/seats/2")
    begun = eve.post(f"/api/tables/{table}/start")
    assert begun["views"]["1"]["scores"] == states[move].scores
    assert begun["views"]["1"]["beginning"] == states[move].game.at(
        states[move].position()
    ).beginning(1)
    play(table, {1: eve, 2: bob})
    record = record_of(eve, table)
    again = genial.replay(record)
    assert again.history[0] == states[move]
    assert again.over
    proof = eve.get(f"/api/tables/{table}/verify")
    assert proof["proven"]
    assert "after the position" in proof["sentence"]
    shown = eve.get(f"/api/tables/{table}/positions/0")
    assert shown["total"] == again.move_count
    assert results_of(eve, 1) == {table: False}
    assert "Traceback" not in server.log()


@EVERY_GAME
def test_the_editor_gets_a_position_and_a_table_begins_from_it(server: Server, game: str) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    first = ada.post("/api/positions", game=game)
    assert first["over"] is False
    checked = ada.post("/api/positions", game=game, position=first["position"])
    assert checked == first
    assert sorted(first["views"]) == ["0", "1", "2"]
    table = ada.post("/api/tables", game=game, position=first["position"], seats=PEOPLE)["table"]
    bob.post(f"/api/tables/{table}/seats/2")
    ada.post(f"/api/tables/{table}/start")
    play(table, {1: ada, 2: bob})
    assert genial.replay(record_of(ada, table)).history[0].position() == first["position"]


def test_a_bad_position_is_refused_in_one_sentence(server: Server) -> None:
    ada = server.guest("Ada")
    good = ada.post("/api/positions", game="ingenious")["position"]
    racks = [good["racks"][0], good["racks"][1][:5]]
    for position, word in (
        ({}, "this is not a position: the field turn is missing"),
        (good | {"turn": 5}, "this is not a position: turn must be at most 4"),
        (good | {"racks": racks}, "hold"),
        (good | {"turn": 3}, "turn must be 1 to 2"),
        (good | {"game": "phoenix"}, "another game"),
        (good | {"options": {"players": 3}}, "other options"),
        (good | {"board": {"zz": "R"}}, "is not on the board"),
    ):
        for path, more in (("/api/positions", {}), ("/api/tables", {"seats": SEATS})):
            status, code, sentence = said(ada, path, game="ingenious", position=position, **more)
            assert (status, code) == (400, "bad-position")
            assert word in sentence
            assert "\n" not in sentence
    deep = '{"game":"ingenious","position":{"x":' + "[" * 20_000 + "]" * 20_000 + "}}"
    answer = ada.http.post(
        "/api/positions", content=deep, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 400
    assert "Traceback" not in server.log()


FOLLOWS = {
    "ingenious": ["bag", "laid", "openings"],
    "tile-challenge": ["stack"],
    "spezial": ["turns"],
    "phoenix": ["pile", "start", "turn", "last"],
}


@EVERY_GAME
def test_what_follows_from_a_position_is_filled_in(server: Server, game: str) -> None:
    ada = server.guest("Ada")
    first = ada.post("/api/positions", game=game)
    rest = {key: value for key, value in first["position"].items() if key not in FOLLOWS[game]}
    told = ada.post("/api/positions", game=game, position=rest, complete=True)
    assert told["position"].keys() == first["position"].keys()
    assert told["views"]["1"] == first["views"]["1"]
    status, code, sentence = said(ada, "/api/positions", game=game, position=rest)
    assert (status, code) == (400, "bad-position"), "only if it is asked for"
    assert sentence.endswith(" is missing")
    table = ada.post("/api/tables", game=game, position=rest, complete=True, seats=SEATS)["table"]
    ada.post(f"/api/tables/{table}/start")
    ada.post(f"/api/tables/{table}/wishes", seat=1, wish="resign")
    assert genial.replay(record_of(ada, table)).history[0].position() == told["position"]


def test_the_reason_of_a_refused_position_can_be_translated(server: Server) -> None:
    ada = server.guest("Ada")
    good = ada.post("/api/positions", game="tile-challenge")["position"]
    bad = good | {"middle": dict.fromkeys("RGBOYP", 0) | {"R": 2}}
    for position, facts in (
        (bad, {"reason": "middle", "least": 3}),
        (good | {"turn": 3}, {"reason": "turn-range", "most": 2}),
        ({"turn": 1}, {"reason": "shape"}),
    ):
        request = {"game": "tile-challenge", "position": position, "complete": True}
        answer = ada.http.post("/api/positions", json=request)
        assert answer.status_code == 400
        assert answer.json()["facts"].items() >= facts.items()
    huge = ada.post("/api/positions", game="phoenix")["position"] | {"points": [10**30, 0]}
    answer = ada.http.post("/api/positions", json={"game": "phoenix", "position": huge})
    assert answer.status_code == 400
    assert "Traceback" not in server.log()


def test_what_no_table_can_begin_from_is_refused(server: Server) -> None:
    ada, bob, path = two_at_a_table(server, "phoenix")
    running = path.rpartition("/")[2]
    assert refusal(ada, "/api/tables", from_table=running, seats=SEATS) == (409, "not-over")
    play(running, {1: ada, 2: bob})
    record = record_of(ada, running)
    body: dict[str, Any] = {"seats": SEATS}
    for more, expected in (
        ({"from_table": running}, (409, "position-over")),
        ({"from_table": running, "move": 100_000}, (404, "no-such-position")),
        ({"from_table": "nowhere"}, (404, "no-such-table")),
        ({"from_table": running, "move": 3, "game": "ingenious"}, (409, "other-options")),
        ({"from_table": running, "move": 3, "options": {"start": 2}}, (409, "other-options")),
        ({"from_table": running, "from_record": record}, (409, "no-source")),
        ({"game": "phoenix", "move": 3}, (409, "no-source")),
        ({"from_record": "nonsense"}, (400, "bad-record")),
        ({"from_record": record + "# x\n" * 20_000}, (409, "too-large")),
        ({"from_upload": "nowhere"}, (404, "no-such-upload")),
        ({"from_table": running, "move": 3, "seats": SEATS * 2}, (409, "wrong-seats")),
    ):
        assert refusal(ada, "/api/tables", **(body | more)) == expected, more
    clock = {"pace": {"seconds": 600}, "rated": True, "seats": [{"type": "me"}, {"type": "open"}]}
    rated = refusal(ada, "/api/tables", from_table=running, move=3, **clock)
    assert rated == (409, "rated-position")
    lead = {"game": "phoenix", "options": {"headstart": "0 3"}}
    assert refusal(ada, "/api/tables", **lead, **clock) == (409, "rated-head-start")
    assert refusal(ada, "/api/pairing", **lead) == (409, "no-head-start")


def test_a_record_is_played_on(server: Server) -> None:
    ada = server.guest("Ada")
    state = genial.game("ingenious").start(seed=4)
    for _ in range(6):
        state = state.play(state.legal()[0])
    table = ada.post("/api/tables", from_record=state.record(), move=4, seats=SEATS)["table"]
    begun = ada.post(f"/api/tables/{table}/start")
    assert begun["views"]["1"]["board"] == state.history[4].view(1)["board"]
    upload = ada.post("/api/uploads", text=state.record())["upload"]
    told = ada.post("/api/positions", from_upload=upload)
    assert told["position"] == state.position()


def open_when_compiled(guest: Guest, **terms: object) -> dict[str, Any]:
    """Open a table as soon as the code that deals hidden tiles is compiled."""

    def answer() -> dict[str, Any] | None:
        tried = guest.http.post("/api/tables", json=terms)
        if tried.status_code == 503:
            assert tried.json()["code"] == "not-yet"
            return None
        assert tried.status_code == 201, tried.text
        opened: dict[str, Any] = tried.json()
        return opened

    opened = eventually(answer, seconds=600, pause=0.5)
    assert opened is not None
    return opened


def test_a_position_that_the_rules_rule_out_leads_to_no_table(server: Server) -> None:
    ada = server.guest("Ada")
    state = genial.game("ingenious").start(seed=4)
    position = state.play(state.legal()[0]).position() | {"turn": 1}
    position["racks"] = [*map(list, position["racks"])]
    answer = ada.http.post(
        "/api/tables", json={"game": "ingenious", "position": position, "seats": SEATS}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-position")
    assert "no seat lays a second tile" in answer.json()["sentence"]


def test_hidden_tiles_stay_or_are_dealt_anew(server: Server) -> None:
    ada = server.guest("Ada")
    state = genial.game("ingenious").start(seed=4)
    state = state.play(state.legal()[0])
    racks = state.position()["racks"]
    for redeal, same in (("none", [True, True]), ("others", [True, False]), ("all", [False] * 2)):
        seats = [{"type": "me"}, {"type": "bot", "level": "kid"}]
        opened = open_when_compiled(ada, from_record=state.record(), redeal=redeal, seats=seats)
        table = f"/api/tables/{opened['table']}"
        ada.post(f"{table}/start")
        ada.post(f"{table}/wishes", seat=1, wish="resign")
        first = genial.replay(record_of(ada, opened["table"])).history[0].position()
        assert [one == two for one, two in zip(first["racks"], racks, strict=True)] == same
        assert first["board"] == state.position()["board"]


def test_hints_undo_and_downloads_work_from_a_position(server: Server) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    state = genial.game("ingenious").start(seed=4)
    for _ in range(6):
        state = state.play(state.legal()[0])
    seats = [{"type": "me"}, {"type": "open"}]
    table = ada.post("/api/tables", from_record=state.record(), seats=seats)["table"]
    path = f"/api/tables/{table}"
    bob.post(f"{path}/seats/2")
    told = ada.post(f"{path}/start")
    mover = ada if told["turn"] == 1 else bob
    hint = get_thought(mover, f"{path}/hint")
    undo = {"seat": told["turn"], "wish": "undo"}
    assert refusal(mover, f"{path}/wishes", **undo) == (409, "nothing-to-undo")
    mover.post(f"{path}/moves", seat=told["turn"], move=hint["move"], number=told["number"])
    mine, theirs = state.position()["racks"]
    running = record_of(ada, table)
    assert '"??"' in running.partition("position: ")[2].partition("\n")[0]
    assert compact(theirs) not in running
    assert compact(mine) in running
    assert compact(mine) not in record_of(server.guest("Eve"), table)


def test_a_sealed_daily_challenge_is_not_played_on(server: Server) -> None:
    wait_for_the_day()
    ada = server.kept("Ada")
    table = ada.post("/api/daily")["table"]
    ada.post(f"/api/tables/{table}/wishes", seat=1, wish="resign")
    seats = [{"type": "me"}]
    for path in ("/api/tables", "/api/positions"):
        body = {"from_table": table, "move": 0} | ({"seats": seats} if "tables" in path else {})
        assert refusal(ada, path, **body) == (409, "sealed")
    eve = server.guest("Eve")
    assert refusal(eve, "/api/positions", from_table=table, move=0) == (404, "no-such-table")


def test_a_solo_game_from_a_position_is_not_on_the_leaderboard(server: Server) -> None:
    ada = server.kept("Ada")
    names = []
    for from_position in (False, True):
        body: dict[str, Any] = {"game": "ingenious", "options": {"players": 1}}
        if from_position:
            body["position"] = ada.post("/api/positions", **body)["position"]
        terms = {"seats": [{"type": "me"}], "hints": False, "take_backs": False}
        table = ada.post("/api/tables", **body, **terms)["table"]
        ada.post(f"/api/tables/{table}/start")
        play(table, {1: ada})
        names.append(table)
    assert results_of(ada, 2) == {names[0]: True, names[1]: False}


def test_head_starts_are_in_the_terms_for_everybody_and_in_the_record(server: Server) -> None:
    ada = server.guest("Ada")
    opened = ada.open("spezial", "me", "kid", options={"headstart": "0 4"})
    eve = server.guest("Eve")
    assert eve.get(f"/api/tables/{opened}")["terms"]["options"]["headstart"] == "0 4"
    told = ada.post(f"/api/tables/{opened}/start")
    assert [set(track.values()) for track in told["views"]["1"]["scores"]] == [{0}, {4}]
    assert "\nheadstart: 0 4\n" in record_of(ada, opened)
    bad = said(ada, "/api/tables", game="spezial", seats=SEATS, options={"headstart": "0 9"})
    assert bad[:2] == (422, "bad-option")
    about = {game["name"]: game for game in ada.get("/api/games")}
    assert about["spezial"]["head_starts"] == [0, 1, 2, 3, 4, 5, 6]
    assert set(about["spezial"]["level_ratings"]) == set(about["spezial"]["levels"])
    assert about["spezial"]["head_start_rating"] > 0


def test_a_table_from_a_position_survives_a_restart(
    places: tuple[str, str], tmp_path: Path
) -> None:
    with Server(*places, log=tmp_path / "log") as server:
        server.wait_until_compiled()
        ada = server.guest("Ada")
        position = ada.post("/api/positions", game="phoenix")["position"]
        table = ada.post(
            "/api/tables", game="phoenix", position=position, seats=[SEATS[0], {"type": "open"}]
        )["table"]
        waiting = ada.get(f"/api/tables/{table}")
        restart(server, ada)
        ada.come_back()
        assert ada.get(f"/api/tables/{table}") == waiting
        bob = server.guest("Bob")
        bob.post(f"/api/tables/{table}/seats/2")
        told = ada.post(f"/api/tables/{table}/start")
        restart(server, ada, bob)
        ada.come_back()
        assert ada.get(f"/api/tables/{table}")["views"] == told["views"]
        bob.come_back()
        play(table, {1: ada, 2: bob})
        assert genial.replay(record_of(ada, table)).history[0].position() == position
