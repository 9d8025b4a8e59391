"""People at one table: in two browsers, in two tabs, at one screen, on a bad connection."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from tests.server.live import Server
from tests.web.conftest import Window
from tests.web.playing import (
    CLICKS,
    KEYS,
    MOVED,
    fact,
    introduce,
    is_over,
    moves,
    new_table,
    play,
    wait_for_board,
    wait_for_turn,
)
from tests.web.wire import Wire

Hands = dict[str, Callable[[Page, random.Random], None]]


def sit_together(window: Window, game: str) -> tuple[Page, Page]:
    """Two players at a table, one invited by a link; the game has begun."""
    host, guest = window(), window()
    path = new_table(host, game, seat="open")
    expect(host.get_by_label("Invitation link")).to_have_value(re.compile(path + "$"))
    guest.goto(path)
    guest.get_by_role("button", name="Take seat 2").click()
    introduce(guest, "Bob", ".table button:text('Leave')")
    host.get_by_role("button", name="Start game").click()
    for page in (host, guest):
        expect(page.locator(".table[data-phase=playing]")).to_be_visible()
    return host, guest


def take_turns(
    pages: list[Page], game: str, most: int = 500, hands: Sequence[Hands] = (CLICKS, CLICKS)
) -> None:
    """Let the players take turns until the game is over, or for `most` moves."""
    rng = random.Random(2)
    for _ in range(most):
        if any(is_over(page) for page in pages):
            return
        mover = int(fact(pages[0], "turn")) - 1
        wait_for_turn(pages[mover])
        wait_for_board(pages[mover], game)
        before = moves(pages[mover])
        hands[mover][game](pages[mover], rng)
        for page in pages:
            page.wait_for_function(MOVED, arg=before)


def until_done(page: Page, name: str) -> None:
    """Press a button until it is done: too early is refused, the other one may come back."""
    refused = page.get_by_role("alert")
    for _ in range(60):
        page.get_by_role("button", name=name).click()
        page.wait_for_function(
            """(name) => document.querySelector("[role=alert]") ||
                 ![...document.querySelectorAll("button")].some((one) => one.innerText === name)""",
            arg=name,
        )
        if not refused.count():
            return
        expect(refused).to_contain_text("Your opponent may still come back.")
        page.wait_for_timeout(250)
    raise AssertionError(f"{name} was never done")


def test_two_browsers_play_each_other(window: Window) -> None:
    host, guest = sit_together(window, "spezial")
    take_turns([host, guest], "spezial", hands=(CLICKS, KEYS))
    for page in (host, guest):
        expect(page.locator(".table[data-phase=over]")).to_be_visible()
        expect(page.locator(".status")).to_contain_text("The game is over.")
    assert moves(host) == moves(guest) > 30
    results = [page.locator(".status b").inner_text() for page in (host, guest)]
    assert results in (
        ["Bob won.", "You won!"], ["You won!", "Ada won."], ["It’s a draw."] * 2,
    )  # fmt: skip
    seen = [page.locator("aside .seat").all_inner_texts() for page in (host, guest)]
    assert len(seen[0]) == 2
    points = [re.findall(r"\d+", text) for text in seen[0]]
    assert points == [re.findall(r"\d+", text) for text in seen[1]], "both see the same tracks"
    before = host.url
    host.get_by_role("button", name="Rematch").click()
    expect(guest.get_by_text("Ada would like a rematch.")).to_be_visible()
    guest.get_by_role("button", name="Accept").click()
    for page in (host, guest):
        page.wait_for_url(lambda url: url != before)
        expect(page.locator(".table[data-phase=playing]")).to_be_visible()
    assert host.url == guest.url


def test_offers_need_both_and_a_draw_ends_the_game(window: Window) -> None:
    host, guest = sit_together(window, "ingenious")
    take_turns([host, guest], "ingenious", most=2)
    guest.get_by_role("button", name="Take back").click()
    host.get_by_role("button", name="Decline").click()
    expect(guest.get_by_role("button", name="Cancel")).to_have_count(0)
    assert moves(guest) == 2
    guest.get_by_role("button", name="Take back").click()
    host.get_by_role("button", name="Accept").click()
    expect(guest.locator(".table[data-moves='1']")).to_be_visible()
    guest.get_by_role("group", name="Your tiles").get_by_role("button").first.click()
    host.get_by_role("button", name="Offer draw").click()
    expect(guest.get_by_text("Ada offers a draw.")).to_be_visible()
    expect(guest.locator(".tile.picked")).to_have_count(1)
    guest.get_by_role("button", name="Accept").click()
    for page in (host, guest):
        expect(page.locator(".status")).to_contain_text("Draw by agreement.")


def test_resigning_needs_confirmation_and_loses(window: Window) -> None:
    host, guest = sit_together(window, "phoenix")
    guest.get_by_role("button", name="Resign").click()
    expect(host.locator(".table[data-phase=playing]")).to_be_visible()
    guest.get_by_role("button", name="Confirm resignation").click()
    expect(host.locator(".status")).to_contain_text("You won!")
    expect(guest.locator(".status")).to_contain_text("Ada won.")


def test_a_bot_can_replace_an_absent_player(window: Window) -> None:
    host, guest = sit_together(window, "spezial")
    take_turns([host, guest], "spezial", most=1)
    guest.context.close()
    expect(host.get_by_text("Bob is away.")).to_be_visible()
    until_done(host, "Let a bot take over")
    wait_for_turn(host)
    assert moves(host) >= 2


def test_victory_can_be_claimed_against_an_absent_opponent(window: Window) -> None:
    host, guest = sit_together(window, "spezial")
    take_turns([host, guest], "spezial", most=1)
    expect(host.get_by_role("button", name="Claim victory")).to_have_count(0)
    guest.context.close()
    expect(host.get_by_text("Bob is away.")).to_be_visible()
    until_done(host, "Claim victory")
    expect(host.locator(".status")).to_contain_text("You won!")
    expect(host.get_by_role("button", name="Rematch")).to_be_visible()


def test_two_tabs_of_one_person_stay_in_step(window: Window) -> None:
    page = window()
    path = new_table(page, "ingenious", seat="bot")
    other = page.context.new_page()
    other.goto(path)
    for tab in (page, other, page):
        wait_for_turn(tab)
        play(tab, "ingenious", most=1, seed=moves(tab))
    wait_for_turn(page)
    other.wait_for_function(
        "moves => document.querySelector('.table').dataset.moves === moves", arg=str(moves(page))
    )
    assert moves(page) >= 6
    drawn = "one => one.querySelectorAll('.laid').length"
    assert page.locator(".board").evaluate(drawn) == other.locator(".board").evaluate(drawn)


def test_a_shared_screen_hides_the_next_players_tiles(window: Window) -> None:
    page = window()
    new_table(page, "ingenious", seat="screen")
    rack = page.get_by_role("group", name="Your tiles")
    seen = []
    for player in ("", "Seat 2", "Guest"):  # the first one has the device in hand
        if player:
            expect(page.get_by_role("dialog", name=f"{player} to move")).to_be_visible()
            expect(rack).to_have_count(0)
            page.get_by_role("button", name="I’m ready").click()
        expect(rack.get_by_role("button")).to_have_count(6)
        seen.append([one.get_attribute("aria-label") for one in rack.get_by_role("button").all()])
        play(page, "ingenious", most=1)
    assert seen[0] != seen[1]


def test_a_connection_that_was_cut_comes_back_and_nothing_is_lost(
    window: Window, server: Server
) -> None:
    with Wire(server.port) as wire:
        page = window(address=wire.address)
        new_table(page, "ingenious", seat="bot")
        play(page, "ingenious", most=1)
        wait_for_turn(page)
        before = moves(page)
        wire.cut()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        # What is done meanwhile is kept, and seen as done.
        CLICKS["ingenious"](page, random.Random(3))
        expect(page.locator(".ghost.fixed")).to_be_visible()
        wire.mend()
        expect(page.get_by_text("Connection lost")).to_have_count(0)
        page.wait_for_function(
            "before => Number(document.querySelector('.table').dataset.moves) > before", arg=before
        )
        wait_for_turn(page)
        assert moves(page) == before + 2, "it was played once"


def test_a_slow_connection_is_only_slow(window: Window, server: Server) -> None:
    with Wire(server.port) as wire:
        page = window(address=wire.address)
        new_table(page, "tile-challenge", seat="bot")
        wire.delay = 0.3
        play(page, "tile-challenge", most=3)
        assert moves(page) >= 3


def test_a_table_elsewhere_says_that_it_is_my_turn(window: Window) -> None:
    host, guest = sit_together(window, "tile-challenge")
    there = host.url
    take_turns([host, guest], "tile-challenge", most=1)
    if fact(host, "turn") == "1":
        host.get_by_role("group", name="Your move").locator("button.stop").click()
    expect(guest.locator(".table[data-turn='2']")).to_be_visible()
    host.get_by_role("link", name="Learn").click()
    expect(host.get_by_role("heading", name="Learn to play")).to_be_visible()
    choice = guest.get_by_role("group", name="Your move")
    while fact(guest, "turn") == "2":  # to draw may fail, and then it is the other's turn, too
        before = moves(guest)
        stop = choice.locator("button.stop[aria-disabled=false]")
        (stop if stop.count() else choice.locator("button.draw")).click()
        guest.wait_for_function(MOVED, arg=before)
    expect(host.get_by_text("Tile Challenge: it’s your turn.")).to_be_visible()
    host.get_by_role("link", name="Go to table").click()
    host.wait_for_url(there)
    expect(host.get_by_text("Tile Challenge: it’s your turn.")).to_have_count(0)
    wait_for_turn(host)


def test_a_deleted_account_is_signed_out_with_a_notice(window: Window) -> None:
    page = window()
    new_table(page, "phoenix", seat="bot")
    answer = page.evaluate("fetch('/api/me', { method: 'DELETE' }).then((one) => one.status)")
    assert answer == 204
    expect(page.get_by_text("You have been signed out")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".me")).to_have_count(0)
