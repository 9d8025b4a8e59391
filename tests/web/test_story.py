"""Moves are shown in order: on the board, then on the tracks, then in the status.

Bob watches in a browser whose clock stands still until a test lets it run; Ada plays over HTTP.
"""

from __future__ import annotations

import itertools
import random
import time
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

import genial
from tests.web.conftest import Window
from tests.web.playing import TITLES, go_on
from tests.web.test_endings import card, get, move, post, table_of

LANDED, TRAVELLING, ARRIVED = 350, 300, 150  # milliseconds of a move that scores
FRAME = 17  # milliseconds until a change is drawn, at most; the time of a stage begins then
ANY = 5000  # more than any move takes
MOTION = {"reduced_motion": "no-preference"}


class Facts(NamedTuple):
    """What the panel tells: scores by seat, the turn, listed moves, the status, ● in the title."""

    scores: list[list[int]]
    turn: str
    listed: int
    status: str
    is_mine: bool


_FACTS = """() => {
  const numbers = (seat) => [...seat.querySelectorAll(".tracks b, .points")].map(
    (one) => parseInt(one.textContent));
  return [
    [...document.querySelectorAll(".seat")].map(numbers),
    document.querySelector(".table").dataset.turn,
    document.querySelectorAll("ol[aria-label=Moves] > li").length,
    document.querySelector(".status").textContent.trim(),
    document.title.startsWith("●"),
  ];
}"""


def facts(page: Page) -> Facts:
    return Facts(*page.evaluate(_FACTS))


def moves_on_board(page: Page, number: int) -> Locator:
    return page.locator(f".table[data-moves='{number}']")


class Story:
    """A table of Ada and Bob, with Bob's page and its clock."""

    def __init__(self, window: Window, game: str, *, settings: Any = None, **more: Any) -> None:
        self.ada, self.bob = window(), window(settings=settings, **MOTION)
        self.path = table_of(self.ada, self.bob, game, **more)
        self.rng = random.Random(1)
        self.moves = 0
        self.bob.clock.install()
        self.bob.goto(self.path)
        expect(self.bob.locator(".table[data-phase=playing] .board")).to_be_visible()
        self.bob.clock.pause_at(time.time() + 600)

    def run(self, milliseconds: int = ANY) -> None:
        self.bob.clock.run_for(milliseconds)

    def move(self) -> dict[str, Any]:
        """Let the player to move play, until it lies on Bob's board."""
        told = move((self.ada, self.bob), self.path, self.rng)
        self.moves += 1
        expect(moves_on_board(self.bob, self.moves)).to_be_visible()
        return told

    def play(self, text: str) -> None:
        """Let Ada play a move of her choice."""
        table = f"/api{self.path.replace('table', 'tables', 1)}"
        number = get(self.ada, table)["number"]
        post(self.ada, f"{table}/moves", seat=1, move=text, number=number)
        self.moves += 1

    def until(self, wanted: Any) -> tuple[Facts, dict[str, Any]]:
        """Play until Ada has made a move with the effect that is wanted; it has just landed."""
        for _ in range(150):
            before = facts(self.bob)
            turn = before.turn
            told = self.move()
            if turn == "1" and wanted(told["effects"][-1]):
                return before, told
            self.run()
            go_on(self.bob)
            self.run()
        raise AssertionError("no such move")


def has_scored(effect: dict[str, Any]) -> bool:
    gains: dict[str, int] = effect.get("gains", {})
    return sum(gains.values()) > 0


