"""The boards under mouse, finger, keys and screen readers: one thing at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.live import Server
from tests.web.conftest import Window
from tests.web.playing import (
    middles,
    moves,
    new_table,
    play,
    play_now,
    wait_for_board,
    wait_for_move,
    wait_for_turn,
)
from tests.web.test_pages import violations
from tests.web.wire import Wire

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
FITS, BEGINS = "free, a tile fits here", "a tile fits here"
_SHAPE = """() => [...document.querySelectorAll(".ghost .symbol")].map((half) => {
  const { e, f } = half.transform.baseVal[0].matrix;
  return [e, f];
})"""
_OTHERWISE = f"(was) => String(({_SHAPE})()) !== String(was)"
_COLOURS = "() => [...document.querySelectorAll('.ghost .symbol')].map((one) => one.classList[1])"


def rack(page: Page) -> Locator:
    return page.get_by_role("group", name="Your tiles").get_by_role("button")


# A busy page handles input before timers that are due.
_LATE_TIMERS = """() => {
  const { setTimeout } = window;
  window.setTimeout = (run, wait = 0, ...rest) => setTimeout(run, wait + 1000, ...rest);
}"""


def cells(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(name))


def aimed(page: Page) -> list[list[float]]:
    """How the tile lies that is aimed."""
    shape: list[list[float]] = page.evaluate(_SHAPE)
    return shape


# --- what is picked can be turned


def test_a_tile_that_was_clicked_is_turned_by_keys_and_by_the_wheel(window: Window) -> None:
    page = window()
    play_now(page, "ingenious")
    rack(page).first.click()
    expect(page.locator(".cell.open").first).to_be_visible()
    page.mouse.move(*middles(page, ".cell.open")[0])
    expect(page.locator(".ghost")).to_be_visible()
    before = aimed(page)
    page.keyboard.press("r")
    turned = aimed(page)
    assert turned != before
    page.keyboard.press("Shift+R")
    assert aimed(page) == before, "and back"
    colours = page.evaluate(_COLOURS)
    page.keyboard.press("f")
    assert page.evaluate(_COLOURS) == colours[::-1]
    page.mouse.wheel(0, 120)
    page.wait_for_function(_OTHERWISE, arg=before)
    assert aimed(page) == turned, "a notch turns once"
    page.wait_for_timeout(300)  # a touch of a trackpad is not taken for a turn of the wheel
    page.evaluate("window.wheeled = 0; addEventListener('wheel', (e) => (wheeled += e.deltaY))")
    for _ in range(5):
        page.mouse.wheel(0, 4)
    page.wait_for_function("() => wheeled === 20")
    assert aimed(page) == turned


# --- dragging, with a finger


@contextmanager
def finger(page: Page, thing: Locator) -> Iterator[Any]:
    """A finger on something: says where it goes; it is still down in the end."""
    devtools = page.context.new_cdp_session(page)
    box = thing.bounding_box()
    assert box is not None

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    yield touch


def in_the_middle(page: Page) -> list[float]:
    """An open cell near the middle of the board's window."""
    box = page.locator(".window").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return min(middles(page, ".cell.open"), key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)


LIFTED = 56  # pixels above the finger


def drag(page: Page, touch: Any) -> None:
    box = page.locator(".window").bounding_box()
    assert box is not None
    touch("touchMove", 180, box["y"] + box["height"] + 20)  # off the board
    expect(page.locator(".carried")).to_be_visible()
    x, y = in_the_middle(page)
    touch("touchMove", x, y + LIFTED)
    expect(page.locator(".ghost")).to_be_visible()
    expect(page.locator(".carried")).to_have_count(0)


def test_a_finger_drags_a_tile_and_the_next_tap_counts(window: Window) -> None:
    page = window(**PHONE)
    new_table(page, "ingenious", seat="bot")
    play(page, "ingenious", most=1)
    wait_for_turn(page)
    wait_for_board(page, "ingenious")
    page.evaluate(_LATE_TIMERS)
    with finger(page, rack(page).first) as touch:
        drag(page, touch)
        touch("touchEnd")
    expect(page.locator(".ghost.fixed")).to_be_visible()
    before = aimed(page)
    rack(page).first.tap()
    page.wait_for_function(_OTHERWISE, arg=before)


