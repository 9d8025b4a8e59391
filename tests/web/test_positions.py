"""Games that begin from a position, and head starts."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.server.live import Server
from tests.server.test_review import finished_game
from tests.web.conftest import Window
from tests.web.playing import introduce, play, players_of
from tests.web.test_pages import objections

FROM_POSITION = "This game began from a set position."


def test_a_finished_game_is_played_on_from_one_of_its_moves(window: Window, server: Server) -> None:
    _, _, path = finished_game(server, "spezial")
    page = window(viewport={"width": 1280, "height": 1400})  # all of the board can be clicked
    page.goto(f"/review/{path.rpartition('/')[2]}?move=5")
    laid = page.locator("line.rim")
    laid.first.wait_for(state="attached")  # a line has no width
    before = laid.count()
    page.get_by_role("link", name="Play on from here").click()
    page.wait_for_url(re.compile("/play-on"))
    expect(laid).to_have_count(before)
    page.get_by_label("I play for").select_option("1")
    page.get_by_role("combobox", name="Seat 2", exact=True).select_option("screen")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator(".table.fitted .board")).to_be_visible()
    with players_of(page):
        expect(page.get_by_text(FROM_POSITION)).to_be_visible()
    assert play(page, "spezial", most=1) == 1
    expect(laid).to_have_count(before + 1)


def test_a_friend_sees_the_position_before_it_is_played_on(window: Window, server: Server) -> None:
    ada, _, path = finished_game(server, "phoenix")
    source = path.rpartition("/")[2]
    position = ada.post("/api/positions", from_table=source, move=3)["views"]["0"]
    host, guest = window(viewport={"width": 360, "height": 640}), window()
    host.goto(f"/review/{source}?move=3")
    host.get_by_role("link", name="Play on from here").click()
    host.get_by_label("I play for").select_option("2")
    host.get_by_role("combobox", name="Seat 1", exact=True).select_option("open")
    host.get_by_label("Hidden tiles or cards").select_option("others")
    assert objections(host, "play-on-phone") == []
    host.get_by_role("button", name="Open table").click()
    introduce(host, "Eve", ".table")
    host.wait_for_url(re.compile("/table/"))
    guest.goto(host.url)
    for page in (host, guest):
        expect(page.get_by_text(FROM_POSITION)).to_be_visible()
        pawns = page.locator("[aria-label*='Spectrum'], [aria-label*='spectrum']").first
        expect(pawns).to_be_visible()
    guest.get_by_role("button", name="Take seat 1").click()
    introduce(guest, "Bob", ".table button:text('Leave')")
    host.get_by_role("button", name="Start game").click()
    for page in (host, guest):
        expect(
            page.locator(f".table[data-phase=playing][data-turn='{position['turn']}']")
        ).to_be_visible()
        with players_of(page):
            expect(page.get_by_text(FROM_POSITION)).to_be_visible()


def test_a_head_start_is_suggested_and_everyone_sees_it(window: Window) -> None:
    host, guest = window(viewport={"width": 360, "height": 640}), window()
    host.goto("/new/ingenious")
    host.get_by_role("combobox", name="Seat 2", exact=True).select_option("open")
    host.get_by_text("Head start", exact=True).first.click()
    for side, level in (("Me", "expert"), ("Seat 2", "club")):
        group = host.get_by_role("group", name=side, exact=True)
        group.get_by_label("Plays like").select_option(level)
    expect(host.get_by_text("Suggested: 1 point in every colour for Seat 2")).to_be_visible()
    host.get_by_role("button", name="Use it").click()
    expect(host.get_by_role("group", name="Seat 2").get_by_label("Head start")).to_have_value("1")
    expect(host.get_by_text("Games with a head start are not rated.")).to_be_visible()
    assert objections(host, "new-head-start-phone") == []
    host.get_by_role("button", name="Open table").click()
    introduce(host, "Ada", ".table")
    host.wait_for_url(re.compile("/table/"))
    guest.goto("/")
    link = guest.locator(f"a[href='{host.evaluate('location.pathname')}']")
    listed = guest.get_by_role("listitem").filter(has=link)
    expect(listed.get_by_text("Head start for Seat 2: 1 point in every colour")).to_be_visible()
    listed.get_by_role("link", name="Join").click()
    guest.get_by_role("button", name="Take seat 2").click()
    introduce(guest, "Bob", ".table button:text('Leave')")
    note = "Head start for Bob: 1 point in every colour"
    for page in (host, guest):
        expect(page.get_by_text(note)).to_be_visible()
    host.get_by_role("button", name="Start game").click()
    for page in (host, guest):
        expect(page.locator(".table[data-phase=playing]")).to_be_visible()
        with players_of(page):
            expect(page.get_by_text(note)).to_be_visible()
            scores = page.get_by_role("region", name="Seat 2: Bob")
            expect(scores.get_by_text("1", exact=True)).to_have_count(6)
