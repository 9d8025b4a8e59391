"""Pages with content: a review, a full home page, profile and leaderboard."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.server.live import Server, any_move
from tests.server.waiting import eventually
from tests.web.conftest import Window
from tests.web.playing import CLICKS, moves, play, play_on_server, wait_for_turn
from tests.web.test_after_the_game import RECORD, post
from tests.web.test_pages import LOOKS, both, change, objections, violations


def at(page: Page, number: int, total: int) -> None:
    """Expect the position after this many moves."""
    expect(page.locator(".told [aria-hidden]").first).to_have_text(f"Move {number} of {total}")
    expect(page).to_have_url(re.compile(rf"[?&]move={number}\b"))


def saved(page: Page, name: str) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("button", name=name).or_(page.get_by_role("link", name=name)).last.click()
    return Path(download.value.path()).read_bytes()


def review_game(page: Page) -> int:
    """Play a few moves, resign and open the review; return the number of moves."""
    play_on_server(page, "ingenious")
    play(page, "ingenious", most=2)
    wait_for_turn(page)
    last = moves(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Confirm resignation").click()
    page.get_by_role("link", name="Review").click()
    at(page, last, last)
    return last


def test_a_game_is_stepped_through_and_played_back(window: Window) -> None:
    page = window()
    last = review_game(page)
    laid = page.locator(".board .laid")
    laid.first.wait_for()
    whole = laid.count()
    page.get_by_role("button", name="First position").click()
    at(page, 0, last)
    expect(laid).to_have_count(whole - last)  # one tile for each move
    page.keyboard.press("ArrowRight")
    at(page, 1, last)
    page.get_by_role("list").get_by_role("button", name=re.compile(r"^2 ")).click()
    at(page, 2, last)
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play").click()
    at(page, last, last)


def test_other_moves_are_tried_and_a_link_leads_to_them(window: Window) -> None:
    page = window()
    last = review_game(page)
    page.set_viewport_size({"width": 1280, "height": 1400})  # all of the board can be clicked
    page.keyboard.press("Home")
    at(page, 0, last)
    page.get_by_role("button", name="Try other moves").click()
    CLICKS["ingenious"](page, random.Random(5))
    expect(page.get_by_text("Variation", exact=True)).to_be_visible()
    link = page.get_by_label("Link to this position").input_value()
    assert "try=" in link
    tried = page.locator(".told [data-move]").get_attribute("data-move")
    assert tried
    other = window()
    other.goto(link)
    expect(other.get_by_text("Variation", exact=True)).to_be_visible()
    expect(other.locator(".told [data-move]")).to_have_attribute("data-move", tried)
    assert violations(other, "a position that was tried") == []
    page.get_by_role("button", name="Back to the game").click()
    at(page, 0, last)
    page.get_by_role("button", name="Delete this variation").click()
    expect(page.get_by_role("heading", name="Your variations")).to_have_count(0)


def test_a_reviewed_game_is_saved_as_record_and_as_picture(window: Window) -> None:
    page = window()
    review_game(page)
    assert saved(page, "Record").startswith(b"game: ingenious\n")
    assert b"<svg" in saved(page, "Picture (SVG)")[:200]
    assert saved(page, "Picture (PNG)").startswith(b"\x89PNG")


def test_an_analysis_shows_the_best_moves_of_every_position(window: Window) -> None:
    page = window()
    last = review_game(page)
    page.get_by_role("button", name="Analyse game").click()
    expect(page.get_by_text("Analysed by")).to_be_visible(timeout=120_000)
    page.get_by_label("Expected result of each seat over the game").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    at(page, 1, last)
    best = page.get_by_role("table", name="Best moves")
    expect(best).to_be_visible()
    assert both(page, "review-analysed") == []
    best.get_by_role("button", name=re.compile("^Try ")).first.click()
    expect(page.get_by_text("Variations are not analysed")).to_be_visible()


@contextmanager
def server_analyses(page: Page) -> Iterator[list[str]]:
    """Note the analyses that the server is asked for."""
    asked: list[str] = []
    page.on(
        "request",
        lambda one: (
            asked.append(one.url)
            if one.method == "POST" and one.url.endswith("/analysis")
            else None
        ),
    )
    yield asked


def test_a_game_of_the_server_is_analysed_in_the_browser_and_the_analysis_is_kept(
    window: Window,
) -> None:
    page = window()
    review_game(page)
    analysis = page.get_by_role("region", name="Analysis")
    with server_analyses(page) as asked:
        analysis.get_by_label("Depth").select_option("100 simulations per move")
        analysis.get_by_role("button", name="Analyse game").click()
        expect(analysis.get_by_role("button", name="Analyse again")).to_be_visible()
        done = analysis.get_by_text("with 100 simulations per move")
        expect(done).to_be_visible()
        page.reload()
        expect(done).to_be_visible()
        expect(analysis.get_by_role("button", name="Analyse again")).to_be_visible()
    assert asked == []


def test_the_analysis_of_a_record_can_be_stopped(window: Window) -> None:
    page = window()
    post(page, "/api/guests", name="Ada")
    upload = post(page, "/api/uploads", text=RECORD)["upload"]
    page.goto(f"/record/{upload}")
    analysis = page.get_by_role("region", name="Analysis")
    with server_analyses(page) as asked:
        analysis.get_by_label("Depth").select_option(value="2000")
        analysis.get_by_role("button", name="Analyse game").click()
        expect(analysis.get_by_role("progressbar")).to_be_visible()
        expect(analysis.get_by_role("heading", name="Summary")).to_be_visible()  # of some moves
        analysis.get_by_role("button", name="Stop").click()
        expect(analysis.get_by_role("button", name="Analyse again")).to_be_visible()
    expect(analysis.get_by_role("heading", name="Summary")).to_be_visible()
    assert asked == []


def test_the_server_analyses_where_the_browser_cannot(window: Window) -> None:
    page = window()
    page.add_init_script("delete globalThis.WebAssembly")
    review_game(page)
    expect(page.get_by_label("Depth")).to_have_count(0)
    with server_analyses(page) as asked:
        page.get_by_role("button", name="Analyse game").click()
        expect(page.get_by_text("Analysed by")).to_be_visible(timeout=120_000)
    assert len(asked) == 1


def test_the_home_page_shows_open_tables_and_running_games(window: Window, server: Server) -> None:
    ada = server.guest("Ada")
    waiting = ada.open("phoenix", "me", "open")
    playing = ada.open("spezial", "me", "kid")
    ada.post(f"/api/tables/{playing}/start")
    page = window()
    play_on_server(page, "tile-challenge")
    mine = page.evaluate("location.pathname")
    page.goto("/")
    for title, path in (
        ("My games", mine), ("Open tables", f"/table/{waiting}"),
        ("Games in progress", f"/table/{playing}"),
    ):  # fmt: skip
        part = page.locator("section").filter(has=page.get_by_role("heading", name=title))
        expect(part.locator(f"a[href='{path}']")).to_be_visible()
    assert both(page, "home-full") == []
    page.locator(f"a[href='/table/{waiting}']").click()
    expect(page.get_by_role("button", name="Take seat 2")).to_be_visible()
    expect(page.get_by_label("Your name")).to_be_visible()  # all that it takes to join


def test_profile_and_leaderboard_show_a_finished_game(window: Window) -> None:
    page = window()
    name = f"Ada {secrets.token_hex(4)}"
    post(page, "/api/guests", name=name)
    me = post(page, "/api/me/password", password=secrets.token_hex(8))
    told = post(page, "/api/tables", game="ingenious", seats=[{"type": "me"}], rated=True)
    told = post(page, f"/api/tables/{told['table']}/start")
    while told["phase"] != "over":
        move = any_move(told, 1, random.Random(told["number"]))
        path = f"/api/tables/{told['table']}/moves"
        told = post(page, path, seat=1, move=move, number=told["number"])
    account = me["account"]
    colours = sorted(told["views"]["1"]["scores"][0].values())
    eventually(  # results are entered after the game
        lambda: name in page.request.get("/api/leaders/ingenious/solo").text(),
        what="the result is not entered",
    )
    page.goto("/leaders/ingenious/solo")
    row = page.get_by_role("row").filter(has_text=name)
    expect(row).to_contain_text(" ".join(map(str, colours)))
    wrong = both(page, "leaders-full")
    page.goto(f"/people/{account}")
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.get_by_role("heading", name="Game history")).to_be_visible()
    expect(page.get_by_text(f"lowest colour {colours[0]}")).to_be_visible()
    wrong += both(page, "profile-full")
    assert wrong == []


def test_a_tutorial_is_played_to_its_end(window: Window) -> None:
    page = window()
    page.goto("/learn/tile-challenge/play")
    show, step_on = (page.get_by_role("button", name=name) for name in ("Show me", "Next step"))
    finished = page.get_by_role("link", name="Play a game")
    done = page.get_by_text("Like this.").or_(show)
    for step in range(1, 11):
        expect(page.get_by_role("button", name=f"Step {step} of 10")).to_have_attribute(
            "aria-current", "step"
        )
        for _ in range(5):  # tasks of a step
            done.first.wait_for()
            if step_on.or_(finished).count():
                break
            show.click()
            page.wait_for_function("() => document.querySelector('[aria-busy=false]') !== null")
        if step < 10:
            step_on.click()
    expect(page.get_by_role("heading", name="Tips")).to_be_visible()
    expect(page.locator(".tips li")).to_have_count(3)
    finished.click()
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()
    page.goto("/learn")
    expect(page.get_by_role("progressbar", name="10 of 10 steps done")).to_be_visible()


def test_tips_at_the_end_of_a_tutorial_fit_on_desk_and_phone(window: Window) -> None:
    page = window()
    page.goto("/learn/phoenix/play?step=10")
    wrong = []
    for look, viewport, scheme, language in LOOKS:
        change(page, viewport, scheme, language)
        page.get_by_role("button", name=re.compile("Show me|Zeig es mir")).click()
        expect(page.locator(".tips li")).to_have_count(3)
        wrong += objections(page, f"tutorial-tips-{look}")
    assert wrong == []


def test_the_team_step_shows_the_partners_rack_and_asks_for_the_rule(window: Window) -> None:
    page = window()
    page.goto("/learn/ingenious/play?step=10")
    wrong = []
    for look, viewport, scheme, language in LOOKS:
        change(page, viewport, scheme, language)
        german = language == "de"
        expect(page.locator(".scores .name").first).to_have_text(
            "Dein Team" if german else "Your team"
        )
        rack = page.get_by_role("region", name=re.compile(r"\(Partner\)|\(your partner\)"))
        expect(rack.get_by_role("listitem")).to_have_count(6)
        page.get_by_role("button", name=re.compile("Show me|Zeig es mir")).click()
        page.get_by_role("button", name="Offene Absprache" if german else "Open talk").click()
        expect(page.locator("p.wrong")).to_contain_text(
            "Nur bei einer der drei Regeln" if german else "only one of the three rules"
        )
        wrong += objections(page, f"tutorial-teams-{look}")
        page.get_by_role("button", name="Offene Bänke" if german else "Shared racks").click()
        expect(page.locator("p.right")).to_contain_text("Hausregel" if german else "house rule")
    assert wrong == []


def resigned_table(server: Server, game: str) -> str:
    """Let a guest resign against another; return the table's name."""
    host, guest = server.guest("Ada"), server.guest("Bob")
    table = host.open(game, "me", "open")
    guest.post(f"/api/tables/{table}/seats/2")
    host.post(f"/api/tables/{table}/start")
    host.post(f"/api/tables/{table}/wishes", seat=1, wish="resign")
    return table


