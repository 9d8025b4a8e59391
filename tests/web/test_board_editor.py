"""The editor for boards of Genial Spezial: by mouse, finger and keys, kept, shared and played."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.games.test_spezial_layouts import layout_data
from tests.web.conftest import Window
from tests.web.playing import click_spezial, moves, tab_to, wait_for_board, wait_for_move
from tests.web.test_pages import violations

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
GOOD = "This board is complete."


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[data-cell={name}]")


def label(page: Page, name: str) -> str:
    """Return what a screen reader says about a cell."""
    return cell(page, name).get_attribute("aria-label") or ""


def open_editor(page: Page) -> None:
    page.goto("/boards/edit")
    expect(page.get_by_role("grid")).to_be_visible()


def tool(page: Page, name: str) -> Locator:
    group = page.get_by_role("group", name="Field", exact=True)
    return group.get_by_role("button", name=name, exact=True)


def digit(page: Page, number: int) -> Locator:
    return page.get_by_role("button", name=f"Digit {number}", exact=True)


def choose_digits(page: Page, field: dict[str, Any]) -> None:
    """Choose the digits of a tower field; a bonus field has none to choose."""
    offered = {"dark": (2, 3, 4), "grey": (2, 3), "bonus": ()}[field["kind"]]
    expect(page.get_by_role("button", name=re.compile(r"^Digit \d$"))).to_have_count(len(offered))
    for number in offered:
        button = digit(page, number)
        pressed = button.get_attribute("aria-pressed") == "true"
        if pressed != (number in field.get("digits", [])):
            button.click()


def faults(page: Page) -> Locator:
    return page.locator(".faults li")


def paste(page: Page, text: str) -> None:
    page.get_by_label("Or paste the JSON of a board:").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()


def draw_rebuilt(page: Page, name: str = "mine") -> None:
    """Start from our reconstruction, which is complete once it has a name."""
    page.get_by_role("button", name="Our reconstruction").click()
    page.get_by_label("Name", exact=True).fill(name)
    expect(page.get_by_text(GOOD)).to_be_visible()


def fields_of(page: Page) -> dict[str, str]:
    """Return all cells that have a field, with what it is."""
    labels: list[str] = page.eval_on_selector_all(
        "[role=gridcell]", "cells => cells.map((cell) => cell.ariaLabel)"
    )
    found = dict(one.split(": ", 1) for one in labels)
    return {name: what for name, what in found.items() if what != "empty"}


def words_of(data: dict[str, Any]) -> dict[str, str]:
    """Return the same for a layout's data."""
    kinds = {"dark": "dark blue tower field", "grey": "grey blue tower field", "bonus": ""}
    return {
        field["cell"]: "bonus field" if field["kind"] == "bonus"
        else f"{kinds[field['kind']]}, {' '.join(map(str, field.get('digits', []))) or 'no digits'}"
        for field in data["fields"]
    }  # fmt: skip


def test_a_whole_board_is_drawn_with_the_mouse_in_mirrors(window: Window) -> None:
    page = window()
    open_editor(page)
    assert violations(page, "the editor") == []
    expect(faults(page).first).to_contain_text("needs a name")
    expect(page.locator(".counts")).to_contain_text("Dark fields 0 of 10")
    page.get_by_label("Mirrored editing").select_option("axes")
    wanted = words_of(layout_data())
    drawn: set[str] = set()
    for field in layout_data()["fields"]:
        if field["cell"] in drawn:
            continue
        tool(page, field["kind"].capitalize()).click()
        choose_digits(page, field)
        cell(page, field["cell"]).click()
        drawn = set(fields_of(page))
    assert fields_of(page) == wanted
    expect(page.locator(".counts")).to_contain_text("Dark fields 10 of 10")
    expect(faults(page)).to_have_count(1)
    page.get_by_label("Name", exact=True).fill("From my Box")
    expect(page.get_by_label("Name", exact=True)).to_have_value("from-my-box")
    expect(page.get_by_text(GOOD)).to_be_visible()
    assert violations(page, "the editor") == []


def test_a_fault_is_told_at_once_and_undone(window: Window) -> None:
    page = window()
    open_editor(page)
    draw_rebuilt(page)
    tool(page, "Erase").click()
    cell(page, "m7").click()
    expect(faults(page).first).to_have_text("There must be 10 dark fields, not 9.")
    expect(faults(page).nth(1)).to_have_text(
        "The digit 2 must be on 2 of the dark fields, not on 1."
    )
    play = page.get_by_role("button", name="Play against a bot")
    expect(play).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text(GOOD)).to_be_visible()
    expect(play).to_be_enabled()
    page.get_by_role("button", name="Redo").click()
    expect(faults(page).first).to_contain_text("not 9")
    page.keyboard.press("Control+z")
    expect(page.get_by_text(GOOD)).to_be_visible()
    page.get_by_label("Name", exact=True).fill("rebuilt")
    expect(faults(page)).to_have_text(
        "The name rebuilt belongs to a board that comes with the game. Choose another one."
    )


