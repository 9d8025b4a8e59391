"""Moves are pictures in lists, hints and reviews; pointing at one marks it on the board."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.waiting import eventually
from tests.web.conftest import Window
from tests.web.playing import TITLES, play_now, wait_for_board, wait_for_turn
from tests.web.test_endings import move, post, table_of, view_of
from tests.web.test_pages import violations

MANY = 14  # moves: enough for several kinds in every game

# What the user reads in an element, and how pictures of moves name themselves.
SHOWN = "one => one.innerText"
CODES = "all => all.map((one) => one.dataset.move)"

# The cells, places or buttons that are marked, by the middle of each.
MARKED = """() => [...document.querySelectorAll(".marked")].map((one) => {
  const box = one.getBoundingClientRect();
  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
})"""
CELL = """(name) => {
  const box = document.querySelector(`.cell[data-cell="${name}"]`).getBoundingClientRect();
  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
}"""


def moves_of(told: dict[str, Any]) -> list[str]:
    """Return the codes of all moves of a game."""
    lines: list[str] = view_of(told)["log"]
    return [line.split(" ")[1] for line in lines if not line.startswith("*")]


def listed(pictures: Locator) -> list[str]:
    """Return the codes of the moves that a list shows as pictures."""
    codes: list[str] = pictures.locator("[data-move]").evaluate_all(CODES)
    return codes


def spelt(text: str, codes: list[str]) -> list[str]:
    """Return the codes that can be read in a text."""
    return [code for code in codes if re.search(rf"(?<![\w:>+-]){re.escape(code)}(?!\w)", text)]


def marks(page: Page) -> list[list[int]]:
    found: list[list[int]] = page.evaluate(MARKED)
    return sorted(found)


def expected_marks(page: Page, game: str, code: str) -> int:
    """Return how many marks a move has; on hexagonal boards, check that they are on its cells."""
    if game == "phoenix":
        places = 2 if code == "R" else len(re.findall(r"\d+", code.partition(":")[2]))
        return 0 if code.startswith("-") else places * (2 if code.startswith("X") else 1)
    if game == "tile-challenge":
        return 1
    cells = re.findall(r"[a-y]\d+", code)
    if cells:
        expect(page.locator(".marked").first).to_be_attached()
    found = marks(page)
    for name in cells:
        x, y = page.evaluate(CELL, name)
        assert any(abs(x - a) <= 2 and abs(y - b) <= 2 for a, b in found), (name, found)
    return len(cells)


def played(window: Window, game: str) -> tuple[Page, str, list[str]]:
    """Let two players begin a game over HTTP; return the page of one, its path and the moves."""
    host, guest = window(), window()
    path, rng, told = table_of(host, guest, game), random.Random(7), dict[str, Any]()
    host.goto(path)
    expect(host.locator(".table[data-phase=playing]")).to_be_visible()
    for _ in range(MANY):
        told = move((host, guest), path, rng)
    expect(host.locator(f".table[data-moves='{MANY}']")).to_be_visible()
    return host, path, moves_of(told)


@pytest.mark.parametrize("game", TITLES)
def test_the_list_of_moves_shows_pictures_and_marks_them_on_the_board(
    window: Window, game: str
) -> None:
    page, _, codes = played(window, game)
    rows = page.get_by_role("list", name="Moves")
    assert listed(rows) == codes
    expect(rows.locator("svg").first).to_be_visible()
    assert spelt(rows.evaluate(SHOWN), codes) == []
    for k, code in list(enumerate(codes))[-6:]:
        rows.get_by_role("listitem").nth(k).hover()
        assert len(marks(page)) == expected_marks(page, game, code), code
    page.mouse.move(1, 1)
    assert marks(page) == []
    rows.get_by_role("button").nth(MANY - 1).focus()
    page.keyboard.press("ArrowUp")  # looks back, and the keyboard is at the move before
    expect(rows.get_by_role("button").nth(MANY - 2)).to_be_focused()
    expect(page.locator(".still .board")).to_be_visible()
    expect(page.locator(".marked")).to_have_count(expected_marks(page, game, codes[-2]))


@pytest.mark.parametrize("game", TITLES)
def test_hints_show_pictures_and_mark_them_on_the_board(window: Window, game: str) -> None:
    page = window()
    play_now(page, game)
    wait_for_turn(page)
    wait_for_board(page, game)
    page.get_by_role("tab", name="Hints").click()
    advice = page.locator(".advice ol")
    asked = page.locator(".advice").get_by_text(
        re.compile("suggests:|No bot is available right now")
    )

    def ask() -> bool:
        """Ask for a hint, and tell if there is one: the bot may still be compiled."""
        page.get_by_role("button", name="Hint").click()
        expect(asked).to_be_visible()
        return advice.count() > 0

    assert eventually(ask, pause=2, what="there is never a hint")
    expect(advice.locator("[data-move] .picture").first).to_be_visible()
    codes = listed(advice)
    assert 1 <= len(codes) <= 3
    assert spelt(advice.evaluate(SHOWN), codes) == []
    last = advice.get_by_role("listitem").nth(len(codes) - 1)
    last.hover()
    assert len(marks(page)) == expected_marks(page, game, codes[-1])
    assert violations(page, f"hints of {game}") == []


@pytest.mark.parametrize("game", TITLES)
def test_a_review_shows_pictures_and_codes_only_on_demand(window: Window, game: str) -> None:
    page, path, codes = played(window, game)
    post(page, f"/api{path.replace('table', 'tables', 1)}/wishes", seat=1, wish="resign")
    page.goto(f"/review{path.removeprefix('/table')}?move={MANY}")
    rows = page.locator("section", has=page.get_by_role("heading", name="Moves")).locator("ol")
    expect(rows.locator(".picture svg, .picture").first).to_be_visible()
    assert listed(rows) == codes
    assert listed(page.locator(".told")) == codes[-1:]
    assert spelt(page.locator(".review").evaluate(SHOWN), codes) == []
    row = rows.get_by_role("listitem").nth(MANY)
    row.hover()
    expect(page.locator(".marked")).to_have_count(expected_marks(page, game, codes[-1]))
    assert violations(page, f"a review of {game}") == []
    page.get_by_role("button", name="Codes").click()
    assert spelt(row.evaluate(SHOWN), codes[-1:]) == codes[-1:]
    page.reload()
    expect(rows.locator("code").last).to_have_text(codes[-1])