def test_a_drag_that_is_cancelled_plays_nothing(window: Window) -> None:
    page = window(settings={"confirm": False}, **PHONE)
    new_table(page, "ingenious", seat="bot")
    wait_for_board(page, "ingenious")
    with finger(page, rack(page).first) as touch:
        drag(page, touch)
        touch("touchCancel")
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator(".tile.picked")).to_have_count(1)
    assert moves(page) == 0


# --- fingers


SMALL = 30  # pixels of a cell that a finger meets without zoom


def breadth(cell: Locator) -> float:
    box = cell.bounding_box()
    assert box is not None
    return min(box["width"], box["height"])


def tap_into(page: Page, cell: Locator) -> None:
    """Tap on a small cell: the board is enlarged around it, and nothing is chosen yet."""
    assert breadth(cell) < SMALL
    expect(page.locator(".map")).to_have_count(0)
    cell.tap()
    expect(page.locator(".window.zoomed")).to_be_visible()
    expect(page.locator(".ghost, .first")).to_have_count(0)
    assert breadth(cell) >= 44
    seen = page.locator(".map path.open").get_attribute("d")
    assert seen, "the map shows where one may play, also where the board is not visible"


@pytest.mark.parametrize("players", [2, 4])
def test_fingers_play_ingenious_on_cells_that_they_meet(window: Window, players: int) -> None:
    page = window(**PHONE)
    new_table(page, "ingenious", seat="bot", players=players)
    for k in range(3):
        wait_for_turn(page)
        wait_for_board(page, "ingenious")
        if page.locator(".swap").count():
            page.get_by_role("button", name="Keep tiles").tap()
            page.get_by_role("button", name="Confirm").tap()
        before = moves(page)
        rack(page).nth(k).tap()
        expect(page.locator(".window.zoomed")).to_have_count(0)  # all places are seen first
        there = cells(page, FITS).nth(7 * k)
        if players == 4:
            tap_into(page, there)
        else:
            assert breadth(there) >= SMALL
        there.tap()
        expect(page.locator(".ghost.fixed")).to_be_visible()
        page.get_by_role("button", name="Lay tile").tap()
        wait_for_move(page, before)
    wait_for_turn(page)
    wait_for_board(page, "ingenious")
    expect(page.locator(".window.zoomed")).to_have_count(0)
    zoom = page.get_by_role("button", name="Zoom")
    if players == 2:
        expect(zoom).to_have_count(0)
        return
    for is_on in ("true", "false"):
        zoom.tap()
        expect(zoom).to_have_attribute("aria-pressed", is_on)
        expect(page.locator(".window.zoomed")).to_have_count(int(is_on == "true"))


def test_a_finger_chooses_small_cells_where_zoom_is_off(window: Window) -> None:
    page = window(settings={"zoom": False}, **PHONE)
    new_table(page, "ingenious", seat="bot", players=4)
    wait_for_board(page, "ingenious")
    rack(page).first.tap()
    there = cells(page, FITS).first
    assert breadth(there) < SMALL
    there.tap()
    expect(page.locator(".ghost.fixed")).to_be_visible()
    expect(page.locator(".window.zoomed")).to_have_count(0)


def test_fingers_play_genial_spezial_on_cells_that_they_meet(window: Window) -> None:
    page = window(**PHONE)
    new_table(page, "spezial", seat="bot")
    for k in range(2):
        wait_for_turn(page)
        wait_for_board(page, "spezial")
        before = moves(page)
        there = cells(page, BEGINS).nth(40 * k + 30)
        tap_into(page, there)
        there.tap()
        expect(page.locator(".first")).to_be_attached()
        page.touchscreen.tap(*middles(page, ".partner")[0])
        lay = page.get_by_role("button", name="Lay tile")
        expect(page.locator(".ghost.fixed")).to_be_visible()
        if lay.is_disabled():
            page.get_by_role("button", name="orange").tap()
        lay.tap()
        wait_for_move(page, before)


# --- screen readers


def test_every_cell_is_a_control_that_a_screen_reader_can_press(window: Window) -> None:
    page = window()
    play_now(page, "ingenious")
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page.get_by_role("gridcell")).to_have_count(91)
    expect(cells(page, "^c8: purple$")).to_have_count(1)  # a printed symbol
    rack(page).first.click()
    cells(page, FITS).first.dispatch_event("click")  # without a place on the screen
    expect(page.locator(".ghost.fixed")).to_be_visible()
    assert violations(page, "aimed") == []


