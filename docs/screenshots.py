"""Take the screenshots of the documentation: `python docs/screenshots.py [NAME…]`.

Starts a server on a database of its own, lets bots play the first moves of each game through the
HTTP interface, and photographs the pages. Needs Chromium, as `make web` does.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, Page, sync_playwright
from rich.console import Console
from rich.text import Text

import genial
from genial import bots

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.live import Server
from tests.web import chromium

FOLDER = Path(__file__).parent / "screens"  # apart from figures, which the client is built from
DESKTOP = {"width": 1280, "height": 870}
PHONE = {"width": 390, "height": 780}
COLOURS = 160  # of a picture: flat drawings need no more

# Name of the picture: language, size of the window, game (none: the first page), moves played.
SCREENS: dict[str, tuple[str, dict[str, int], str | None, int]] = {
    "browser.png": ("en", DESKTOP, "ingenious", 26),
    "browser-de.png": ("de", DESKTOP, "ingenious", 26),
    "home.png": ("en", DESKTOP, None, 0),
    "home-de.png": ("de", DESKTOP, None, 0),
    "tile-challenge.png": ("en", DESKTOP, "tile-challenge", 30),
    "spezial.png": ("en", DESKTOP, "spezial", 12),
    "ingenious-phone.png": ("en", PHONE, "ingenious", 20),
    "tile-challenge-phone.png": ("en", PHONE, "tile-challenge", 30),
    "spezial-phone.png": ("en", PHONE, "spezial", 16),
    "phoenix-phone.png": ("en", PHONE, "phoenix", 12),
}


def post(api: APIRequestContext, path: str, **body: Any) -> Any:
    answer = api.post(path, data=body)
    assert answer.ok, answer.text()
    return answer.json() if answer.body() else None


def open_table(api: APIRequestContext, name: str, moves: int) -> str:
    """Open a table against a bot, play some moves with one of ours, and return its path."""
    seats = [{"type": "me"}, {"type": "bot", "level": "club"}]
    table = post(api, "/api/tables", game=name, options={}, seats=seats, listed=False)["table"]
    path = f"/api/tables/{table}"
    situation = api.get(path).json()
    if situation["phase"] == "waiting":
        situation = post(api, f"{path}/start")
    bot = bots.make(genial.game(name, players=2), "club", seed=5)
    while situation["number"] < moves or situation["turn"] not in situation["mine"]:
        if situation["turn"] in situation["mine"]:
            seat = situation["turn"]
            move = bot.choose(situation["views"][str(seat)])
            post(api, f"{path}/moves", seat=seat, move=move, number=situation["number"])
        situation = api.get(path).json()
    return f"/table/{table}"


@contextmanager
def browser_window(
    browser: Browser, address: str, language: str, size: dict[str, int]
) -> Iterator[Page]:
    context = browser.new_context(
        base_url=address, locale={"en": "en-GB", "de": "de-DE"}[language], viewport=size,
        reduced_motion="reduce", service_workers="block", has_touch=size is PHONE,
    )  # fmt: skip
    yield context.new_page()
    context.close()


def shrink(path: Path) -> None:
    """Keep the colours that a flat drawing needs."""
    from PIL import Image

    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(COLOURS, kmeans=3, dither=0)  # rare colours stay
    small.save(path, optimize=True)


def take_screenshots(names: list[str]) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(f"sqlite:///{folder}/genial.db", "", log=Path(folder) / "log") as server,
        sync_playwright() as playwright,
    ):
        server.wait_until_compiled()
        browser = playwright.chromium.launch(
            executable_path=chromium.program(), args=chromium.FLAGS
        )
        for name in names:
            language, size, game, moves = SCREENS[name]
            with browser_window(browser, server.address, language, size) as page:
                post(page.request, "/api/guests", name="Ada")
                page.goto(open_table(page.request, game, moves) if game else "/")
                page.wait_for_load_state("networkidle")
                page.wait_for_timeout(1500)  # the last move is drawn step by step
                page.screenshot(path=FOLDER / name)
            shrink(FOLDER / name)
        browser.close()


def draw_terminal() -> None:
    """Let the terminal show a game that is under way, and draw what it prints."""
    state = genial.game("ingenious", players=2).start(seed=7)
    player = bots.make(state.game, "club", seed=5)
    while len(state.log) < 26 or state.turn != 1:
        state = state.play(player.choose(state.view(state.turn)))
    best = player.choose(state.view(1))
    with tempfile.TemporaryDirectory() as folder:
        saved = Path(folder) / "saved.record"
        saved.write_text(state.record(seat_2="club"))
        shown = subprocess.run(
            [sys.executable, "-m", "genial", "play", "--resume", str(saved), "--lang", "en"],
            input=f"explain {best}\nquit\n", capture_output=True, text=True, check=True,
            env=os.environ | {"FORCE_COLOR": "1", "COLORTERM": "truecolor", "COLUMNS": "96"},
        ).stdout  # fmt: skip
    screen = shown.rpartition("\x1b[2K")[2]  # without the progress of compiling
    screen = screen[: screen.rindex("seat 1> ")]
    console = Console(record=True, width=96, file=io.StringIO())
    console.print(Text.from_ansi(screen))
    console.save_svg(
        str(FOLDER / "terminal.svg"), title="genial play ingenious --bot club", unique_id="genial"
    )


if __name__ == "__main__":
    wanted = sys.argv[1:] or [*SCREENS, "terminal.svg"]
    if "terminal.svg" in wanted:
        draw_terminal()
    take_screenshots([name for name in wanted if name in SCREENS])
