"""Play games in a browser by clicks or by keys, with nothing but what the pages offer."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import APIResponse, Locator, Page, expect

from tests.server.waiting import eventually

TITLES = {
    "ingenious": "Ingenious",
    "tile-challenge": "Tile Challenge",
    "spezial": "Genial Spezial",
    "phoenix": "Phoenix",
}

_MY_TURN = """() => {
  const table = document.querySelector(".table");
  return table && (table.dataset.phase === "over" || document.title.startsWith("●"));
}"""
MOVED = """(before) => {
  const table = document.querySelector(".table");
  return table && (table.dataset.phase === "over" || Number(table.dataset.moves) > before);
}"""
_MIDDLES = """(what) => [...document.querySelectorAll(what)].map((one) => {
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})"""


def fact(page: Page, name: str) -> str:
    """Return a fact about the table: phase, turn, moves."""
    return page.locator(".table").get_attribute(f"data-{name}") or ""


def moves(page: Page) -> int:
    return int(fact(page, "moves") or 0)


def is_over(page: Page) -> bool:
    return fact(page, "phase") == "over"


def wait_for_turn(page: Page) -> None:
    """Wait until it is this player's turn, or the game is over."""
    page.wait_for_function(_MY_TURN)


def wait_for_move(page: Page, before: int) -> None:
    """Wait until there are more moves than before, or the game is over."""
    page.wait_for_function(MOVED, arg=before)


# What appears as soon as a player can move: a board is loaded when it is first needed, and shows
# the opponents' moves first.
_READY = {
    "ingenious": ".rack .tile[aria-disabled=false], .swap",
    "tile-challenge": ".moves button[aria-disabled=false]",
    "spezial": ".board [aria-label*='a tile fits here'], .pass",
    "phoenix": ".paper[aria-disabled=false], section.card button.main",
}


def wait_for_board(page: Page, game: str) -> None:
    """Wait until a move is possible."""
    page.locator(_READY[game]).first.wait_for()


def middles(page: Page, what: str) -> list[list[float]]:
    """Return the centres of drawn elements."""
    found: list[list[float]] = page.evaluate(_MIDDLES, what)
    return found


def some(things: Locator, rng: random.Random) -> Locator:
    """Return one of several elements, as soon as there are any."""
    things.first.wait_for()
    return things.nth(rng.randrange(things.count()))


def play_now(page: Page, game: str, level: str = "kid") -> None:
    """Start a game from the home page: the browser plays it."""
    page.goto("/")
    start_game(page, game, level)


def start_game(page: Page, game: str, level: str) -> None:
    """Start a game on the home page, which is shown."""
    card = page.locator(".games > li").filter(has=page.get_by_role("heading", name=TITLES[game]))
    card.get_by_role("combobox").select_option(level)
    card.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator(".table")).to_be_visible()


def play_on_server(page: Page, game: str) -> None:
    """Open a table against the weakest bot of the server with the form."""
    new_table(page, game, seat="bot", level="kid")


def introduce(page: Page, name: str, after: str) -> None:
    """Enter a name if the page asks for one, before it shows the selector `after`."""
    dialog = page.get_by_role("dialog", name="Choose a name")
    dialog.or_(page.locator(after)).first.wait_for()
    if dialog.count():
        dialog.get_by_label("Name").fill(name)
        dialog.get_by_role("button", name="Continue").click()


def new_table(
    page: Page, game: str, *, seat: str, players: int = 2, local: bool = False, **more: Any
) -> str:
    """Open a table with the form, with me in seat 1 and to start; return its path.

    The server plays it, unless it is `local`.
    """
    page.goto(f"/new/{game}")
    page.get_by_role("group", name="Players").get_by_label(str(players), exact=True).check()
    if more.get("partners"):
        page.get_by_label("Two teams").check()
        page.get_by_role("radio", name=more["partners"]).check()
    for k in range(2, players + 1):
        page.get_by_role("combobox", name=f"Seat {k}", exact=True).select_option(seat)
    if more.get("level"):
        page.get_by_label("Level").select_option(more["level"])
    page.get_by_label("First player").select_option("1")
    if more.get("clock"):
        page.get_by_label("Clock").select_option(more["clock"])
    on_server = page.get_by_label("Keep the game on the server")
    if not local and on_server.count():
        on_server.check()
    page.get_by_role("button", name="Open table").click()
    introduce(page, more.get("name", "Ada"), ".table")
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator(".table")).to_be_visible()
    path: str = page.evaluate("location.pathname")
    return path


@contextmanager
def players_of(page: Page) -> Iterator[None]:
    """Show the players, who are in a sheet where there is no room beside the board."""
    menu = page.get_by_role("button", name="Menu of this table")
    is_sheet = menu.count() > 0 and page.locator(".table.fitted").count() > 0
    if is_sheet:
        menu.click()
        page.get_by_role("tab", name="Players").click()
    yield
    if is_sheet:
        page.locator("aside").get_by_role("button", name="Close").click()


def at_pace(send: Callable[[], APIResponse]) -> APIResponse:
    """Return the answer as soon as the server takes one more request of this page."""

    def answer() -> APIResponse | None:
        tried = send()
        return None if tried.status == 429 and tried.json()["code"] == "too-much" else tried

    done = eventually(answer, pause=0.2, what="the limit is never lifted")
    assert done is not None
    return done


# --- by clicks