def test_a_screen_reader_places_a_tile_of_genial_spezial(window: Window) -> None:
    page = window()
    play_now(page, "spezial")
    expect(page.get_by_role("gridcell")).to_have_count(247)
    expect(cells(page, "tower, .* light side$").first).to_be_attached()
    cells(page, BEGINS).first.dispatch_event("click")
    partner = middles(page, ".partner")[0]
    name = page.evaluate("([x, y]) => document.elementFromPoint(x, y).dataset.cell", partner)
    page.locator(f"[data-cell='{name}']").dispatch_event("click")
    expect(page.locator(".ghost.fixed")).to_be_visible()
    assert violations(page, "placed") == []


# --- how boards lie


@pytest.mark.parametrize("game", ["ingenious", "spezial"])
@pytest.mark.parametrize("orientation", ["wide", "tall"])
def test_boards_lie_as_one_likes_and_arrows_go_where_they_point(
    window: Window, game: str, orientation: str
) -> None:
    page = window(settings={"orientation": orientation})
    play_now(page, game)
    board = page.locator(".board").bounding_box()
    assert board is not None
    assert (board["width"] > board["height"]) is (orientation == "wide")
    page.locator(".board [tabindex='0']").focus()
    where = """() => {
      const { x, y } = document.activeElement.getBoundingClientRect();
      return [x, y];
    }"""
    for key, (right, down) in {
        "ArrowRight": (1, 0),
        "ArrowDown": (0, 1),
        "ArrowLeft": (-1, 0),
    }.items():
        x, y = page.evaluate(where)
        page.keyboard.press(key)
        there = page.evaluate(where)
        assert (there[0] - x) * right + (there[1] - y) * down > 8, key


# --- moves on their way


_LOG = """async () => {
  const table = await (await fetch(location.pathname.replace("/table/", "/api/tables/"))).json();
  return table.views["1"].log.filter((line) => !line.startsWith("*"));
}"""


def test_a_second_press_draws_no_second_tile(window: Window, server: Server) -> None:
    with Wire(server.port) as wire:
        page = window(address=wire.address)
        new_table(page, "tile-challenge", seat="bot")
        wait_for_board(page, "tile-challenge")
        wire.delay = 0.4
        page.keyboard.press("d")
        page.keyboard.press("d")
        page.locator("button.draw").dblclick(force=True)
        wait_for_move(page, 0)
        page.wait_for_timeout(1200)  # as long as it would take to draw another one
        log = page.evaluate(_LOG)
        assert log[0] == "1 draw"
        assert log[1:2] != ["1 draw"]


@pytest.mark.parametrize("game", ["spezial", "phoenix"])
def test_what_was_played_lies_there_while_the_server_is_asked(
    window: Window, server: Server, game: str
) -> None:
    with Wire(server.port) as wire:
        page = window(address=wire.address)
        new_table(page, game, seat="bot")
        wait_for_board(page, game)
        if game == "spezial":
            cells(page, BEGINS).nth(100).click()
            page.mouse.click(*middles(page, ".partner")[0])
            button, sign = page.get_by_role("button", name="Lay tile"), page.locator(".ghost.fixed")
            if button.is_disabled():
                page.get_by_role("button", name="orange").click()
        else:
            page.locator(".paper").first.click()
            page.get_by_role("button", name="Discard").first.click()
            button, sign = page.locator("button.confirm"), page.locator(".paper.out")
        wire.delay = 0.5
        button.click()
        expect(button).to_be_disabled()
        assert moves(page) == 0
        expect(sign).to_be_visible()
        wait_for_move(page, 0)


# --- settings


def test_without_confirmation_a_click_lays_a_tile(window: Window) -> None:
    page = window(settings={"confirm": False})
    play_now(page, "ingenious")
    wait_for_board(page, "ingenious")
    rack(page).first.click()
    page.locator(".cell.open").first.click()
    wait_for_move(page, 0)


def test_symbols_with_letters_and_cells_with_names(window: Window) -> None:
    page = window(settings={"letters": True, "names": True})
    play_now(page, "ingenious")
    expect(page.locator(".board .laid .letter")).to_have_count(6)
    expect(page.locator(".rack .letter")).to_have_count(12)
    expect(page.locator(".board .name")).to_have_count(91 - 6)
    expect(page.locator(".board .name", has_text=re.compile("^h8$"))).to_be_visible()


