"""Take pictures of every page, table and end of a game, on every screen: `make gallery`.

`python -m tests.web.gallery [SCENE…]` takes those scenes alone whose names begin with one of the
words. Every scene is photographed in all sizes of `measuring.SIZES`, light and dark, in German and
English, into `build/gallery`; `sheet-*.png` there shows all sizes of a scene side by side. Nobody
compares the pictures: they are for looking at.
"""

from __future__ import annotations

import json
import random
import re
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.server.live import Server, any_move
from tests.server.waiting import eventually
from tests.web import chromium
from tests.web.conftest import COMPILING, PATIENCE, are_bots_compiled
from tests.web.measuring import SIZES
from tests.web.playing import TITLES, at_pace, play, wait_for_board, wait_for_turn
from tests.web.test_endings import finish_against_bots, get, play_out, post, table_of
from tests.web.test_fits import PACE, TABLES, pick, position_before_a_swap, resize, sit_down, speak
from tests.web.test_pages import LOADED, PAGES, QUIET

FOLDER = Path(__file__).parents[2] / "build" / "gallery"
SEEN = {f"game.{game}": True for game in TITLES}
GAP, HEIGHT = 12, 640  # pixels of a sheet: between pictures, and of a row

Window = Callable[..., Page]
Scene = Callable[[Window], Page]


# --- scenes: each opens a page and leaves it where the pictures are taken


def plain_page(path: str, window: Window) -> Page:
    page = window()
    post(page, "/api/guests", name="Ada Lovelace")
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    return page


def table(game: str, players: int, options: dict[str, str], moment: str, window: Window) -> Page:
    page = window(done={} if moment == "first" else SEEN)
    sit_down(page, game, players, options)
    if moment == "later":
        play(page, game, most=5)
        wait_for_turn(page)
        wait_for_board(page, game)
    elif moment == "placing":
        play(page, game, most=2)
        wait_for_turn(page)
        wait_for_board(page, game)
        pick(page, game)
    return page


def end(game: str, players: int, options: dict[str, str], window: Window) -> Page:
    """End a game against bots; the card lies over the board."""
    page = window(done=SEEN)
    more: dict[str, Any] = {"pace": PACE} if players > 1 else {}
    page.goto(finish_against_bots(page, game, players, options=options, **more))
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def after_end(game: str, players: int, options: dict[str, str], window: Window) -> Page:
    """Show the board after the card with the result."""
    page = end(game, players, options, window)
    page.keyboard.press("Escape")
    return page


def end_of_friends(game: str, options: dict[str, str], window: Window) -> Page:
    """End a game of two people, with a request for a rematch."""
    host, guest = window(done=SEEN), window()
    path = table_of(host, guest, game, options=options)
    play_out((host, guest), path)
    host.goto(path)
    expect(host.get_by_role("dialog")).to_be_visible()
    api = f"/api{path.replace('table', 'tables', 1)}"
    post(guest, f"{api}/wishes", seat=2, wish="rematch")
    return host


def keep(page: Page, name: str) -> None:
    """Make an account with a password."""
    post(page, "/api/guests", name=f"{name} {secrets.token_hex(2)}")
    post(page, "/api/me/password", password=secrets.token_hex(8))


def end_rated(window: Window) -> Page:
    host, guest = window(done=SEEN), window()
    keep(host, "Ada")
    keep(guest, "Maximiliane")
    seats = [{"type": "me"}, {"type": "open"}]
    body = {"game": "ingenious", "seats": seats, "rated": True, "pace": PACE}
    name = post(host, "/api/tables", **body)["table"]
    post(guest, f"/api/tables/{name}/seats/2")
    post(host, f"/api/tables/{name}/start")
    play_out((host, guest), f"/table/{name}")
    host.goto(f"/table/{name}")
    expect(host.get_by_role("dialog")).to_be_visible()
    return host


def end_daily(window: Window) -> Page:
    page = window(done=SEEN)
    for other in (window(), window(), page):
        keep(other, "Ada")
        told = post(other, "/api/daily")
        rng = random.Random()
        while told["phase"] != "over":
            body = {"move": any_move(told, 1, rng), "number": told["number"], "seat": 1}
            told = post(other, f"/api/tables/{told['table']}/moves", **body)
    page.goto(f"/table/{told['table']}")
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def daily_done(window: Window) -> Page:
    page = end_daily(window)
    page.goto("/daily")
    return page


def swap(window: Window) -> Page:
    page = window(done=SEEN)
    position, text = position_before_a_swap()
    sit_down(page, "ingenious", 2, position=position)
    path = f"/api/tables/{page.url.rsplit('/', 1)[-1]}"
    number = get(page, path)["number"]
    post(page, f"{path}/moves", seat=1, move=text, number=number)
    expect(page.get_by_role("button", name="Keep tiles")).to_be_visible()
    return page