@pytest.mark.parametrize(
    "size", [(360, 640), (390, 664), (844, 390), (768, 1024), (1280, 800)], ids=str
)
def test_a_review_begins_with_the_board_and_with_what_plays_it_back(
    window: Window, server: Server, size: tuple[int, int]
) -> None:
    width, height = size
    page = window(viewport={"width": width, "height": height})
    page.goto(f"/review/{resigned_table(server, 'ingenious')}")
    expect(page.get_by_role("grid")).to_be_visible()
    board = is_seen_with_its_playback(page, ".board .window", height)
    assert board["height"] >= 0.45 * height


@pytest.mark.parametrize(
    ("game", "board"), [("spezial", ".board .window"), ("phoenix", ".field")], ids=str
)
def test_the_whole_of_a_high_board_is_reviewed_on_a_phone(
    window: Window, server: Server, game: str, board: str
) -> None:
    page = window(viewport={"width": 360, "height": 640})
    page.goto(f"/review/{resigned_table(server, game)}")
    expect(page.locator(board)).to_be_visible()
    for width, height in ((360, 640), (390, 664), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert is_seen_with_its_playback(page, board, height)["height"] >= 0.4 * height


def is_seen_with_its_playback(page: Page, part: str, height: int) -> FloatRect:
    """Expect the board and what plays it back on the first screen; return where the board is."""
    board, playback = (page.locator(one).bounding_box() for one in (part, ".playback"))
    assert board is not None
    assert playback is not None
    assert board["y"] + board["height"] <= height, "the board is whole on the first screen"
    assert playback["y"] + playback["height"] <= height
    is_beside = playback["x"] >= board["x"] + board["width"]
    assert is_beside or not (
        board["y"] < playback["y"] + playback["height"]
        and playback["y"] < board["y"] + board["height"]
    ), "nothing covers the board"
    return board