# --- hints and explanations


def test_a_hint_is_shown_again_after_it_was_dropped(window: Window) -> None:
    page = window()
    play_now(page, "ingenious")
    page.get_by_role("tab", name="Hints").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".ghost.fixed")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)
    page.locator(".advice li button").first.click()
    expect(page.locator(".ghost.fixed")).to_be_visible()


def test_a_complete_colour_is_a_moment(window: Window) -> None:
    page = window()
    page.goto("/learn/ingenious/play?step=6")
    wait_for_board(page, "ingenious")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".cheers")).to_be_visible()
    expect(page.locator(".story")).to_contain_text("Ingenious! You completed blue.")
    expect(page.locator(".again")).to_have_text("Bonus move: lay another tile!")
    expect(page.locator(".cheers")).to_have_count(0)


def test_a_chain_is_lit_under_the_pointer_with_what_it_has_counted(window: Window) -> None:
    page = window()
    play_now(page, "spezial")
    play(page, "spezial", most=1)
    wait_for_turn(page)
    wait_for_board(page, "spezial")
    mine = cells(page, "your tile$").first
    expect(mine).to_be_attached()
    mine.hover()
    expect(page.locator(".lit")).to_have_count(2)
    expect(page.locator(".info p")).to_have_text(
        re.compile(r"Your chain: 1 tile\. Touches \d+ tower")
    )


def test_the_risk_of_a_draw_is_shown_on_demand(window: Window) -> None:
    page = window()
    play_now(page, "tile-challenge")
    wait_for_turn(page)
    wait_for_board(page, "tile-challenge")
    expect(page.get_by_text("% risk")).to_have_count(0)
    page.keyboard.press("r")
    expect(page.locator(".risk p")).to_have_text(
        re.compile(r"\d+% risk: \d+ of \d+ tiles don’t match")
    )
    verdict = re.compile("^(matches|no match)$")
    expect(page.locator(".risk li small", has_text=verdict)).to_have_count(6)


def test_a_preview_says_how_far_a_line_is_from_matching(window: Window) -> None:
    page = window()
    play_now(page, "phoenix")
    wait_for_turn(page)
    wait_for_board(page, "phoenix")
    page.locator(".paper").first.click()
    page.get_by_role("button", name="Discard").first.click()
    expect(page.locator(".hint b")).to_have_text(re.compile(r"\d+ pawns? out of order\."))


# --- moves arrive one after another, and nothing jumps

_WATCH = """() => {
  window.seen = { laid: [], boxes: new Set(), shifts: 0 };
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      const board = document.querySelector(".window");
      const isBoard = ({ node }) => node && board.contains(node);
      if (shift.sources.some(isBoard) && !shift.hadRecentInput) seen.shifts += shift.value;
    }
  }).observe({ type: "layout-shift" });
  const look = () => {
    const box = document.querySelector(".window").getBoundingClientRect();
    seen.boxes.add([box.x, box.y + scrollY, box.width, box.height].map(Math.round).join(" "));
    const n = document.querySelectorAll(".laid").length;
    if (n !== seen.laid.at(-1)?.[0]) seen.laid.push([n, performance.now()]);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_moves_arrive_one_after_another_and_the_board_stays_where_it_is(window: Window) -> None:
    page = window(reduced_motion="no-preference", viewport=PHONE["viewport"])
    new_table(page, "ingenious", seat="bot", players=4)
    wait_for_turn(page)
    wait_for_board(page, "ingenious")
    page.evaluate(_WATCH)
    for _ in range(2):
        play(page, "ingenious", most=1)
        wait_for_turn(page)
        wait_for_board(page, "ingenious")
    seen = page.evaluate("({ ...seen, boxes: [...seen.boxes] })")
    assert len(seen["boxes"]) == 1, seen["boxes"]
    assert seen["shifts"] < 0.001
    steps = [
        (after[0] - before[0], after[1] - before[1])
        for before, after in zip(seen["laid"], seen["laid"][1:], strict=False)
    ]
    assert [tiles for tiles, _ in steps] == [1] * 8
    pauses = [pause for k, (_, pause) in enumerate(steps) if k % 4 >= 2]  # from one bot to the next
    assert min(pauses) > 600, steps
    assert min(pause for k, (_, pause) in enumerate(steps) if k % 4 == 1) > 250, "after mine"
