"""The editor of positions: by mouse, finger and keys, checked, remembered and played."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import genial
from tests.cases import random_states
from tests.server.live import Server
from tests.server.test_review import finished_game
from tests.web.conftest import Window
from tests.web.playing import introduce, play, players_of, tab_to
from tests.web.test_pages import objections, violations

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
GOOD = "A game can begin from this position."
ALONE = "Play against a bot"
_MY_SEAT = """async () => {
  const table = await (await fetch(location.pathname.replace("/table/", "/api/tables/"))).json();
  return table.mine[0];
}"""
_COPIED = """navigator.clipboard.writeText = async (text) => { window.copied = text; }"""
_RECORD = """async () => {
  const table = location.pathname.replace("/table/", "/api/tables/");
  return await (await fetch(`${table}/record`)).text();
}"""


def open_editor(page: Page, game: str, more: str = "") -> None:
    page.goto(f"/positions?game={game}{more}")
    expect(check(page)).to_contain_text(GOOD)


def check(page: Page) -> Locator:
    return page.get_by_role("status", name="Check")


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[data-cell={name}]")


def said(page: Page, name: str) -> str:
    """Return what a screen reader says about a cell."""
    return cell(page, name).get_attribute("aria-label") or ""


def tool(page: Page, name: str) -> Locator:
    group = page.get_by_role("group", name="Tool", exact=True)
    return group.get_by_role("button", name=name)


def palette(page: Page, group: str, colour: str) -> Locator:
    return page.get_by_role("group", name=group, exact=True).get_by_role("button", name=colour)


def fill(page: Page, label: str, number: int) -> None:
    page.get_by_label(label, exact=True).fill(str(number))


def paste(page: Page, text: str) -> None:
    page.get_by_label("Or paste the JSON of a position:").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()


def exported(page: Page) -> dict[str, Any]:
    """Return the position of the file that the editor saves."""
    with page.expect_download() as download:
        page.get_by_role("button", name="JSON file").first.click()
    data: dict[str, Any] = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    return data


def play_alone(page: Page) -> None:
    """Open a table for me and a bot from the position that is edited."""
    expect(check(page)).to_contain_text(GOOD)
    page.get_by_role("button", name=ALONE).click()
    page.wait_for_url(re.compile("/positions/play"))
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator(".table.fitted .board")).to_be_visible()
    with players_of(page):
        expect(page.get_by_text("This game began from a set position.")).to_be_visible()


def beginning(page: Page) -> dict[str, Any]:
    """Resign at the table that is shown; return the position that its record begins from."""
    table = page.url.rpartition("/")[2]
    seat = page.evaluate(_MY_SEAT)
    answer = page.request.post(f"/api/tables/{table}/wishes", data={"seat": seat, "wish": "resign"})
    assert answer.ok, answer.text()
    expect(page.locator(".table[data-phase=over]")).to_be_visible()
    replayed = genial.replay(page.evaluate(_RECORD))
    return replayed.history[0].position()


# --- each game, by mouse, finger or keys


def test_tiles_of_ingenious_are_laid_with_the_mouse_and_played(window: Window) -> None:
    page = window(viewport={"width": 1280, "height": 1500})
    open_editor(page, "ingenious")
    assert violations(page, "the editor") == []
    tool(page, "Tile").click()
    palette(page, "First colour", "blue").click()
    palette(page, "Second colour", "yellow").click()
    for first, second in (("h8", "h9"), ("g8", "g9")):
        cell(page, first).click()
        expect(page.get_by_text(f"choose a cell next to {first}")).to_be_visible()
        cell(page, second).click()
        assert (said(page, first), said(page, second)) == (f"{first}: blue", f"{second}: yellow")
    expect(check(page)).to_contain_text("106 tiles in the bag.")
    rack = page.get_by_role("group", name="Rack: Seat 2")
    tiles = rack.get_by_role("button", name=re.compile("^Remove"))
    expect(tiles).to_have_count(6)
    tiles.first.click()
    expect(check(page)).to_have_text("Every rack but that of the seat to move holds 6 tiles.")
    rack.get_by_role("button", name="Add blue and yellow").click()
    expect(check(page)).to_contain_text(GOOD)
    fill(page, "Points: Seat 1, red", 12)
    page.get_by_label("To move").select_option("2")
    expect(check(page)).to_contain_text("Seat 2 is to move.")
    position = exported(page)
    assert position["board"] == {"h8": "B", "h9": "Y", "g8": "B", "g9": "Y"}
    assert "BY" in position["racks"][1]
    assert position["scores"][0]["R"] == 12
    play_alone(page)
    assert beginning(page) == position


def test_tile_challenge_is_set_up_with_keys_alone_and_played(window: Window) -> None:
    page = window()
    open_editor(page, "tile-challenge")
    tab_to(page, page.get_by_label("Middle, red", exact=True))
    for digit in ("4", "2", "1", "0", "0", "0"):  # of each colour
        page.keyboard.press("Control+a")
        page.keyboard.press(digit)
        page.keyboard.press("Tab")
    row = page.get_by_role("group", name="Staging row")
    tab_to(page, row.get_by_role("button", name="green"))
    page.keyboard.press("Enter")
    expect(check(page)).to_contain_text(GOOD)
    tab_to(page, page.get_by_label("Collection: Seat 2, purple", exact=True))
    page.keyboard.press("Control+a")
    page.keyboard.press("6")
    expect(check(page)).to_contain_text(GOOD)
    expect(page.get_by_role("group", name="Stack")).to_contain_text("purple 15")
    position = exported(page)
    assert position["middle"] == {"R": 4, "G": 2, "B": 1, "O": 0, "Y": 0, "P": 0}
    assert position["staging"] == ["G"]
    assert position["stack"]["G"] == 18
    play_alone(page)
    assert beginning(page) == position


def test_genial_spezial_is_set_up_with_fingers_on_a_phone_and_played(window: Window) -> None:
    page = window(**PHONE)
    open_editor(page, "spezial")
    for seat, first, second in ((1, "l10", "l11"), (2, "n9", "n10")):
        tool(page, f"Seat {seat}").tap()
        for name in (first, second):
            cell(page, name).scroll_into_view_if_needed()
            cell(page, name).tap()
        assert said(page, first) == said(page, second).replace(second, first)
        assert said(page, first) == f"{first}: Seat {seat}’s tile"
    expect(check(page)).to_contain_text("Seat 1 is to move.")
    tool(page, "Erase").tap()
    cell(page, "n9").tap()
    expect(check(page)).to_contain_text("Seat 2 is to move.")
    assert said(page, "n10") == "n10: empty"
    fill(page, "Points: Seat 2, orange", 7)
    expect(check(page)).to_contain_text(GOOD)
    assert objections(page, "positions-spezial-phone", axe=False) == []
    position = exported(page)
    assert position["tiles"] == [["l10l11"], []]
    assert position["scores"][1]["O"] == 7
    play_alone(page)
    assert beginning(page) == position


def test_chips_are_put_on_towers_with_keys(window: Window) -> None:
    page = window()
    open_editor(page, "spezial")
    chips = exported(page)["chips"]
    here = next(name for name, chip in chips.items() if chip != "O1")
    there = next(name for name, chip in chips.items() if chip == "O1")
    colours = {"O": "orange", "P": "purple", "B": "blue", "G": "green"}
    cell(page, here).focus()
    page.keyboard.press("c")
    page.keyboard.press("Enter")
    assert said(page, here).endswith("orange 1, light side")
    expect(check(page)).to_contain_text("There are only 2 chips O1.")
    expect(page.get_by_role("button", name=ALONE)).to_be_disabled()
    palette(page, "Colour", colours[chips[here][0]]).press("Enter")
    values = page.get_by_role("group", name="Value").get_by_role("button")
    values.filter(has_text=chips[here][1]).press("Enter")
    cell(page, there).press("Enter")
    expect(check(page)).to_contain_text(GOOD)
    assert exported(page)["chips"] == {**chips, here: "O1", there: chips[here]}


def test_phoenix_is_set_up_by_mouse_and_keys_and_played(window: Window) -> None:
    page = window(viewport={"width": 1280, "height": 1500})
    open_editor(page, "phoenix")
    before = exported(page)
    cubes = page.get_by_role("group", name="Spectrum").get_by_role("button")
    palette(page, "Colour for lines and spectrum", "purple").click()
    cubes.first.click()
    expect(cubes.first).to_have_accessible_name("Spectrum, place 1: purple")
    line = page.get_by_role("group", name="Line: Seat 1").get_by_role("button")
    line.first.focus()
    page.keyboard.press("ArrowRight")
    expect(line.nth(1)).to_be_focused()
    wanted = next(c for c in "RGBYPO" if "".join(before["lines"]).count(c) < 5)
    page.keyboard.press(wanted.lower())
    card = next(kind for kind, count in before["pile"].items() if count)
    names = {"M2": "Move 2", "M3": "Move 3", "M4": "Move 4", "S1": "Switch 1"}
    fill(page, f"Discards, {names[card]}", before["discards"][card] + 1)
    expect(check(page)).to_contain_text("Seat 2 is to move.")
    expect(check(page)).to_contain_text("39 cards in the pile")
    page.get_by_label("Round").select_option("2")
    fill(page, "Points: Seat 1", 9)
    expect(check(page)).to_contain_text("Seat 1 is to move.")
    position = exported(page)
    assert position["spectrum"][0] == "P"
    assert position["lines"][0][1] == wanted
    assert (position["round"], position["points"]) == (2, [9, 0])
    play_alone(page)
    assert beginning(page) == position


# --- nothing is lost


def test_an_impossible_position_gets_one_sentence_and_the_work_stays(window: Window) -> None:
    page = window()
    open_editor(page, "ingenious")
    cell(page, "h8").focus()
    page.keyboard.press("r")
    assert said(page, "h8") == "h8: red"
    odd = "An odd number of cells is covered, but tiles cover two each."
    expect(check(page)).to_have_text(odd)
    expect(page.get_by_role("button", name=ALONE)).to_be_disabled()
    assert exported(page)["board"] == {"h8": "R"}, "what is faulty can be exported, too"
    page.reload()
    expect(check(page)).to_have_text(odd)
    assert said(page, "h8") == "h8: red"
    cell(page, "h9").focus()
    page.keyboard.press("p")
    expect(check(page)).to_contain_text(GOOD)
    page.keyboard.press("Control+z")
    expect(check(page)).to_have_text(odd)
    page.keyboard.press("Control+y")
    expect(check(page)).to_contain_text(GOOD)
    page.keyboard.press("Delete")
    assert said(page, "h9") == "h9: empty"
    for _ in range(2):
        page.get_by_role("button", name="Undo").click()
    assert said(page, "h9") == "h9: empty"
    assert said(page, "h8") == "h8: red"


def test_the_sentence_is_german_for_german_readers(window: Window) -> None:
    page = window(settings={"language": "de"}, **PHONE)
    page.goto("/positions?game=tile-challenge")
    page.get_by_label("Mitte, Rot", exact=True).fill("22")
    verdict = page.get_by_role("status", name="Prüfung")
    expect(verdict).to_have_text("Das Feld middle kann diesen Wert nicht haben.")
    page.get_by_label("Mitte, Rot", exact=True).fill("21")
    page.get_by_label("Sammlung: Platz 1, Rot", exact=True).fill("1")
    expect(verdict).to_have_text("Das Spiel hat 21 Steine in Rot, nicht 22.")
    assert objections(page, "positions-tile-challenge-phone-de", axe=False) == []


@pytest.mark.parametrize("size", [(844, 390), (1280, 800), (1440, 900)], ids=str)
@pytest.mark.parametrize("game", ["ingenious", "spezial"])
def test_the_whole_board_is_seen_beside_its_tools(
    window: Window, game: str, size: tuple[int, int]
) -> None:
    page = window(viewport={"width": size[0], "height": size[1]})
    open_editor(page, game)
    expect(page.locator(".board")).to_be_in_viewport(ratio=1)
    bar = page.locator(".bar").bounding_box()
    group = page.get_by_role("group", name="Tool", exact=True).bounding_box()
    assert bar is not None
    assert group is not None
    assert group["y"] + group["height"] <= bar["y"]
    sideways = page.locator(".board").bounding_box()
    assert sideways is not None
    assert sideways["height"] > 0.35 * size[1]
    assert violations(page, "an editor") == []


@pytest.mark.parametrize("game", genial.games())
def test_positions_are_imported_or_refused_and_fit_a_phone(window: Window, game: str) -> None:
    page = window(**PHONE)
    open_editor(page, "ingenious" if game != "ingenious" else "phoenix")
    before = exported(page)
    for text, sentence in (
        ("{", "This is not the JSON of a position."),
        ('{"game": "chess"}', "There is no game “chess”."),
        (json.dumps({"game": game, "options": {}, "turn": "x"}), "This is not a position"),
    ):
        paste(page, text)
        expect(page.get_by_role("alert")).to_contain_text("Nothing was imported.")
        expect(page.get_by_role("alert")).to_contain_text(sentence)
    assert exported(page) == before
    state = [*random_states(game, {"players": 2}, 4)][9]
    paste(page, json.dumps(state.position()))
    expect(check(page)).to_contain_text(GOOD)
    expect(page.get_by_role("combobox", name="Game", exact=True)).to_have_value(game)
    assert exported(page) == state.position()
    assert objections(page, f"positions-{game}-phone") == []
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("combobox", name="Game", exact=True)).to_have_value(before["game"])
    assert exported(page) == before


# --- from elsewhere


def test_a_position_of_a_finished_game_is_edited(window: Window, server: Server) -> None:
    ada, _, path = finished_game(server, "ingenious")
    name = path.rpartition("/")[2]
    position = ada.post("/api/positions", from_table=name, move=6)["position"]
    page = window()
    page.goto(f"/review/{name}?move=6")
    page.get_by_role("link", name="Edit this position").click()
    page.wait_for_url(re.compile("/positions$"))
    expect(check(page)).to_contain_text(GOOD)
    assert exported(page) == position
    fill(page, "Points: Seat 2, yellow", 17)
    expect(check(page)).to_contain_text(GOOD)
    edited = exported(page)
    assert edited["bag"] == position["bag"], "what was not changed is as it was"
    assert edited["scores"][1]["Y"] == 17


def test_the_form_for_a_new_table_leads_to_the_editor_and_friends_play(window: Window) -> None:
    host, guest = window(), window()
    host.goto("/new/ingenious")
    host.get_by_role("group", name="Players").get_by_label("3", exact=True).check()
    host.get_by_label("First player").select_option("1")
    host.get_by_role("button", name="Set up a position").click()
    expect(check(host)).to_contain_text(GOOD)
    expect(host.get_by_role("gridcell")).to_have_count(127)
    fill(host, "Points: Seat 3, blue", 5)
    expect(check(host)).to_contain_text(GOOD)
    host.get_by_role("button", name="Play with friends").click()
    for seat in (2, 3):
        seats = host.get_by_role("combobox", name=f"Seat {seat}", exact=True)
        expect(seats).to_have_value("open")
    host.get_by_role("button", name="Open table").click()
    introduce(host, "Ada", ".table")
    host.wait_for_url(re.compile("/table/"))
    guest.goto(host.url)
    expect(guest.get_by_text("This game began from a set position.")).to_be_visible()
    guest.get_by_role("button", name="Take seat 2").click()


def test_the_menu_leads_to_the_editor_and_a_link_carries_a_position(window: Window) -> None:
    page = window()
    page.goto("/")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Positions").click()
    expect(check(page)).to_contain_text(GOOD)
    page.evaluate(_COPIED)
    page.get_by_role("button", name="Share link").click()
    page.wait_for_function("() => window.copied")
    position = exported(page)
    other = window()
    other.goto(page.evaluate("window.copied.replace(location.origin, '')"))
    expect(check(other)).to_contain_text(GOOD)
    assert exported(other) == position
    assert "#" not in other.url


def test_a_game_goes_on_from_an_edited_position(window: Window) -> None:
    page = window()
    open_editor(page, "tile-challenge", "&players=3")
    fill(page, "Collection: Seat 3, red", 4)
    play_alone(page)
    assert play(page, "tile-challenge", most=2) == 2
