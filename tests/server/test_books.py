"""The books: results and ratings, entered once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa

from genial.server import rulings
from genial.server.events import Ended
from genial.server.ratings import Rating, updated
from genial.server.storage import schema
from tests.server.inside import House, Somebody, inside, of_litestar_2, until

pytestmark = of_litestar_2


async def rows(house: House, table: sa.Table, *order: Any) -> list[Any]:
    async with house.home.store.engine.connect() as connection:
        return list((await connection.execute(sa.select(table).order_by(*order))).all())


async def settled(house: House, name: str) -> None:
    async def is_settled() -> bool:
        async with house.home.store.engine.connect() as connection:
            query = sa.select(schema.tables.c.settled).where(schema.tables.c.name == name)
            return bool(await connection.scalar(query))

    await until(is_settled)


def test_ratings_move_apart_and_teams_together() -> None:
    new = Rating()
    winner, loser = updated([new, new], (0, 1), (1, 2))
    assert winner.shown > 1500 > loser.shown
    assert winner.uncertainty < new.uncertainty
    first, second, third, fourth = updated([new] * 4, (0, 1, 0, 1), (2, 1, 2, 1))
    assert first == third
    assert second == fourth
    assert second.shown > 1500 > first.shown
    one, other = updated([new, new], (0, 1), (1, 1))
    assert one == other


def test_third_place_is_below_tied_winners() -> None:
    shown = [rating.shown for rating in updated([Rating()] * 3, (0, 1, 2), (1, 1, 3))]
    assert shown[0] == shown[1] > shown[2]


def test_a_rated_game_is_entered_once_however_many_see_its_end(places: tuple[str, str]) -> None:
    async def run() -> None:
        async with inside(places) as house:
            ada, bob = await house.guest("Ada"), await house.guest("Bob")
            name = await house.played("tile-challenge", ada, bob, rated=True)
            books = house.app.state.daily._books
            await asyncio.gather(*(books.settle(name) for _ in range(8)))
            await settled(house, name)
            results = await rows(house, schema.results, schema.results.c.seat)
            assert [row.account for row in results] == [ada.account, bob.account]
            assert sum(row.share for row in results) == 1
            assert all(row.lowest is not None and row.total is not None for row in results)
            ratings = {row.account: row for row in await rows(house, schema.ratings)}
            assert [row.games for row in ratings.values()] == [1, 1]
            for row in results:
                assert row.before == 1500
                assert row.after == ratings[row.account].shown
                assert (row.after > 1500) == (row.rank == 1) or row.share == 0.5
            again = await house.played("tile-challenge", ada, bob, rated=True)
            await settled(house, again)
            assert [row.games for row in await rows(house, schema.ratings)] == [2, 2]

    asyncio.run(run())


def test_a_game_that_nobody_entered_is_found_at_the_next_start(places: tuple[str, str]) -> None:
    async def run() -> None:
        async with inside(places) as house:
            ada, bob = await house.guest("Ada"), await house.guest("Bob")
            name = await house.played("tile-challenge", ada, bob)
            await settled(house, name)
            async with house.home.store.engine.begin() as connection:
                await connection.execute(sa.delete(schema.results))
                await connection.execute(sa.update(schema.tables).values(settled=False))
        async with inside(places) as house:
            await settled(house, name)
            assert len(await rows(house, schema.results)) == 2
            assert await rows(house, schema.ratings) == [], "it was not rated"

    asyncio.run(run())


def test_who_gave_up_is_charged_and_not_the_bot_that_played_on(places: tuple[str, str]) -> None:
    async def run() -> None:
        async with inside(places) as house:
            people = [await house.guest(name) for name in ("Ada", "Bob", "Cy")]
            name = await house.seated("tile-challenge", *people, rated=True)
            await house.home.act(name, lambda t: rulings.gave_up(t, 2, "resigned", "kid"))
            await house.play_out(name)
            await settled(house, name)
            results = await rows(house, schema.results, schema.results.c.seat)
            assert results[1].account == people[1].account
            assert results[1].rank == 3
            assert results[1].after < 1500
            assert results[0].variant == "3"

    asyncio.run(run())


def test_what_was_aborted_is_not_counted(places: tuple[str, str]) -> None:
    async def run() -> None:
        async with inside(places) as house:
            ada, bob = await house.guest("Ada"), await house.guest("Bob")
            name = await house.seated("ingenious", ada, bob, rated=True)
            await house.home.act(name, lambda _: [Ended(how="aborted")])
            await settled(house, name)
            assert await rows(house, schema.results) == []
            assert await rows(house, schema.ratings) == []

    asyncio.run(run())


def test_nothing_helps_at_a_rated_table_and_nobody_plays_himself(places: tuple[str, str]) -> None:
    async def run() -> None:
        async with inside(places) as house:
            ada = await house.guest("Ada")
            open_seats = [{"type": "me"}, {"type": "open"}]
            told = await ada.post("/api/tables", game="ingenious", seats=open_seats, rated=True)
            assert told["terms"]["hints"] is False
            assert told["terms"]["take_backs"] is False
            assert told["terms"]["counting"] is False
            twice = [{"type": "me"}, {"type": "me"}]
            code = await ada.refused("POST", "/api/tables", game="ingenious", seats=twice)
            assert code == "sits-already"

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["listed", "private"])
def test_history_shows_private_games_only_to_those_who_played(
    places: tuple[str, str], kind: str
) -> None:
    async def run() -> None:
        async with inside(places) as house:
            ada, bob, eve = [await house.guest(name) for name in ("Ada", "Bob", "Eve")]
            names = []
            for _ in range(3):
                house.clock.at += 60
                listed = kind == "listed"
                names.append(await house.played("tile-challenge", ada, bob, listed=listed))
                await settled(house, names[-1])
            own = await ada.get(f"/api/people/{ada.account}/games?limit=2")
            assert [game["table"] for game in own["games"]] == names[:0:-1]
            rest = await ada.get(f"/api/people/{ada.account}/games?limit=2&cursor={own['next']}")
            assert [game["table"] for game in rest["games"]] == names[:1]
            assert {seat["name"] for seat in rest["games"][0]["seats"]} == {"Ada", "Bob"}
            assert len((await bob.get(f"/api/people/{ada.account}"))["recent"]) == 3
            seen = await eve.get(f"/api/people/{ada.account}")
            assert len(seen["recent"]) == (3 if listed else 0)
            (tally,) = seen["tallies"]
            assert (tally["game"], tally["variant"], tally["games"]) == ("tile-challenge", "2", 3)
            over = await eve.get("/api/tables?phase=over")
            assert len(over["tables"]) == (3 if listed else 0)

    asyncio.run(run())


def test_lists_of_tables_show_what_waits_what_is_played_and_whose_turn_it_is(
    places: tuple[str, str],
) -> None:
    async def run() -> None:
        async with inside(places) as house:
            ada, bob, eve = [await house.guest(name) for name in ("Ada", "Bob", "Eve")]
            seats = [{"type": "me"}, {"type": "open"}]
            open_table = (await ada.post("/api/tables", game="phoenix", seats=seats))["table"]
            await ada.post("/api/tables", game="phoenix", seats=seats, listed=False)
            going = await house.seated("ingenious", ada, bob)
            hidden = await house.seated("ingenious", ada, bob, listed=False)
            waiting = await eve.get("/api/tables?phase=waiting&game=phoenix")
            assert [one["table"] for one in waiting["tables"]] == [open_table]
            assert (await eve.get("/api/tables?phase=waiting&game=spezial"))["tables"] == []
            live = await eve.get("/api/tables?phase=playing")
            assert [one["table"] for one in live["tables"]] == [going]
            mine = (await bob.get("/api/me/games"))["tables"]
            assert {one["table"] for one in mine} == {going, hidden}
            assert [one.get("my_turn", False) for one in mine] == [False, False]
            mine = (await ada.get("/api/me/games?phase=playing"))["tables"]
            assert [one["my_turn"] for one in mine] == [True, True]
            assert await eve.refused("GET", "/api/tables?phase=over&cursor=1") == "bad-cursor"
            await ada.put(f"/api/me/blocks/{eve.account}")
            assert (await eve.get("/api/tables?phase=waiting"))["tables"] == []

    asyncio.run(run())


def test_leaders_keep_their_names_and_are_well_known(places: tuple[str, str]) -> None:
    async def rate(house: House, who: Somebody, mu: float, sigma: float, games: int) -> None:
        values = {
            "account": who.account, "game": "ingenious", "variant": "2", "mu": mu, "sigma": sigma,
            "shown": Rating(mu, sigma).shown, "games": games, "changed": 0.0,
        }  # fmt: skip
        async with house.home.store.engine.begin() as connection:
            await connection.execute(sa.insert(schema.ratings).values(**values))

    async def run() -> None:
        async with inside(places) as house:
            good = await house.guest("Good", kept=True)
            best = await house.guest("Best", kept=True)
            new = await house.guest("New", kept=True)
            vague = await house.guest("Vague", kept=True)
            guest = await house.guest("Guest")
            await rate(house, good, 27.0, 2.0, 50)
            await rate(house, best, 33.0, 2.0, 50)
            await rate(house, new, 40.0, 2.0, 3)
            await rate(house, vague, 40.0, 8.0, 50)
            await rate(house, guest, 40.0, 2.0, 50)
            leaders = await guest.get("/api/leaders/ingenious/2")
            assert [one["name"] for one in leaders] == ["Best", "Good"]
            assert await guest.refused("GET", "/api/leaders/chess/2") == "no-such-game"

    asyncio.run(run())


def test_the_best_games_alone_count_only_without_help(places: tuple[str, str]) -> None:
    async def run() -> None:
        async with inside(places) as house:
            ada, bob = [await house.guest(name, kept=True) for name in ("Ada", "Bob")]
            fair = [await house.played("ingenious", ada, rated=True) for _ in range(2)]
            helped = await house.played("ingenious", bob)
            for name in (*fair, helped):
                await settled(house, name)
            leaders = await bob.get("/api/leaders/ingenious/solo")
            assert [one["name"] for one in leaders] == ["Ada"]
            results = await rows(house, schema.results)
            best = max(row.colours for row in results if row.account == ada.account)
            assert "".join(f"{n:02}" for n in leaders[0]["colours"]) == best
            (tally,) = (await bob.get(f"/api/people/{ada.account}"))["tallies"]
            assert tally["best"] == leaders[0]["colours"]
            assert "rating" not in tally

    asyncio.run(run())
