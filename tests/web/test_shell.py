"""Around the boards: notices above the page, names, pairing, moves to step back through."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.live import Server
from tests.web.conftest import Window
from tests.web.playing import introduce, moves, new_table, play, play_on_server, wait_for_turn
from tests.web.test_pages import violations
from tests.web.wire import Wire

BOARD = ".middle svg.board"


def box(page: Page) -> Any:
    """Where the board is on the page, however far that is scrolled."""
    return page.locator(BOARD).evaluate("""(board) => {
      const { x, y, width, height } = board.getBoundingClientRect();
      return [x + scrollX, y + scrollY, width, height].map(Math.round);
    }""")


def settled(page: Page) -> Any:
    """Where the board is, when it is drawn and nothing moves any more."""
    page.locator(".rack button").first.wait_for()
    return box(page)


def test_notices_do_not_move_the_board(window: Window, server: Server) -> None:
    with Wire(server.port) as wire:
        page = window(address=wire.address, viewport={"width": 360, "height": 740})
        path = new_table(page, "ingenious", seat="bot")
        before = settled(page)
        wire.cut()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        assert box(page) == before
        wire.mend()
        expect(page.get_by_text("Connection lost")).to_have_count(0)
        assert box(page) == before
        # The server refuses something: in another tab the game goes on, and it is too late here.
        page.route("**/positions/**", lambda route: route.fulfill(status=409, json={
            "code": "not-begun", "sentence": "the game has not begun", "facts": {},
        }))  # fmt: skip
        play(page, "ingenious", most=1)
        wait_for_turn(page)
        page.get_by_role("button", name="Menu of this table").click()
        before = settled(page)
        page.get_by_role("list", name="Moves").get_by_role("button").first.click()
        expect(page.get_by_role("alert")).to_contain_text("The game has not started yet.")
        assert box(page) == before
        page.get_by_role("alert").get_by_role("button", name="Close").click()
        assert page.evaluate("location.pathname") == path


def test_one_steps_back_through_a_game_that_goes_on(window: Window) -> None:
    page = window()
    new_table(page, "ingenious", seat="bot")
    play(page, "ingenious", most=2)
    wait_for_turn(page)
    last = moves(page)
    laid, before = page.locator(".board .laid"), settled(page)
    now = laid.count()
    listed = page.get_by_role("list", name="Moves").get_by_role("button")
    expect(listed).to_have_count(last)
    expect(listed.last).to_have_attribute("aria-current", "step")
    assert page.locator("aside .gain").count() > 0, "what a move gained is beside it"
    listed.first.click()
    expect(page.get_by_text(f"Move 1 of {last}")).to_be_visible()
    expect(laid).to_have_count(now - (last - 1))
    assert box(page) == before
    assert violations(page, "looking back") == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.get_by_role("button", name="Lay tile")).to_have_count(0)
    listed.first.focus()  # on the phone the list was in a sheet that was closed
    page.keyboard.press("ArrowDown")
    expect(page.get_by_text(f"Move 2 of {last}")).to_be_visible()
    expect(listed.nth(1)).to_be_focused()
    page.get_by_role("button", name="Previous move").click()
    expect(page.get_by_text(f"Move 1 of {last}")).to_be_visible()
    page.get_by_role("button", name="It’s your turn.").click()
    expect(laid).to_have_count(now)
    play(page, "ingenious", most=1)
    assert moves(page) > last


def test_people_find_each_other_by_pairing(window: Window) -> None:
    ada, bob = window(), window()
    for page, name in ((ada, "Ada"), (bob, "Bob")):
        page.goto("/")
        pairing = page.get_by_role("region", name="Find an opponent")
        pairing.get_by_label("Game").select_option("phoenix")
        pairing.get_by_role("button", name="Find an opponent").click()
        introduce(page, name, ".pairing .spin, .table")
        if page is ada:
            expect(pairing.get_by_text("Phoenix: looking for an opponent…")).to_be_visible()
            pairing.get_by_role("button", name="Cancel").click()
            expect(pairing.get_by_role("button", name="Find an opponent")).to_be_visible()
            pairing.get_by_role("button", name="Find an opponent").click()
            page.get_by_role("link", name="Learn").click()  # one may go elsewhere meanwhile
            expect(page.get_by_text("Phoenix: looking for an opponent…")).to_be_visible()
    for page in (ada, bob):
        page.wait_for_url(re.compile("/table/"))
        expect(page.locator(".table[data-phase=playing]")).to_be_visible()
        expect(page.get_by_text("looking for an opponent")).to_have_count(0)
    assert ada.url == bob.url
    expect(ada.get_by_role("region", name=re.compile("Bob$"))).to_be_visible()


def test_spectators_are_counted_and_new_chat_lines_show_while_the_chat_is_closed(
    window: Window,
) -> None:
    host, guest, eve = window(), window(), window()
    path = new_table(host, "tile-challenge", seat="open")
    guest.goto(path)
    guest.get_by_role("button", name="Take seat 2").click()
    guest.get_by_role("button", name="Cancel").click()  # a guest without a name does not sit
    expect(guest.get_by_role("button", name="Take seat 2")).to_be_visible()
    guest.get_by_role("button", name="Take seat 2").click()
    introduce(guest, "Bob", ".never")
    host.get_by_role("button", name="Start game").click()
    eve.goto(path)
    expect(host.get_by_text("1 spectator")).to_be_visible()
    guest.get_by_role("tab", name="Chat").click()
    say = guest.get_by_label("Write a message")
    for text in ("hello", "how are you?"):
        say.fill(text)
        guest.get_by_role("button", name="Send").click()
        expect(say).to_have_value("")
    tab = host.get_by_role("tab", name="Chat")
    expect(tab).to_contain_text("2 new")
    expect(host.locator("[aria-live=polite]", has_text="Bob says: how are you?")).to_have_count(1)
    tab.click()
    expect(tab).not_to_contain_text("new")
    for k in range(12):  # much at once is refused, and stays where it was written
        if guest.get_by_role("alert").count():
            break
        say.fill(f"and {k}")
        guest.get_by_role("button", name="Send").click()
        guest.wait_for_function(
            """() => document.querySelector("[role=alert]") ||
                 !document.querySelector("[id^=say-]").value"""
        )
    expect(guest.get_by_role("alert")).to_contain_text("Too many requests.")
    expect(say).to_have_value(re.compile(r"and \d+"))


def test_low_time_is_announced_once(window: Window) -> None:
    page = window()
    page.goto("/new/tile-challenge")
    page.get_by_label("Clock").select_option("own")
    page.get_by_label("Minutes per player").fill("1")
    page.get_by_label("Increment in seconds").fill("0")
    page.get_by_label("First player").select_option("1")
    page.clock.install()
    page.get_by_role("button", name="Open table").click()
    mine = page.get_by_role("region", name="Seat 1: Guest")
    expect(mine.get_by_role("timer")).to_contain_text(re.compile(r"^(1:00|0:5\d)$"))
    page.clock.run_for(45_000)
    expect(mine.get_by_role("timer")).to_contain_text("⚠")
    expect(page.get_by_text("Only 20 seconds left!")).to_have_count(1)
    told = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert told["terms"]["pace"] == {"seconds": 60, "increment": 0, "by_turn": False}


def test_navigation_moves_the_focus_to_the_heading(window: Window) -> None:
    page = window()
    page.goto("/")
    page.get_by_role("link", name="Learn").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Learn to play")).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_focused()
    page.goto("/table/%E0%A4%A")  # that cannot be decoded
    expect(page.get_by_role("alert").or_(page.locator("h1")).first).to_be_visible()
    new_table(page, "ingenious", seat="screen")
    page.locator(BOARD).wait_for()  # it is fetched when it is first needed
    play(page, "ingenious", most=1)  # the first player has the device in hand
    page.get_by_role("button", name="I’m ready").press("Enter")
    expect(page.locator(f"{BOARD} [tabindex='0']")).to_be_focused()


def test_tabs_share_settings_and_account(window: Window) -> None:
    page = window()
    page.goto("/settings")
    other = page.context.new_page()
    other.goto("/account")
    page.get_by_label("Language").select_option("de")
    expect(other.locator("html")).to_have_attribute("lang", "de")
    other.get_by_label("Name", exact=True).first.fill("Ada")
    other.get_by_role("button", name="Weiter", exact=True).click()
    expect(page.get_by_role("button", name="Menü: Ada")).to_be_visible()


def test_the_account_survives_a_late_server(window: Window) -> None:
    page = window()
    page.goto("/account")
    page.get_by_label("Name", exact=True).first.fill("Ada")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("button", name="Menu: Ada")).to_be_visible()
    page.route("**/api/me", lambda route: route.abort())
    page.goto("/new/tile-challenge")
    page.get_by_label("Keep the game on the server").check()
    page.get_by_role("button", name="Open table").click()
    expect(page.get_by_role("alert")).to_contain_text("No connection.")
    page.unroute("**/api/me")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("button", name="Menu: Ada")).to_be_visible()


def test_a_link_that_leads_only_here_says_so_and_is_copied_without_https(window: Window) -> None:
    page = window()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    new_table(page, "phoenix", seat="open")
    expect(page.get_by_text("only works on this computer")).to_be_visible()
    page.get_by_role("button", name="Share link").click()
    expect(page.get_by_text("Copied")).to_be_visible()


def test_the_record_is_checked_against_the_commitment_before_the_game(window: Window) -> None:
    page = window()
    play_on_server(page, "tile-challenge")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Confirm resignation").click()
    page.get_by_role("link", name="Review").click()
    fair = page.get_by_role("region", name="Was the deal fair?")
    fair.get_by_role("button", name="Verify").click()
    expect(fair.get_by_text("✓ Verified")).to_be_visible()
    for said in ("saw the fingerprint before", "the key’s fingerprint", "own contribution"):
        expect(fair.get_by_role("listitem").filter(has_text=said)).to_contain_text("✓")
    page.evaluate("""() => {
      const all = JSON.parse(localStorage["genial.promises"]);
      for (const one of Object.values(all)) one.commitment = "00".repeat(32);
      localStorage["genial.promises"] = JSON.stringify(all);
    }""")
    page.reload()
    fair.get_by_role("button", name="Verify").click()
    expect(fair.get_by_text("✗ Something does not match")).to_be_visible()
    expect(fair.get_by_text("Verified")).to_have_count(0)


def offer_newer_version(page: Page, wire: Wire) -> str:
    """Let the server have a newer version, and the page offer it; return its name."""
    version = re.search(r'VERSION = "(\w+)"', page.request.get("/sw.js").text())
    assert version is not None
    newer = "f" * len(version[1])
    wire.swaps = {  # the worker comes as it is, though it was known before, and is another one
        b"gzip": b"none", version[1].encode(): newer.encode(),
        b"If-None-Match": b"X-None-Match.", b"if-none-match": b"x-none-match.",
    }  # fmt: skip
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    expect(page.get_by_text("A new version is available.")).to_be_visible()
    return newer


def test_a_newer_version_is_offered_and_loaded(window: Window, server: Server) -> None:
    with Wire(server.port) as wire:
        page = window(address=wire.address, service_workers="allow")
        page.goto("/settings")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        newer = offer_newer_version(page, wire)
        with page.expect_navigation():
            page.get_by_role("button", name="Update").click()
        expect(page.get_by_role("heading", name="Settings")).to_be_visible()
        page.wait_for_function(
            "names => caches.keys().then((all) => all.sort().join() === names)",
            arg=f"genial-{newer},words",
        )