def click_ingenious(page: Page, rng: random.Random) -> None:
    swap = page.get_by_role("button", name="Keep tiles")
    if swap.count():
        (swap if rng.random() < 0.5 else page.get_by_role("button", name="Swap all tiles")).click()
        page.get_by_role("button", name="Confirm").click()
        return
    rack = page.get_by_role("group", name="Your tiles").get_by_role("button")
    some(rack, rng).click()
    if rng.random() < 0.5:
        page.get_by_role("button", name="Turn", exact=False).first.click()
    some(page.locator(".cell.open"), rng).click()
    page.get_by_role("button", name="Lay tile").click()


def click_tile_challenge(page: Page, rng: random.Random) -> None:
    group = page.get_by_role("group", name="Your move")
    can = group.locator("button[aria-disabled=false]")
    can.nth(0 if rng.random() < 0.5 else can.count() - 1).click()


def click_spezial(page: Page, rng: random.Random) -> None:
    there_is_no_room = page.get_by_role("button", name="No room left: pass")
    if there_is_no_room.count():
        there_is_no_room.click()
        return
    some(page.locator(".board [aria-label*='a tile fits here']"), rng).click()
    page.mouse.click(*rng.choice(middles(page, ".partner")))
    bonus = page.get_by_role("group", name="Bonus point in:")
    lay = page.get_by_role("button", name="Lay tile")
    while lay.is_disabled():
        bonus.get_by_role("button").nth(rng.randrange(4)).click()
    lay.click()


def click_phoenix(page: Page, rng: random.Random) -> None:
    go_on(page)
    if is_over(page):
        return
    hand = page.get_by_role("group", name="Your cards").get_by_role("button")
    some(hand, rng).click()
    confirm = page.locator("button.confirm")
    targets = page.locator("button.place.target:not(.first)")
    for _ in range(2):
        if confirm.is_disabled() and targets.count():
            some(targets, rng).click()
    if confirm.is_disabled():
        page.get_by_role("button", name="Discard", exact=False).first.click()
    confirm.click()


def go_on(page: Page) -> None:
    """Continue to the next round, if a summary is shown."""
    summary = page.get_by_role("button", name=re.compile("On to round|On to the result"))
    if summary.count():
        summary.click()


CLICKS: dict[str, Callable[[Page, random.Random], None]] = {
    "ingenious": click_ingenious,
    "tile-challenge": click_tile_challenge,
    "spezial": click_spezial,
    "phoenix": click_phoenix,
}


# --- by keys


def tab_to(page: Page, what: Locator) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(80):
        if what.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {what}")


def press_ingenious(page: Page, rng: random.Random) -> None:
    keep = page.get_by_role("button", name="Keep tiles")
    if keep.count():
        tab_to(page, keep)
        page.keyboard.press("Enter")
        tab_to(page, page.get_by_role("button", name="Confirm"))
        page.keyboard.press("Enter")
        return
    page.keyboard.press(rng.choice("123456"))
    for _ in range(rng.randint(1, 6)):
        page.keyboard.press(rng.choice(("n", "n", "Shift+N", "r", "f")))
    for _ in range(rng.randint(0, 3)):
        page.keyboard.press(rng.choice(("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")))
    if page.locator(".ghost").count() == 0:
        page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")


def press_tile_challenge(page: Page, rng: random.Random) -> None:
    for key in [*rng.sample("DS", 2), "T"]:
        before = moves(page)
        button = page.locator(f"button[aria-keyshortcuts='{key}']")
        if button.get_attribute("aria-disabled") == "false":
            page.keyboard.press(key)
            wait_for_move(page, before)
            return


def press_spezial(page: Page, rng: random.Random) -> None:
    there_is_no_room = page.get_by_role("button", name="No room left: pass")
    if there_is_no_room.count():
        tab_to(page, there_is_no_room)
        page.keyboard.press("Enter")
        return
    tab_to(page, page.locator(".board [tabindex='0']"))
    for _ in range(rng.randint(0, 5)):
        page.keyboard.press(rng.choice(("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")))
    for _ in range(rng.randint(1, 3)):
        page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.keyboard.press(rng.choice(("n", "Shift+N")))
    page.keyboard.press("Enter")
    if moves(page) < 2:
        expect(page.locator(".parts")).to_be_visible()  # once, what it brings is waited for
    while page.get_by_role("button", name="Lay tile").is_disabled():
        page.keyboard.press(rng.choice("1234"))
    page.keyboard.press("Enter")


def press_phoenix(page: Page, rng: random.Random) -> None:
    go_on_button = page.get_by_role("button", name=re.compile("On to round|On to the result"))
    if go_on_button.count():
        tab_to(page, go_on_button)
        page.keyboard.press("Enter")
    if is_over(page):
        return
    hand = page.get_by_role("group", name="Your cards").get_by_role("button").count()
    page.keyboard.press(str(rng.randint(1, hand)))
    confirm = page.locator("button.confirm")
    for _ in range(3):
        if not confirm.is_disabled():
            break
        focused = page.evaluate("document.activeElement.classList.contains('target')")
        page.keyboard.press("Enter" if focused else "Delete")
    if moves(page) < 2:
        expect(page.locator(".hint b")).to_contain_text("would score")  # the preview, once
    page.keyboard.press("Enter")


KEYS: dict[str, Callable[[Page, random.Random], None]] = {
    "ingenious": press_ingenious,
    "tile-challenge": press_tile_challenge,
    "spezial": press_spezial,
    "phoenix": press_phoenix,
}


def play(page: Page, game: str, *, keys: bool = False, most: int = 400, seed: int = 1) -> int:
    """Play until the game is over, or at most `most` moves; return their number."""
    rng = random.Random(seed)
    hand = (KEYS if keys else CLICKS)[game]
    for count in range(most):
        wait_for_turn(page)
        if is_over(page):
            return count
        wait_for_board(page, game)
        before = moves(page)
        hand(page, rng)
        wait_for_move(page, before)
    return most
