"""What a table tells its players: points that last, answers to requests, names, who may start."""

from __future__ import annotations

import random
import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Window
from tests.web.playing import introduce, new_table, play_on_server
from tests.web.test_endings import card, move, play_out, post, table_of, view_of

GAMES = 15  # begun by one account: more at once are refused
LATE = 28  # moves: hardly any game is over by then, and most are soon after


def listed_points(page: Page) -> list[str]:
    """Return the points of all moves as the list shows them, empty where there are none."""
    texts: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("ol[aria-label=Moves] li")]
            .map((one) => one.querySelector(".gains")?.innerText.replace(/\\s+/g, " ") ?? "")"""
    )
    return texts


def points_match(texts: list[str], effects: list[dict[str, Any]]) -> bool:
    """Tell if the list shows what the server tells of each move."""
    shown = [re.findall(r"\+(\d+)", text) for text in texts]
    return shown == [[str(n) for n in one.get("gains", {}).values()] for one in effects]


def test_the_move_list_keeps_all_points_also_those_of_the_last_move(window: Window) -> None:
    host, guest = window(), window()
    path = table_of(host, guest, "ingenious")
    host.goto(path)
    expect(host.locator(".table[data-phase=playing]")).to_be_visible()
    rng, told = random.Random(3), dict[str, Any]()
    for _ in range(20):
        told = move((host, guest), path, rng)
    expect(host.locator(".table[data-moves='20']")).to_be_visible()
    assert any(listed_points(host))
    assert points_match(listed_points(host), told["effects"])
    told = play_out((host, guest), path, seed=3)
    expect(host.locator(".table[data-phase=over]")).to_be_visible()
    expect(card(host)).to_be_visible()
    live = listed_points(host)
    assert points_match(live, told["effects"])
    host.reload()
    expect(card(host)).to_be_visible()
    assert listed_points(host) == live


def test_the_board_shows_the_points_of_the_last_move_of_a_game(window: Window) -> None:
    """After the end logs hide nothing, so they may have fewer lines than before the last move."""
    for seed in range(1, 100):
        if seed % GAMES == 1:  # that an account may open at once
            host, guest = window(), window()
        path = table_of(host, guest, "ingenious")
        rng, told = random.Random(seed), dict[str, Any](phase="playing")
        while told["phase"] != "over":
            told = move((host, guest), path, rng)
            has_swap = any("swap" in line for line in view_of(told)["log"])
            is_near_end = told["phase"] != "over" and len(told["effects"]) >= LATE
            if has_swap and is_near_end and path not in host.url:
                host.goto(path)
                expect(host.locator(".table[data-phase=playing]")).to_be_visible()
        gains = told["effects"][-1].get("gains")
        if gains and path in host.url:
            expect(card(host)).to_be_visible()
            shown = host.locator(".story[aria-atomic=true]").first
            for points in gains.values():
                expect(shown).to_contain_text(str(points))
            return
    raise AssertionError("no game had a swap and points at the end")


def test_a_declined_request_is_told_to_the_one_who_asked(window: Window) -> None:
    host, guest = window(), window()
    path = table_of(host, guest, "spezial")
    for page in (host, guest):
        page.goto(path)
        expect(page.locator(".table[data-phase=playing]")).to_be_visible()
    expect(host.get_by_role("button", name="Take back")).to_be_disabled()
    move((host, guest), path, random.Random(1))
    expect(guest.get_by_role("button", name="Take back")).to_be_disabled()
    host.get_by_role("button", name="Take back").click()
    guest.get_by_role("button", name="Decline").click()
    expect(host.get_by_text("Bob does not agree to take back a move.")).to_be_visible()
    expect(guest.get_by_text("does not agree")).to_have_count(0)
    move((host, guest), path, random.Random(1))
    expect(host.get_by_text("does not agree")).to_have_count(0)


def test_chat_names_a_guest_as_soon_as_the_guest_has_a_name(window: Window) -> None:
    page = window()
    play_on_server(page, "tile-challenge")  # with the name of every guest
    new_table(page, "spezial", seat="open", name="Ada")
    page.get_by_text("Chat", exact=True).click()
    page.get_by_label("Write a message").fill("Hello!")
    page.get_by_role("button", name="Send").click()
    line = page.get_by_role("listitem").filter(has_text="Hello!")
    expect(line.locator("b")).to_have_text("Ada")


def test_a_failed_turn_of_tile_challenge_says_why(window: Window) -> None:
    host, guest = window(), window()
    path = table_of(host, guest, "tile-challenge")
    host.goto(path)
    expect(host.locator(".table[data-phase=playing]")).to_be_visible()
    told: dict[str, Any] = host.request.get(f"/api{path.replace('table', 'tables', 1)}").json()
    words = {"in-row": "is already in", "not-in-middle": "in the middle"}
    seen, rng = set[str](), random.Random(2)
    while seen != set(words):
        told = move((host, guest), path, rng)
        effect = told["effects"][-1]
        if effect.get("failed"):
            expect(host.locator(".told")).to_contain_text(words[effect["failed"]])
            seen.add(effect["failed"])


def test_the_end_of_tile_challenge_names_a_player_and_marks_no_level_colours(
    window: Window,
) -> None:
    host, guest = window(), window()
    path = table_of(host, guest, "tile-challenge")
    told = play_out((host, guest), path)
    host.goto(path)
    expect(card(host)).to_be_visible()
    expect(host.locator(".row-zone h2")).to_have_text(re.compile("Your staging row|Bob"))
    scores = view_of(told)["scores"]
    for seat, points in enumerate(scores):
        lowest = [n for n in points.values() if n == min(points.values())]
        marks = host.locator("aside .seat").nth(seat).locator("li.lowest")
        expect(marks).to_have_count(0 if len(lowest) == 6 else len(lowest))
    assert any(len(set(points.values())) == 1 for points in scores), "a collection is complete"


def test_a_full_table_does_not_wait_for_players(window: Window) -> None:
    host, guest, other = window(), window(), window()
    path = new_table(host, "spezial", seat="open")
    expect(host.locator(".status")).to_have_text("Waiting for players.")
    guest.goto(path)
    guest.get_by_role("button", name="Take seat 2").click()
    introduce(guest, "Bob", ".table button:text('Leave')")
    for page in (host, guest):
        expect(page.locator(".status")).to_contain_text("All seats are taken.")
    other.goto("/")
    listed = other.get_by_role("listitem").filter(has=other.locator(f"a[href='{path}']"))
    expect(listed.get_by_text("All seats are taken")).to_be_visible()
    expect(listed.get_by_role("link", name="Watch")).to_be_visible()


def test_a_search_for_an_opponent_is_shown_after_a_reload_of_any_page(window: Window) -> None:
    page = window()
    post(page, "/api/guests", name="Ada")
    page.goto("/")
    page.locator("section.pairing").get_by_role("combobox").select_option("phoenix")
    page.get_by_role("button", name="Find an opponent").click()
    searching = page.get_by_text("Phoenix: looking for an opponent…")
    expect(searching).to_be_visible()
    page.goto("/learn")
    expect(searching).to_be_visible()
    page.reload()
    expect(searching).to_be_visible()
    page.locator(".toasts").get_by_role("button", name="Cancel").click()
    expect(searching).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(searching).to_have_count(0)
