"""The daily challenge: the same bag for all players, sealed until the day is over."""

from __future__ import annotations

import asyncio
import json

import genial
from genial.server.tables import commands
from genial.server.tables.days import day_of, end_of
from tests.server.inside import Client, Clock, House, inside, of_litestar_2
from tests.server.live import Server, wait_for_the_day

pytestmark = of_litestar_2

NOON = end_of("2027-03-01") - 43200


async def deals(house: House, name: str) -> list[str]:
    state = (await house.registry.table(name)).state
    assert state is not None
    return [line for line in state.log if line.startswith("*")]


async def move(house: House, player: Client, name: str, which: int) -> None:
    told = await player.get(f"/api/tables/{name}")
    state = (await house.registry.table(name)).state
    assert state is not None
    text = state.legal()[which]
    await player.post(f"/api/tables/{name}/moves", seat=1, move=text, number=told["number"])


async def test_all_players_get_the_same_bag_and_one_attempt(places: tuple[str, str]) -> None:
    async with inside(places, Clock(NOON)) as house:
        ada, bob = [await house.guest(name, kept=True) for name in ("Ada", "Bob")]
        guest = await house.guest("Guest")
        assert await guest.refused("POST", "/api/daily") == "not-kept"
        told = await asyncio.gather(*(ada.post("/api/daily") for _ in range(3)))
        (first,) = {one["table"] for one in told}
        second = (await bob.post("/api/daily"))["table"]
        for which in (0, 3, 5):
            await move(house, ada, first, which)
            await move(house, bob, second, which + 7)
        assert await deals(house, first) == await deals(house, second)
        assert len(await deals(house, first)) > 3
        await house.play_out(first)
        assert (await ada.post("/api/daily"))["table"] == first, "there is no other"
        assert (await ada.get("/api/daily"))["attempts"] == 2
        house.clock.at += 86400
        await house.services.daily.challenge("2027-03-01", None)
        third = (await ada.post("/api/daily"))["table"]
        assert (await deals(house, third))[:2] != (await deals(house, first))[:2]


async def test_other_players_see_nothing_and_no_player_sees_the_key_before_the_day_is_over(
    places: tuple[str, str],
) -> None:
    async with inside(places, Clock(NOON - 86400)) as house:
        ada, bob = [await house.guest(name, kept=True) for name in ("Ada", "Bob")]
        house.clock.at = NOON  # accounts of a day ago are ranked
        name = (await ada.post("/api/daily"))["table"]
        for _ in range(2):  # while it is played, and when it is finished
            assert await bob.refused("GET", f"/api/tables/{name}") == "no-such-table"
            assert await bob.refused("GET", f"/api/tables/{name}/record") == "no-such-table"
            assert await bob.refused("GET", f"/api/tables/{name}/talk") == "no-such-table"
            assert (
                await bob.refused("GET", f"/api/tables/{name}/explain?number=1") == "no-such-table"
            )
            await house.play_out(name)
        await house.services.ledger.settle(name)
        table = await house.registry.table(name)
        key = table.secret.hex()
        mine = [
            await ada.get(f"/api/tables/{name}"),
            (await ada.http.get(f"/api/tables/{name}/record")).text,
            await ada.get("/api/daily"),
            (await ada.http.get("/api/me/export")).text,
            await ada.get("/api/me/games?phase=over"),
        ]
        assert key not in json.dumps(mine)
        assert mine[2]["mine"]["table"] == name
        others = [
            await bob.get("/api/daily"),
            await bob.get("/api/daily/2027-03-01"),
            await bob.get(f"/api/people/{ada.account}"),
            await bob.get(f"/api/people/{ada.account}/games"),
            *[await bob.get(f"/api/tables?phase={p}") for p in ("waiting", "playing", "over")],
            await bob.get("/api/leaders/ingenious/solo"),
        ]
        assert name not in json.dumps(others)
        assert key not in json.dumps(others)
        assert others[2]["tallies"] == []

        house.clock.at = end_of("2027-03-01")
        past = await bob.get("/api/daily/2027-03-01")
        assert past["over"]
        assert past["key"] == key
        assert [one["table"] for one in past["leaders"]] == [name]
        assert (await bob.get(f"/api/tables/{name}"))["result"]["key"] == key
        record = (await bob.http.get(f"/api/tables/{name}/record")).text
        assert genial.verify(record)
        assert (await bob.get(f"/api/people/{ada.account}"))["recent"][0]["table"] == name
        assert (await bob.get("/api/leaders/ingenious/solo"))[0]["name"] == "Ada"


