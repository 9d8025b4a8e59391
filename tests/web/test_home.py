"""The first page: one request for its data, and lists that arrive over the socket."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page, Request, expect

from tests.server.live import Server
from tests.web.conftest import Window
from tests.web.wire import Wire

SECTION = "section:has(h2:text-is('{}'))"
POLL = 16_000  # milliseconds: longer than the interval of the fallback
PATIENCE = 60_000  # milliseconds


def api_requests(page: Page) -> list[str]:
    """Return the paths of the API that the page requests from now on."""
    asked: list[str] = []

    def note(request: Request) -> None:
        path = urlsplit(request.url).path
        if path.startswith("/api/"):
            asked.append(f"{request.method} {path}")

    page.on("request", note)
    return asked


def see_new_table(page: Page, server: Server) -> None:
    """Wait until a new table has arrived over the socket: by then the page is complete."""
    table = server.guest("Host").open("tile-challenge", "me", "open")
    expect(page.locator(f"main a[href='/table/{table}']")).to_be_visible(timeout=PATIENCE)


def test_the_first_page_needs_one_request_for_its_data(window: Window, server: Server) -> None:
    page = window()
    asked = api_requests(page)
    page.goto("/")
    expect(page.locator(".games li")).to_have_count(4)
    expect(page.locator(".daily")).to_be_visible()
    see_new_table(page, server)
    assert asked == ["GET /api/home"]


def test_a_known_player_needs_one_request_too(window: Window, server: Server) -> None:
    page = window()
    page.goto("/")
    assert page.request.post("/api/guests", data={"name": "Homer"}).ok
    asked = api_requests(page)
    page.goto("/")
    expect(page.get_by_role("button", name="Menu: Homer")).to_be_visible()
    expect(page.locator(".games li")).to_have_count(4)
    see_new_table(page, server)
    assert asked == ["GET /api/home"]


def test_a_new_table_appears_in_the_lobby_without_a_poll(window: Window, server: Server) -> None:
    page = window()
    page.clock.install()
    page.goto("/")
    expect(page.locator(".games li")).to_have_count(4)
    asked = api_requests(page)
    host = server.guest("Lobbyist")
    table = host.open("tile-challenge", "me", "open")
    entry = page.locator(f"main a[href='/table/{table}']")
    expect(entry).to_be_visible(timeout=PATIENCE)
    assert host.http.delete(f"/api/tables/{table}/seats").status_code == 200
    expect(entry).to_have_count(0, timeout=PATIENCE)
    page.clock.fast_forward(POLL)
    see_new_table(page, server)
    assert asked == [], "nothing is polled while the socket is open"


def test_while_the_socket_is_down_the_page_is_polled(window: Window, server: Server) -> None:
    page = window()
    page.route_web_socket("**/api/live/v1", lambda socket: socket.close())
    page.clock.install()
    page.goto("/")
    expect(page.locator(".games li")).to_have_count(4)
    table = server.guest("Patient").open("tile-challenge", "me", "open")
    page.clock.fast_forward(POLL)
    expect(page.locator(f"main a[href='/table/{table}']")).to_be_visible(timeout=PATIENCE)


PART = "/assets/client.svelte-"  # loaded a moment after the page


def test_a_part_that_a_newer_build_does_not_have_loads_the_page_anew(
    window: Window, server: Server
) -> None:
    page = window()
    page.route(f"**{PART}*", lambda route: route.fulfill(status=404), times=1)
    with page.expect_response(lambda part: PART in part.url and part.ok):
        page.goto("/")
    expect(page.locator(".games li")).to_have_count(4)


def test_a_part_that_cannot_be_loaded_without_the_server_leaves_the_page_as_it_is(
    window: Window, server: Server
) -> None:
    with Wire(server.port) as wire:
        page = window(address=wire.address)
        page.clock.install()  # nothing is loaded before it is wanted
        page.goto("/")
        expect(page.locator(".games li")).to_have_count(4)
        wire.cut()
        with page.expect_event("requestfailed", lambda request: request.method == "HEAD"):
            page.get_by_role("button", name="Play now").first.hover()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        expect(page.locator(".games li")).to_have_count(4)


def test_lists_are_followed_again_after_the_connection_was_lost(
    window: Window, server: Server
) -> None:
    with Wire(server.port) as wire:
        page = window(address=wire.address)
        page.goto("/")
        expect(page.locator(".games li")).to_have_count(4)
        wire.cut()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        table = server.guest("Meanwhile").open("tile-challenge", "me", "open")
        wire.mend()
        expect(page.get_by_text("Connection lost")).to_have_count(0)
        expect(page.locator(f"main a[href='/table/{table}']")).to_be_visible(timeout=PATIENCE)
