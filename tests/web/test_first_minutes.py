"""The first minutes of a new player: tutorials, goals, hints, empty lists, an invitation."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Window
from tests.web.playing import TITLES, new_table, play, play_now, wait_for_board, wait_for_turn
from tests.web.test_endings import post

PACE = {"seconds": 900, "increment": 10, "by_turn": False}


def cards(page: Page) -> Locator:
    page.goto("/")
    expect(page.locator(".games > li")).to_have_count(4)
    return page.locator(".games > li")


@pytest.mark.parametrize(("locale", "words"), [
    ("en-GB", "New here? Two minutes"), ("de-DE", "Neu hier? Zwei Minuten"),
])  # fmt: skip
def test_home_offers_a_tutorial_beside_every_game(window: Window, locale: str, words: str) -> None:
    page = window(locale=locale)
    for card, game in zip(cards(page).all(), TITLES, strict=True):
        link = card.get_by_role("link", name=words)
        expect(link).to_have_attribute("href", f"/learn/{game}/play")
    cards(page).first.get_by_role("link", name=words).click()
    expect(page.locator("p.task")).to_be_visible()


def test_home_stops_offering_a_tutorial_that_is_done(window: Window) -> None:
    page = window(settings={"learnt": {"phoenix": 10, "spezial": 9}})
    expect(cards(page).get_by_role("link", name="New here?")).to_have_count(3)
    expect(cards(page).last.get_by_role("link", name="New here?")).to_have_count(0)


_WITHIN = """(what) => [...document.querySelectorAll(what)].every((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return right > left && left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
})"""  # noqa: E501
_SCROLLS = """() => [document.documentElement, ...document.querySelectorAll(".fitted, .over")].some(
  (one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)"""


@pytest.mark.parametrize("game", TITLES)
def test_a_tutorial_fits_a_phone(window: Window, game: str) -> None:
    page = window(locale="de-DE")
    for step in range(1, 11):
        for width, height in ((360, 640), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"/learn/{game}/play?step={step}")
            expect(page.locator(".lesson .play")).to_be_visible()
            at = f"step {step} at {width} x {height}"
            parts = ".asked p, .board .cell, .board .piece, .over button"
            assert page.evaluate(_WITHIN, parts), at
            assert not page.evaluate(_SCROLLS), f"{at} while reading"
            page.get_by_role("button", name=re.compile("Ausprobieren|Spielplan ansehen")).click()
            parts += ", .tools button, .rack .tile, .paper, .moves button"
            assert page.evaluate(_WITHIN, parts), f"{at} while playing"
            assert not page.evaluate(_SCROLLS), f"{at} while playing"
            page.get_by_role("button", name="Erklärung").click()
            for _ in range(5):  # tasks of a step
                page.get_by_role("button", name="Zeig es mir").click()
                page.locator(".over[aria-busy=false]").wait_for()
                if page.locator("p.right").count():
                    break
            expect(page.locator("p.right")).to_be_visible()
            has_tips = page.locator(".tips").count() > 0  # the last step ends with more to read
            assert has_tips or not page.evaluate(_SCROLLS), f"{at} when it is done"


@pytest.mark.parametrize("game", TITLES)
def test_the_first_board_says_the_goal_until_a_game_is_finished(window: Window, game: str) -> None:
    page = window(viewport={"width": 360, "height": 640})
    play_now(page, game)
    goal = page.locator(".table-bar .goal")
    expect(goal).to_be_in_viewport(ratio=1)
    box = goal.bounding_box()
    assert box is not None
    assert box["height"] < 20, "one line"
    assert goal.evaluate("one => one.scrollWidth <= one.clientWidth"), "all of it"
    page.get_by_role("button", name="Menu of this table").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Confirm resignation").click()
    expect(page.locator(".table[data-phase=over]")).to_be_visible()
    play_now(page, game)
    wait_for_board(page, game)
    expect(goal).to_have_count(0)


def test_a_hint_for_the_first_tile_is_not_shown_again(window: Window) -> None:
    page = window()
    play_now(page, "ingenious")
    wait_for_board(page, "ingenious")
    page.keyboard.press("1")
    first = page.get_by_text("To turn the tile, pick it again.")
    expect(first).to_be_visible()
    page.keyboard.press("Escape")
    play(page, "ingenious", most=1)
    for _ in range(2):
        wait_for_turn(page)
        wait_for_board(page, "ingenious")
        page.locator(".rack .tile").first.click()
        expect(page.get_by_text("Choose a place.")).to_be_visible()
        expect(first).to_have_count(0)
        page.reload()


def test_empty_lists_say_what_to_do(window: Window) -> None:
    page = window()
    me = post(page, "/api/guests", name="Newcomer")["account"]
    for path, link, target in (
        ("/leaders/phoenix", "Open a rated table", "/new/phoenix"),
        ("/review", "Choose a game", "/"),
        (f"/people/{me}", "Choose a game", "/"),
        ("/boards", "Draw a board", "/boards/edit"),
    ):
        page.goto(path)
        expect(page.get_by_role("link", name=link)).to_have_attribute("href", target)


def test_without_open_tables_home_says_how_to_open_one(window: Window) -> None:
    page = window()

    def empty(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "waiting": []})

    page.route("**/api/home", empty)
    page.route_web_socket(re.compile("."), lambda socket: None)  # other tests open tables
    page.goto("/")
    lobby = page.locator("section").filter(has=page.get_by_role("heading", name="Open tables"))
    expect(lobby.get_by_role("link", name="Open a table")).to_have_attribute("href", "/new")


@pytest.mark.parametrize(("locale", "words", "label", "button"), [
    ("en-GB", "Ada invites you to Ingenious, 15 min + 10 s", "Your name", "Join the game"),
    ("de-DE", "Ada lädt dich zu „Einfach Genial“ ein, 15 min + 10 s", "Dein Name", "Mitspielen"),
])  # fmt: skip
def test_a_friend_sees_who_invites_and_needs_a_name_and_one_button(
    window: Window, locale: str, words: str, label: str, button: str
) -> None:
    host = window()
    guest = window(locale=locale, viewport={"width": 360, "height": 640})
    post(host, "/api/guests", name="Ada")
    seats = [{"type": "me"}, {"type": "open"}]
    told = post(host, "/api/tables", game="ingenious", seats=seats, pace=PACE, listed=False)
    guest.goto(f"/table/{told['table']}")
    expect(guest.get_by_role("heading", name=words)).to_be_in_viewport(ratio=1)
    name = guest.get_by_label(label)
    expect(name).to_be_in_viewport(ratio=1)
    buttons = guest.locator(".waiting button")
    expect(buttons).to_have_count(1)
    expect(buttons).to_have_text(button)
    expect(buttons).to_be_in_viewport(ratio=1)
    name.fill("Bob")
    buttons.click()
    expect(guest.locator(".seat", has_text="Bob")).to_be_visible()
    post(host, f"/api/tables/{told['table']}/start")
    expect(guest.locator(".table[data-phase=playing]")).to_be_visible()


def test_the_lobby_shows_clock_rating_and_options_of_open_tables(window: Window) -> None:
    host, other = window(), window()
    post(host, "/api/guests", name="Ada")
    four = [{"type": "me"}, *[{"type": "open"}] * 3]
    teams = {"players": 4, "variant": "teams", "partners": "open"}
    series = {"players": 2, "games": 3}
    tables = [
        post(host, "/api/tables", game="ingenious", seats=four, options=teams, pace=PACE),
        post(host, "/api/tables", game="tile-challenge", seats=four[:2], options=series,
             hints=False, pace={"seconds": 259200, "increment": 0, "by_turn": True}),
        post(host, "/api/tables", game="phoenix", seats=four[:2]),
    ]  # fmt: skip
    other.goto("/")
    for told, words in zip(tables, (
        "15 min + 10 s · not rated · Two teams (Open talk)",
        "3 days per move · not rated · 3 games · no hints",
        "No clock · not rated",
    ), strict=True):  # fmt: skip
        link = other.locator(f"a[href='/table/{told['table']}']")
        expect(other.get_by_role("listitem").filter(has=link)).to_contain_text(words)


@pytest.mark.parametrize(("locale", "words"), [
    ("en-GB", "Create account"), ("de-DE", "Konto anlegen"),
])  # fmt: skip
def test_creating_an_account_is_called_that(window: Window, locale: str, words: str) -> None:
    page = window(locale=locale)
    post(page, "/api/guests", name="Newcomer")
    page.goto("/")
    page.locator(".menu > button").click()
    page.get_by_role("link", name=words).click()
    expect(page.get_by_role("button", name=words)).to_be_visible()


def test_a_table_for_friends_is_still_taken_by_seat_in_teams(window: Window) -> None:
    host, guest = window(), window()
    path = new_table(host, "ingenious", seat="open", players=4, partners="Silent partners")
    guest.goto(path)
    guest.get_by_label("Your name").fill("Bob")
    guest.get_by_role("button", name="Take seat 3").click()
    expect(guest.locator(".seat").nth(2)).to_contain_text("Bob")
