"""Games in the browser itself: without requests, without a network, kept, and seen in two tabs."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

import genial
from genial.bots import levels
from tests.server.live import Server
from tests.web.clicking import play_by_mouse
from tests.web.conftest import Window
from tests.web.playing import (
    TITLES,
    at_pace,
    fact,
    moves,
    new_table,
    play_now,
    start_game,
    wait_for_board,
    wait_for_move,
    wait_for_turn,
)
from tests.web.test_shell import offer_newer_version
from tests.web.wire import Wire

INSTALLED = """async () => {
  await navigator.serviceWorker.ready;
  while (navigator.serviceWorker.controller === null) await new Promise((go) => setTimeout(go, 50));
}"""

UNDONE = "(before) => Number(document.querySelector('.table').dataset.moves) < before"


@contextmanager
def requests_of(context: BrowserContext) -> Iterator[list[str]]:
    """Note the requests of all pages and workers that go to the API."""
    seen: list[str] = []
    context.on("request", lambda one: seen.append(one.url) if "/api/" in one.url else None)
    yield seen


def take_turn(page: Page, game: str) -> None:
    """Play a move, and wait until it is this player's turn again."""
    wait_for_board(page, game)
    before = moves(page)
    play_by_mouse(page, game, most=1)
    wait_for_move(page, before)
    wait_for_board(page, game)


@pytest.mark.parametrize("game", TITLES)
def test_a_whole_game_without_a_network(window: Window, server: Server, game: str) -> None:
    with Wire(server.port) as wire:
        page = window(address=wire.address, service_workers="allow")
        page.goto("/")
        expect(page.get_by_role("button", name="Play now")).to_have_count(4)
        page.evaluate(INSTALLED)
        wire.cut()
        start_game(page, game, "casual")
        assert "/table/local-" in page.url
        take_turn(page, game)
        before = moves(page)
        page.reload()
        expect(page.locator(".table")).to_have_attribute("data-moves", str(before))
        assert play_by_mouse(page, game) > 1
        assert fact(page, "phase") == "over"
        expect(page.get_by_role("dialog")).to_contain_text(re.compile("win|draw"))
        page.keyboard.press("Escape")
        with page.expect_download() as download:
            page.get_by_role("button", name="Record").click()
        (state,) = genial.verify(Path(download.value.path()).read_text())
        assert (state.over, state.move_count) == (True, moves(page)), (
            "Python deals and plays the same"
        )
        page.get_by_role("button", name="Rematch").click()
        expect(page.locator(".table")).to_have_attribute("data-phase", "playing")
        assert play_by_mouse(page, game, most=1) == 1


def test_a_local_game_sends_no_requests(window: Window) -> None:
    page = window()
    play_now(page, "ingenious", "expert")
    wait_for_board(page, "ingenious")
    with requests_of(page.context) as seen:
        play_by_mouse(page, "ingenious", most=3)
        wait_for_turn(page)
        page.get_by_role("tab", name="Hints").click()
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".ghost.fixed")).to_be_visible()
        page.get_by_role("button", name="Who’s ahead?").click()
        expect(page.locator(".advice .bar")).to_have_count(2)
        page.get_by_role("tab", name="Moves").click()
        page.get_by_role("list", name="Moves").get_by_role("button").first.click()
        expect(page.locator(".lookback")).to_be_visible()
        expect(page.locator(".still .board")).to_be_visible()
        page.locator(".lookback button").first.focus()
        page.keyboard.press("Escape")
        expect(page.locator(".lookback")).to_have_count(0)
        before = moves(page)
        page.get_by_role("button", name="Take back").click()
        page.wait_for_function(UNDONE, arg=before)
        play_by_mouse(page, "ingenious", most=1)
    assert seen == []
    assert page.context.cookies() == [], "no account was created"


def post(page: Page, path: str, **body: object) -> None:
    answer = at_pace(lambda: page.request.post(path, data=body))
    assert answer.ok, answer.text()


def games_of_account(page: Page) -> Locator:
    """Return the games in the history of the account, which is opened."""
    account = page.evaluate("localStorage['genial.me']")
    page.goto(f"/people/{account}")
    expect(page.get_by_role("heading", name="Game history")).to_be_visible()
    return page.locator("main li.card").filter(has_text="Played in the browser")


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Confirm resignation").click()
    expect(page.locator(".table")).to_have_attribute("data-phase", "over")


