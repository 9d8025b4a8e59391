"""A player who tries to lead by beating accounts of their own, in many short games."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import sqlalchemy as sa

from genial.server.accounts.networks import forget_old_places
from genial.server.results.ratings import Rating
from genial.server.storage import schema
from tests.server.inside import Client, Clock, House, inside, of_litestar_2
from tests.server.waiting import until

pytestmark = of_litestar_2

GAME = "tile-challenge"
CLOCK = {"pace": {"seconds": 600}, "rated": True}
NOON = 1_800_014_400.0
DAY = 86400.0


async def lose(house: House, loser: Client, winner: Client, *, moves: int) -> str:
    """Open a rated table, let both move this many times and one resign; return its name."""
    name = await house.seated(GAME, loser, winner, **CLOCK)
    made = {1: 0, 2: 0}
    while min(made.values()) < moves:
        turn = (await house.registry.table(name)).turn
        assert turn is not None
        await house.move(name)
        made[turn] += 1
    await loser.post(f"/api/tables/{name}/wishes", seat=1, wish="resign")
    await settled(house, name)
    return name


async def settled(house: House, name: str) -> None:
    async def is_settled() -> bool:
        query = sa.select(schema.tables.c.settled).where(schema.tables.c.name == name)
        async with house.registry.store.engine.connect() as connection:
            return bool(await connection.scalar(query))

    await until(is_settled, 60)


async def rating_of(house: House, player: Client) -> Any:
    query = sa.select(schema.ratings).where(schema.ratings.c.account == player.account)
    async with house.registry.store.engine.connect() as connection:
        return (await connection.execute(query)).first()


async def pretend(house: House, player: Client, **values: float) -> None:
    """Let as much time pass as a test cannot wait for."""
    table = schema.ratings
    async with house.registry.store.engine.begin() as connection:
        await connection.execute(
            sa.update(table).where(table.c.account == player.account).values(**values)
        )


async def leaders(client: Client) -> list[str]:
    return [one["name"] for one in await client.get(f"/api/leaders/{GAME}/2")]


async def test_guests_play_no_rated_games(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        farmer = await house.guest("Farmer", kept=True)
        guest = await house.guest("Spectator")
        seats = [{"type": "me"}, {"type": "open"}]
        opening = {"game": GAME, "seats": seats, **CLOCK}
        assert await guest.refused("POST", "/api/tables", **opening) == "not-kept"
        name = (await farmer.post("/api/tables", **opening))["table"]
        assert await guest.refused("POST", f"/api/tables/{name}/seats/2") == "not-kept"
        wish = {"game": GAME, **CLOCK}
        assert await guest.refused("POST", "/api/pairing", **wish) == "not-kept"


async def test_games_without_moves_change_no_rating(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        farmer = await house.guest("Farmer", kept=True, address="10.0.0.1")
        for k in range(3):
            other = await house.guest(f"Alt {k + 2}", kept=True, address=f"10.0.1.{k}")
            for moves in (0, 1):
                await lose(house, other, farmer, moves=moves)
        assert await rating_of(house, farmer) is None
        played = (await farmer.get(f"/api/people/{farmer.account}/games"))["games"]
        assert [game["rated"] for game in played] == [False] * 6


@pytest.mark.parametrize("own", [True, False], ids=["own address", "one other address"])
async def test_a_burst_against_many_accounts_at_one_address_leads_nowhere(
    places: tuple[str, str], own: bool
) -> None:
    async with inside(places, Clock(NOON)) as house:
        farmer = await house.guest("Farmer", kept=True, address="2001:db8::1")
        ratings = []
        for k in range(12):
            address = f"2001:db8:0:{0 if own else 1}::{k + 2:x}"  # a /64 is one household
            other = await house.guest(f"Alt {k + 100}", kept=True, address=address)
            await lose(house, other, farmer, moves=2)
            ratings.append((await rating_of(house, farmer)).shown)
        row = await rating_of(house, farmer)
        assert row.games == 12
        assert row.opponents == (0 if own else 1)
        assert Rating(sigma=row.deviation).uncertainty > 220, "a burst does not make it certain"
        assert ratings[0] > 1570, "the first game counts"
        assert ratings[-1] < 1650, "and all others together no more than one"
        assert ratings[-1] - ratings[8] < 1
        await pretend(house, farmer, games=500)
        assert await leaders(farmer) == [], "however many there are"


async def test_a_burst_against_many_networks_leaves_the_rating_uncertain(
    places: tuple[str, str],
) -> None:
    clock = Clock(NOON)
    async with inside(places, clock) as house:
        farmer = await house.guest("Farmer", kept=True, address="10.0.0.1")

        async def beat(first: int, last: int) -> Any:
            for k in range(first, last):
                other = await house.guest(f"Alt {k + 100}", kept=True, address=f"10.0.{k}.1")
                await lose(house, other, farmer, moves=2)
            return await rating_of(house, farmer)

        new = Rating().sigma
        row = await beat(1, 9)
        assert row.sigma < 0.9 * new, "the model itself is surer by now"
        assert row.deviation == pytest.approx(0.9 * new)
        (tally,) = (await farmer.get(f"/api/people/{farmer.account}"))["tallies"]
        assert tally["uncertainty"] == round(0.9 * Rating().uncertainty)
        await pretend(house, farmer, games=500)
        assert await leaders(farmer) == []
        clock.at += DAY
        row = await beat(9, 11)
        assert row.deviation == pytest.approx(max(row.sigma, 0.9 * 0.9 * new))


async def test_weeks_of_farming_with_one_other_address_lead_nowhere(
    places: tuple[str, str],
) -> None:
    clock = Clock(NOON)
    async with inside(places, clock) as house:
        farmer = await house.guest("Farmer", kept=True, address="10.0.0.1")
        names = itertools.count(100)
        for _ in range(5):
            clock.at += DAY
            for _ in range(2):
                other = await house.guest(f"Alt {next(names)}", kept=True, address="10.0.0.2")
                await lose(house, other, farmer, moves=2)
        row = await rating_of(house, farmer)
        assert row.games == 10
        assert row.opponents == 1
        await pretend(house, farmer, games=500, deviation=1.0)
        assert await leaders(farmer) == [], "even when the rating is certain"


async def test_an_honest_player_leads_after_thirty_games_on_some_days(
    places: tuple[str, str],
) -> None:
    clock = Clock(NOON)
    async with inside(places, clock) as house:
        good = await house.guest("Good", kept=True, address="10.0.0.1")
        others = [
            await house.guest(f"Other {k + 2}", kept=True, address=f"10.0.1.{k}") for k in range(5)
        ]
        seen = []
        for _ in range(6):
            clock.at += DAY
            for k, other in enumerate(others):
                pair = (good, other) if k < 2 else (other, good)
                await lose(house, *pair, moves=2)
            seen.append(await leaders(good))
        assert seen == [[]] * 5 + [["Good"]]
        row = await rating_of(house, good)
        assert row.opponents == 5
        (leader,) = await good.get(f"/api/leaders/{GAME}/2")
        assert leader["uncertainty"] == round(Rating(sigma=row.deviation).uncertainty) <= 150


async def test_what_a_bot_played_for_a_seat_is_no_move_of_its_player(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        people = [
            await house.guest(name, kept=True, address=f"10.0.0.{k}")
            for k, name in enumerate(("Farmer", "Left", "Right"))
        ]
        name = await house.seated("tile-challenge", *people, **CLOCK)
        for seat in (2, 3):
            await people[seat - 1].post(f"/api/tables/{name}/wishes", seat=seat, wish="resign")
        await house.play_out(name)
        await settled(house, name)
        assert await rating_of(house, people[0]) is None


async def test_no_address_is_stored_and_places_are_forgotten(places: tuple[str, str]) -> None:
    clock = Clock(NOON)
    async with inside(places, clock) as house:
        one = await house.guest("One", kept=True, address="203.0.113.77")
        two = await house.guest("Two", kept=True, address="203.0.113.78")
        await lose(house, one, two, moves=2)
        async with house.registry.store.engine.connect() as connection:
            texts = [
                str((await connection.execute(sa.select(table))).all())
                for table in schema.metadata.sorted_tables
            ]
            found = set(await connection.scalars(sa.select(schema.results.c.place)))
        assert "203.0.113" not in "".join(texts)
        assert len(found) == 2
        assert None not in found
        clock.at += 31 * DAY
        await forget_old_places(house.registry.store, clock())
        async with house.registry.store.engine.connect() as connection:
            assert set(await connection.scalars(sa.select(schema.results.c.place))) == {None}
            assert (await connection.execute(sa.select(schema.places))).all() == []
