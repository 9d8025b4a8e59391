"""Games of browsers in the history of an account: checked, casual, and there once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa

import genial
from genial.core.state import State
from genial.server.results.eligibility import is_established
from genial.server.storage import schema
from tests.server.inside import Client, House, inside, of_litestar_2

pytestmark = of_litestar_2

PATH = "/api/me/local-games"
KEY = bytes(range(32))
AT = 1_799_000_000.0


def game_over(name: str = "tile-challenge", **options: Any) -> State:
    """Return the end of a game in which the middle one of all legal moves was always played."""
    state = genial.game(name, **options).start(KEY)
    while not state.over:
        moves = state.legal()
        state = state.play(moves[len(moves) // 2])
    return state


def sent(
    state: State, *seats: str, table: str = "local-AbCdEfGhIjKl", **more: Any
) -> dict[str, Any]:
    """Return a game as a browser sends it; a seat is me, screen, or a bot's level."""
    kinds: dict[str, dict[str, str]] = {
        "me": {"type": "me"}, "screen": {"type": "screen", "name": "Bob"},
    }  # fmt: skip
    return {
        "table": table, "record": state.record(), "began": AT - 600, "ended": AT,
        "seats": [kinds.get(seat, {"type": "bot", "level": seat}) for seat in seats], **more,
    }  # fmt: skip


async def history(client: Client, of: Client | None = None) -> list[dict[str, Any]]:
    told = await client.get(f"/api/people/{(of or client).account}/games")
    games = told["games"]
    assert isinstance(games, list)
    return games


async def count_tables(house: House) -> int:
    async with house.registry.store.engine.connect() as connection:
        return await connection.scalar(sa.select(sa.func.count()).select_from(schema.tables)) or 0


