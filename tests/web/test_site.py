"""The website as a folder of files, served by Python's own server under a path of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Response, expect

from genial.server.website.site import write_site
from tests.web.clicking import play_by_mouse
from tests.web.conftest import Window
from tests.web.playing import TITLES, moves, start_game, wait_for_turn
from tests.web.test_local import INSTALLED

PATH = "/games/of/ours/"
GOLDEN = Path(__file__).parents[1] / "golden"
RECORD = (GOLDEN / "ingenious-players2.txt").read_text(encoding="utf-8")


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a site under a path; its address."""
    root = tmp_path_factory.mktemp("host")
    write_site(root / PATH.strip("/"))
    files = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    thread = threading.Thread(target=files.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{files.server_port}{PATH}"
    files.shutdown()
    thread.join()
    files.server_close()


def watch(context: BrowserContext) -> list[str]:
    """Note what pages ask for beside the site, and what is not there."""
    wrong: list[str] = []

    def note(response: Response) -> None:
        if PATH not in response.url or response.status >= 400:
            wrong.append(f"{response.status} {response.url}")

    context.on("response", note)
    return wrong


def open_home(page: Page, site: str) -> None:
    page.goto(site)
    expect(page.get_by_role("button", name="Play now")).to_have_count(len(TITLES))


@pytest.mark.parametrize("game", TITLES)
def test_a_game_is_played_and_survives_a_reload(window: Window, site: str, game: str) -> None:
    page = window(address=site)
    wrong = watch(page.context)
    open_home(page, site)
    start_game(page, game, "casual")
    play_by_mouse(page, game, most=2)
    wait_for_turn(page)
    before = moves(page)
    page.reload()
    expect(page.locator(".table")).to_have_attribute("data-moves", str(before))
    play_by_mouse(page, game, most=1)
    wait_for_turn(page)
    assert moves(page) > before
    assert wrong == []


def test_everything_works_without_a_network_after_one_visit(window: Window, site: str) -> None:
    page = window(address=site, service_workers="allow")
    open_home(page, site)
    page.evaluate(INSTALLED)
    page.context.set_offline(True)
    page.reload()
    start_game(page, "spezial", "kid")
    assert play_by_mouse(page, "spezial", most=1) == 1
    page.get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn to play")


def test_pages_have_addresses_that_can_be_opened_and_copied(window: Window, site: str) -> None:
    page = window(address=site, locale="de-DE")
    wrong = watch(page.context)
    page.goto(site)
    learn = page.get_by_role("link", name="Lernen")
    learn.hover()
    address = learn.get_attribute("href")
    assert address == f"{site}?/learn"
    learn.click()
    assert page.url == address
    expect(page.get_by_role("heading", level=1)).to_have_text("Spielen lernen")
    other = page.context.new_page()
    other.goto(f"{site}?/learn/phoenix")
    expect(other.get_by_role("heading", name="Phoenix", level=1)).to_be_visible()
    page.go_back()
    expect(page.locator(".games > li")).to_have_count(len(TITLES))
    assert wrong == []


def test_what_needs_a_server_is_not_offered(window: Window, site: str) -> None:
    page = window(address=site)
    open_home(page, site)
    for name in ("Leaderboards", "Account", "Sign in"):
        expect(page.get_by_role("link", name=name)).to_have_count(0)
    for name in ("Invite a friend", "Find an opponent"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    page.goto(f"{site}?/review")
    expect(page.get_by_role("heading", name="Games and records")).to_be_visible()
    page.get_by_role("link", name="New table").click()
    options = page.locator("select[aria-label='Seat 2'] option")
    expect(options).to_have_count(2)
    expect(page.get_by_text("Rated")).to_have_count(0)
    page.get_by_role("button", name="Open table").click()
    expect(page.locator(".table")).to_have_attribute("data-phase", "playing")


def test_a_record_is_opened_analysed_and_kept(window: Window, site: str) -> None:
    page = window(address=site)
    wrong = watch(page.context)
    page.goto(f"{site}?/review")
    text, look = page.get_by_label("Or paste the text"), page.locator("form button.main")
    lines = RECORD.splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith("1 "))
    text.fill("\n".join([*lines[:first], "1 swap", *lines[first + 1 :]]))
    look.click()
    expect(page.get_by_role("alert")).to_contain_text(f"Line {first + 1} can’t be read.")
    text.fill(RECORD)
    look.click()
    expect(page.get_by_role("heading", name="Ingenious", level=1)).to_be_visible()
    page.get_by_role("button", name="First position").click()
    expect(page.get_by_text("Move 0 of", exact=False).last).to_be_visible()
    page.get_by_role("button", name="Try other moves").click()
    page.locator(".rack .tile").last.click()
    page.locator(".cell.open").last.click()
    page.get_by_role("button", name="Lay tile").click()
    expect(page.get_by_text("Variation", exact=True)).to_be_visible()
    analysis = page.get_by_role("region", name="Analysis")
    analysis.get_by_label("Depth").select_option("100 simulations per move")
    analysis.get_by_role("button", name="Analyse game").click()
    expect(analysis.get_by_role("button", name="Analyse again")).to_be_visible()
    page.goto(f"{site}?/review")
    records = page.get_by_role("list").filter(has_text="Ingenious")
    records.get_by_role("link", name="Review").click()
    expect(analysis.get_by_role("button", name="Analyse again")).to_be_visible()
    page.get_by_role("button", name="Delete this record").click()
    page.get_by_role("button", name="Confirm deletion").click()
    expect(page.get_by_role("heading", name="Games and records")).to_be_visible()
    expect(records).to_have_count(0)
    assert wrong == []


def test_a_site_can_be_installed(window: Window, site: str) -> None:
    page = window(address=site)
    page.goto(site)
    read = "async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()"
    manifest = page.evaluate(read)
    assert manifest["start_url"] == manifest["scope"] == "./"
    for icon in manifest["icons"]:
        assert page.request.get(site + icon["src"]).status == 200


def test_an_older_site_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    write_site(tmp_path / "site")
    (tmp_path / "site" / "stale").touch()
    write_site(tmp_path / "site", replace=True)
    assert not (tmp_path / "site" / "stale").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
