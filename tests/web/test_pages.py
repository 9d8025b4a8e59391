"""Every page: axe has nothing to object to, nothing scrolls sideways, and pictures are kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Window
from tests.web.playing import new_table, play, play_now

ROOT = Path(__file__).parents[2]
AXE = (ROOT / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
SCREENS = ROOT / "build" / "screens"

GAMES = ("ingenious", "tile-challenge", "spezial", "phoenix")
PAGES = {
    "home": "/",
    "learn": "/learn",
    **{f"rules-{game}": f"/learn/{game}" for game in GAMES},
    **{f"tutorial-{game}": f"/learn/{game}/play" for game in GAMES},
    **{f"new-{game}": f"/new/{game}" for game in GAMES},
    "records": "/review",
    "leaders": "/leaders",
    "records-alone": "/leaders/ingenious/solo",
    "daily": "/daily",
    "account": "/account",
    "settings": "/settings",
    "about": "/about",
    "missing": "/there/is/no/such/page",
}

DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 780}
LOOKS = [
    ("desktop-light", DESKTOP, "light", "en"),
    ("desktop-dark", DESKTOP, "dark", "de"),
    ("phone-light", PHONE, "light", "de"),
    ("phone-dark", PHONE, "dark", "en"),
]


# Nothing that is shown waits for something else.
LOADED = """() => ![...document.querySelectorAll("[role=status], .loading")]
  .some((one) => /^(One moment|Einen Moment)/.test(one.innerText))"""

# Resolves when nothing has changed on the page for a while.
QUIET = """() => new Promise((done) => {
  let timer = setTimeout(done, 150);
  new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, 150); })
    .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  setTimeout(done, 3000);
})"""


# What sticks out of the card it lies in.
OUTSIDE = """() => [...document.querySelectorAll(".card")].flatMap((card) => {
  const end = card.getBoundingClientRect().right + 1;
  return [...card.querySelectorAll("button, a, select, input, p, h2, h3, li")]
    .filter((one) => one.getBoundingClientRect().right > end && !one.closest(".unseen, .wide, pre"))
    .map((one) => `${one.tagName} ${one.className}`);
})"""


def objections(page: Page, name: str, *, axe: bool = True) -> list[str]:
    """What is wrong with the page that is shown, which is photographed."""
    page.wait_for_function(LOADED)
    page.evaluate(QUIET)
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / f"{name}.png", full_page=True)
    wrong = []
    assert page.viewport_size is not None
    # A phone's own width: its window grows with what is too wide.
    wide = page.evaluate("document.documentElement.scrollWidth") - page.viewport_size["width"]
    if wide > 0:
        wrong.append(f"{name}: {wide} pixels too wide")
    wrong += [f"{name}: {what} sticks out of its card" for what in page.evaluate(OUTSIDE)]
    return wrong + (violations(page, name) if axe else [])


def violations(page: Page, name: str) -> list[str]:
    """What axe objects to."""
    wrong = []
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE)
    found: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run({ resultTypes: ['violations'] })).violations"
    )
    for violation in found:
        where = "; ".join(" ".join(map(str, node["target"])) for node in violation["nodes"][:4])
        wrong.append(f"{name}: {violation['id']}: {violation['help']} ({where})")
    return wrong


@pytest.mark.parametrize(("look", "viewport", "scheme", "language"), LOOKS)
def test_pages_are_accessible_and_fit(
    window: Window, look: str, viewport: dict[str, int], scheme: str, language: str
) -> None:
    page = window(
        viewport=viewport, color_scheme=scheme, locale=language,
        has_touch=viewport is PHONE, is_mobile=viewport is PHONE,
    )  # fmt: skip
    wrong = []
    for name, path in PAGES.items():
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        wrong += objections(page, f"{name}-{look}", axe=viewport is DESKTOP)
    assert wrong == []


def change(page: Page, viewport: dict[str, int], scheme: str, language: str) -> None:
    """Another window, other taste; on the same page."""
    page.set_viewport_size(viewport)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.evaluate(
        """language => localStorage.setItem("genial", JSON.stringify(
             { ...JSON.parse(localStorage.getItem("genial")), language }))""",
        language,
    )
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("h1, .table .status").first).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_tables_are_accessible_and_fit(window: Window, game: str) -> None:
    page = window()
    play_now(page, game)
    play(page, game, most=3)
    expect(page.locator(".status")).to_be_visible()
    wrong = []
    for look, viewport, scheme, language in LOOKS:
        change(page, viewport, scheme, language)
        wrong += objections(page, f"table-{game}-{look}")
    assert wrong == []


def both(page: Page, name: str) -> list[str]:
    """What is wrong with a page on a desk and on a phone, in both themes and languages."""
    wrong = objections(page, f"{name}-desktop-light")
    change(page, PHONE, "dark", "de")
    wrong += objections(page, f"{name}-phone-dark")
    change(page, DESKTOP, "light", "en")
    return wrong


def test_a_table_that_waits_and_one_that_is_over(window: Window) -> None:
    page = window()
    new_table(page, "spezial", seat="open")
    wrong = both(page, "table-waiting")
    new_table(page, "phoenix", seat="bot")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Confirm resignation").click()
    expect(page.locator(".status")).to_contain_text("A player resigned.")
    wrong += both(page, "table-over")
    page.get_by_role("link", name="Review").click()
    page.wait_for_url(re.compile("/review/"))
    expect(page.locator("h1")).to_be_visible()
    wrong += both(page, "review")
    account = page.evaluate("fetch('/api/me').then((one) => one.json())")["account"]
    for name, path in {"profile": f"/people/{account}", "account-own": "/account"}.items():
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        wrong += both(page, name)
    new_table(page, "ingenious", seat="screen", players=4)
    play(page, "ingenious", most=1)  # the first player has the device in hand
    wrong += both(page, "table-curtain")
    page.get_by_role("button", name="I’m ready").click()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    wrong += objections(page, "table-four-phone-light")
    assert wrong == []


def test_the_first_load_is_small(window: Window) -> None:
    page = window()
    sizes: dict[str, int] = {}
    page.on("requestfinished", lambda request: sizes.update(
        {request.url: request.sizes()["responseBodySize"]}
    ))  # fmt: skip
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_have_count(4)
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.get_by_role("group", name="Your tiles")).to_be_visible()
    page.wait_for_load_state("networkidle")
    # The lists of tables are as long as other tests made them: 1.6 kB on a new server.
    engine = re.compile(r"\.(wasm|weights|json)$|-worker-|/api/home$")
    page_alone = {url: size for url, size in sizes.items() if not engine.search(url)}
    assert 20_000 < sum(page_alone.values()) < 118_400, page_alone
    assert len(page_alone) < len(sizes), "the engine is loaded beside it"


def test_it_starts_without_a_network(window: Window) -> None:
    page = window(service_workers="allow")
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => caches.keys().then((names) => names.length > 1)")
    page.context.set_offline(True)
    page.goto("/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    expect(page.get_by_text("You’re offline.")).to_be_visible()
    page.context.set_offline(False)
