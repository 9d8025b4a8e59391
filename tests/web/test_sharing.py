"""Sharing in a browser: pictures, a board on another website, score sheets, invitations."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Frame, Page, expect

from tests.server.live import Server
from tests.server.test_sharing import name_of
from tests.server.waiting import eventually
from tests.web.conftest import Window
from tests.web.test_evening import SCREENS
from tests.web.test_pages import violations
from tests.web.test_review import review_game, saved

TOLD = """new MutationObserver((_, observer) => {
  if (!document.head) return;
  observer.disconnect();
  const meta = document.createElement("meta");
  [meta.name, meta.content] = ["genial-address", "ADDRESS"];
  document.head.append(meta);
}).observe(document, { childList: true, subtree: true })"""


_BROKEN = """() => [...document.querySelectorAll("th")].filter((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return range.getClientRects().length > 1;
}).map((one) => one.textContent)"""


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    """A finished game between two guests; its table."""
    from tests.server.test_review import finished_game

    SCREENS.mkdir(parents=True, exist_ok=True)
    _, _, table = finished_game(server, "ingenious")
    return name_of(table)


@pytest.fixture
def framed() -> Iterator[Callable[[Page, str], Frame]]:
    """Show a page in a frame of another website, which is on this machine, too."""
    html = ""

    class Blog(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            pass

    blog = ThreadingHTTPServer(("127.0.0.1", 0), Blog)
    thread = threading.Thread(target=blog.serve_forever)
    thread.start()

    def show(page: Page, source: str) -> Frame:
        nonlocal html
        html = f'<!doctype html><title>Blog</title><iframe src="{source}" width="560" height="680">'
        page.goto(f"http://127.0.0.1:{blog.server_port}/")
        (frame,) = page.main_frame.child_frames
        return frame

    yield show
    blog.shutdown()
    thread.join()
    blog.server_close()


@pytest.mark.parametrize(
    ("language", "scheme", "width"), [("en-GB", "light", 560), ("de-DE", "dark", 360)]
)
def test_a_board_is_replayed_on_another_website(
    window: Window, server: Server, finished: str, framed: Callable[[Page, str], Frame],
    language: str, scheme: Any, width: int,
) -> None:  # fmt: skip
    page = window(locale=language, color_scheme=scheme, viewport={"width": 700, "height": 760})
    frame = framed(page, f"{server.address}/embed/table/{finished}?move=2")
    told, board = frame.get_by_role("status"), frame.locator("#board")
    word = "Zug" if language == "de-DE" else "Move"
    expect(told).to_have_text(re.compile(rf"^{word} 2 (von|of) \d+ · \w+.*: "))
    assert board.evaluate("image => image.decode().then(() => image.naturalWidth)") > 300
    assert (f"theme={scheme}") in board.evaluate("image => image.currentSrc")
    frame.get_by_role("button", name="Next move" if word == "Move" else "Nächster Zug").click()
    expect(told).to_have_text(re.compile(rf"^{word} 3 "))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(told).to_have_text(re.compile(rf"^{word} 1 "))
    eventually(lambda: "move=1&" in board.evaluate("image => image.currentSrc"))
    page.keyboard.press("Home")
    expect(frame.locator("#previous")).to_be_disabled()
    slider = frame.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(told).to_have_text(re.compile(rf"^{word} 1 "))
    play = frame.locator("#play")
    play.click()
    expect(told).to_have_text(re.compile(rf"^{word} 3 "))
    play.click()
    expect(play).to_have_attribute("aria-label", "Play" if word == "Move" else "Abspielen")
    page.goto(f"{server.address}/embed/table/{finished}")
    page.set_viewport_size({"width": width, "height": 600})
    expect(page.get_by_role("status")).to_be_visible()
    assert violations(page, "an embedded board") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.scrollHeight") <= 600
    page.screenshot(path=SCREENS / f"embedded-{scheme}-{width}.png")


def test_other_websites_cannot_frame_anything_else(
    window: Window, server: Server, finished: str
) -> None:
    page = window()
    for path in ("/about", f"/sheet/table/{finished}"):
        answer = page.request.get(server.address + path)
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_a_review_is_saved_as_pictures_and_animations(window: Window) -> None:
    page = window()
    review_game(page)
    assert b"<svg" in saved(page, "Picture (SVG)")[:200]
    assert saved(page, "Picture (PNG)").startswith(b"\x89PNG")
    assert saved(page, "Animation (GIF)").startswith(b"GIF89a")
    assert saved(page, "Animation (WebP)")[8:12] == b"WEBP"
    code = page.get_by_label("Board for your website or blog (HTML)").input_value()
    source = re.search(r'<iframe src="([^"]+)"', code)
    assert source is not None
    assert page.request.get(source[1]).ok
    page.get_by_role("button", name="First position").click()
    picture = page.get_by_role("link", name="Picture (SVG)")
    expect(picture).to_have_attribute("href", re.compile(r"\?move=0&seat=1$"))
    page.get_by_role("link", name="Score sheet to print").scroll_into_view_if_needed()
    page.screenshot(path=SCREENS / "sharing-panel.png")


def test_a_variation_is_drawn_as_well(window: Window) -> None:
    page = window()
    review_game(page)
    page.get_by_role("button", name="First position").click()
    page.get_by_role("button", name="Try other moves").click()
    page.locator(".rack .tile").first.click()
    page.locator(".cell.open").first.click()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Variation", exact=True)).to_be_visible()
    before = saved(page, "Picture (SVG)")
    assert b"seat 2 to move" in before


@pytest.mark.parametrize(("language", "words"), [("en-GB", "Print"), ("de-DE", "Drucken")])
def test_a_score_sheet_can_be_printed(
    window: Window, finished: str, language: str, words: str
) -> None:
    page = window(locale=language)
    page.goto(f"/sheet/table/{finished}")
    expect(page.get_by_role("button", name=words)).to_be_visible()
    assert violations(page, "a score sheet") == []
    page.screenshot(path=SCREENS / f"score-sheet-{words}.png")
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name=words)).to_be_hidden()
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(_BROKEN) == [], "no word of the headings is broken"


def test_invitations_carry_the_address_of_the_network(window: Window, server: Server) -> None:
    page = window()
    address = "http://192.168.7.7:8000"

    ada = server.guest("Ada")
    table = ada.open("phoenix", "me", "open")
    (cookie,) = [one for one in ada.http.cookies.jar if one.name == "genial"]
    page.context.add_cookies(
        [{"name": "genial", "value": cookie.value or "", "url": server.address}]
    )
    page.goto(f"/table/{name_of(table)}")
    link = page.get_by_label("Invitation link")
    expect(link).to_have_value(f"{server.address}/table/{name_of(table)}")
    expect(page.get_by_text("only works on this computer")).to_be_visible()
    page.add_init_script(TOLD.replace("ADDRESS", address))  # as the server writes it with --lan
    page.goto(f"/table/{name_of(table)}")
    expect(link).to_have_value(f"{address}/table/{name_of(table)}")
    expect(page.get_by_text("only works on this computer")).to_have_count(0)
