"""The books: results and ratings, entered once."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest
import sqlalchemy as sa

import genial
from genial.server.results.ratings import Rating, update_ratings, variant_of
from genial.server.storage import schema
from genial.server.storage.change import Change
from genial.server.tables import commands
from genial.server.tables.events import Entry, Free, Opened, Person, Terms
from genial.server.tables.table import Table
from tests.server.inside import Client, House, inside, of_litestar_2
from tests.server.waiting import until

pytestmark = of_litestar_2

RATED: dict[str, Any] = {"rated": True, "pace": {"seconds": 3600}}  # rated tables have a clock


async def rows(house: House, table: sa.Table, *order: Any) -> list[Any]:
    async with house.registry.store.engine.connect() as connection:
        return list((await connection.execute(sa.select(table).order_by(*order))).all())


async def settled(house: House, name: str) -> None:
    async def is_settled() -> bool:
        async with house.registry.store.engine.connect() as connection:
            query = sa.select(schema.tables.c.settled).where(schema.tables.c.name == name)
            return bool(await connection.scalar(query))

    await until(is_settled)


async def move_twice(house: House, name: str) -> None:
    """Let every player move twice, so that a rated game counts."""
    made: Counter[int | None] = Counter()
    players = (await house.registry.table(name)).game.players
    while any(made[seat] < 2 for seat in range(1, players + 1)):
        made[(await house.registry.table(name)).turn] += 1
        await house.move(name)


def test_ratings_move_apart_and_teams_together() -> None:
    new = Rating()
    winner, loser = update_ratings([new, new], (0, 1), (1, 2))
    assert winner.shown > 1500 > loser.shown
    assert winner.uncertainty < new.uncertainty
    first, second, third, fourth = update_ratings([new] * 4, (0, 1, 0, 1), (2, 1, 2, 1))
    assert first == third
    assert second == fourth
    assert second.shown > 1500 > first.shown
    one, other = update_ratings([new, new], (0, 1), (1, 1))
    assert one == other


def test_third_place_is_below_tied_winners() -> None:
    shown = [rating.shown for rating in update_ratings([Rating()] * 3, (0, 1, 2), (1, 1, 3))]
    assert shown[0] == shown[1] > shown[2]


async def test_a_rated_game_is_entered_once_however_many_see_its_end(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada", kept=True), await house.guest("Bob", kept=True)
        name = await house.played("tile-challenge", ada, bob, **RATED)
        ledger = house.services.ledger
        await asyncio.gather(*(ledger.settle(name) for _ in range(8)))
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
            gain = (row.after > 1500) - (row.after < 1500)
            assert gain == {1.0: 1, 0.5: 0, 0.0: -1}[row.share]
        again = await house.played("tile-challenge", ada, bob, **RATED)
        await settled(house, again)
        assert [row.games for row in await rows(house, schema.ratings)] == [2, 2]


async def test_open_tables_show_the_ratings_that_players_have_in_their_variant(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada", kept=True), await house.guest("Bob", kept=True)
        await settled(house, await house.played("tile-challenge", ada, bob, **RATED))
        ratings = {row.account: row.shown for row in await rows(house, schema.ratings)}
        seats = [{"type": "me"}, {"type": "open"}]
        opened = {}
        for game, more in (("tile-challenge", 0), ("tile-challenge", 1), ("phoenix", 0)):
            all_seats = [*seats, *([{"type": "open"}] * more)]
            told = await ada.post("/api/tables", game=game, seats=all_seats)
            opened[told["table"]] = game, more
        listed = (await bob.get("/api/tables?phase=waiting"))["tables"]
        shown = {opened[one["table"]]: one.get("ratings") for one in listed}
        assert shown == {
            ("tile-challenge", 0): [round(ratings[ada.account]), None],
            ("tile-challenge", 1): None,  # three players have ratings of their own
            ("phoenix", 0): None,
        }
        assert (await bob.get("/api/home"))["waiting"] == listed


async def test_a_listed_table_of_a_game_that_is_gone_has_no_ratings(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada", kept=True), await house.guest("Bob", kept=True)
        await settled(house, await house.played("tile-challenge", ada, bob, **RATED))
        seats = [{"type": "me"}, {"type": "open"}]
        name = (await ada.post("/api/tables", game="tile-challenge", seats=seats))["table"]
        tables = schema.tables
        async with house.registry.store.engine.begin() as connection:
            terms = await connection.scalar(sa.select(tables.c.terms).where(tables.c.name == name))
            gone = terms.replace("tile-challenge", "gone")
            await connection.execute(
                sa.update(tables).where(tables.c.name == name).values(terms=gone)
            )
        (listed,) = (await bob.get("/api/tables?phase=waiting"))["tables"]
        assert (listed["table"], listed.get("ratings")) == (name, None)


async def test_a_game_that_was_not_entered_is_found_at_the_next_start(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada"), await house.guest("Bob")
        name = await house.played("tile-challenge", ada, bob)
        await settled(house, name)
        async with house.registry.store.engine.begin() as connection:
            await connection.execute(sa.delete(schema.results))
            await connection.execute(sa.update(schema.tables).values(settled=False))
    async with inside(places) as house:
        await settled(house, name)
        assert len(await rows(house, schema.results)) == 2
        assert await rows(house, schema.ratings) == [], "it was not rated"


async def test_the_player_who_gave_up_is_charged_and_not_the_bot_that_played_on(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        people = [await house.guest(name, kept=True) for name in ("Ada", "Bob", "Cy")]
        name = await house.seated("tile-challenge", *people, **RATED)
        await move_twice(house, name)
        await house.registry.update(
            name, lambda table, now: commands.give_up(table, now, 2, "resigned", "kid")
        )
        await house.play_out(name)
        await settled(house, name)
        results = await rows(house, schema.results, schema.results.c.seat)
        assert results[1].account == people[1].account
        assert results[1].rank == 3
        assert results[1].after < 1500
        assert results[0].variant == "3"


@pytest.mark.parametrize(
    ("options", "variant"),
    [
        ({"players": 1}, "solo"),
        ({"players": 4}, "4"),
        ({"players": 4, "variant": "teams"}, "teams"),
        ({"players": 4, "variant": "teams", "partners": "silent"}, "teams"),
        ({"players": 4, "variant": "teams", "partners": "open"}, "teams-open"),
        ({"players": 4, "variant": "teams", "partners": "shared"}, "teams-shared"),
    ],
)
def test_every_way_to_play_in_teams_has_ratings_of_its_own(
    options: dict[str, Any], variant: str
) -> None:
    assert variant_of(genial.game("ingenious", **options)) == variant


async def test_a_rated_game_of_partners_who_share_counts_only_among_such(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        people = [await house.guest(name, kept=True) for name in ("Ada", "Bob", "Cy", "Di")]
        teams = {"variant": "teams"}
        for options in (teams, teams | {"partners": "shared"}):
            name = await house.seated("ingenious", *people, options=options, **RATED)
            await move_twice(house, name)
            await house.registry.update(
                name, lambda table, now: commands.give_up(table, now, 2, "resigned", "kid")
            )
            await house.play_out(name)
            await settled(house, name)
        ratings = await rows(house, schema.ratings, schema.ratings.c.variant)
        assert Counter(row.variant for row in ratings) == {"teams": 4, "teams-shared": 4}
        assert all(row.games == 1 for row in ratings)
        profile = await people[0].get(f"/api/people/{people[0].account}")
        assert {tally["variant"] for tally in profile["tallies"]} == {"teams", "teams-shared"}
        assert await people[0].get("/api/leaders/ingenious/teams-shared") == []


async def test_what_was_aborted_is_not_counted(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada", kept=True), await house.guest("Bob", kept=True)
        name = await house.seated("ingenious", ada, bob, **RATED)
        await house.registry.update(name, commands.abort)
        await settled(house, name)
        assert await rows(house, schema.results) == []
        assert await rows(house, schema.ratings) == []


async def test_every_further_game_of_two_players_on_a_day_counts_half_as_much(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        people = [
            await house.guest(name, kept=True, address=f"10.0.0.{k}")
            for k, name in enumerate(("Ada", "Bob", "Cy"))
        ]
        ada, bob, cy = people
        for pair in ((ada, bob), (ada, bob), (ada, cy), (bob, ada)):
            name = await house.played("tile-challenge", *pair, **RATED)
            await settled(house, name)
            house.clock.at += 60
        house.clock.at += 86400
        await settled(house, await house.played("tile-challenge", ada, bob, **RATED))
        told = (await ada.get(f"/api/people/{ada.account}/games"))["games"]
        weights = [[seat["weight"] for seat in game["seats"]] for game in told]
        assert weights == [[1, 1], [0.25, 0.25], [1, 1], [0.5, 0.5], [1, 1]]


def test_a_weighted_game_changes_a_part_of_what_a_whole_one_does() -> None:
    new = Rating()
    whole = update_ratings([new, new], (0, 1), (1, 2))
    half = update_ratings([new, new], (0, 1), (1, 2), (0.5, 0.0))
    assert half[0].shown - 1500 == pytest.approx((whole[0].shown - 1500) / 2)
    assert whole[0].uncertainty < half[0].uncertainty < new.uncertainty
    assert half[1].shown == pytest.approx(1500)
    assert half[1].uncertainty == pytest.approx(new.uncertainty)


async def test_a_rated_table_needs_a_clock_and_an_old_one_without_still_works(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada", kept=True), await house.guest("Bob", kept=True)
        seats = [{"type": "me"}, {"type": "open"}]
        opening = {"game": "tile-challenge", "seats": seats, "rated": True}
        assert await ada.refused("POST", "/api/tables", **opening) == "no-clock"
        wish = {"game": "tile-challenge", "rated": True}
        assert await ada.refused("POST", "/api/pairing", **wish) == "no-clock"
        await ada.post("/api/tables", **(opening | {"pace": {"seconds": 60}}))
        alone = {"game": "ingenious", "seats": [{"type": "me"}], "rated": True}
        await ada.post("/api/tables", **alone)

        game = genial.game("tile-challenge", players=2)
        terms = Terms(game="tile-challenge", options=game.options, rated=True, hints=False)
        people = (Person(ada.account, "Ada"), Free())
        old = Table("an old table", bytes(32))
        entry = Entry(1, house.clock(), Opened(host=ada.account, terms=terms, seats=people))
        old.apply(entry)
        assert await house.registry.store.append(Change.of(old, [entry]))
        await bob.post("/api/tables/an old table/seats/2")
        await ada.post("/api/tables/an old table/start")
        await house.play_out("an old table")
        await settled(house, "an old table")
        assert [row.games for row in await rows(house, schema.ratings)] == [1, 1]
        again = {"seat": 1, "wish": "rematch"}
        path = "/api/tables/an old table/wishes"
        assert await ada.refused("POST", path, **again) == "no-clock"


async def test_nothing_helps_at_a_rated_table_and_no_account_plays_itself(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada", kept=True)
        open_seats = [{"type": "me"}, {"type": "open"}]
        told = await ada.post("/api/tables", game="ingenious", seats=open_seats, **RATED)
        assert told["terms"]["hints"] is False
        assert told["terms"]["take_backs"] is False
        assert told["terms"]["counting"] is False
        twice = [{"type": "me"}, {"type": "me"}]
        code = await ada.refused("POST", "/api/tables", game="ingenious", seats=twice)
        assert code == "sits-already"


@pytest.mark.parametrize("kind", ["listed", "private"])
async def test_history_shows_private_games_only_to_their_players(
    places: tuple[str, str], kind: str
) -> None:
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


async def test_lists_of_tables_show_what_waits_what_is_played_and_whose_turn_it_is(
    places: tuple[str, str],
) -> None:
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


async def test_leaders_keep_their_names_and_are_well_known(places: tuple[str, str]) -> None:
    async def rate(
        house: House, player: Client, mu: float, deviation: float, games: int, opponents: int = 9
    ) -> None:
        values = {
            "account": player.account, "game": "ingenious", "variant": "2", "mu": mu, "sigma": 1.0,
            "shown": Rating(mu).shown, "games": games, "changed": 0.0, "deviation": deviation,
            "morning": deviation, "opponents": opponents,
        }  # fmt: skip
        async with house.registry.store.engine.begin() as connection:
            await connection.execute(sa.insert(schema.ratings).values(**values))

    async with inside(places) as house:
        good = await house.guest("Good", kept=True)
        best = await house.guest("Best", kept=True)
        new = await house.guest("New", kept=True)
        vague = await house.guest("Vague", kept=True)
        alone = await house.guest("Alone", kept=True)
        guest = await house.guest("Guest")
        await rate(house, good, 27.0, 2.0, 50)
        await rate(house, best, 33.0, 2.0, 50)
        await rate(house, new, 40.0, 2.0, 3)
        await rate(house, vague, 40.0, 8.0, 50)
        await rate(house, alone, 40.0, 2.0, 50, opponents=4)
        await rate(house, guest, 40.0, 2.0, 50)
        leaders = await guest.get("/api/leaders/ingenious/2")
        assert [one["name"] for one in leaders] == ["Best", "Good"]
        assert await guest.refused("GET", "/api/leaders/chess/2") == "no-such-game"


async def test_uneven_games_do_not_change_the_share_of_wins(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob = [await house.guest(name) for name in ("Ada", "Bob")]

        async def lose(loser: int, **more: object) -> str:
            name = await house.seated("ingenious", ada, bob, **more)
            guest = (ada, bob)[loser - 1]
            await guest.post(f"/api/tables/{name}/wishes", seat=loser, wish="resign")
            await settled(house, name)
            return name

        await lose(2)
        (before,) = (await bob.get(f"/api/people/{ada.account}"))["tallies"]
        assert (before["share"], before["lowest"], before["games"]) == (1.0, 0.0, 1)
        start = await ada.post("/api/positions", game="ingenious")
        uneven = {
            await lose(1, options={"headstart": "3 0"}),
            await lose(1, position=start["position"]),
        }
        (after,) = (await bob.get(f"/api/people/{ada.account}"))["tallies"]
        assert (after["share"], after["lowest"], after["games"]) == (1.0, 0.0, 3)
        assert await uneven_tables(house) == uneven
        async with house.registry.store.engine.begin() as connection:  # as it was before
            for column in ("uneven", "local"):
                await connection.execute(sa.text(f"ALTER TABLE results DROP COLUMN {column}"))
            await connection.execute(sa.text("UPDATE alembic_version SET version_num = '007'"))
    async with inside(places) as house:
        assert await uneven_tables(house) == uneven, "results of an earlier version are marked"


async def uneven_tables(house: House) -> set[str]:
    return {row.table_name for row in await rows(house, schema.results) if row.uneven}


async def test_the_best_games_alone_count_only_without_help(places: tuple[str, str]) -> None:
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