def round_is_over(window: Window) -> Page:
    page = window(done=SEEN)
    sit_down(page, "phoenix", 2)
    while page.get_by_role("button", name=re.compile("On to round")).count() == 0:
        play(page, "phoenix", most=1)
        page.locator(".paper[aria-disabled=false], section.card button.main").first.wait_for()
    return page


def friends(window: Window, name: str, game: str, **more: Any) -> tuple[Page, Page, str]:
    """Open a table and invite a friend with a name."""
    host, guest = window(done=SEEN), window(done=SEEN)
    post(host, "/api/guests", name="Ada Lovelace")
    seats = [{"type": "me"}, {"type": "open"}]
    told = post(host, "/api/tables", game=game, seats=seats, pace=PACE, **more)
    if name:
        post(guest, "/api/guests", name=name)
    return host, guest, f"/table/{told['table']}"


def waiting(window: Window) -> Page:
    host, _, path = friends(window, "", "spezial")
    host.goto(path)
    expect(host.get_by_label("Invitation link")).to_be_visible()
    return host


def invited(window: Window) -> Page:
    _, guest, path = friends(window, "", "tile-challenge")
    guest.goto(path)
    expect(guest.get_by_label("Your name")).to_be_visible()
    return guest


def requests(window: Window) -> Page:
    host, guest, path = friends(window, "Maximiliane Freifrau", "ingenious", listed=False)
    api = f"/api{path.replace('table', 'tables', 1)}"
    post(guest, f"{api}/seats/2")
    post(host, f"{api}/start")
    for page in (host, guest):
        page.goto(path)
        expect(page.locator(".table[data-phase=playing] .rack")).to_be_visible()
    guest.get_by_role("button", name="Offer draw").click()
    expect(host.get_by_role("button", name="Accept")).to_be_visible()
    post(guest, f"{api}/talk", text="Hallo! Wollen wir Remis machen?")
    return host


def curtain(window: Window) -> Page:
    page = window(done=SEEN)
    post(page, "/api/guests", name="Ada Lovelace")
    seats = [{"type": "me"}, *({"type": "screen", "name": name} for name in ("Berta", "Cäsar"))]
    name = post(page, "/api/tables", game="ingenious", seats=seats)["table"]
    post(page, f"/api/tables/{name}/start")
    page.goto(f"/table/{name}")
    play(page, "ingenious", most=1)
    expect(page.get_by_role("button", name="I’m ready")).to_be_visible()
    return page


def lobby(window: Window) -> Page:
    """Show the first page with games that go on, open tables and a search for an opponent."""
    for game, name in (("ingenious", "Berta"), ("phoenix", "Maximiliane Freifrau")):
        friends(window, name, game)
    host, _, _ = friends(window, "", "tile-challenge", options={"players": 2, "games": 3})
    page = window(done=SEEN)
    sit_down(page, "spezial", 2)
    host.close()
    page.goto("/")
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
    return page


def sheet(tab: str, window: Window) -> Page:
    """Open a part of the panel, which is a sheet on phones."""
    page = window(done=SEEN)
    sit_down(page, "ingenious", 3)
    play(page, "ingenious", most=4)
    wait_for_turn(page)
    resize(page, 390, 664)
    page.get_by_role("button", name="Menu of this table").click()
    page.get_by_role("tab", name=tab).click()
    if tab == "Hints":
        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="Menu of this table").click()
    return page


def finished(window: Window, game: str) -> tuple[Page, str]:
    host, guest = window(done=SEEN), window()
    path = table_of(host, guest, game)
    play_out((host, guest), path)
    return host, path


def ready(page: Page, path: str) -> Page:
    """Open a page of the server as soon as it answers another request."""
    at_pace(lambda: page.request.get(path))
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    return page


def review(game: str, window: Window) -> Page:
    page, path = finished(window, game)
    page.goto(f"/review{path.removeprefix('/table')}?move=12")
    expect(page.locator(".board").first).to_be_visible()
    return page


def score_sheet(window: Window) -> Page:
    page, path = finished(window, "ingenious")
    return ready(page, f"/sheet{path}")


def embedded(game: str, window: Window) -> Page:
    page, path = finished(window, game)
    return ready(page, f"/embed{path}?move=9")


def profile(window: Window) -> Page:
    page, _ = finished(window, "tile-challenge")
    page.goto(f"/people/{get(page, '/api/me')['account']}")
    expect(page.locator("h1")).to_be_visible()
    return page


def label(game: str, players: int, options: dict[str, str]) -> str:
    return f"{game}-{players}" + (f"-{options['partners']}" if options else "")


