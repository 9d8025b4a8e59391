"""Names: visible, of a reasonable height, and not those of others."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from genial.server.accounts import names
from genial.server.errors import Refusal
from genial.server.storage import migrate, schema
from genial.server.storage.store import Store, engine_for
from tests.server.inside import Client, inside, of_litestar_2

pytestmark = of_litestar_2


@pytest.mark.parametrize(
    "name",
    ["\u3164", "Ada\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\U0001d159", "\u00ad", "a\u034fb"],
)
def test_a_name_has_no_invisible_characters(name: str) -> None:
    with pytest.raises(Refusal, match="visible"):
        names.check_name(name)


@pytest.mark.parametrize("mark", ["\u202e", "\u2066", "\u061c", "\u200f", "\u200b", "\ufeff"])
def test_a_name_does_not_change_the_direction_of_what_follows(mark: str) -> None:
    with pytest.raises(Refusal, match="visible"):
        names.check_name(f"Ada{mark}aeB")


@pytest.mark.parametrize("name", ["\ue000", "\U0010ffff", "A\U000e0041", "<b>", "A\nB\x07", ""])
def test_a_name_has_no_characters_without_a_meaning(name: str) -> None:
    with pytest.raises(Refusal, match="visible"):
        names.check_name(name)


@pytest.mark.parametrize(
    "name",
    ["Z\u0300\u0301\u0302\u0303algo", "A\u0301\u0301", "\u0301Ada", "A\u20dd\u20de\u20df\u20e0"],
)
def test_marks_do_not_pile_up_over_the_lines_above_and_below(name: str) -> None:
    with pytest.raises(Refusal, match="marks"):
        names.check_name(name)


@pytest.mark.parametrize(
    "name",
    ["Ada", "Zoë", "Nguyễn Thị", "Ольга", "שָׁלוֹם", "محمّد", "नमस्ते", "ก็ได้", "བསྒྲུབས", "王小明", "❤ Ada"],
)
def test_names_of_all_scripts_are_names(name: str) -> None:
    assert names.check_name(name) == name


def test_a_heart_from_a_phone_is_a_heart() -> None:
    assert names.check_name("❤\ufe0f Ada") == "❤ Ada"


@pytest.mark.parametrize(
    ("kept", "other"),
    [
        ("Ada", "\u0410da"),  # Cyrillic A
        ("Ada", "\u0410DA"),
        ("Bob", "\u0392ob"),  # Greek Beta: its small letter looks otherwise
        ("Alice", "A\u0399ice"),  # Greek Iota
        ("Alice", "AIice"),
        ("Alice", "\u0410LICE"),
        ("Tim", "Tirn"),
        ("Rob", "R0b"),
        ("Ada", "𝐀𝐝𝐚"),
        ("Ada", "A\u200bda"),
        ("Ada Lovelace", "ada loveIace"),
    ],
)
def test_names_that_look_alike_have_a_skeleton_in_common(kept: str, other: str) -> None:
    assert names.skeleton(kept) in names.lookalikes(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ella", "Elia"), ("Müller", "Muller"), ("Ada", "Ida"), ("Jan", "Jana")]
)
def test_names_that_differ_to_the_eye_differ(one: str, other: str) -> None:
    assert names.lookalikes(one).isdisjoint(names.lookalikes(other))


async def test_a_kept_name_or_one_that_looks_like_it_is_taken(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        ada = await house.guest("Ada", kept=True)
        bob = await house.guest("Bob")
        arrival = "/api/guests"
        for name in ("Ada", " ADA ", "ａｄａ"):
            assert await bob.refused("POST", arrival, name=name) == "name-taken"
        for name in ("\u0410da", "А\u0501а"):
            assert await bob.refused("POST", arrival, name=name) == "name-alike"
        assert await bob.refused("POST", arrival, name="\u3164") == "bad-name"
        assert await bob.refused("POST", arrival, name="A" + "\u0301" * 9) == "bad-marks"
        assert await renamed(bob, "ada") == "name-taken"
        assert await renamed(bob, "\u0410da") == "name-alike"
        assert await renamed(bob, "Robert") == ""
        assert await renamed(ada, "ADA") == "", "one's own name, written otherwise"
        await house.guest("Robert")  # guests may be called the same


async def renamed(client: Client, name: str) -> str:
    """Return the code with which another name is refused, empty if it is not."""
    answer = await client.http.patch("/api/me", json={"name": name})
    return "" if answer.status_code == 200 else str(answer.json()["code"])


async def test_a_guest_who_was_there_before_keeps_another_name(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        early = await house.guest("\u0410da")
        await house.guest("Ada", kept=True)
        keep = {"password": "very secret"}
        assert (await early.get("/api/me"))["name"] == "\u0410da", "it stays valid"
        assert await early.refused("POST", "/api/me/password", **keep) == "name-alike"
        assert await renamed(early, "Eve") == ""
        await early.post("/api/me/password", **keep)


async def test_no_account_can_keep_what_guests_without_a_name_are_called(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        keep = {"password": "very secret"}
        for name in names.FOR_GUESTS:
            one = await house.guest(name)
            assert await one.refused("POST", "/api/me/password", **keep) == "name-for-guests"
        await house.guest("Guest", kept=True)  # in an old database
        await house.guest("Guest")


async def test_seats_say_which_players_are_guests(places: tuple[str, str]) -> None:
    async with inside(places) as house:
        ada, bob = await house.guest("Ada", kept=True), await house.guest("Bob")
        name = await house.seated("tile-challenge", ada, bob)
        told = await ada.get(f"/api/tables/{name}")
        assert [seat.get("guest", False) for seat in told["seats"]] == [False, True]


async def test_clashing_names_of_an_old_database_stay_valid(empty_places: tuple[str, str]) -> None:
    old = [("first", "Ian"), ("second", "lan"), ("third", "Ada"), ("guest", "Ian")]

    engine = engine_for(empty_places[0])
    await migrate.migrate(engine, "002")
    async with engine.begin() as connection:
        for at, (account, name) in enumerate(old):
            password = None if account == "guest" else "a hash"
            insert = sa.text(
                "INSERT INTO accounts (account, name, folded, password, created, seen) "
                "VALUES (:account, :name, :folded, :password, :at, :at)"
            )
            folded = names.fold_name(name)
            values = {"account": account, "name": name, "folded": folded, "at": float(at)}
            await connection.execute(insert, values | {"password": password})
    await engine.dispose()
    store = await Store.open(empty_places[0])
    table = schema.accounts
    async with store.engine.connect() as connection:
        rows = (await connection.execute(sa.select(table).order_by(table.c.created))).all()
    await store.close()
    assert [(row.account, row.name) for row in rows] == old
    assert [row.skeleton for row in rows] == ["lan", None, "ada", None]
    async with inside(empty_places) as house:
        second = await house.services.accounts.find("second")
        assert (await house.services.accounts.rename(second, "lan")).name == "lan"
        with pytest.raises(Refusal, match="looks too much like"):
            await house.services.accounts.rename(second, "Lan")
        with pytest.raises(Refusal, match="looks too much like"):
            await house.services.accounts.create_guest("1an")