async def test_a_game_of_a_browser_is_in_the_history_once_however_often_it_is_sent(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada, state = await house.guest("Ada", kept=True), game_over()
        body = sent(state, "me", "casual")
        told = await asyncio.gather(*(ada.post(PATH, **body) for _ in range(4)))
        told.append(await ada.post(PATH, **body))
        (name,) = {one["table"] for one in told}
        (game,) = await history(ada)
        assert (game["table"], game["local"], game["rated"]) == (name, True, False)
        assert (game["at"], game["how"]) == (AT, "finished")
        mine, bot = game["seats"]
        assert (mine["name"], mine["rank"], bot["level"], bot["rank"]) == (
            "Ada", state.ranks[0], "casual", state.ranks[1],
        )  # fmt: skip
        table = await ada.get(f"/api/tables/{name}")
        assert (table["phase"], table["terms"]["local"]) == ("over", True)
        record = await house.services.registry.table(name)
        assert record.state == state
        text = (await ada.http.get(f"/api/tables/{name}/record")).text
        assert genial.verify(text)[0] == state, "its deals still follow from its key"
        position = await ada.get(f"/api/tables/{name}/positions/{state.move_count}")
        assert position["ranks"] == list(state.ranks)
        assert await count_tables(house) == 1


async def test_a_game_of_a_browser_counts_for_nothing(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada", kept=True)
        await ada.post(PATH, **sent(game_over(), "me", "casual"))
        solo = game_over("ingenious", players=1)
        await ada.post(
            PATH, **sent(solo, "me", table="local-000000000000", hints=False, take_backs=False)
        )
        assert len(await history(ada)) == 2
        profile = await ada.get(f"/api/people/{ada.account}")
        assert profile["tallies"] == []
        assert await ada.get("/api/leaders/ingenious/solo") == []
        async with house.registry.store.engine.connect() as connection:
            assert (await connection.execute(sa.select(schema.ratings))).all() == []
            now = house.clock()
            assert not await is_established(connection, ada.account, now), "it proves nothing"


async def test_others_neither_see_a_game_of_a_browser_nor_lose_theirs(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada", kept=True), await house.guest("Bob", kept=True)
        body = sent(game_over(), "me", "casual")
        own = await ada.post(PATH, **body)
        assert await history(bob, of=ada) == []
        assert await history(bob) == []
        other = await bob.post(PATH, **body)
        assert own["table"] != other["table"]
        (game,) = await history(bob)
        assert game["seats"][0]["name"] == "Bob", "a record cannot name another account"
        assert [one["table"] for one in await history(ada)] == [own["table"]]


async def test_only_accounts_with_a_password_keep_games_of_browsers(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        guest, body = await house.guest("Ada"), sent(game_over(), "me", "casual")
        assert await guest.refused("POST", PATH, **body) == "not-kept"
        guest.http.cookies.clear()
        assert await guest.refused("POST", PATH, **body) == "nobody"
        assert await count_tables(house) == 0


def with_body(state: State, *lines: str) -> str:
    """Return the record of a game with other moves and draws."""
    head, _, _ = state.record().partition("\n\n")
    return "\n".join([head, "", *lines, ""])


def other_deal(state: State) -> str:
    """Return a game that is legal, but was not dealt from the key of its record."""
    other = genial.game("tile-challenge").start(bytes(32))
    while not other.over:
        other = other.play(other.legal()[-1])
    head, _, _ = state.record().partition("\n\n")
    head = "\n".join(line for line in head.splitlines() if not line.startswith("result"))
    return f"{head}\n\n" + "\n".join(other.log) + "\n"


def ended_early(state: State, how: str, result: str) -> str:
    """Return the record of a game that ended after three moves."""
    return state.history[3].record(key=KEY.hex(), ended=how, result=result)


FORGED = {
    "out of turn": lambda state: with_body(state, *state.log[:1], "2 draw"),
    "illegal": lambda state: with_body(state, *state.log[:1], "1 take"),
    "dealt from another key": other_deal,
    "without a key": lambda state: state.record().replace("key: ", "token: "),
    "another winner": lambda state: state.record().replace("result: ", "result: 9"),
    "not over": lambda state: state.history[3].record(key=KEY.hex()),
    "two games": lambda state: 2 * state.record(),
    "no record": lambda _: "Ada has won.",
    "lost on time": lambda state: ended_early(state, "time 1", "2 1"),
    "a bot resigned": lambda state: ended_early(state, "resigned 2", "1 2"),
}  # fmt: skip
CODES = {
    "out of turn": "wrong-turn", "illegal": "no-single-lowest", "another winner": "bad-record",
    "no record": "bad-record",
    "dealt from another key": "not-proven", "without a key": "not-proven", "not over": "not-over",
    "two games": "not-local", "lost on time": "not-local", "a bot resigned": "not-local",
}  # fmt: skip


@pytest.mark.parametrize("fraud", FORGED)
async def test_a_forged_record_is_refused(places: tuple[str, str], fraud: str) -> None:
    async with inside(places) as house:
        ada, state = await house.guest("Ada", kept=True), game_over()
        body = sent(state, "me", "casual") | {"record": FORGED[fraud](state)}
        code = await ada.refused("POST", PATH, **body)
        assert code == CODES[fraud]
        assert await count_tables(house) == 0


async def test_a_record_that_is_too_large_or_has_other_seats_is_refused(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada, state = await house.guest("Ada", kept=True), game_over()
        body = sent(state, "me", "casual")
        padded = body["record"] + "# " + 70_000 * "x" + "\n"
        assert await ada.refused("POST", PATH, **(body | {"record": padded})) == "too-large"
        for seats, code in (
            (["me", "casual", "casual"], "wrong-seats"), (["me", "me"], "sits-already"),
            (["screen", "casual"], "not-seated"), (["me", "wizard"], "no-such-level"),
        ):  # fmt: skip
            assert await ada.refused("POST", PATH, **sent(state, *seats)) == code
        assert await ada.refused("POST", PATH, **(body | {"out": [1]})) == "not-local"


async def test_games_of_a_browser_are_taken_at_a_pace(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(places) as house:
        ada, body = await house.guest("Ada", kept=True), sent(game_over(), "me", "casual")
        monkeypatch.setattr(house.services.limits.local_games, "_burst", 1)
        assert (await ada.post(PATH, **body))["table"]
        assert await ada.refused("POST", PATH, **body) == "too-much"


async def test_a_player_that_gave_up_in_a_browser_is_last(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada", kept=True)
        begun = game_over().history[4]
        text = begun.record(key=KEY.hex(), ended="resigned 1", result="2 1")
        await ada.post(PATH, **(sent(begun, "me", "casual") | {"record": text}))
        three = game_over("tile-challenge", players=3)
        await ada.post(
            PATH,
            **sent(three, "me", "screen", "casual", table="local-000000000000", out=[2, 1]),
        )
        first, second = sorted(await history(ada), key=lambda game: len(game["seats"]))
        assert (first["how"], [seat["rank"] for seat in first["seats"]]) == ("resigned", [2, 1])
        assert (second["how"], [seat["rank"] for seat in second["seats"]]) == (
            "finished", [2, 3, 1],
        )  # fmt: skip


async def test_a_rematch_of_a_game_of_a_browser_is_played_at_the_server(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada", kept=True)
        name = (await ada.post(PATH, **sent(game_over(), "me", "casual")))["table"]
        assert "rematch" in (await ada.get(f"/api/tables/{name}"))["offers"]
        after = await ada.post(f"/api/tables/{name}/wishes", seat=1, wish="rematch")
        again = await ada.get(f"/api/tables/{after['followed']}")
        assert (again["phase"], again["terms"].get("local", False)) == ("playing", False)


async def test_a_time_in_the_future_is_now(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, state = await house.guest("Ada", kept=True), game_over()
        await ada.post(PATH, **(sent(state, "me", "casual") | {"ended": house.clock() + 1e6}))
        (game,) = await history(ada)
        assert game["at"] == house.clock()


async def test_a_deleted_account_leaves_no_name_at_a_game_of_its_browser(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada", kept=True)
        name = (await ada.post(PATH, **sent(game_over(), "me", "casual")))["table"]
        await house.services.deletion.forget(ada.account)
        async with house.registry.store.engine.connect() as connection:
            query = sa.select(schema.events.c.body).where(schema.events.c.table_name == name)
            bodies = list(await connection.scalars(query))
        assert bodies
        assert not any(ada.account in body or "Ada" in body for body in bodies)
