"""Play games by taps of a finger alone, as on a phone."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Locator, Page

from tests.web.playing import (
    is_over,
    middles,
    moves,
    some,
    wait_for_board,
    wait_for_move,
    wait_for_turn,
)


def tap_cell(page: Page, cells: Locator, rng: random.Random) -> None:
    """Tap a cell: where cells are small, the first tap enlarges the board around it."""
    cells.first.wait_for(state="attached")
    cell = cells.nth(rng.randrange(cells.count()))
    is_small = page.get_by_role("button", name="Zoom").count() > 0
    if is_small and page.locator(".window.zoomed").count() == 0:
        cell.tap()
        page.locator(".window.zoomed").wait_for()
    cell.tap()


def tap_ingenious(page: Page, rng: random.Random) -> None:
    keep = page.get_by_role("button", name="Keep tiles")
    if keep.count():
        (keep if rng.random() < 0.5 else page.get_by_role("button", name="Swap all tiles")).tap()
        page.get_by_role("button", name="Confirm").tap()
        return
    tile = some(page.locator(".rack .tile[aria-disabled=false]"), rng)
    for _ in range(rng.randint(1, 3)):  # once more turns it
        tile.tap()
    tap_cell(page, page.locator(".cell.open"), rng)
    page.get_by_role("button", name="Lay tile").tap()


def tap_tile_challenge(page: Page, rng: random.Random) -> None:
    can = page.locator(".moves button[aria-disabled=false]")
    can.nth(0 if rng.random() < 0.5 else can.count() - 1).tap()


def tap_spezial(page: Page, rng: random.Random) -> None:
    no_room = page.get_by_role("button", name="No room left: pass")
    if no_room.count():
        no_room.tap()
        return
    tap_cell(page, page.locator(".board [aria-label*='a tile fits here']"), rng)
    page.locator(".partner").first.wait_for()
    page.touchscreen.tap(*rng.choice(middles(page, ".partner")))
    lay = page.get_by_role("button", name="Lay tile")
    bonus = page.get_by_role("group", name="Bonus point in:")
    while lay.is_disabled():
        bonus.get_by_role("button").nth(rng.randrange(4)).tap()
    lay.tap()


def tap_phoenix(page: Page, rng: random.Random) -> None:
    summary = page.locator("section.card button.main")  # of a round
    if summary.count():
        summary.tap()
    if is_over(page):
        return
    some(page.locator(".paper[aria-disabled=false]"), rng).tap()
    confirm = page.locator("button.confirm")
    for _ in range(2):
        targets = page.locator("button.place.target:not(.first)")
        if confirm.is_disabled() and targets.count():
            some(targets, rng).tap()
    if confirm.is_disabled():
        page.get_by_role("button", name="Discard").first.tap()
    confirm.tap()


TAPS: dict[str, Callable[[Page, random.Random], None]] = {
    "ingenious": tap_ingenious,
    "tile-challenge": tap_tile_challenge,
    "spezial": tap_spezial,
    "phoenix": tap_phoenix,
}


def play_by_touch(page: Page, game: str, *, most: int = 400, seed: int = 1) -> int:
    """Tap until the game is over; return the number of own moves."""
    rng = random.Random(seed)
    for count in range(most):
        wait_for_turn(page)
        if is_over(page):
            return count
        wait_for_board(page, game)
        before = moves(page)
        TAPS[game](page, rng)
        wait_for_move(page, before)
    return most
