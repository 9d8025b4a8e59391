"""Evenings: rematches add up on a score sheet, which all who see the tables can read."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

import genial
from genial.server.api import evenings as evenings_api
from genial.server.results import evenings
from genial.server.storage.store import engine_for
from genial.server.tables import commands, proposals
from genial.server.tables.events import Person
from genial.server.tables.table import Table
from tests.server.inside import inside, of_litestar_2
from tests.server.live import Guest, Server, any_move, wait_for_the_day
from tests.server.parts import Nats, Postgres
from tests.server.test_hints import two_at_a_table
from tests.server.test_table import ADA, BOB, Book
from tests.server.waiting import eventually

People = dict[str, Guest]  # by account


def play_out(
    people: People, table: str, seed: int = 1, until: Callable[[dict[str, Any]], bool] | None = None
) -> dict[str, Any]:
    """Let people play a game to its end, or until something is so; how it stands then."""
    rng = random.Random(seed)
    told: dict[str, Any] = next(iter(people.values())).get(table)
    while told["phase"] != "over" and not (until is not None and until(told)):
        guest, seat = people[told["seats"][told["turn"] - 1]["account"]], told["turn"]
        if "choices" not in told:
            told = guest.get(table)
        move = any_move(told, seat, rng)
        told = guest.post(f"{table}/moves", seat=seat, move=move, number=told["number"])
    return told


def rematch(people: People, table: str) -> str:
    for guest in people.values():
        [seat, *_] = guest.get(table)["mine"]
        told = guest.post(f"{table}/wishes", seat=seat, wish="rematch")
    return f"/api/tables/{told['followed']}"


def resign(guest: Guest, table: str) -> None:
    [seat] = guest.get(table)["mine"]
    guest.post(f"{table}/wishes", seat=seat, wish="resign")


def three_games(server: Server) -> tuple[Guest, Guest, list[str]]:
    """Two games to the end, then one that Bob resigns."""
    ada, bob, first = two_at_a_table(server, "tile-challenge")
    people = {ada.me["account"]: ada, bob.me["account"]: bob}
    tables = [first]
    for seed in (1, 2):
        play_out(people, tables[-1], seed)
        tables.append(rematch(people, tables[-1]))
    resign(bob, tables[-1])
    return ada, bob, tables


def name_of(table: str) -> str:
    return table.rpartition("/")[2]


def final(guest: Guest, table: str) -> genial.State:
    return genial.replay(guest.fetch(f"{table}/record").text)


def test_rematches_add_up(server: Server) -> None:
    ada, bob, tables = three_games(server)
    sheet = server.guest("Eve").get(f"{tables[1]}/evening")
    assert sheet["evening"] == name_of(tables[0])
    assert sheet["game"] == "tile-challenge"
    assert [one["name"] for one in sheet["players"]] == ["Ada", "Bob"]
    assert [one["account"] for one in sheet["players"]] == [ada.me["account"], bob.me["account"]]
    assert [one["table"] for one in sheet["games"]] == [name_of(one) for one in tables]
    assert [one["how"] for one in sheet["games"]] == ["finished", "finished", "resigned"]
    sums, wins = [0, 0], [0, 0]
    for number, (table, line) in enumerate(zip(tables, sheet["lines"], strict=True)):
        lowest = [min(points.values()) for points in final(ada, table).scores]
        ranks = ada.get(table)["result"]["ranks"]
        if number % 2:  # they have changed seats
            lowest, ranks = lowest[::-1], ranks[::-1]
        sums = [one + other for one, other in zip(sums, lowest, strict=True)]
        wins = [one + (rank == 1) for one, rank in zip(wins, ranks, strict=True)]
        assert line["game"] == number + 1
        assert line["points"] == lowest
        assert line["sums"] == sums
        assert line["order"] == ([1, 2] if number % 2 == 0 else [2, 1])
        assert line["wins"] == wins
    assert sheet["lines"][2]["winners"] == [1], "Bob has resigned"
    for table in tables:
        assert ada.get(f"{table}/evening") == sheet, "the same from every table"
    assert [ada.get(table).get("evening") for table in tables] == [
        None, name_of(tables[0]), name_of(tables[0]),
    ]  # fmt: skip
    assert "Traceback" not in server.log()


def is_second_game(told: dict[str, Any]) -> bool:
    [view] = told["views"].values()
    return bool(view["game_number"] == 2)


def test_a_series_shows_its_games_while_it_is_played(server: Server) -> None:
    ada, bob, table = two_at_a_table(server, "tile-challenge", options={"games": 2})
    people = {ada.me["account"]: ada, bob.me["account"]: bob}
    assert ada.get(f"{table}/evening")["lines"] == []
    play_out(people, table, until=is_second_game)
    told = ada.get(table)
    [line] = ada.get(f"{table}/evening")["lines"]
    assert (line["game"], line["part"], "winners" in line) == (1, 1, False)
    assert line["points"] == line["sums"] == told["views"]["1"]["series"]
    play_out(people, table)
    ended = ada.get(table)
    first, second = ada.get(f"{table}/evening")["lines"]
    assert first == line
    assert second["sums"] == ended["views"]["1"]["series"]
    assert (first["order"], second["order"]) == ([1, 2], [2, 1])
    again = rematch(people, table)
    resign(ada, again)
    lines = bob.get(f"{again}/evening")["lines"]
    assert [(one["game"], one["part"]) for one in lines] == [(1, 1), (1, 2), (2, 1)]
    assert lines[-1]["winners"] == [2]


def test_a_table_without_a_rematch_has_a_sheet_of_one_game(server: Server) -> None:
    ada, bob, table = two_at_a_table(server, "phoenix")
    assert ada.get(f"{table}/evening")["lines"] == [], "it is not finished"
    resign(bob, table)
    sheet = ada.get(f"{table}/evening")
    assert [line["winners"] for line in sheet["lines"]] == [[1]]


def test_bots_and_players_at_one_screen_have_a_sheet(server: Server) -> None:
    ada = server.guest("Ada")
    seats = [{"type": "me"}, {"type": "screen", "name": "Cy"}]
    first = ada.post("/api/tables", game="phoenix", seats=seats)["table"]
    ada.post(f"/api/tables/{first}/start")
    ada.post(f"/api/tables/{first}/wishes", seat=1, wish="resign")
    told = ada.post(f"/api/tables/{first}/wishes", seat=1, wish="rematch")
    ada.post(f"/api/tables/{told['followed']}/wishes", seat=2, wish="resign")
    sheet = ada.get(f"/api/tables/{first}/evening")
    assert [one["name"] for one in sheet["players"]] == ["Ada", "Cy"]
    assert [line["winners"] for line in sheet["lines"]] == [[2], [2]], "Ada sat on seat 2 then"
    bots = ada.post(
        "/api/tables",
        game="phoenix",
        seats=[{"type": "me"}, {"type": "bot", "level": "kid"}],
    )["table"]
    ada.post(f"/api/tables/{bots}/start")
    resign(ada, f"/api/tables/{bots}")
    rows = list(csv.reader(io.StringIO(ada.fetch(f"/api/tables/{bots}/evening.csv").text)))
    assert rows[1][2:4] == ["Ada, kid", "kid"]


def test_the_sheet_is_there_as_csv(server: Server) -> None:
    _, bob, tables = three_games(server)
    answer = bob.fetch(f"{tables[2]}/evening.csv")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/csv")
    assert f'filename="{name_of(tables[0])}.csv"' in answer.headers["content-disposition"]
    head, *rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert head == [
        "Game", "Date", "Order of turns", "Won by",
        "Ada", "Ada: Sum", "Ada: Wins", "Bob", "Bob: Sum", "Bob: Wins",
    ]  # fmt: skip
    lines = bob.get(f"{tables[2]}/evening")["lines"]
    assert [[int(cell) for cell in row[4:]] for row in rows] == [
        [one[k] for k in (0, 1) for one in (line["points"], line["sums"], line["wins"])]
        for line in lines
    ]
    assert rows[1][2] == "Bob, Ada"
    assert rows[2][3] == "Ada"
    german = bob.fetch(f"{tables[2]}/evening.csv", language="de")
    assert german.content.decode("utf-8-sig").startswith("Partie,Datum,Zugfolge,Gewonnen von,Ada,")
    wrong = bob.fetch(f"{tables[2]}/evening.csv", language="xx")
    assert wrong.status_code == 400
    assert wrong.json()["code"] == "bad-request"


def test_no_name_is_a_formula(server: Server) -> None:
    eve = server.guest("=1+1")
    seats = [{"type": "me"}, {"type": "screen", "name": "@SUM(A1)"}]
    table = eve.post("/api/tables", game="phoenix", seats=seats)["table"]
    eve.post(f"/api/tables/{table}/start")
    eve.post(f"/api/tables/{table}/wishes", seat=1, wish="resign")
    text = eve.fetch(f"/api/tables/{table}/evening.csv").content.decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert "'=1+1" in cells
    assert "'@SUM(A1)" in cells
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)


@pytest.mark.parametrize("form", ["evening", "evening.csv"])
def test_what_has_no_sheet_is_refused_in_one_sentence(server: Server, form: str) -> None:
    wait_for_the_day()
    ada, eve = server.kept("Ada"), server.guest("Eve")
    waiting = ada.open("phoenix", "me", "open")
    daily = ada.post("/api/daily")["table"]
    for guest, table, code in (
        (eve, "nowhere", "no-such-table"),
        (eve, waiting, "no-evening"),
        (ada, daily, "no-evening"),
        (eve, daily, "no-such-table"),
    ):
        answer = guest.fetch(f"/api/tables/{table}/{form}")
        assert answer.status_code == 404, answer.text
        assert answer.json()["code"] == code
        assert answer.json()["sentence"].count(".") == 1


def test_a_deleted_account_is_nameless_on_the_sheet(server: Server) -> None:
    ada, bob, tables = three_games(server)
    before = ada.get(f"{tables[0]}/evening")
    eventually(lambda: bob.http.delete("/api/me").status_code == 204)
    eventually(lambda: not ada.get(f"{tables[0]}/evening")["players"][1]["name"], pause=0.5)
    sheet = ada.get(f"{tables[0]}/evening")
    assert sheet["players"][1]["account"] == ""
    assert sheet["lines"] == before["lines"]
    text = ada.fetch(f"{tables[0]}/evening.csv?language=de").text
    assert "Bob" not in text
    assert "(gelöscht)" in text


def test_every_process_tells_the_same(
    postgres_server: Postgres, nats_server: Nats, tmp_path: Path
) -> None:
    database, bus = postgres_server.new_database(), nats_server.address
    with (
        Server(database, bus, log=tmp_path / "one", proxies=1) as one,
        Server(database, bus, log=tmp_path / "other", proxies=1) as other,
    ):
        ada, bob, tables = three_games(one)
        sheet = ada.get(f"{tables[0]}/evening")
        assert httpx.get(f"{other.address}{tables[2]}/evening").json() == sheet
        fourth = rematch({"a": ada, "b": bob}, tables[2])
        resign(ada, fourth)
        told = httpx.get(f"{other.address}{tables[0]}/evening").json()
        assert len(told["lines"]) == 4, "what has just ended is there at once"


def test_rematches_of_an_earlier_version_have_their_evening(
    places: tuple[str, str], tmp_path: Path
) -> None:
    with Server(*places, log=tmp_path / "log", proxies=1) as server:
        ada, _, tables = three_games(server)
        before = ada.get(f"{tables[0]}/evening")
    asyncio.run(go_back(places[0]))
    with Server(*places, log=tmp_path / "log", proxies=1) as server:
        for table in tables:
            assert httpx.get(f"{server.address}{table}/evening").json() == before
        told = httpx.get(f"{server.address}{tables[1]}").json()
        assert told["evening"] == name_of(tables[0])


async def go_back(database: str) -> None:
    """Make a database what it was before it had evenings, uneven and local games."""
    engine = engine_for(database)
    try:
        async with engine.begin() as connection:
            for command in (
                "ALTER TABLE results DROP COLUMN uneven",
                "ALTER TABLE results DROP COLUMN local",
                "DROP INDEX evenings",
                "ALTER TABLE tables DROP COLUMN evening",
                "ALTER TABLE tables DROP COLUMN earlier",
                "UPDATE alembic_version SET version_num = '006'",
            ):
                await connection.execute(sa.text(command))
            rows = await connection.execute(
                sa.text("SELECT table_name, body FROM events WHERE number = 1")
            )
            for name, body in rows.all():
                opened = json.loads(body)
                opened.pop("evening", None)
                opened.pop("earlier", None)
                await connection.execute(
                    sa.text("UPDATE events SET body = :b WHERE table_name = :n AND number = 1"),
                    {"b": json.dumps(opened, separators=(",", ":")), "n": name},
                )
    finally:
        await engine.dispose()


@of_litestar_2
async def test_games_are_scored_in_a_thread_and_not_on_the_event_loop(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []

    def recorded(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            threads.append(threading.current_thread().name)
            return function(*args)

        return call

    monkeypatch.setattr(evenings, "score_of", recorded(evenings.score_of))
    monkeypatch.setattr(evenings, "sheet_lines", recorded(evenings.sheet_lines))
    monkeypatch.setattr(evenings_api, "csv_text", recorded(evenings_api.csv_text))
    async with inside(places) as house:
        ada, bob = [await house.guest(name) for name in ("Ada", "Bob")]
        table = await house.played("phoenix", ada, bob)
        answer = await ada.http.get(f"/api/tables/{table}/evening.csv")
        assert answer.status_code == 200
    assert [name.partition("_")[0] for name in threads] == ["review"] * 3


@of_litestar_2
async def test_score_sheets_have_a_limit_of_their_own(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(places) as house:
        ada, bob = [await house.guest(name) for name in ("Ada", "Bob")]
        table = await house.seated("phoenix", ada, bob)
        limit = house.services.limits.score_sheets
        monkeypatch.setattr(limit, "_rate", 0.0)
        assert (await ada.get(f"/api/tables/{table}/evening"))["lines"] == []
        while limit.try_use(ada.account):
            pass
        for form in ("evening", "evening.csv"):
            answer = await ada.http.get(f"/api/tables/{table}/{form}")
            assert (answer.status_code, answer.json()["code"]) == (429, "too-much")
        assert (await bob.get(f"/api/tables/{table}/evening"))["lines"] == []


# --- decisions alone


def next_table(book: Book) -> Table:
    """The table of a rematch that all agree to."""
    for account in sorted(book.table.accounts()):
        seat = book.table.seats_of(account)[0]
        decision = proposals.propose(book.table, book.now, seat, "rematch", "kid")
        book.do(decision)
    assert decision.sequel is not None
    return decision.sequel.after


def test_a_rematch_continues_the_evening() -> None:
    book = Book(ADA, BOB)
    book.start()
    book.do(commands.give_up(book.table, book.now, 1, "resigned", "kid"))
    new = next_table(book)
    assert (new.evening, new.earlier) == ("t", 1)


def test_players_part_when_a_bot_takes_over_a_seat() -> None:
    book = Book(ADA, BOB, Person("c", "Cy"))
    book.start()
    book.do(commands.give_up(book.table, book.now, 2, "resigned", "kid"))
    while book.table.phase == "playing":
        book.move()
    new = next_table(book)
    assert (new.evening, new.earlier) == ("", 0), "an evening of its own"


def test_a_very_long_evening_begins_anew() -> None:
    book = Book(ADA, BOB)
    book.start()
    book.do(commands.give_up(book.table, book.now, 1, "resigned", "kid"))
    book.table.evening, book.table.earlier = "first", proposals.LONGEST_EVENING - 1
    new = next_table(book)
    assert (new.evening, new.earlier) == ("", 0)


def test_a_head_start_moves_with_its_player() -> None:
    book = Book(ADA, BOB, headstart="0 3")
    book.start()
    book.do(commands.give_up(book.table, book.now, 1, "resigned", "kid"))
    new = next_table(book)
    assert new.seats == (BOB, ADA)
    assert new.game.options["headstart"] == new.terms.options["headstart"] == "3 0"