MORE_PAGES = {
    "new": "/new",
    "boards": "/boards",
    "board-editor": "/boards/edit",
    **{f"position-{game}": f"/positions?game={game}" for game in TITLES},
}
TABS = ("Players", "Moves", "Chat", "Hints")

SCENES: dict[str, Scene] = {
    **{f"page-{name}": partial(plain_page, path) for name, path in (PAGES | MORE_PAGES).items()},
    **{
        f"table-{label(*one)}-{moment}": partial(table, *one, moment)
        for one in TABLES
        for moment in ("first", "placing", "later")
    },
    **{f"end-{label(*one)}": partial(end, *one) for one in TABLES},
    **{f"over-{label(*one)}": partial(after_end, *one) for one in TABLES if one[1] in (2, 4)},
    "end-friends": partial(end_of_friends, "ingenious", {}),
    "end-series": partial(end_of_friends, "tile-challenge", {"games": 2}),
    "end-rated": end_rated,
    "end-daily": end_daily,
    "page-daily-done": daily_done,
    "swap": swap,
    "round": round_is_over,
    "waiting": waiting,
    "invited": invited,
    "requests": requests,
    "curtain": curtain,
    "lobby": lobby,
    **{f"sheet-{tab.lower()}": partial(sheet, tab) for tab in TABS},
    **{f"review-{game}": partial(review, game) for game in TITLES},
    "score-sheet": score_sheet,
    **{f"embed-{game}": partial(embedded, game) for game in ("ingenious", "tile-challenge")},
    "profile": profile,
}  # fmt: skip


# --- pictures


@contextmanager
def windows(browser: Browser, address: str) -> Iterator[Window]:
    """Open windows without shared storage, and close them in the end."""
    contexts = []

    def new(*, done: dict[str, bool] | None = None) -> Page:
        context = browser.new_context(
            base_url=address, locale="en-GB", reduced_motion="reduce", service_workers="block",
            viewport={"width": 1280, "height": 900},
            extra_http_headers={"x-forwarded-for": f"10.9.{len(contexts)}.{random.randrange(250)}"},
        )  # fmt: skip
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        kept = json.dumps(json.dumps({"language": "en", "done": done or {}}))
        context.add_init_script(f"if (!localStorage.genial) localStorage.genial = {kept}")
        return context.new_page()

    yield new
    for context in contexts:
        context.close()


def settle(page: Page) -> None:
    if page.locator("#main").count():
        page.wait_for_function(LOADED)
    page.evaluate(QUIET)


def photograph(page: Page, name: str) -> None:
    """Take the pictures of a scene, and put those of the same look side by side."""
    is_client = page.locator("#main").count() > 0
    for language in ("en", "de"):
        if is_client:
            speak(page, language)
            settle(page)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            look = f"{name}-{theme}-{language}"
            taken = []
            for width, height in SIZES:
                resize(page, width, height)
                path = FOLDER / name / f"{width}x{height}-{theme}-{language}.png"
                path.parent.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=path)
                taken.append(path)
            put_side_by_side(taken, FOLDER / f"sheet-{look}.png")


def scale_down(picture: Image.Image) -> Image.Image:
    if picture.height <= HEIGHT:
        return picture
    return picture.resize((round(picture.width * HEIGHT / picture.height), HEIGHT))


def put_side_by_side(paths: list[Path], target: Path) -> None:
    """Draw pictures in two rows of the same height."""
    rows = [paths[:5], paths[5:]]
    scaled = [[scale_down(Image.open(path).convert("RGB")) for path in row] for row in rows]
    width = max(sum(one.width + GAP for one in row) for row in scaled) - GAP
    whole = Image.new("RGB", (width, 2 * HEIGHT + GAP), "#888")
    for k, row in enumerate(scaled):
        x = 0
        for one in row:
            whole.paste(one, (x, k * (HEIGHT + GAP)))
            x += one.width + GAP
    whole.save(target)


def main(wanted: list[str]) -> None:
    expect.set_options(timeout=PATIENCE)
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(f"sqlite:///{folder}/genial.db", "", log=Path(folder) / "log", proxies=1) as server,
        sync_playwright() as playwright,
    ):
        server.wait_until_compiled()
        eventually(
            lambda: are_bots_compiled(server), seconds=COMPILING, pause=0.5,
            what="the bots are never compiled",
        )  # fmt: skip
        browser = chromium.launch(playwright)
        for name, scene in SCENES.items():
            if wanted and not any(name.startswith(word) for word in wanted):
                continue
            try:
                with windows(browser, server.address) as window:
                    photograph(scene(window), name)
            except Exception as error:
                print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
            else:
                print(name)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