def test_a_board_is_edited_with_keys_alone(window: Window) -> None:
    page = window()
    open_editor(page)
    tab_to(page, page.locator(".board [tabindex='0']"))
    start = page.evaluate("document.activeElement.dataset.cell")
    page.keyboard.press("Enter")
    assert label(page, start) == f"{start}: dark blue tower field, 2 3 4"
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    assert label(page, start) == f"{start}: dark blue tower field, 3 4", "the digit was taken away"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    here = page.evaluate("document.activeElement.dataset.cell")
    assert here != start
    for key in ("m", "g", "3", "Enter"):
        page.keyboard.press(key)
    grey = [name for name, what in fields_of(page).items() if what == "grey blue tower field, 3"]
    assert len(grey) == 2, "half a turn further, too"
    assert here in grey
    page.keyboard.press("u")
    assert list(fields_of(page)) == [start]
    page.keyboard.press("r")
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    assert label(page, here) == f"{here}: bonus field"
    page.keyboard.press("Delete")
    assert list(fields_of(page)) == [start]


def test_a_finger_draws_on_a_phone_with_the_tools_in_reach(window: Window) -> None:
    page = window(**PHONE)
    open_editor(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for name in ("Dark", "Grey", "Bonus", "Erase"):
        box = tool(page, name).bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert 0 <= box["y"] <= 640 - box["height"], "the tools are on the first screen"
    target = cell(page, "m10")
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44, "a finger meets a cell"
    tool(page, "Bonus").tap()
    target.tap()
    assert label(page, "m10") == "m10: bonus field"
    page.get_by_label("Mirrored editing").select_option("turn")
    tool(page, "Dark").tap()
    digit(page, 2).tap()
    cell(page, "m9").tap()
    assert label(page, "m9") == label(page, "m11").replace("m11", "m9")
    assert label(page, "m9") == "m9: dark blue tower field, 3 4"
    page.get_by_role("button", name="Undo").tap()
    assert list(fields_of(page)) == ["m10"]


def test_on_a_phone_held_sideways_the_whole_board_is_seen_beside_the_tools(window: Window) -> None:
    page = window(viewport={"width": 844, "height": 390})
    open_editor(page)
    expect(page.locator(".board")).to_be_in_viewport(ratio=1)
    for name in ("Field", "Digits"):
        group = page.get_by_role("group", name=name, exact=True)
        expect(group).to_be_in_viewport(ratio=1)
    page.mouse.wheel(0, 600)  # what is below the tools scrolls, the board stays
    expect(page.get_by_label("Name", exact=True)).to_be_in_viewport()
    expect(page.locator(".board")).to_be_in_viewport(ratio=1)


def test_work_survives_a_reload_until_it_is_kept(window: Window) -> None:
    page = window()
    open_editor(page)
    draw_rebuilt(page, "precious")
    before = fields_of(page)
    page.reload()
    expect(page.get_by_label("Name", exact=True)).to_have_value("precious")
    assert fields_of(page) == before
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved to your account.")).to_be_visible()
    assert page.evaluate("Object.keys(localStorage).filter((key) => /board-/.test(key))") == []
    tool(page, "Erase").click()
    cell(page, "m10").click()
    page.reload()
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    assert label(page, "m10") == "m10: empty"
    page.get_by_role("button", name="Back to the saved version").click()
    assert fields_of(page) == before


def test_boards_are_listed_changed_and_deleted(window: Window) -> None:
    page = window()
    page.goto("/")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Boards", exact=True).click()
    expect(page.get_by_text("You haven’t saved any boards yet.")).to_be_visible()
    page.get_by_role("link", name="Draw a board").click()
    draw_rebuilt(page, "first")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved to your account.")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("second")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved to your account.")).to_be_visible()
    page.get_by_role("button", name="My boards").click()
    card = page.get_by_role("listitem", name="second")
    expect(card.get_by_role("img", name=re.compile("The board second"))).to_be_visible()
    expect(page.get_by_role("listitem", name="first")).to_have_count(0)
    assert violations(page, "my boards") == []
    with page.expect_download() as download:
        card.get_by_role("button", name="JSON file").click()
    assert download.value.suggested_filename == "second.json"
    data = json.loads(Path(download.value.path()).read_text())
    assert words_of(data) == words_of(layout_data())
    card.get_by_role("button", name="Delete").click()
    card.get_by_role("button", name="Really delete").click()
    expect(page.get_by_text("You haven’t saved any boards yet.")).to_be_visible()


