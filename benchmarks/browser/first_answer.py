"""How long a visitor of a fresh server waits for the first answer of a bot."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright
from tests.server.parts import free_port, wait_for
from tests.web.chromium import launch
from tests.web.clicking import play_by_mouse
from tests.web.playing import MOVED, TITLES, moves, wait_for_board, wait_for_move

START = 240  # seconds that a server may take until it answers
MOVED_OR_MY_TURN = f"(played) => ({MOVED})(played) || document.title.startsWith('●')"


@contextmanager
def fresh_server() -> Iterator[str]:
    """Run a server that has compiled nothing, with an empty database; its address."""
    with TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "genial", "serve", "--port", str(port),
                   "--database", f"sqlite:///{folder}/genial.db"]  # fmt: skip
        cache = Path(folder) / "cache"
        cache.mkdir()
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
        server = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            wait_for(port, START)
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()
            server.wait()


def first_answer_time(game: str) -> float:
    """Return the milliseconds from opening the first page until a bot has answered.

    The server has compiled nothing, the browser has cached nothing. The game begins by "Play now",
    at the level that the page suggests; the player moves as soon as the board allows it.
    """
    with fresh_server() as address, sync_playwright() as playwright, launch(playwright) as browser:
        page = browser.new_page()
        start = time.perf_counter()
        page.goto(address)
        card = page.locator(".games > li").filter(
            has=page.get_by_role("heading", name=TITLES[game])
        )
        card.get_by_role("button", name="Play now").click()
        play_until_answered(page, game)
        return (time.perf_counter() - start) * 1000


def play_until_answered(page: Page, game: str) -> None:
    """Play moves until one of the bot is shown."""
    played = 0
    while moves(page) <= played:
        wait_for_board(page, game)
        played += play_once(page, game)
        page.wait_for_function(MOVED_OR_MY_TURN, arg=played)


def play_once(page: Page, game: str) -> int:
    """Play a move; in Tile Challenge the one that ends the turn, as soon as there is one."""
    if game != "tile-challenge":
        return play_by_mouse(page, game, most=1)
    before = moves(page)
    page.locator(".moves button[aria-disabled=false]").last.click()
    wait_for_move(page, before)
    return 1
