"""No task of the page takes longer than a frame while a tile is dragged."""

from __future__ import annotations

from benchmarks.dragging import CATEGORIES, FRAME, drag, tasks
from playwright.sync_api import Browser

from tests.web.conftest import Window
from tests.web.playing import new_table, wait_for_board, wait_for_turn

ATTEMPTS = 3  # a slow task comes again every time, a hiccup of the machine does not
_AT_REST = "() => document.getAnimations().every(({ playState }) => playState !== 'running')"


def test_no_task_is_longer_than_a_frame_while_a_tile_is_dragged(
    window: Window, browser: Browser
) -> None:
    page = window()
    new_table(page, "ingenious", seat="bot", players=4)
    wait_for_turn(page)
    wait_for_board(page, "ingenious")
    page.wait_for_function(_AT_REST)
    longest = []
    for _ in range(ATTEMPTS):
        browser.start_tracing(page=page, categories=CATEGORIES)
        drag(page, steps=150)
        found = tasks(browser.stop_tracing())
        assert len(found) > 150, "every movement of the pointer is at least one task"
        longest.append(max(processor for _, processor in found))
        page.keyboard.press("Escape")  # the tile goes back
        if longest[-1] <= FRAME:
            break
    assert min(longest) <= FRAME, longest
