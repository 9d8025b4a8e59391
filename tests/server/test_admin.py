"""Looking after a home, beside running servers and over HTTP."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from genial.cli import main
from genial.server.storage import migrate, schema
from genial.server.storage.store import engine_for
from tests.server.conftest import places_of
from tests.server.live import Guest, Server


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def watched_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A running server with only the accounts of these tests, each with a name of its own."""
    folder = tmp_path_factory.mktemp("watched")
    with Server(*places_of(request, folder), log=folder / "log", proxies=1) as running:
        yield running


def ask(server: Server, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What `genial admin` says, beside the server that runs."""
    capsys.readouterr()
    bus = ["--bus", server.bus] if server.bus and words[0] in ("ban", "delete", "end") else []
    code = main(["admin", *words, "--database", server.database, *bus])
    said = capsys.readouterr()
    return said.out if code == 0 else said.err


def keep(guest: Guest) -> None:
    guest.post("/api/me/password", password="correct horse")


def test_a_banned_person_is_refused_and_shown_out(
    watched_server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, eve = watched_server.guest("Ann"), watched_server.guest("Eve")
    secret = eve.post("/api/me/tokens", label="x")["secret"]
    eve.send("ping", command="there")
    eve.hear("pong")
    ada.send("ping", command="there")
    ada.hear("pong")
    assert "Eve is banned" in ask(watched_server, capsys, "ban", "eve")
    assert eve.get("/api/me") is None
    table = {"game": "phoenix", "seats": [{"type": "me"}, {"type": "open"}]}
    refused = eve.http.post("/api/tables", json=table)
    assert (refused.status_code, refused.json()["code"]) == (403, "nobody"), "signed out"
    token = {"Authorization": f"Bearer {secret}"}
    assert ada.http.get("/api/me", headers=token).status_code == 401
    with pytest.raises(ConnectionClosed):
        eve.hear("pong")
    assert eve.socket.close_code == 4403
    ada.send("ping", command="still there")
    ada.hear("pong")
    assert "no longer banned" in ask(watched_server, capsys, "unban", eve.me["account"])
    assert eve.get("/api/me")["name"] == "Eve"


def test_an_ended_table_is_over_for_all_spectators(
    watched_server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, bob = watched_server.guest("Bea"), watched_server.guest("Ben")
    table = ada.open("tile-challenge", "me", "open", listed=False)
    bob.post(f"/api/tables/{table}/seats/2")
    ada.post(f"/api/tables/{table}/start")
    bob.send("watch", table=table)
    bob.hear("situation")
    assert table in ask(
        watched_server, capsys, "list", "tables", "--phase", "playing", "--of", "Bea"
    )
    assert "is over" in ask(watched_server, capsys, "end", table)
    told = bob.hear("situation")
    assert (told["phase"], told["result"]["how"]) == ("over", "aborted")
    assert "The game is over." in ask(watched_server, capsys, "end", table)
    assert "There is no such table" in ask(watched_server, capsys, "end", "nowhere")
    assert "ended: aborted" in ada.http.get(f"/api/tables/{table}/record").text
    waiting = ada.open("tile-challenge", "me", "open")
    ask(watched_server, capsys, "end", waiting)
    assert bob.http.post(f"/api/tables/{waiting}/seats/2").json()["code"] in ("has-begun", "stale")


def test_people_are_found_renamed_made_admins_and_deleted(
    watched_server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, first, second = (
        watched_server.guest("Cara"),
        watched_server.guest("Twin"),
        watched_server.guest("Twin"),
    )
    assert "Only a person with a password" in ask(watched_server, capsys, "make-admin", "Cara")
    keep(ada)
    assert "Several accounts have the name twin." in ask(
        watched_server, capsys, "rename", "twin", "One"
    )
    assert "is now called One" in ask(watched_server, capsys, "rename", first.me["account"], "One")
    assert first.get("/api/me")["name"] == "One"
    ask(watched_server, capsys, "rename", "Cara", "Cody")
    assert "Use --yes" in ask(watched_server, capsys, "delete", "Twin")
    assert "is deleted" in ask(watched_server, capsys, "delete", "Twin", "--yes")
    assert second.get("/api/me") is None
    assert "is an admin" in ask(watched_server, capsys, "make-admin", "Cody")
    assert "Remove that right first" in ask(watched_server, capsys, "ban", "Cody")
    found = json.loads(ask(watched_server, capsys, "list", "people", "--kind", "admin", "--json"))
    assert ("Cody", ["kept", "admin"]) in [(one["name"], one["kinds"]) for one in found]
    assert "Nothing found" in ask(watched_server, capsys, "list", "people", "--search", "%")
    assert "There is no account with the name Zoe" in ask(watched_server, capsys, "ban", "Zoe")


def test_only_admins_do_the_same_over_http(
    watched_server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, eve = watched_server.guest("Dana"), watched_server.guest("Dorothea")
    keep(ada)
    assert ada.http.get("/api/admin/people").json()["code"] == "not-an-admin"
    ask(watched_server, capsys, "make-admin", "Dana")
    people = ada.get("/api/admin/people?search=DOROTH")
    assert [one["name"] for one in people] == ["Dorothea"]
    account = f"/api/admin/people/{eve.me['account']}"
    assert eve.http.patch(account, json={"admin": True}).status_code == 403
    changed = ada.http.patch(account, json={"name": "Evelyn", "banned": True}).json()
    assert (changed["name"], changed["kinds"]) == ("Evelyn", ["guest", "banned"])
    assert eve.get("/api/me") is None
    assert ada.http.patch(account, json={"banned": False}).json()["kinds"] == ["guest"]
    table = eve.open("tile-challenge", "me", "open", listed=False)
    assert table in [one["table"] for one in ada.get("/api/admin/tables?phase=waiting")]
    assert ada.http.post(f"/api/admin/tables/{table}/end").status_code == 204
    assert ada.get(f"/api/tables/{table}")["phase"] == "over"
    assert ada.http.delete(account).status_code == 204
    assert ada.http.delete(account).status_code == 404
    me = f"/api/admin/people/{ada.me['account']}"
    assert ada.http.delete(me).json()["code"] == "is-an-admin"
    assert ada.http.patch(me, json={"admin": False}).status_code == 200
    assert ada.http.get("/api/admin/reports").status_code == 403


def test_reports_are_listed_and_closed(
    watched_server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    async def report() -> None:
        engine = engine_for(watched_server.database)
        row = {"report": "r1", "at": time.time(), "account": "a", "about": "b", "text": "rude\x1b"}
        async with engine.begin() as connection:
            await connection.execute(sa.insert(schema.reports).values(**row))
        await engine.dispose()

    asyncio.run(report())
    ada, eve = watched_server.guest("Emma"), watched_server.guest("Eli")
    table = ada.open("tile-challenge", "me", "open", listed=False)
    for text in ("how do you do", "you are a fool", "and more"):
        eve.post(f"/api/tables/{table}/talk", text=text)
    about = eve.me["account"]
    ada.post("/api/reports", about=about, text="she is rude", table=table, line=2)
    keep(ada)
    ask(watched_server, capsys, "make-admin", "Emma")
    told = next(one for one in ada.get("/api/admin/reports") if one["about"] == about)
    assert told["line"] == 2
    assert [(line["name"], line["text"]) for line in told["said"]] == [
        ("Eli", "how do you do"), ("Eli", "you are a fool"), ("Eli", "and more"),
    ]  # fmt: skip
    assert "» Eli: you are a fool" in ask(watched_server, capsys, "list", "reports")
    done = ada.http.post(f"/api/admin/reports/{told['report']}/close", json={"note": "x\0"})
    assert done.status_code == 400, "no database can store that"
    done = ada.http.post(f"/api/admin/reports/{told['report']}/close", json={"note": "talked"})
    assert done.status_code == 204
    listed = ask(watched_server, capsys, "list", "reports")
    assert "r1" in listed
    assert "\x1b" not in listed, "what strangers wrote cannot steer a terminal"
    assert "is closed" in ask(watched_server, capsys, "close", "r1", "--note", "warned")
    assert "Nothing found" in ask(watched_server, capsys, "list", "reports")
    _, closed = json.loads(ask(watched_server, capsys, "list", "reports", "--closed", "--json"))
    assert closed["note"] == "warned"
    assert "no such report" in ask(watched_server, capsys, "close", "r2")


def test_looking_after_a_database_neither_makes_nor_changes_it(
    empty_places: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def old() -> None:
        engine = engine_for(empty_places[0])
        await migrate.migrate(engine, "001")
        await engine.dispose()

    asyncio.run(old())
    assert main(["admin", "list", "people", "--database", empty_places[0]]) == 2
    assert "start the server once" in capsys.readouterr().err
    nowhere = tmp_path / "nothing.db"
    assert main(["admin", "list", "people", "--database", f"sqlite:///{nowhere}"]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not nowhere.exists()
