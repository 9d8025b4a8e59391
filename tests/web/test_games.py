"""Whole games of every kind against bots, by clicks and by keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.server.waiting import eventually
from tests.web.clicking import play_by_mouse
from tests.web.conftest import Window
from tests.web.playing import (
    TITLES,
    middles,
    moves,
    play,
    play_now,
    play_on_server,
    tab_to,
    wait_for_board,
    wait_for_move,
)

BY_NAME = 8  # moves with controls found by roles and names; to find the others takes less time


@pytest.mark.parametrize("game", TITLES)
def test_a_whole_game_by_clicks(window: Window, game: str) -> None:
    page = window()
    play_now(page, game)
    assert play(page, game, most=BY_NAME) == BY_NAME
    assert play_by_mouse(page, game) > 2
    expect(page.locator(".status")).to_contain_text("The game is over.")
    expect(page.locator(".status")).to_contain_text(re.compile("won|draw"))
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


# What a screen reader says: texts of live regions, whenever they change, and names of what comes
# into focus.
LISTENING = """() => {
  window.heard = [];
  const live = "[aria-live=polite], [role=status], [role=alert]";
  new MutationObserver((changes) => {
    const regions = changes.map(({ target }) => (target.closest ? target : target.parentElement));
    for (const region of new Set(regions.map((one) => one?.closest(live)))) {
      const text = region?.textContent.replace(/\\s+/g, " ").trim();
      if (text) window.heard.push(text);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  document.addEventListener("focusin", ({ target }) => window.heard.push(target.ariaLabel ?? ""));
}"""
POINTS = r"(\d+ (red|green|blue|orange|yellow|purple)(, )?)+"
TILE = r"(\w+ and \w+|double \w+)"
HEARD = {
    "ingenious": (rf"^[a-o]\d+ [a-o]\d+: {POINTS}\. Press Enter to lay the tile\.",
                  rf"^You laid {TILE}\.", rf"^Kid laid {TILE}\. {POINTS}",
                  r"^[a-o]\d+: free, a tile fits here$"),
    "tile-challenge": (r"^(Busted! )?You drew \w+", r"^(Busted! )?Kid (drew|stopped|took)"),
    "spezial": (r"^[a-y]\d+: free", r"^[a-y]\d+ [a-y]\d+\. .*(from|No points)",
                r"^You laid a tile\. [a-y]\d+ [a-y]\d+",
                rf"^Kid laid a tile\. [a-y]\d+ [a-y]\d+ {POINTS}"),
    "phoenix": (r"^You (played|discarded) ", r"^Kid (played|discarded) ",
                r"will be: |goes to the discards"),
}  # fmt: skip


@pytest.mark.parametrize("game", TITLES)
def test_a_whole_game_with_the_keyboard_alone(window: Window, game: str) -> None:
    page = window(settings={"level": {game: "kid"}})
    page.goto("/")
    card = page.locator(".games > li").filter(has=page.locator(f"a[href='/new/{game}']"))
    tab_to(page, card.get_by_role("button", name="Play now"))
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/table/"))
    page.evaluate(LISTENING)
    assert play(page, game, keys=True) > 5
    expect(page.locator(".status")).to_contain_text("The game is over.")
    heard = page.evaluate("heard")
    for said in (*HEARD[game], "^It’s your turn", "^The game is over"):
        assert any(re.search(said, text) for text in heard), (said, heard[:60], heard[-20:])


def test_a_game_in_german(window: Window) -> None:
    page = window(locale="de-DE")
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == "de"
    expect(page.get_by_role("heading", name="Was spielen wir?")).to_be_visible()
    page.get_by_role("button", name="Jetzt spielen").first.click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.get_by_role("group", name="Deine Steine").get_by_role("button")).to_have_count(6)
    page.goto("/settings")
    page.get_by_label("Sprache").select_option("en")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def test_a_tile_is_dragged_and_what_it_brings_is_seen_before(window: Window) -> None:
    page = window()
    play_now(page, "ingenious")
    tile = page.get_by_role("group", name="Your tiles").get_by_role("button").first
    box = tile.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 30, box["y"] - 60)
    expect(page.locator(".cell.open").first).to_be_visible()
    page.mouse.move(*middles(page, ".cell.open")[0], steps=8)
    expect(page.locator(".ghost")).to_be_visible()
    expect(page.locator(".gains .gain").first).to_have_text(re.compile(r"\+\d"))
    assert moves(page) == 0, "nothing is played before it is confirmed"
    page.mouse.up()
    page.get_by_role("button", name="Lay tile").click()
    wait_for_move(page, 0)


def test_what_was_picked_survives_what_others_say(window: Window) -> None:
    page = window()
    play_on_server(page, "ingenious")
    page.get_by_role("group", name="Your tiles").get_by_role("button").nth(2).click()
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Write a message").fill("One moment, please")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("One moment, please")).to_be_visible()
    expect(page.locator(".tile.picked")).to_have_count(1)


def test_hints_are_shown_on_the_board_and_opinions_beside_it(window: Window) -> None:
    page = window()
    play_now(page, "ingenious")
    page.get_by_role("tab", name="Hints").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".ghost.fixed")).to_be_visible()
    expect(page.get_by_role("button", name="Lay tile")).to_be_enabled()
    page.get_by_role("button", name="Who’s ahead?").click()
    expect(page.locator(".advice .bar")).to_have_count(2)
    page.get_by_role("button", name="Lay tile").click()
    wait_for_move(page, 0)
    expect(page.locator(".advice .bar")).to_have_count(0)


@pytest.mark.parametrize("has_engine", [True, False], ids=["browser", "server"])
@pytest.mark.parametrize("game", ["ingenious", "phoenix"])
def test_the_browser_thinks_at_tables_of_the_server_if_it_can(
    window: Window, game: str, has_engine: bool
) -> None:
    page = window()
    if not has_engine:
        page.add_init_script("delete globalThis.WebAssembly")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url.rsplit("/", 1)[-1]))
    play_on_server(page, game)
    wait_for_board(page, game)
    page.get_by_role("tab", name="Hints").click()
    found = page.locator(".advice ol [data-move]").first
    busy = page.get_by_text("No bot is available right now")

    def is_told(button: str, what: Locator) -> bool:
        """Ask, and tell if there is an answer: the server's bot may still be compiled."""
        page.get_by_role("button", name=button).click()
        expect(what.or_(busy)).to_be_visible()
        return what.count() > 0

    bar = page.locator(".advice .bar").first
    assert eventually(lambda: is_told("Hint", found), pause=2, what="there is never a hint")
    assert eventually(lambda: is_told("Who’s ahead?", bar), pause=2, what="never an opinion")
    assert ("seen" in asked) == has_engine
    assert ("hint" in asked) == ("opinion" in asked) == (not has_engine)


def test_aids_of_ingenious(window: Window) -> None:
    page = window()
    play_now(page, "ingenious")
    page.get_by_role("tab", name="Tools").click()
    page.get_by_text("Room left").click()
    expect(page.get_by_text("85 free cells. 0 of them are isolated (×).")).to_be_visible()
    page.get_by_text("Tiles still to come").click()
    expect(page.locator(".tiles b").first).to_be_visible()
    left = page.locator(".tiles b").all_inner_texts()
    assert sum(map(int, left)) == 120 - 6


def test_on_a_small_phone_cards_do_not_hide_the_lines(window: Window) -> None:
    page = window(
        viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, locale="de-DE"
    )
    page.goto("/new/phoenix")
    page.get_by_role("button", name="Tisch eröffnen").click()
    hand = page.get_by_role("group", name="Deine Karten").get_by_role("button")
    hand.first.tap()
    inside = """() => {
      const [field, cards, bottom] = [".field", ".controls", ".tools"].map(
        (what) => document.querySelector(what).getBoundingClientRect());
      return field.top >= -1 && field.bottom <= cards.top + 1 && bottom.height < 60;
    }"""
    page.wait_for_function(inside)
