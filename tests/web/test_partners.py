"""Four browsers and a spectator at a table of two teams: they talk, point, or keep silent."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

from tests.web.conftest import Window
from tests.web.playing import CLICKS, MOVED, new_table, wait_for_board, wait_for_turn

NAMES = ("Ada", "Bob", "Cy", "Di", "Eve")


class Seated:
    """Four players and a spectator, in windows of their own, and all that their sockets heard."""

    def __init__(self, window: Window, partners: str) -> None:
        touch = {"has_touch": True, "viewport": {"width": 390, "height": 844}}
        german = {"settings": {"language": "de"}}
        self.players = [window(), window(), window(**touch), window(**german)]
        self.spectator = window()
        self.heard: dict[Page, list[dict[str, Any]]] = {page: [] for page in self.everybody}
        for page in self.everybody:
            page.on("websocket", lambda socket, page=page: self._listen(page, socket))
        ada = self.players[0]
        self.path = new_table(ada, "ingenious", seat="open", players=4, partners=partners)
        for name, page in zip(NAMES[1:], self.everybody[1:], strict=True):
            answer = page.request.post("/api/guests", data={"name": name})
            assert answer.ok, answer.text()
        for seat, page in enumerate(self.players[1:], 2):
            assert page.request.post(f"/api{self._table}/seats/{seat}", data={}).ok
        for page in self.everybody[1:]:
            page.goto(self.path)
        ada.get_by_role("button", name="Start game").click()
        for page in self.everybody:
            expect(page.locator(".table[data-phase=playing]")).to_be_visible()

    @property
    def _table(self) -> str:
        return self.path.replace("/table/", "/tables/")

    @property
    def everybody(self) -> list[Page]:
        return [*self.players, self.spectator]

    def _listen(self, page: Page, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.heard[page].append(json.loads(text)))

    def said_to(self, page: Page) -> list[dict[str, Any]]:
        return [one for one in self.heard[page] if one["type"] == "said"]

    def say(self, page: Page, **body: str) -> int:
        return page.request.post(f"/api{self._table}/talk", data=body).status


def cell(page: Page, name: str) -> Any:
    return page.locator(f"[data-cell={name}]")


def _point_with_the_mouse(teams: Seated) -> None:
    """Ada points at two cells and a tile of the rack."""
    ada, bob, cy, di = teams.players
    ada.get_by_role("button", name="Point", exact=False).click()
    for name in ("h8", "h9", "i8", "i8"):
        cell(ada, name).click()
    expect(ada.get_by_text("Cells: h8, h9.")).to_be_visible()
    tile = ada.get_by_role("group", name="A tile of my rack").get_by_role("button").first
    named = tile.get_attribute("aria-label")
    tile.click()
    ada.get_by_role("button", name="Show to all").click()
    for page in (bob, cy, teams.spectator):
        expect(page.get_by_text(f"Ada points at {named}; h8, h9.")).to_be_visible()
    expect(di.get_by_text("Ada zeigt: ")).to_be_visible()
    for page in teams.everybody:
        expect(page.locator("[data-point][data-seat='1']")).to_have_count(2)
    expect(cell(bob, "h8")).to_have_attribute("aria-label", re.compile("marked: Ada"))


def _point_with_keys(teams: Seated) -> None:
    """Bob points at a tile that need not be on the rack."""
    ada, bob, *_ = teams.players
    bob.get_by_role("button", name="Point", exact=False).press("Enter")
    bob.keyboard.press("ArrowUp")
    bob.keyboard.press("Enter")
    bob.get_by_label("Any tile").select_option("PP")
    bob.get_by_role("button", name="Show to all").press("Enter")
    for page in teams.everybody:
        expect(page.locator("[data-point][data-seat='2']")).to_have_count(1)
    expect(ada.get_by_text("Bob points at double purple; ")).to_be_visible()


def _point_with_a_finger(teams: Seated) -> None:
    """Cy points at a cell, and stops again."""
    _, bob, cy, _ = teams.players
    cy.get_by_role("button", name="Point", exact=False).tap()
    cell(cy, "g9").tap()  # cells are small on a phone: this enlarges the board
    expect(cy.locator(".window.zoomed")).to_be_visible()
    cell(cy, "g9").tap()
    cy.get_by_role("button", name="Show to all").tap()
    expect(bob.locator("[data-point=g9][data-seat='3']")).to_have_count(1)
    cy.get_by_role("button", name="Stop pointing").tap()
    expect(bob.locator("[data-point=g9]")).to_have_count(0)


def test_open_partners_talk_and_point_for_all_to_see(window: Window) -> None:
    teams = Seated(window, "Open talk")
    ada = teams.players[0]
    ada.get_by_role("tab", name="Chat").click()
    ada.get_by_label("Write a message").fill("Block the yellow line!")
    ada.get_by_role("button", name="Send").click()
    for page in teams.everybody:
        expect(page.get_by_text("Block the yellow line!").first).to_be_attached()
    teams.spectator.get_by_role("tab", name="Chat").click()
    expect(teams.spectator.get_by_text("Block the yellow line!").first).to_be_visible()

    _point_with_the_mouse(teams)
    _point_with_keys(teams)
    _point_with_a_finger(teams)

    # A new connection sees what is pointed at; spectators cannot point.
    teams.spectator.reload()
    expect(teams.spectator.locator("[data-point]")).to_have_count(3)
    expect(teams.spectator.get_by_role("button", name="Point", exact=False)).to_have_count(0)

    wait_for_turn(ada)
    wait_for_board(ada, "ingenious")
    CLICKS["ingenious"](ada, random.Random(1))
    for page in teams.everybody:
        page.wait_for_function(MOVED, arg=0)
        expect(page.locator("[data-point]")).to_have_count(0)


def test_silent_partners_have_phrases_and_receive_no_free_text(window: Window) -> None:
    teams = Seated(window, "Silent partners")
    ada, bob, _, di = teams.players
    for page in (ada, di, teams.spectator):
        page.get_by_role("tab", name="Chat").click()
    expect(ada.get_by_label("Write a message")).to_have_count(0)
    expect(teams.spectator.get_by_label("Write a message")).to_be_visible()
    assert teams.say(bob, text="I have two reds") == 409
    assert teams.say(bob, phrase="two-reds") == 409
    teams.spectator.get_by_label("Write a message").fill("Ada has two reds")
    teams.spectator.get_by_role("button", name="Send").click()
    expect(teams.spectator.locator("li", has_text="Ada has two reds")).to_be_visible()
    ada.get_by_role("button", name="One moment, please.").click()
    expect(ada.locator("li", has_text="One moment, please.")).to_be_visible()
    expect(di.locator("li", has_text="Einen Moment, bitte.")).to_be_visible()
    for page in teams.players:
        assert [line["phrase"] for line in teams.said_to(page)] == ["one-moment"]
        assert "two reds" not in json.dumps(teams.heard[page])
    expect(ada.get_by_role("button", name="Point", exact=False)).to_have_count(0)


def test_shared_racks_are_seen_by_partners_and_reach_no_opponent(window: Window) -> None:
    teams = Seated(window, "Shared racks")
    ada, _, cy, _ = teams.players
    wait_for_turn(ada)
    wait_for_board(ada, "ingenious")
    rack = cy.get_by_role("group", name="Your tiles").get_by_role("button")
    expect(rack).to_have_count(6)
    own = rack.all()
    shown = ada.get_by_role("region", name="Rack of Cy (your partner)").locator("li")
    expect(shown).to_have_count(6)
    assert [one.inner_text() for one in shown.all()] == [
        one.get_attribute("aria-label") for one in own
    ]
    CLICKS["ingenious"](ada, random.Random(1))
    for page in teams.everybody:
        page.wait_for_function(MOVED, arg=0)
    for seat, page in enumerate(teams.everybody, 1):
        seen = {1: "13", 2: "24", 3: "13", 4: "24", 5: ""}[seat]
        text = json.dumps(teams.heard[page])
        racks = re.findall(r"\* rack (\d)((?: [RGBOYP?]{2})+)", text)
        assert {owner for owner, _ in racks} == set("1234")
        for owner, tiles in racks:
            assert ("?" in tiles) == (owner not in seen)
            assert owner in seen or set(tiles) == {" ", "?"}
        assert ("partner_rack" in text) == (seat < 5)
        views = [view for one in teams.heard[page] for view in one.get("views", {}).items()]
        assert {view[0] for view in views} == {str(seat % 5)}