async def test_the_lowest_colour_leads_and_unfinished_attempts_end_with_the_day(
    places: tuple[str, str],
) -> None:
    async with inside(places, Clock(NOON - 86400)) as house:
        people = [await house.guest(name, kept=True) for name in ("Ada", "Bob", "Cy")]
        house.clock.at = NOON  # accounts of a day ago are ranked
        tables = [(await one.post("/api/daily"))["table"] for one in people]
        await move(house, people[0], tables[0], 0)
        for name in tables[:2]:
            await house.play_out(name)
        house.clock.at = end_of("2027-03-01") + 1
        await house.registry.update(
            tables[2], lambda table, now: commands.expire(table, now, "club")
        )
        day = await people[2].get("/api/daily/2027-03-01")
        colours = [one["colours"] for one in day["leaders"]]
        assert len(colours) == 2, "Cy has not finished"
        assert colours == sorted(colours, reverse=True)
        assert [one["rank"] for one in day["leaders"]] in ([1, 2], [1, 1])
        assert "colours" not in day["mine"]
        ended = (await house.registry.table(tables[2])).ended
        assert ended is not None
        assert ended.how == "time"
        assert await people[0].refused("GET", "/api/daily/2027-03-09") == "no-such-day"
        assert await people[0].refused("GET", "/api/daily/2027-99-09") == "no-such-day"
        assert day_of(house.clock()) == "2027-03-02"


async def test_an_account_that_was_just_made_plays_the_bag_but_is_not_ranked(
    places: tuple[str, str],
) -> None:
    async with inside(places, Clock(NOON - 90000)) as house:
        ada = await house.guest("Ada", kept=True)
        house.clock.at = NOON - 7200
        second, player = [await house.guest(name, kept=True) for name in ("Second", "Player")]
        await house.services.ledger.settle(await house.played("tile-challenge", player, second))
        third = await house.guest("Third", kept=True)
        house.clock.at = NOON
        people = (ada, player, third)
        assert [await unranked(one) for one in people] == [False, False, True]
        tables = [(await one.post("/api/daily"))["table"] for one in people]
        assert [await unranked(one) for one in people] == [False, False, True]
        for name in tables:
            await house.play_out(name)
        house.clock.at = end_of("2027-03-01") + 1
        days = [await one.get("/api/daily/2027-03-01") for one in people]
        assert days[0]["attempts"] == 3
        assert {one["name"] for one in days[0]["leaders"]} == {"Ada", "Player"}
        assert [day.get("unranked", False) for day in days] == [False, False, True]
        assert "rank" in days[0]["mine"]
        assert "rank" not in days[2]["mine"]
        assert "colours" in days[2]["mine"], "the own result is shown"
        records = await ada.get("/api/leaders/ingenious/solo")
        assert {one["name"] for one in records} == {"Ada", "Player"}


async def unranked(player: Client) -> bool:
    return bool((await player.get("/api/daily")).get("unranked", False))


async def test_nothing_helps_in_a_daily_challenge(places: tuple[str, str]) -> None:
    async with inside(places, Clock(NOON)) as house:
        ada = await house.guest("Ada", kept=True)
        told = await ada.post("/api/daily")
        terms = told["terms"]
        assert terms["daily"] == "2027-03-01"
        assert terms["hints"] is terms["take_backs"] is terms["listed"] is False


def test_other_players_cannot_watch_a_daily_challenge(server: Server) -> None:
    wait_for_the_day()
    ada, bob = server.guest("Dora"), server.guest("Bob")
    ada.open("ingenious", "me", "open")  # when that is possible, the game is compiled
    ada.post("/api/me/password", password="very secret")
    table = ada.post("/api/daily")["table"]
    bob.send("watch", table=table)
    assert bob.hear("refused", "situation")["code"] == "no-such-table"
    ada.send("watch", table=table)
    told = ada.hear("situation")
    ada.send("agree", table=table, seat=1, wish="resign")
    result = ada.hear("situation")["result"]
    assert result["how"] == "resigned"
    assert result.get("key", "") == ""
    assert told["mine"] == [1]
    bob.send("ping", command="x")
    assert [bob.hear()["type"]] == ["pong"], "bob has heard nothing of it"
    assert "Traceback" not in server.log()