def test_games_without_a_network_are_in_the_history_of_the_account_once(
    window: Window, server: Server
) -> None:
    with Wire(server.port) as wire:
        page = window(address=wire.address, service_workers="allow")
        page.goto("/")
        post(page, "/api/guests", name=f"Ada {secrets.token_hex(4)}")
        post(page, "/api/me/password", password=secrets.token_hex(8))
        page.reload()
        expect(page.get_by_role("button", name="Play now")).to_have_count(4)
        page.evaluate(INSTALLED)
        wire.cut()
        start_game(page, "tile-challenge", "casual")
        play_by_mouse(page, "tile-challenge")
        assert fact(page, "phase") == "over"
        with page.expect_response("**/api/me/local-games") as sent:
            wire.mend()
        assert sent.value.ok
        assert sent.value.request.post_data_json["seats"][1] == {"type": "bot", "level": "casual"}
        game = games_of_account(page)
        expect(game).to_have_count(1)
        expect(game).to_contain_text("Tile Challenge")
        game.get_by_role("link", name="Review").click()
        expect(page.get_by_role("region", name="Analysis")).to_be_visible()
        expect(page.get_by_text("Verify")).to_have_count(0)
        page.goto("/review")
        expect(page.get_by_text("in your game history")).to_be_visible()
        with requests_of(page.context) as seen, page.expect_response("**/api/me/local-games"):
            play_now(page, "phoenix")  # nothing is sent before this game is over
            wait_for_board(page, "phoenix")
            resign(page)
        assert len([url for url in seen if url.endswith("local-games")]) == 1
        expect(games_of_account(page)).to_have_count(2)


def test_a_game_that_the_server_refuses_is_not_sent_again(window: Window) -> None:
    page = window()
    page.goto("/")
    post(page, "/api/guests", name=f"Ada {secrets.token_hex(4)}")
    post(page, "/api/me/password", password=secrets.token_hex(8))
    refusal = {"code": "bad-record", "sentence": "no", "facts": {}}
    page.context.route(
        "**/api/me/local-games", lambda route: route.fulfill(status=400, json=refusal)
    )
    play_now(page, "phoenix")
    wait_for_board(page, "phoenix")
    resign(page)
    expect(page.get_by_role("alert")).to_contain_text("The server didn’t accept a game")
    with requests_of(page.context) as seen:
        page.goto("/review")
        expect(page.get_by_text("not accepted by the server")).to_be_visible()
        play_now(page, "phoenix")
        wait_for_board(page, "phoenix")
    assert not [url for url in seen if url.endswith("local-games")]


def test_games_of_another_account_stay_in_the_browser(window: Window) -> None:
    page = window()
    page.goto("/")
    for name in ("Ada", "Bob"):
        page.context.clear_cookies()
        post(page, "/api/guests", name=f"{name} {secrets.token_hex(4)}")
        if name == "Ada":  # a guest, whose games have no history yet
            play_now(page, "phoenix")
            wait_for_board(page, "phoenix")
            resign(page)
    post(page, "/api/me/password", password=secrets.token_hex(8))
    with requests_of(page.context) as seen, page.expect_response("**/api/me/local-games"):
        play_now(page, "tile-challenge")
        wait_for_board(page, "tile-challenge")
        resign(page)
    assert len([url for url in seen if url.endswith("local-games")]) == 1
    game = games_of_account(page)
    expect(game).to_have_count(1)
    expect(game).to_contain_text("Tile Challenge")


def test_games_of_this_browser_are_listed_continued_and_deleted(window: Window) -> None:
    page = window()
    play_now(page, "phoenix")
    take_turn(page, "phoenix")
    before = moves(page)
    page.goto("/")
    heading = page.get_by_role("heading", name="Games in this browser")
    mine = page.locator("section").filter(has=heading)
    expect(mine.get_by_role("listitem")).to_have_count(1)
    mine.get_by_role("link", name="Continue").click()
    expect(page.locator(".table")).to_have_attribute("data-moves", str(before))
    page.goto("/")
    mine.get_by_role("button", name="Delete").click()
    mine.get_by_role("button", name="Really delete?").click()
    expect(mine).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("alert")).to_contain_text("This table doesn’t exist.")


def test_two_tabs_show_the_same_local_game(window: Window) -> None:
    first = window()
    play_now(first, "tile-challenge")
    second = first.context.new_page()
    second.goto(first.url)
    for one, other in ((first, second), (second, first)):
        take_turn(one, "tile-challenge")
        expect(other.locator(".table")).to_have_attribute("data-moves", fact(one, "moves"))
        expect(other.locator(".table")).to_have_attribute("data-turn", fact(one, "turn"))


