"""Whole games by touch on the smallest phone: taps only, and all that is tapped is in view."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Window
from tests.web.playing import TITLES
from tests.web.tapping import play_by_touch

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
_SCROLLED = """() => {
  window.scrolled = false;
  addEventListener("scroll", () => (window.scrolled ||= scrollX > 0 || scrollY > 0));
}"""


@pytest.mark.parametrize("game", TITLES)
def test_a_whole_game_by_touch(window: Window, game: str) -> None:
    page = window(settings={"level": {game: "kid"}}, **PHONE)
    page.goto("/")
    card = page.locator(".games > li").filter(has=page.get_by_role("heading", name=TITLES[game]))
    card.get_by_role("button", name="Play now").tap()
    page.wait_for_url(re.compile("/table/"))
    page.evaluate(_SCROLLED)
    assert play_by_touch(page, game) > 5
    expect(page.locator(".status")).to_contain_text("The game is over.")
    assert not page.evaluate("scrolled"), "nothing had to be scrolled into view"
    summary = page.get_by_role("button", name="On to the result")  # of the last round of Phoenix
    expect(summary.or_(page.get_by_role("dialog")).first).to_be_visible()
    if summary.is_visible():
        summary.tap()
    page.get_by_role("button", name="Rematch").tap()
    expect(page.locator(".table[data-phase=playing]")).to_be_visible()
