"""Programs: their tokens, and accounts that are bots."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from genial.server.accounts.accounts import Accounts
from genial.server.accounts.tokens import BadToken, Tokens
from genial.server.errors import Refusal
from genial.server.storage import schema
from genial.server.storage.store import Store
from genial.server.tables import commands
from genial.server.tables.events import Free, Pace, Person, Terms
from genial.server.tables.table import Table
from tests.server.live import Server


def test_a_token_opens_what_the_cookie_opens_until_it_is_revoked(server: Server) -> None:
    ada = server.guest("Ada")
    made = ada.post("/api/me/tokens", label="my  program")
    secret, name = made["secret"], made["token"]["token"]
    assert made["token"]["label"] == "my program"
    headers = {"Authorization": f"Bearer {secret}"}
    with httpx.Client(base_url=server.address, headers=headers, verify=False) as program:
        assert program.get("/api/me").json()["account"] == ada.me["account"]
        refused = program.post("/api/me/tokens", json={"label": "another"})
        assert refused.status_code == 403, "a token cannot make tokens"
        table = ada.open("tile-challenge", "me", "open")
        address = f"ws://127.0.0.1:{server.port}/api/live/v1"
        with connect(address, additional_headers=headers, compression=None) as socket:
            socket.send(f'{{"type":"watch","table":"{table}"}}')
            assert '"mine":[1]' in str(socket.recv(60))
        (listed,) = ada.get("/api/me/tokens")
        assert secret not in str(listed)
        assert listed["used"] == pytest.approx(time.time(), abs=600)
        assert ada.http.delete(f"/api/me/tokens/{name}").status_code == 204
        answer = program.get("/api/me")
        assert (answer.status_code, answer.json()["code"]) == (401, "bad-token")
        with connect(address, additional_headers=headers, compression=None) as socket:
            with pytest.raises(ConnectionClosed):
                socket.recv(60)
            assert socket.close_code == 4401


async def test_only_hashes_of_tokens_are_kept(places: tuple[str, str]) -> None:
    store = await Store.open(places[0])
    accounts = Accounts(store, b"s" * 32, time.time)
    tokens = Tokens(store, accounts, time.time)
    ada = await accounts.create_guest("Ada")
    secret, _ = await tokens.create(ada, "one")
    async with store.engine.connect() as connection:
        (row,) = (await connection.execute(sa.select(schema.tokens))).all()
    assert secret not in str(row)
    assert await tokens.find_account(secret) == ada
    for wrong in ("", secret[:-1], row.token):
        with pytest.raises(BadToken):
            await tokens.find_account(wrong)
    for _ in range(19):
        await tokens.create(ada, "more")
    with pytest.raises(Refusal, match="Revoke one first"):
        await tokens.create(ada, "too many")
    await accounts.delete(ada)
    with pytest.raises(BadToken):
        await tokens.find_account(secret)
    await store.close()


def test_only_a_fresh_account_becomes_a_bot_and_is_shown_as_one(server: Server) -> None:
    ada, robo = server.kept("Ada"), server.kept("Robo")
    table = ada.open("tile-challenge", "me", "open")
    assert ada.http.post("/api/me/bot").json()["code"] == "not-fresh"
    assert robo.post("/api/me/bot")["bot"] is True
    seats = robo.post(f"/api/tables/{table}/seats/2")["seats"]
    assert [seat.get("bot", False) for seat in seats] == [False, True]
    clock = {"seconds": 600}
    rated = ada.open("tile-challenge", "me", "open", rated=True, pace=clock)
    refused = robo.http.post(f"/api/tables/{rated}/seats/2")
    assert refused.json()["code"] == "no-bots"
    wish = {"game": "tile-challenge", "options": {"players": 2}}
    assert robo.http.post("/api/pairing", json=wish).json()["code"] == "no-bots"
    assert robo.http.post("/api/daily").json()["code"] == "no-bots"
    known = ada.open("tile-challenge", "me", "open", rated=True, bots=True, pace=clock)
    assert robo.post(f"/api/tables/{known}/seats/2")["terms"]["bots"] is True


def test_a_bot_opens_rated_tables_only_where_bots_are_announced() -> None:
    import genial

    game = genial.game("phoenix")
    robo = Person("r", "Robo", bot=True)

    def terms(**more: Any) -> Terms:
        pace = Pace(seconds=600)
        return Terms(game="phoenix", options=game.options, rated=True, pace=pace, **more)

    with pytest.raises(Refusal, match="for people"):
        commands.open_table(Table("t", bytes(32)), 0.0, game, terms(), "r", [robo, Free()])
    opened = commands.open_table(
        Table("t", bytes(32)), 0.0, game, terms(bots=True), "r", [robo, Free()]
    )
    assert commands.sit(opened.after, 0.0, 2, Person("a", "Ada")).entries