def test_a_full_storage_is_said_and_the_game_goes_on(window: Window) -> None:
    page = window()
    page.goto("/")
    origin = page.evaluate("location.origin")
    quota = {"origin": origin, "quotaSize": 1}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", quota)
    start_game(page, "ingenious", "kid")
    notice = page.get_by_text("This browser can’t save the game")
    expect(notice).to_be_visible()
    with page.expect_download() as download:
        notice.get_by_role("button", name="Record").click()
    text = Path(download.value.path()).read_text()
    assert text.startswith("game: ingenious\n")
    assert "* rack 2 ?? ?? ?? ?? ?? ??" in text, "the bot's tiles stay hidden"
    notice.get_by_role("button", name="Close").click()
    assert play_by_mouse(page, "ingenious", most=2) == 2


def fill_on_demand(route: Route) -> None:
    """Let nothing be stored from a moment on: browsers count what is written only now and then."""
    full = """new BroadcastChannel("full").onmessage = () => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (value) {
        const request = put.call(this, value);
        this.transaction.abort();
        return request;
      };
    };"""
    answer = route.fetch()
    route.fulfill(response=answer, body=full + answer.text())


def test_a_storage_that_is_full_in_the_middle_keeps_what_it_has(window: Window) -> None:
    page = window()
    page.context.route("**/tables-worker*.js", fill_on_demand)
    play_now(page, "ingenious", "kid")
    take_turn(page, "ingenious")
    stored = moves(page)
    page.evaluate("new BroadcastChannel('full').postMessage('')")
    take_turn(page, "ingenious")
    notice = page.get_by_text("This browser can’t save the game")
    expect(notice).to_be_visible()
    assert moves(page) > stored, "the game goes on"
    with page.expect_download() as download:
        notice.get_by_role("button", name="Record").click()
    record = Path(download.value.path()).read_text()
    assert len(re.findall(r"^[12] \S+$", record, re.MULTILINE)) == moves(page)
    page.reload()
    wait_for_board(page, "ingenious")
    assert moves(page) >= stored, "what was stored before is there"


@pytest.mark.parametrize("is_full", ["from the start", "in the middle"])
def test_a_game_that_cannot_be_stored_is_in_the_history_of_the_account_once(
    window: Window, is_full: str
) -> None:
    page = window()
    page.context.route("**/tables-worker*.js", fill_on_demand)
    page.goto("/")
    post(page, "/api/guests", name=f"Ada {secrets.token_hex(4)}")
    post(page, "/api/me/password", password=secrets.token_hex(8))
    play_now(page, "phoenix", "kid")
    wait_for_board(page, "phoenix")
    page.evaluate("new BroadcastChannel('full').postMessage('')")
    if is_full == "from the start":
        page.locator("header a").first.click()
        start_game(page, "phoenix", "kid")
        wait_for_board(page, "phoenix")
    take_turn(page, "phoenix")
    expect(page.get_by_text("This browser can’t save the game")).to_be_visible()
    finished = page.url.rsplit("/", 1)[1]
    with requests_of(page.context) as seen:
        with page.expect_response("**/api/me/local-games") as sent:
            resign(page)
        assert sent.value.ok
        assert sent.value.request.post_data_json["table"] == finished
        page.locator("header a").first.click()
        start_game(page, "phoenix", "kid")
        wait_for_board(page, "phoenix")
        with page.expect_response("**/api/me/local-games") as sent:
            resign(page)
        assert sent.value.request.post_data_json["table"] != finished
    assert len([url for url in seen if url.endswith("local-games")]) == 2
    expect(games_of_account(page)).to_have_count(2)


def test_an_update_in_the_middle_of_a_game_keeps_it(window: Window, server: Server) -> None:
    with Wire(server.port) as wire:
        page = window(address=wire.address, service_workers="allow")
        page.goto("/")
        expect(page.get_by_role("button", name="Play now")).to_have_count(4)
        page.evaluate(INSTALLED)
        start_game(page, "ingenious", "casual")
        take_turn(page, "ingenious")
        offer_newer_version(page, wire)
        take_turn(page, "ingenious")
        before, board = moves(page), page.locator(".board .laid").count()
        with page.expect_navigation():
            page.get_by_role("button", name="Update").click()
        expect(page.locator(".table")).to_have_attribute("data-moves", str(before))
        expect(page.locator(".board .laid")).to_have_count(board)
        page.evaluate(INSTALLED)
        wire.cut()
        page.reload()  # the newer version has all that the game needs
        expect(page.locator(".table")).to_have_attribute("data-moves", str(before))
        assert play_by_mouse(page, "ingenious", most=2) == 2