@pytest.mark.parametrize("game", ["ingenious", "spezial", "tile-challenge"])
def test_points_are_counted_then_travel_then_arrive_then_the_turn_changes(
    window: Window, game: str
) -> None:
    story = Story(window, game)
    bob = story.bob
    before, told = story.until(has_scored)
    gains = told["effects"][-1]["gains"]
    number = story.moves

    marks = bob.locator("[data-gain]")
    expect(marks).to_have_count(len(gains))
    counted = {mark.get_attribute("data-gain"): mark.text_content() for mark in marks.all()}
    assert counted == {colour: f"+{n}" for colour, n in gains.items()}
    assert facts(bob) == before, "the panel knows no more than the board has shown"
    if game == "ingenious":
        expect(bob.locator(".lit").first).to_be_visible()

    story.run(FRAME + LANDED)
    expect(bob.locator(".flight")).to_have_count(len(gains))
    assert facts(bob) == before

    story.run(FRAME + TRAVELLING)
    expect(bob.locator(".flight")).to_have_count(0)
    expect(bob.locator("ol[aria-label=Moves] > li")).to_have_count(number)
    arrived = facts(bob)
    assert sum(arrived.scores[0]) == sum(before.scores[0]) + sum(gains.values())
    assert arrived.scores[1] == before.scores[1]
    assert (arrived.turn, arrived.status, arrived.is_mine) == before[1:2] + before[3:]

    story.run(FRAME + ARRIVED)
    turn = str(told["turn"])
    expect(bob.locator(f".table[data-turn='{turn}']")).to_be_visible()
    assert facts(bob).is_mine == (turn == "2")
    assert facts(bob).scores == arrived.scores
    if turn == "2" and game != "spezial":
        ready = ".rack .tile[aria-disabled=false], .moves button[aria-disabled=false]"
        assert bob.locator(ready).count() > 0, "when it is told that it is my turn, I can move"


def test_the_pieces_of_phoenix_slide_and_a_round_ends_before_it_is_summed_up(
    window: Window,
) -> None:
    story = Story(window, "phoenix")
    bob = story.bob
    summary = bob.get_by_role("heading", name="Round 1 is over")
    for _ in range(150):
        before = facts(bob)
        told = story.move()
        assert facts(bob) == before
        assert summary.count() == 0
        story.run()
        if told["views"][str(told["mine"][0])]["round"] > 1:
            break
    expect(summary).to_be_visible()
    assert facts(bob).turn == str(told["turn"]), "no turn is missed while the round is summed up"
    assert facts(bob).scores != before.scores
    go_on(bob)
    expect(summary).to_have_count(0)


def test_tile_challenge_turns_the_card_before_it_says_why_the_turn_failed(window: Window) -> None:
    story = Story(window, "tile-challenge")
    bob = story.bob
    middle = bob.get_by_role("region", name="Middle").get_by_role("listitem")
    was: list[str] = []

    def is_failure(effect: dict[str, Any]) -> bool:
        return bool(effect.get("failed"))

    for _ in range(150):
        turn, was = facts(bob).turn, middle.all_inner_texts()
        told = story.move()
        if turn == "1" and is_failure(told["effects"][-1]):
            break
        story.run()
    said = bob.locator(".told")
    assert middle.all_inner_texts() == was, "the tiles are still in the row"
    expect(said).to_have_text("")
    expect(bob.locator(".board.failed, .card3d.bad")).to_have_count(0)
    assert facts(bob).turn == "1"
    story.run(FRAME + 400)
    reason = {"not-in-middle": "in the middle", "in-row": "is already in the staging row"}
    expect(said).to_contain_text("Busted!")
    expect(said).to_contain_text(reason[told["effects"][-1]["failed"]])
    assert facts(bob).turn == "1", "there is time to read it"
    story.run()
    assert facts(bob).turn == str(told["turn"])


def test_a_click_or_a_key_on_the_board_skips(window: Window) -> None:
    story = Story(window, "ingenious")
    bob = story.bob
    for key in ("", "Enter"):
        before, told = story.until(has_scored)
        assert facts(bob) == before
        if key:
            bob.locator(".board [tabindex='0']").press(key)
        else:
            bob.locator(".stage").click()
        expect(bob.locator(f".table[data-turn='{told['turn']}']")).to_be_visible()
        expect(bob.locator("[data-gain]")).to_have_count(0)
        assert facts(bob).scores != before.scores
        assert bob.locator(".tile.picked").count() == 0, "it does nothing else"


@pytest.mark.parametrize(
    ("settings", "takes"),
    [({"speed": "off"}, 0), ({"motion": False}, 0), ({"speed": "quick"}, 400)],
)
def test_the_speed_is_a_setting(window: Window, settings: dict[str, Any], takes: int) -> None:
    """Until there was a speed, motion was on or off."""
    story = Story(window, "ingenious", settings=settings)
    for _ in range(6):
        turn = facts(story.bob).turn
        told = story.move()
        if takes and turn == "1":
            assert facts(story.bob).turn == "1"
        if takes:
            story.run(takes + 3 * FRAME)
        expect(story.bob.locator(f".table[data-turn='{told['turn']}']")).to_be_visible()


