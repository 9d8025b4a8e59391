"""What people can do beside playing: settings, reports, taking all their data, and leaving."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import sqlalchemy as sa

import genial
from genial.server.accounts import export
from genial.server.storage import schema
from genial.server.tables.events import Ended
from tests.server.inside import Client, Clock, House, inside, of_litestar_2

pytestmark = of_litestar_2

RATED: dict[str, Any] = {"rated": True, "pace": {"seconds": 600}}


async def everything(house: House) -> str:
    """All rows of all tables as one text."""
    texts = []
    async with house.registry.store.engine.connect() as connection:
        for table in schema.metadata.sorted_tables:
            rows = (await connection.execute(sa.select(table))).all()
            texts.append(f"{table.name}: {rows}")
    return "\n".join(texts)


async def insert(house: House, table: sa.Table, **values: Any) -> None:
    async with house.registry.store.engine.begin() as connection:
        await connection.execute(sa.insert(table).values(**values))


async def leave_traces(house: House, player: Client, other: Client, table: str) -> None:
    """Store a row of every kind that an account can leave."""
    account = player.account
    await insert(house, schema.talk, table_name=table, number=1, at=1.0, account=account,
                 name=player.name, seat=1, text="good luck")  # fmt: skip
    await insert(house, schema.tokens, token="t", account=account, label="bot", created=1.0)
    await insert(house, schema.pushes, endpoint="https://push", account=account, keys="{}",
                 created=1.0)  # fmt: skip
    await insert(house, schema.uploads, upload="u", account=account, at=1.0, text="game: x")
    await insert(house, schema.boards, kept="b", account=account, board="mine@0", layout="{}",
                 changed=1.0)  # fmt: skip
    await insert(house, schema.analyses, table_name="upload.u", status="queued", asked=1.0,
                 account=account, place="a hash of an address")  # fmt: skip
    await insert(house, schema.presences, account=account, process="p")
    await insert(house, schema.addresses, account=account, address="ada@club.example",
                 language="de", code="a hash", asked=1.0)  # fmt: skip
    await player.put(f"/api/me/blocks/{other.account}")
    await other.put(f"/api/me/blocks/{account}")
    await player.post("/api/reports", about=other.account, text="rude", table=table, line=1)
    await other.post("/api/reports", about=account, text="ruder")
    await player.post("/api/pairing", game="phoenix", pace={"seconds": 900}, rated=True)
    await player.put("/api/me/settings", language="de")


async def test_settings_are_kept_and_bounded(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada"), await house.guest("Bob")
        assert await ada.get("/api/me/settings") == {}
        await ada.put("/api/me/settings", language="de", nested={"a": [1, "\0"]})
        assert (await ada.get("/api/me/settings"))["nested"] == {"a": [1, "\0"]}
        assert await bob.get("/api/me/settings") == {}
        code = await ada.refused("PUT", "/api/me/settings", text="x" * 9000)
        assert code == "settings-too-large"


async def test_reports_reach_the_queue_and_are_limited(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada"), await house.guest("Bob")
        for k in range(20):
            await ada.post("/api/reports", about=bob.account, text=f"{k}\0", table="t", line=k + 1)
        code = await ada.refused("POST", "/api/reports", about=bob.account, text="more")
        assert code == "too-much"
        code = await bob.refused("POST", "/api/reports", about="nobody", text="x")
        assert code == "no-such-person"
        async with house.registry.store.engine.connect() as connection:
            rows = (await connection.execute(sa.select(schema.reports))).all()
        assert len(rows) == 20
        assert {(row.account, row.about, row.table_name) for row in rows} == {
            (ada.account, bob.account, "t")
        }


async def test_an_export_has_everything_and_no_more_than_its_owner_may_see(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada", kept=True), await house.guest("Bob", kept=True)
        over = await house.played("ingenious", ada, bob, pace={"seconds": 600}, rated=True)
        going = await house.seated("ingenious", ada, bob)
        await leave_traces(house, ada, bob, over)
        told = await ada.get("/api/me/export")
        assert told["profile"]["name"] == "Ada"
        assert told["settings"] == {"language": "de"}
        records = {game["table"]: game["record"] for game in told["games"]}
        assert genial.verify(records[over])
        assert "rack 2 ??" in records[going]
        assert "rack 1 ??" not in records[going]
        assert [line["text"] for line in told["talk"]] == ["good luck"]
        assert [report["text"] for report in told["reports"]] == ["rude"]
        assert told["blocks"] == [{"blocked": bob.account}]
        assert told["uploads"][0]["text"] == "game: x"
        assert told["boards"] == [{"board": "mine@0", "layout": "{}", "changed": 1.0}]
        assert told["addresses"] == [
            {"address": "ada@club.example", "language": "de", "asked": 1.0}
        ]
        assert {table["name"] for table in told["tables"]} == {over, going}
        assert {seat["table_name"] for seat in told["seats"]} == {over, going}
        assert json.loads(told["waiting"][0]["wish"])["game"] == "phoenix"
        assert "a hash" not in str(told)
        assert "ruder" not in str(told)


def test_an_export_leaves_out_no_kind_of_row() -> None:
    told = {column.table.name for _, column, _ in export._OWN}
    rows = {table.name for table in schema.metadata.sorted_tables
            if {"account", "host"} & set(table.c.keys())}  # fmt: skip
    assert rows - told == {"accounts", "presences"}, "the profile, and where one is connected"


async def test_a_name_at_the_same_screen_is_a_name(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada")
        for bad in ("Bob\x07", "Bob\u202e", "\x1b[31m", "B" * 25, "  "):
            seats = [{"type": "me"}, {"type": "screen", "name": bad}]
            code = await ada.refused("POST", "/api/tables", game="ingenious", seats=seats)
            assert code == "bad-name"
        seats = [{"type": "me"}, {"type": "screen", "name": " Bob  B. "}]
        table = (await ada.post("/api/tables", game="ingenious", seats=seats))["table"]
        await ada.post(f"/api/tables/{table}/start")
        assert "seat 2: Bob B." in (await ada.http.get(f"/api/tables/{table}/record")).text


async def test_an_account_cannot_open_tables_without_end(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada"), await house.guest("Bob")
        bots = {"game": "tile-challenge", "seats": [{"type": "bot", "level": "kid"}] * 2}
        mine = {"game": "tile-challenge", "seats": [{"type": "me"}, {"type": "open"}]}
        tables = [(await ada.post("/api/tables", **bots))["table"] for _ in range(8)]
        assert await ada.refused("POST", "/api/tables", **bots) == "too-much"
        await ada.delete(f"/api/tables/{tables[0]}/seats")
        await ada.post("/api/tables", **bots)
        for _ in range(21):
            await ada.post("/api/tables", **mine)
        assert await ada.refused("POST", "/api/tables", **mine) == "too-much"
        await bob.post("/api/tables", **mine)


@dataclasses.dataclass
class Deleted:
    """Zacharias, whose account is deleted, an opponent, and tables of every kind."""

    house: House
    elsewhere: House  # another process, if there can be one
    clock: Clock
    zacharias: Client
    bob: Client
    over: str = ""  # a finished game
    duel: str = ""  # a rated game that goes on
    three: str = ""  # a game of three that goes on
    hosted: str = ""  # a table of Zacharias that waits
    visited: str = ""  # a table of Bob that Zacharias has left
    daily: str = ""

    @property
    def tables(self) -> list[str]:
        return [self.over, self.duel, self.three, self.hosted, self.visited, self.daily]

    async def play(self) -> None:
        """Play at every kind of table, and leave traces of every kind."""
        house, zacharias, bob = self.house, self.zacharias, self.bob
        cy = await house.guest("Cy", kept=True)
        self.over = await house.played("tile-challenge", zacharias, bob, **RATED)
        await house.services.ledger.settle(self.over)
        self.duel = await house.seated("ingenious", bob, zacharias, **RATED)
        self.three = await house.seated("ingenious", zacharias, bob, cy)
        seats = [{"type": "me"}, {"type": "open"}]
        self.hosted = (await zacharias.post("/api/tables", game="phoenix", seats=seats))["table"]
        await bob.post(f"/api/tables/{self.hosted}/seats/2")
        self.visited = (await bob.post("/api/tables", game="phoenix", seats=seats))["table"]
        await zacharias.post(f"/api/tables/{self.visited}/seats/2")
        await zacharias.delete(f"/api/tables/{self.visited}/seats")
        self.daily = (await zacharias.post("/api/daily"))["table"]
        await leave_traces(house, zacharias, bob, self.over)
        for name in self.tables:
            await self.elsewhere.registry.table(name)  # it is in memory there, with the name


@asynccontextmanager
async def deleted(places: tuple[str, str]) -> AsyncIterator[Deleted]:
    """Delete an account that has left traces in every process."""
    clock = Clock()
    async with AsyncExitStack() as stack:
        count = 2 if places[1] else 1
        houses = [await stack.enter_async_context(inside(places, clock)) for _ in range(count)]
        zacharias, bob = [await houses[0].guest(name, kept=True) for name in ("Zacharias", "Bob")]
        case = Deleted(houses[0], houses[-1], clock, zacharias, bob)
        await case.play()
        await zacharias.delete("/api/me")
        assert await zacharias.get("/api/me") is None
        yield case


async def test_no_table_names_a_deleted_account_in_any_process(places: tuple[str, str]) -> None:
    async with deleted(places) as case:
        for name in case.tables:
            for house in (case.house, case.elsewhere):
                table = await house.registry.table(name)
                assert "Zacharias" not in repr(table)
                assert case.zacharias.account not in repr(table)
        record = (await case.bob.http.get(f"/api/tables/{case.over}/record")).text
        assert genial.verify(record)
        assert "seat 1: (deleted)" in record
        history = await case.bob.get(f"/api/people/{case.bob.account}/games")
        assert {game["table"] for game in history["games"]} == {case.over, case.duel}
        assert all("Zacharias" not in str(game) for game in history["games"])


async def test_games_of_a_deleted_account_end_or_go_on_without_it(places: tuple[str, str]) -> None:
    async with deleted(places) as case:
        registry = case.house.registry
        ended = (await registry.table(case.duel)).ended
        assert ended is not None
        assert (ended.how, ended.ranks) == ("abandoned", (1, 2))
        async with registry.store.engine.connect() as connection:
            won = await connection.execute(
                sa.select(schema.results).where(schema.results.c.table_name == case.duel)
            )
            assert [row.account for row in won.all()] == [case.bob.account, None]
        assert (await registry.table(case.three)).phase == "playing", "a bot plays on"
        assert (await registry.table(case.hosted)).phase == "over", "no host is left to start it"
        assert (await case.elsewhere.registry.table(case.visited)).phase == "waiting"


async def test_no_row_names_a_deleted_account_after_a_while(places: tuple[str, str]) -> None:
    async with deleted(places) as case:
        account = case.zacharias.account
        text = await everything(case.house)
        assert "Zacharias" not in text
        left = [line for line in text.splitlines() if account in line]
        assert [line.split(":")[0] for line in left] == ["accounts"]
        case.clock.at += 100
        await case.house.services.deletion.sweep()
        assert account not in await everything(case.house)


async def test_a_deletion_that_was_interrupted_is_finished_at_the_next_start(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Zacharias"), await house.guest("Bob")
        name = await house.seated("ingenious", ada, bob)
        account = await house.services.accounts.find(ada.account)
        await house.services.accounts.delete(account)
    async with inside(places, house.clock) as house:
        await house.services.deletion.sweep()
        assert "Zacharias" not in await everything(house)
        entries = await house.registry.store.entries(name)
        assert any(isinstance(entry.event, Ended) for entry in entries)


async def test_a_deleted_name_is_free_again(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        other = await house.guest("Ada")  # there before the name was kept
        ada = await house.guest("Ada", kept=True)
        code = await other.refused("POST", "/api/me/password", password="very secret")
        assert code == "name-taken"
        await ada.delete("/api/me")
        await other.post("/api/me/password", password="very secret")


async def test_what_no_table_can_store_is_refused(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada")
        for path in ("/api/people/%00", "/api/tables/%00", "/api/daily/%00"):
            assert (await ada.http.get(path)).status_code == 404
        deep = '{"a":' + "[" * 2000 + "]" * 2000 + "}"
        headers = {"content-type": "application/json"}
        answer = await ada.http.put("/api/me/settings", content=deep, headers=headers)
        assert answer.status_code == 400
        wish = {"game": "ingenious", "options": {"name": "x"}}
        assert await ada.refused("POST", "/api/pairing", **wish) == "bad-option"
