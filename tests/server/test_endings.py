"""What a table tells when its game is over, and what it offers then; nothing hidden is in it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import genial
from genial.server.tables import commands, proposals
from genial.server.tables.days import end_of
from genial.server.tables.events import Entry, Opened, Pace, Person, Robot, Terms
from genial.server.tables.messages import News, Situation
from genial.server.tables.projection import news, situation
from genial.server.tables.table import Table
from tests.server.inside import Client, Clock, House, inside, of_litestar_2

pytestmark = of_litestar_2

SEATS = [{"type": "me"}, {"type": "open"}]
NOON = end_of("2027-03-01") - 43200
RATED: dict[str, Any] = {"rated": True, "pace": {"seconds": 3600}}


def running(game: str, **terms: Any) -> Table:
    """Return a table of two people whose game has begun."""
    options = genial.game(game).options
    opened = Opened(
        host="ada", terms=Terms(game=game, options=options, **terms),
        seats=(Person("ada", "Ada"), Person("bob", "Bob")),
    )  # fmt: skip
    table = Table("table", bytes(32))
    table.apply(Entry(1, 0.0, opened))
    return commands.start(table, 1.0, "ada").after


def move(table: Table) -> tuple[Table, list[Entry]]:
    assert table.state is not None
    assert table.turn is not None
    moves = table.state.legal()
    decision = commands.move(table, 2.0, table.turn, moves[len(moves) // 2])
    return decision.after, list(decision.entries)


def wire(message: Situation | News) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(message))
    return told


@pytest.mark.parametrize("game", genial.games())
def test_every_move_is_told_with_its_effect_live_and_after_a_reload(game: str) -> None:
    table, live = running(game), list[Any]()
    while table.phase == "playing":
        table, entries = move(table)
        told = wire(news(table, entries, (1,), 2.0))
        live = told["effects"] if told["type"] == "situation" else [*live, *told["effects"]]
    assert table.state is not None
    reloaded = wire(situation(table, (1,), 2.0))
    assert reloaded["effects"] == live
    assert len(live) == table.state.move_count
    if game != "phoenix":  # where only rounds bring points
        assert any(effect.get("gains") for effect in live)
    assert reloaded["ending"]["reason"]
    assert wire(situation(table, (), 2.0))["ending"] == reloaded["ending"], "spectators, too"


def test_a_running_game_has_no_ending_and_offers_nothing() -> None:
    told = wire(situation(running("ingenious"), (1,), 2.0))
    assert "ending" not in told
    assert "offers" not in told


def test_a_game_that_was_given_up_has_no_reason_and_no_deciding_colour() -> None:
    table, _ = move(running("ingenious"))
    table = commands.give_up(table, 3.0, 1, "resigned", "club").after
    ending = wire(situation(table, (1,), 3.0))["ending"]
    assert ending["reason"] == ""
    assert ending["place"] is None


def test_a_rematch_is_offered_only_where_it_is_granted() -> None:
    rated = commands.give_up(
        running("ingenious", rated=True, pace=Pace(seconds=3600)), 3.0, 1, "resigned", "club"
    ).after
    assert wire(situation(rated, (1,), 3.0))["offers"] == ["rematch", "review"]
    assert wire(situation(rated, (), 3.0))["offers"] == ["review"], "spectators do not play on"
    rated.seats = (rated.seats[0], Robot("club"))
    assert not proposals.is_rematch_possible(rated), "bots do not play rated games"
    assert wire(situation(rated, (1,), 3.0))["offers"] == ["review"]


def test_a_move_can_be_taken_back_once_there_is_one() -> None:
    table = running("spezial")
    assert "undoable" not in wire(situation(table, (1, 2), 2.0))
    table, entries = move(table)
    assert wire(news(table, entries, (1,), 2.0))["undoable"] == [1]
    assert "undoable" not in wire(news(table, entries, (2,), 2.0))
    assert proposals.undoable_seats(running("spezial", take_backs=False), (1, 2)) == ()
    rated, _ = move(running("spezial", rated=True))
    assert proposals.undoable_seats(rated, (1, 2)) == ()


def test_a_declined_proposal_is_told_once() -> None:
    table, _ = move(running("spezial"))
    table = proposals.propose(table, 3.0, 1, "undo", "club").after
    decision = proposals.decline(table, 3.0, 2, "undo")
    told = wire(news(decision.after, decision.entries, (1,), 3.0))
    assert told["declined"] == [{"type": "declined", "seat": 2, "wish": "undo"}]
    assert "declined" not in wire(situation(decision.after, (1,), 3.0))


async def test_ratings_are_known_as_soon_as_a_rated_game_is_over(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob = [await house.guest(name, kept=True) for name in ("Ada", "Bob")]
        name = await house.seated("tile-challenge", ada, bob, **RATED)
        assert await ada.get(f"/api/tables/{name}/ratings") == []
        await house.play_out(name)
        changes = await ada.get(f"/api/tables/{name}/ratings")
        ranks = (await ada.get(f"/api/tables/{name}"))["result"]["ranks"]
        assert [one["seat"] for one in changes] == [1, 2]
        assert [one["before"] for one in changes] == [1500, 1500]
        assert [one["after"] > 1500 for one in changes] == [rank == 1 for rank in ranks]
        casual = await house.played("tile-challenge", ada, bob)
        assert await ada.get(f"/api/tables/{casual}/ratings") == []


async def test_chat_has_the_name_that_an_account_has_now(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada = await house.guest("Guest")
        account = await house.services.accounts.find(ada.account)  # as a socket keeps it
        assert account is not None
        table = (await ada.post("/api/tables", game="spezial", seats=SEATS))["table"]
        await house.services.accounts.rename(account, "Ada")
        assert (await house.services.chat.say(account, table, "Hello")).name == "Ada"


# --- the daily challenge


async def finish(house: House, player: Client) -> str:
    name: str = (await player.post("/api/daily"))["table"]
    await house.play_out(name)
    return name


async def test_a_daily_result_tells_rank_distribution_and_streak_so_far(
    places: tuple[str, str],
) -> None:
    async with inside(places, Clock(NOON - 2 * 86400)) as house:
        ada, bob, cy = [await house.guest(name, kept=True) for name in ("Ada", "Bob", "Cy")]
        house.clock.at = NOON - 86400
        await finish(house, ada)
        house.clock.at = NOON
        assert await ada.refused("GET", "/api/daily/2027-03-01/result") == "no-attempt"
        name = await finish(house, ada)
        mine = await ada.get("/api/daily/2027-03-01/result")
        assert mine["colours"] == sorted(
            (await ada.get(f"/api/tables/{name}"))["views"]["1"]["scores"][0].values()
        )
        assert (mine["rank"], mine["ranked"], mine["streak"]) == (1, 1, 2)
        assert mine["distribution"] == [{"lowest": mine["colours"][0], "attempts": 1}]
        assert mine["over"] is False
        other = (await bob.post("/api/daily"))["table"]
        assert await bob.refused("GET", "/api/daily/2027-03-01/result") == "no-attempt"
        await house.move(other)
        await house.play_out(other)
        both = [await one.get("/api/daily/2027-03-01/result") for one in (ada, bob)]
        assert both[0]["distribution"] == both[1]["distribution"]
        assert sum(column["attempts"] for column in both[0]["distribution"]) == 2
        assert both[1]["streak"] == 1
        ranks = sorted(one["rank"] for one in both)
        assert ranks == ([1, 1] if both[0]["colours"] == both[1]["colours"] else [1, 2])
        assert await cy.refused("GET", "/api/daily/2027-03-01/result") == "no-attempt"


async def test_a_daily_result_names_no_other_player_and_no_table(places: tuple[str, str]) -> None:
    async with inside(places, Clock(NOON - 86400)) as house:
        ada, bob = [await house.guest(name, kept=True) for name in ("Ada", "Bob")]
        house.clock.at = NOON
        tables = [await finish(house, one) for one in (ada, bob)]
        key = (await house.registry.table(tables[0])).secret.hex()
        for path in ("/api/daily/2027-03-01/result", "/api/daily", f"/api/tables/{tables[1]}"):
            text = json.dumps(await bob.get(path))
            assert tables[0] not in text
            assert ada.account not in text
            assert key not in text


async def test_a_daily_challenge_offers_a_review_when_its_day_is_over(
    places: tuple[str, str],
) -> None:
    async with inside(places, Clock(NOON)) as house:
        ada = await house.guest("Ada", kept=True)
        name = await finish(house, ada)
        assert "offers" not in await ada.get(f"/api/tables/{name}")
        house.clock.at = end_of("2027-03-01") + 1
        assert (await ada.get(f"/api/tables/{name}"))["offers"] == ["review"]
        await ada.get(f"/api/tables/{name}/positions/3")


async def test_an_attempt_that_was_given_up_has_no_result(places: tuple[str, str]) -> None:
    async with inside(places, Clock(NOON)) as house:
        ada = await house.guest("Ada", kept=True)
        name = (await ada.post("/api/daily"))["table"]
        await ada.post(f"/api/tables/{name}/wishes", seat=1, wish="resign")
        mine = await ada.get("/api/daily/2027-03-01/result")
        assert "colours" not in mine
        assert "rank" not in mine
        assert "streak" not in mine
