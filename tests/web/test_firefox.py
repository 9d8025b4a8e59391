"""A whole game of each kind in Firefox, on a phone's screen, by clicks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.clicking import play_by_mouse
from tests.web.conftest import Window
from tests.web.playing import TITLES, fact, play_now

SCREENS = Path(__file__).parents[2] / "build" / "screens" / "firefox"
PHONE = {"width": 390, "height": 664}


@pytest.mark.parametrize("game", TITLES)
def test_a_whole_game_in_firefox(window: Window, firefox_browser: Browser, game: str) -> None:
    page = window(opener=firefox_browser, viewport=PHONE)
    play_now(page, game)
    assert "Firefox" in page.evaluate("navigator.userAgent")
    assert fact(page, "phase") == "playing"
    assert play_by_mouse(page, game, most=2) == 2
    page.screenshot(path=SCREENS / f"{game}-playing.png")
    assert play_by_mouse(page, game) > 3
    card = page.get_by_role("dialog")
    expect(card.get_by_role("heading", name=re.compile("win|draw"))).to_be_visible()
    expect(card.get_by_role("button", name="Rematch")).to_be_visible()
    page.screenshot(path=SCREENS / f"{game}-over.png")
    expect(page.locator(".status")).to_contain_text("The game is over.")
