"""Faults that players met, each mended and kept from coming back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Window
from tests.web.playing import (
    TITLES,
    middles,
    moves,
    new_table,
    play,
    play_now,
    wait_for_board,
    wait_for_turn,
)
from tests.web.test_endings import play_out, table_of
from tests.web.test_fits import sit_down

# --- what cannot be played says so


def test_a_cell_or_drop_that_does_not_fit_says_why(window: Window) -> None:
    page = window()
    new_table(page, "ingenious", seat="bot")
    wait_for_board(page, "ingenious")
    said = page.locator(".gains .bad")
    page.locator("[data-cell=h8]").click()
    expect(said).to_contain_text("Pick a tile.")
    tile = page.locator(".rack .tile").first
    tile.click()
    expect(said).to_have_count(0)
    page.locator("[data-cell=h8]").click()  # far from all symbols
    expect(said).to_have_text("Your first tile must touch a printed symbol.")
    page.locator("[data-cell=c8]").click()  # a printed symbol
    expect(said).to_have_text("This cell is occupied.")
    expect(page.locator(".aim.bad")).to_be_visible()
    box = tile.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 60, steps=4)
    page.mouse.up()
    expect(said).to_have_text("Drop the tile on the board.")
    page.mouse.move(*middles(page, ".cell.open")[0])
    expect(said).to_have_count(0)
    assert moves(page) == 0


def test_a_tower_of_genial_spezial_says_that_no_tile_fits(window: Window) -> None:
    page = window()
    new_table(page, "spezial", seat="bot")
    wait_for_board(page, "spezial")
    page.locator(".cell.under").first.click()
    expect(page.locator(".info .bad")).to_have_text("There is a tower on this cell.")
    page.get_by_role("gridcell", name=re.compile("a tile fits here")).first.click()
    expect(page.locator(".info .bad")).to_have_count(0)


def test_a_pawn_of_phoenix_that_cannot_be_picked_says_what_to_do(window: Window) -> None:
    page = window()
    new_table(page, "phoenix", seat="bot")
    wait_for_board(page, "phoenix")
    page.mouse.click(*middles(page, ".piece")[0])
    expect(page.locator(".hint .bad")).to_have_text("Pick a card first.")
    page.locator(".paper").first.click()
    expect(page.locator(".hint .bad")).to_have_count(0)


def test_a_move_of_tile_challenge_that_is_not_possible_says_why(window: Window) -> None:
    page = window()
    new_table(page, "tile-challenge", seat="bot")
    wait_for_board(page, "tile-challenge")
    page.locator(".moves button.stop").click(force=True)  # it looks disabled
    expect(page.get_by_role("alert")).to_contain_text("Draw before you stop.")
    assert moves(page) == 0


# --- solo


def test_the_only_tile_of_a_solo_game_needs_no_picking(window: Window) -> None:
    page = window()
    sit_down(page, "ingenious", 1)
    for k in range(3):
        expect(page.locator(".rack .tile.picked")).to_have_count(1)
        page.locator(".cell.open").nth(5 * k).click()
        page.get_by_role("button", name="Lay tile").click()
        expect(page.locator(f".table[data-moves='{k + 1}']")).to_be_visible()


# --- one screen for several players


def curtain(page: Page, name: str) -> None:
    expect(page.get_by_role("dialog", name=f"{name} to move")).to_be_visible()


def seconds(page: Page, seat: int) -> float:
    """Return what a clock shows."""
    text = page.locator("aside .seat").nth(seat - 1).locator(".clock").inner_text()
    minutes, _, rest = text.rpartition(":")
    return 60 * int(minutes) + float(rest)


def test_on_one_screen_clocks_wait_behind_the_curtain_and_no_player_is_you(window: Window) -> None:
    page = window()
    new_table(page, "ingenious", seat="screen", clock="5+5")
    expect(page.get_by_role("button", name="I’m ready")).to_have_count(0)
    expect(page.locator(".rack .tile")).to_have_count(6)
    expect(page.locator("aside .seat")).to_have_count(2)
    for text in page.locator("aside .seat header").all_inner_texts():
        assert not re.search(r"\byou\b", text), "nobody alone sits at this screen"
    play(page, "ingenious", most=1)
    curtain(page, "Seat 2")
    page.wait_for_timeout(2500)
    assert seconds(page, 2) == 300, "it waits"
    page.get_by_role("button", name="I’m ready").click()
    page.wait_for_timeout(2500)
    assert 290 < seconds(page, 2) < 299, "now it runs"
    page.reload()
    curtain(page, "Seat 2")


# --- the console stays clean


def test_no_page_asks_for_what_is_not_there(window: Window) -> None:
    host, guest = window(), window()
    path = table_of(host, guest, "phoenix")
    play_out((host, guest), path)
    missing: list[str] = []
    host.on("response", lambda one: missing.append(one.url) if one.status >= 400 else None)
    for page in ("/about", path.replace("table", "review", 1), path, "/review", "/daily", "/"):
        host.goto(page)
        host.wait_for_load_state("networkidle")
    assert missing == []


# --- tutorials


@pytest.mark.parametrize("game", TITLES)
def test_tutorials_call_players_by_one_name_and_show_points_of_the_task_only(
    window: Window, game: str
) -> None:
    page = window()
    for step in range(1, 11):
        page.goto(f"/learn/{game}/play?step={step}")
        expect(page.get_by_role("button", name="Show me")).to_be_visible()
        expect(page.locator("section.board .play")).to_be_visible()
        assert not re.search(r"\bSeat \d", page.locator(".lesson").inner_text()), step
        story = page.locator("section.board .story .gain")
        assert story.count() == 0, f"points before the task of step {step}"


@pytest.mark.parametrize(("game", "step", "answer"), [
    ("ingenious", 7, "Your opponent"), ("spezial", 8, "You"), ("phoenix", 5, "7 points"),
])  # fmt: skip
def test_an_answer_in_a_tutorial_shows_no_points_of_an_earlier_move(
    window: Window, game: str, step: int, answer: str
) -> None:
    page = window()
    page.goto(f"/learn/{game}/play?step={step}")
    expect(page.locator("section.board .play")).to_be_visible()
    page.get_by_role("button", name=answer, exact=True).click()
    expect(page.locator("p.right")).to_be_visible()
    expect(page.locator("section.card p.gains")).to_have_count(0)


# --- keys


def test_arrow_right_goes_on_at_the_edge_where_a_cell_lies_to_the_right(window: Window) -> None:
    page = window(settings={"orientation": "tall"})
    play_now(page, "ingenious")
    wait_for_turn(page)
    page.locator("[data-cell=i3]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-cell=j3]")).to_be_focused()