def test_the_speed_is_chosen_in_the_settings(window: Window) -> None:
    page = window(**MOTION)
    page.goto("/settings")
    speeds = page.get_by_role("group", name="How moves are shown")
    expect(speeds.get_by_label("Normal")).to_be_checked()
    speeds.get_by_label("At once", exact=True).check()
    page.reload()
    expect(speeds.get_by_label("At once")).to_be_checked()
    assert page.locator("html").get_attribute("data-motion") == "reduced"


def position_before_a_swap() -> tuple[dict[str, Any], str]:
    """Return a position and a move of seat 1 that scores, after which it may swap."""
    for seed in range(100):
        state, rng = genial.game("ingenious", players=2).start(seed=seed), random.Random(seed)
        while not state.over:
            after = state.play(text := rng.choice(list(state.legal())))
            has_gained = after.effect is not None and sum(after.effect.gains.values()) > 0
            if state.turn == 1 and "swap" in after.legal() and has_gained:
                return state.position(), text
            state = after
    raise AssertionError("no such position")


def test_a_swap_keeps_the_story_of_the_placement_and_so_does_a_reload(window: Window) -> None:
    position, text = position_before_a_swap()
    story = Story(window, "ingenious", position=position)
    bob = story.bob
    for played in (text, "swap"):
        story.play(played)
        expect(moves_on_board(bob, story.moves)).to_be_visible()
        story.run()
    said = bob.locator(".story")
    for _ in range(2):
        expect(said).to_contain_text("Ada laid")
        expect(said).to_contain_text("and swapped all tiles.")
        assert said.locator(".gain").count() > 0
        listed = bob.locator("ol[aria-label=Moves] > li")
        expect(listed).to_have_count(2)
        points = said.locator(".gain").first.inner_text()
        expect(listed.first.locator(".gain").first).to_contain_text(points)
        bob.reload()


def test_my_own_tile_stays_where_i_lay_it(window: Window) -> None:
    story = Story(window, "ingenious")
    bob = story.bob
    while facts(bob).turn != "2":
        story.move()
        story.run()
    bob.get_by_role("group", name="Your tiles").get_by_role("button").first.click()
    bob.locator(".cell.open").first.click()
    bob.evaluate(
        """() => {
          const tiles = () => document.querySelectorAll(".laid, .ghost").length;
          window.fewest = tiles();
          const look = () => (window.fewest = Math.min(window.fewest, tiles()));
          const seen = { subtree: true, childList: true };
          new MutationObserver(look).observe(document.querySelector(".board"), seen);
        }"""
    )
    lying = bob.evaluate("fewest")
    bob.get_by_role("button", name="Lay tile").click()
    story.moves += 1
    expect(moves_on_board(bob, story.moves)).to_be_visible()
    story.run(3 * FRAME + 300)
    expect(bob.locator(".table[data-turn='1']")).to_be_visible()  # my own move is quick
    assert bob.evaluate("fewest") == lying
    assert bob.locator(".landing").count() == 0


def position_before_the_end(game: str, *, turn: int | None = None) -> dict[str, Any]:
    """Return the position before the last move of a game, which this seat makes."""
    for seed in itertools.count(1):
        state, rng = genial.game(game, players=2).start(seed=seed), random.Random(seed)
        while not state.over:
            before, state = state, state.play(rng.choice(list(state.legal())))
        if turn in (None, before.turn):
            break
    return before.position()


@pytest.mark.parametrize("game", TITLES)
def test_the_card_at_the_end_waits_for_the_last_move(window: Window, game: str) -> None:
    story = Story(window, game, position=position_before_the_end(game))
    bob = story.bob
    before = facts(bob)
    while story.move()["phase"] != "over":  # after the position the deals may be others
        story.run()
        before = facts(bob)
    assert bob.locator(".table").get_attribute("data-phase") == "playing"
    assert facts(bob) == before
    expect(card(bob)).to_have_count(0)
    story.run()
    expect(bob.locator(".table[data-phase=over]")).to_be_visible()
    if game == "phoenix":
        expect(card(bob)).to_have_count(0)
        bob.get_by_role("button", name="On to the result").click()
    expect(card(bob)).to_be_visible()