def fail(route: Route) -> None:
    route.fulfill(status=404)


def truncate(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.body()[:10_000])


def damage(route: Route) -> None:
    answer = route.fetch()
    half = len(answer.body()) // 2
    route.fulfill(response=answer, body=answer.body()[:half] + bytes(half))


def replace(route: Route) -> None:
    """Answer as hosts do that have a page for whatever is missing."""
    route.fulfill(status=200, content_type="text/html", body="<!doctype html><h1>Oops</h1>")


@pytest.mark.parametrize(
    ("kind", "engine"),
    [
        *(
            (kind, engine)
            for kind in ("wasm", "json")
            for engine in (fail, truncate, damage, replace)
        ),
        *(("weights", engine) for engine in (fail, truncate, replace)),
    ],
)
def test_without_a_whole_engine_the_server_plays(
    window: Window, kind: str, engine: Callable[[Route], None]
) -> None:
    page = window()
    page.context.route(f"**/ingenious*.{kind}", engine)
    play_now(page, "ingenious")
    assert "/table/local-" not in page.url
    expect(page.get_by_text("so the server’s bots play")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert play_by_mouse(page, "ingenious", most=1) == 1


def test_a_device_without_webassembly_gets_the_bots_of_the_server(window: Window) -> None:
    page = window()
    page.add_init_script("delete globalThis.WebAssembly")
    play_now(page, "tile-challenge")
    assert "/table/local-" not in page.url
    expect(page.get_by_text("so the server’s bots play")).to_be_visible()
    assert play_by_mouse(page, "tile-challenge", most=2) == 2


def test_players_at_one_screen_need_no_server(window: Window) -> None:
    page = window()
    new_table(page, "ingenious", seat="screen", players=3, local=True)
    with requests_of(page.context) as seen:
        for seat in ("2", "3", "1"):
            before = moves(page)
            play_by_mouse(page, "ingenious", most=1)
            wait_for_move(page, before)
            expect(page.locator(".table")).to_have_attribute("data-turn", seat)
            page.get_by_role("button", name="I’m ready").click()
    assert seen == []
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Confirm resignation").click()
    expect(page.locator(".table")).to_have_attribute("data-turn", "2")


def test_games_of_all_kinds_begin_while_the_server_compiles(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    assert os.environ["NUMBA_CACHE_DIR"]
    with Server(f"sqlite:///{tmp_path}/genial.db", "", log=tmp_path / "log") as fresh:
        page = window(address=fresh.address)
        for game in TITLES:
            play_now(page, game, list(levels(genial.game(game)))[-1])
            own = 0
            while moves(page) <= own:  # until the bot has answered: a turn can have several moves
                take_turn(page, game)
                own += 1
        assert page.evaluate("fetch('/health').then((one) => one.json())")["compiled"] < 100
        fresh.kill()


def test_a_local_game_is_reviewed_without_the_server(window: Window) -> None:
    page = window()
    play_now(page, "ingenious")
    play_by_mouse(page, "ingenious", most=3)
    wait_for_turn(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Confirm resignation").click()
    with requests_of(page.context) as seen:
        page.get_by_role("dialog").get_by_role("link", name="Review").click()
        analysis = page.get_by_role("region", name="Analysis")
        analysis.get_by_label("Depth").select_option("100 simulations per move")
        analysis.get_by_role("button", name="Analyse game").click()
        expect(analysis.get_by_role("button", name="Analyse again")).to_be_visible()
        expect(analysis.get_by_text("with 100 simulations per move")).to_be_visible()
        page.get_by_role("button", name="Previous move").click()
        expect(analysis.get_by_role("table", name="Best moves")).to_be_visible()
        page.get_by_role("button", name="Try other moves").click()
        before = page.url
        page.locator(".rack .tile").first.click()
        page.locator(".cell.open").first.click()
        page.get_by_role("button", name="Lay tile").click()
        expect(page.get_by_role("button", name="Back to the game")).to_be_visible()
        assert page.url != before, "the address says what was tried"
    assert seen == []
    page.goto("/review")
    listed = page.locator("section").filter(has_text="Games in this browser")
    listed.get_by_role("link", name="Review").click()
    expect(analysis.get_by_role("button", name="Analyse again")).to_be_visible()