def test_json_is_opened_from_a_file_or_a_text_and_bad_json_harms_nothing(
    window: Window, tmp_path: Path
) -> None:
    page = window()
    open_editor(page)
    file = tmp_path / "board.json"
    file.write_text(json.dumps({**layout_data(), "name": "from-a-file"}))
    page.get_by_label("Open a JSON file").set_input_files(file)
    expect(page.get_by_label("Name", exact=True)).to_have_value("from-a-file")
    expect(page.get_by_text(GOOD)).to_be_visible()
    for bad, why in (
        ("{", "This is not the JSON of a board"),
        ('{"name": "x", "fields": [{"cell": "z99", "kind": "dark"}]}', "The board has no cell"),
        ("x" * 100_001, "Nothing was imported. A board has at most 100,000 characters"),
    ):
        paste(page, bad)
        expect(page.get_by_role("alert")).to_contain_text(why)
        expect(page.get_by_label("Name", exact=True)).to_have_value("from-a-file")
    paste(page, json.dumps({"name": "half", "fields": layout_data()["fields"][:5]}))
    expect(page.get_by_label("Name", exact=True)).to_have_value("half")
    assert len(fields_of(page)) == 5
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("from-a-file")


def shared_link(page: Page) -> str:
    """Return the link that the editor's button copies."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share link").click()
    expect(page.get_by_text("copied")).to_be_visible()
    link: str = page.evaluate("navigator.clipboard.readText()")
    return link


def test_a_link_carries_a_board_to_a_friend_who_plays_and_keeps_it(window: Window) -> None:
    ada, bob = window(), window()
    open_editor(ada)
    draw_rebuilt(ada, "ours")
    tool(ada, "Erase").click()
    cell(ada, "m10").click()
    expect(ada.get_by_text(GOOD)).to_be_visible()
    link = shared_link(ada)
    assert len(link) < 1500
    bob.goto(link)
    expect(bob.get_by_role("heading", name="ours")).to_be_visible()
    assert violations(bob, "a shared board") == []
    bob.get_by_role("button", name="Save", exact=True).click()
    expect(bob.get_by_text("Saved to your account.")).to_be_visible()
    bob.get_by_role("button", name="Edit").click()
    expect(bob.get_by_role("grid")).to_be_visible()
    assert fields_of(bob) == fields_of(ada)
    bob.goto(link)
    bob.get_by_role("button", name="Play against a bot").click()
    expect(bob.get_by_label("Board", exact=True)).to_have_value("given")
    expect(bob.get_by_label("Rated")).to_be_disabled()
    bob.get_by_label("First player").select_option("1")
    bob.get_by_role("button", name="Open table").click()
    bob.wait_for_url(re.compile("/table/"))
    wait_for_board(bob, "spezial")
    bob.get_by_role("tab", name="Tools").click()
    expect(bob.get_by_text("Board ours.")).to_be_visible()
    assert label(bob, "m10") == "m10: free, a tile fits here", "no bonus field"
    before = moves(bob)
    click_spezial(bob, random.Random(1))
    wait_for_move(bob, before)


@pytest.mark.parametrize("fragment", ["", "nonsense", "q1ZQUlFSiAUA"])
def test_a_broken_link_says_so(window: Window, fragment: str) -> None:
    page = window()
    page.goto(f"/boards/shared#{fragment}")
    expect(page.get_by_role("alert")).to_contain_text("does not carry a playable board")
    expect(page.get_by_role("button", name="Play against a bot")).to_have_count(0)


def test_a_table_is_opened_on_a_board_of_mine_or_a_generated_one(window: Window) -> None:
    page = window()
    open_editor(page)
    draw_rebuilt(page, "kept-one")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved to your account.")).to_be_visible()
    for choice, board in (("kept-one", "kept-one"), ("Generated from a number", "generated-4711")):
        page.goto("/new/spezial")
        page.get_by_label("Board", exact=True).select_option(choice)
        if board.startswith("generated"):
            page.get_by_role("spinbutton", name="Number").fill("4711")
        expect(page.get_by_role("img", name=re.compile(f"The board {board}"))).to_be_visible()
        page.get_by_role("button", name="Open table").click()
        page.wait_for_url(re.compile("/table/"))
        page.get_by_role("tab", name="Tools").click()
        expect(page.get_by_text(re.compile(f"Board {board}[.,]"))).to_be_visible()
    page.goto("/new/spezial")
    page.get_by_label("Board", exact=True).select_option("Our reconstruction")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile("/table/"))
    page.get_by_role("tab", name="Tools").click()
    expect(page.get_by_text("are our reconstruction")).to_be_visible()


def test_the_editor_speaks_german(window: Window) -> None:
    page = window(locale="de-DE")
    open_editor(page)
    expect(faults(page).nth(1)).to_have_text("Der Spielplan braucht 10 dunkle Felder, nicht 0.")
    expect(page.locator(".counts")).to_contain_text("Bonusfelder")
