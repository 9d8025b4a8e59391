"""Every table fits every screen without scrolling, and nothing on it moves while it is played."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.clicking import play_by_mouse
from tests.web.conftest import Window
from tests.web.measuring import SIZES, measure, other_window, shifts, watch_shifts
from tests.web.playing import at_pace, middles, play, wait_for_board, wait_for_turn
from tests.web.test_endings import finish_against_bots, table_of
from tests.web.test_story import position_before_a_swap, position_before_the_end

TABLES = [
    *(("ingenious", players, {}) for players in (1, 2, 3, 4)),
    ("ingenious", 4, {"variant": "teams", "partners": "shared"}),
    ("ingenious", 4, {"variant": "teams", "partners": "open"}),
    *(("spezial", players, {}) for players in (2, 3, 4)),
    *(("tile-challenge", players, {}) for players in (2, 3, 4)),
    ("phoenix", 2, {}),
]
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SPEAK = """language => {
  const settings = JSON.stringify({ ...JSON.parse(localStorage.genial), language });
  localStorage.genial = settings;
  dispatchEvent(new StorageEvent("storage", { key: "genial", newValue: settings }));
}"""
PACE = {"seconds": 900, "increment": 10, "by_turn": False}


def post(page: Page, path: str, **body: object) -> Any:
    answer = at_pace(lambda: page.request.post(path, data=body))
    assert answer.ok, answer.text()
    return answer.json() if answer.text() else None


def sit_down(
    page: Page,
    game: str,
    players: int,
    options: dict[str, str] | None = None,
    position: dict[str, Any] | None = None,
) -> None:
    """Begin a game against bots, with a clock where there is an opponent."""
    post(page, "/api/guests", name="Ada Lovelace")
    seats = [{"type": "me"}, *({"type": "bot", "level": "kid"} for _ in range(players - 1))]
    more: dict[str, Any] = {"pace": PACE} if players > 1 else {}
    if position is not None:
        more["position"] = position
    told = post(
        page, "/api/tables", game=game, seats=seats, options=options or {}, listed=False, **more
    )
    path = f"/api/tables/{told['table']}"
    post(page, f"{path}/start")
    page.goto(f"/table/{told['table']}")
    wait_for_turn(page)
    page.locator("[aria-disabled=false], .board .cell").first.wait_for()


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN)


def speak(page: Page, language: str) -> None:
    """Change the language, as the settings do in another tab."""
    page.evaluate(SPEAK, language)
    page.wait_for_function("language => document.documentElement.lang === language", arg=language)
    page.evaluate(DRAWN)


def pick(page: Page, game: str) -> None:
    """Pick something, so that a message is about it; a swap or the end of a round comes first."""
    if game in ("ingenious", "phoenix"):
        page.keyboard.press("1")
    elif game == "spezial":
        page.locator(".board .cell:not(.under)").nth(20).dispatch_event("click")


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_all_of_a_table_fits_every_screen(
    window: Window, game: str, players: int, options: dict[str, str]
) -> None:
    page = window(settings={"language": "de"})  # English is always loaded
    sit_down(page, game, players, options)
    tracks = 2 if options else players
    wrong = []
    for moment in ("at first", "while placing", "later"):
        if moment == "while placing":
            pick(page, game)
        elif moment == "later":
            page.keyboard.press("Escape")
            play(page, game, most=2)
            wait_for_turn(page)
            wait_for_board(page, game)
        for language in ("de", "en"):
            speak(page, language)
            for size in SIZES:
                resize(page, *size)
                faults, share = measure(
                    page, game, players=players, tracks=tracks, clocks=players > 1
                )
                wrong += [f"{moment}, {language}, {size}: {fault}" for fault in faults]
                if game == "ingenious" and size[0] >= 1280 and share < 0.85:
                    wrong.append(f"{size}: the board has {share:.0%} of the height")
    assert wrong == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [table for table in TABLES if table[0] in ("ingenious", "spezial") and table[1] > 2],
)
def test_the_longest_scores_of_three_and_four_players_fit_every_screen(
    window: Window, game: str, players: int, options: dict[str, str], language: str
) -> None:
    page = window(settings={"language": language})
    named = {"players": players, **options}
    set_up = post(page, "/api/positions", game=game, options=named)
    end = set_up["views"]["1"]["full"][-1]
    for points in set_up["position"]["scores"]:
        points.update(dict.fromkeys(points, end))
        points["G"] = end - 1  # the game is not over yet
    sit_down(page, game, players, options, set_up["position"])
    tracks = 2 if options else players
    wrong = []
    for size in SIZES:
        resize(page, *size)
        faults, _ = measure(page, game, players=players, tracks=tracks, clocks=True)
        wrong += [f"{size}: {fault}" for fault in faults]
        shown = page.locator(".seat .tracks li, .strip li:not(.head) .scores > *")
        expect(shown.get_by_text(str(end)).first).to_be_visible()
    assert wrong == []


def test_the_colours_of_a_bonus_field_fit_every_screen(window: Window) -> None:
    page = window()
    sit_down(page, "spezial", 2)
    page.get_by_role("gridcell", name=re.compile("bonus field.* fits here")).first.click()
    page.mouse.click(*middles(page, ".partner")[0])
    expect(page.locator(".parts")).to_be_visible()
    for size in SIZES:
        resize(page, *size)
        expect(page.locator(".colour").locator("visible=true")).to_have_count(4)
        faults, _ = measure(page, "spezial", players=2, tracks=2, clocks=True)
        assert faults == [], size


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1280, 800)])
@pytest.mark.parametrize("game", ["ingenious", "spezial", "tile-challenge", "phoenix"])
def test_nothing_moves_over_a_few_moves(window: Window, game: str, size: tuple[int, int]) -> None:
    width, height = size
    page = window(viewport={"width": width, "height": height}, reduced_motion="no-preference")
    sit_down(page, game, 2)
    watch_shifts(page)
    play(page, game, most=6)
    wait_for_turn(page)
    assert shifts(page) == []


@pytest.mark.parametrize("game", ["ingenious", "spezial", "tile-challenge", "phoenix"])
def test_nothing_moves_over_a_whole_game(window: Window, game: str) -> None:
    player = window()
    sit_down(player, game, 2)
    watched = [other_window(player, *size) for size in ((360, 640), (1280, 800))]
    for page in watched:
        wait_for_board(page, game)
        watch_shifts(page)
    assert play_by_mouse(player, game) > 5
    for page in watched:
        expect(page.get_by_role("dialog")).to_be_visible()
        assert shifts(page) == [], page.viewport_size


@pytest.mark.parametrize(
    ("language", "names"),
    [("en", ("Keep tiles", "Swap all tiles")), ("de", ("Steine behalten", "Alle tauschen"))],
)
@pytest.mark.parametrize("size", SIZES)
def test_a_swap_is_asked_for_without_moving_the_rack(
    window: Window, size: tuple[int, int], language: str, names: tuple[str, str]
) -> None:
    position, text = position_before_a_swap()
    page = window(viewport={"width": size[0], "height": size[1]}, settings={"language": language})
    sit_down(page, "ingenious", 2, position=position)
    watch_shifts(page)
    parts = (".window", ".rack")
    before = [box(page, part) for part in parts]
    path = f"/api/tables/{page.url.rsplit('/', 1)[-1]}"
    number = page.request.get(path).json()["number"]
    post(page, f"{path}/moves", seat=1, move=text, number=number)
    for name in names:
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    asked = page.locator(".swap > p")
    assert asked.evaluate("one => one.scrollHeight <= one.clientHeight"), "all of it is seen"
    assert [box(page, part) for part in parts] == before
    assert shifts(page) == []


def test_the_summary_of_a_round_fits_every_screen(window: Window) -> None:
    page = window()
    sit_down(page, "phoenix", 2, position=position_before_the_end("phoenix", turn=1))
    go_on = page.locator("section.card button.main")
    while go_on.count() == 0:
        play(page, "phoenix", most=1)
        page.locator(".paper[aria-disabled=false]").or_(go_on).first.wait_for()
    for language in ("de", "en"):
        speak(page, language)
        for size in SIZES:
            resize(page, *size)
            expect(go_on).to_be_in_viewport(ratio=1)
            whole = "one => one.scrollHeight <= one.clientHeight + 1"
            assert page.locator(".stage").evaluate(whole), (language, size)


def all_colours_drawn(page: Page) -> dict[str, Any]:
    """Return a position of Tile Challenge in which a tile of each colour was drawn."""
    position: dict[str, Any] = post(
        page, "/api/positions", game="tile-challenge", options={"players": 2}
    )["position"]
    for colour in "RGBOYP":
        turned_up = 1 if position["middle"][colour] else 2  # what is drawn must lie in the middle
        position["staging"].append(colour)
        position["middle"][colour] += turned_up - 1
        position["stack"][colour] -= turned_up
    return position


@pytest.mark.parametrize("size", SIZES)
def test_a_seventh_tile_lies_in_the_row_of_the_others(
    window: Window, size: tuple[int, int]
) -> None:
    page, other = window(viewport={"width": size[0], "height": size[1]}), window()
    page.goto(table_of(page, other, "tile-challenge", position=all_colours_drawn(page)))
    wait_for_board(page, "tile-challenge")
    watch_shifts(page)
    parts = (".six:not(.staging):not(.small)", ".row-zone")
    before = [box(page, part) for part in parts]
    page.locator("button.draw").dispatch_event("click")
    tiles = page.locator(".staging li")
    expect(tiles).to_have_count(7)
    assert [box(page, part) for part in parts] == before
    assert shifts(page) == []
    boxes = [tile.bounding_box() or {} for tile in tiles.all()]
    assert len({tile["y"] for tile in boxes}) == 1
    steps = [two["x"] - one["x"] for one, two in itertools.pairwise(boxes)]
    assert min(steps) == pytest.approx(max(steps), abs=1)
    row = before[1]
    assert row["x"] < boxes[0]["x"]
    assert boxes[-1]["x"] + boxes[-1]["width"] < row["x"] + row["width"]


def box(page: Page, what: str) -> dict[str, float]:
    found = page.locator(what).bounding_box()
    assert found is not None, what
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


def test_chat_and_advice_leave_the_panel_and_its_buttons_where_they_are(window: Window) -> None:
    page = window()
    sit_down(page, "ingenious", 2)
    parts = (".window", ".panel", ".foot")
    before = [box(page, part) for part in parts]
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Write a message").fill("a long word: " + "x" * 80)
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".chat li")).to_have_count(1)
    assert [box(page, part) for part in parts] == before
    page.get_by_role("tab", name="Hints").click()
    page.get_by_role("button", name="Who’s ahead?").click()
    expect(page.locator(".advice .bar")).to_have_count(2)
    assert [box(page, part) for part in parts] == before


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_a_bonus_move_leaves_the_board_where_it_is(window: Window, size: tuple[int, int]) -> None:
    page = window()
    sit_down(page, "ingenious", 2)
    resize(page, *size)
    parts = (".window", ".rack")
    before = [box(page, part) for part in parts]
    page.locator(".story").evaluate(
        "one => one.insertAdjacentHTML('beforeend', '<b>Bonus move: lay another tile!</b>'.repeat(9))"  # noqa: E501
    )
    assert [box(page, part) for part in parts] == before


def test_the_only_tile_of_a_solo_game_is_in_the_middle(window: Window) -> None:
    page = window()
    sit_down(page, "ingenious", 1)
    for size in SIZES:
        resize(page, *size)
        rack, tile = box(page, ".rack"), box(page, ".rack .tile")
        off = rack["x"] + rack["width"] / 2 - tile["x"] - tile["width"] / 2
        assert abs(off) < 1, size


@pytest.mark.parametrize("game", ["ingenious", "spezial", "tile-challenge", "phoenix"])
def test_what_was_playable_is_gone_after_the_game(window: Window, game: str) -> None:
    page = window()
    sit_down(page, game, 2)
    play(page, game, most=1)
    wait_for_turn(page)
    before = box(page, ".stage")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Confirm resignation").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")  # the card with the result lies over the board
    expect(page.get_by_role("dialog")).to_have_count(0)
    for dead in (".rack .tile", ".paper", ".tools button:not(.zoom)", ".moves button"):
        expect(page.locator(dead).locator("visible=true")).to_have_count(0)
    assert box(page, ".stage") == before
    for size in SIZES:
        resize(page, *size)
        faults, _ = measure(page, game, players=2, tracks=2, clocks=True, is_mine=False)
        assert faults == [], size
        for name in ("Rematch", "Review"):
            expect(page.locator(".after").get_by_text(name)).to_be_in_viewport(ratio=1)


COVERED = """() => {
  const boxes = [...document.querySelectorAll(".after button, .after a, .zoom, .partner")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one.innerText, one.getBoundingClientRect()]);
  return boxes.flatMap(([name, a], k) => boxes.slice(k + 1)
    .filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
    .map(([other]) => [name, other]));
}"""


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("spezial", 2, {}),
        ("ingenious", 3, {}),
        ("ingenious", 4, {"variant": "teams", "partners": "shared"}),
    ],
    ids=["spezial", "ingenious", "shared-racks"],
)
def test_buttons_after_the_game_lie_beside_each_other(
    window: Window, game: str, players: int, options: dict[str, str]
) -> None:
    """Neither the button that enlarges the board nor a partner's rack lies under one of them."""
    page = window(has_touch=True)
    page.goto(finish_against_bots(page, game, players, options=options))
    card = page.get_by_role("dialog")
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    for language, size in itertools.product(("en", "de"), SIZES):
        speak(page, language)
        resize(page, *size)
        expect(page.locator(".after")).to_be_visible()
        assert page.evaluate(COVERED) == [], size


def test_on_a_phone_requests_chat_and_absence_are_seen_beside_the_board(window: Window) -> None:
    host, guest = window(viewport={"width": 360, "height": 640}), window()
    for page, name in ((host, "Ada Lovelace"), (guest, "Bob the Builder")):
        post(page, "/api/guests", name=name)
    seats = [{"type": "me"}, {"type": "open"}]
    told = post(host, "/api/tables", game="ingenious", seats=seats, options={}, pace=PACE)
    path = f"/api/tables/{told['table']}"
    post(guest, f"{path}/seats/2")
    post(host, f"{path}/start")
    for page in (host, guest):
        page.goto(f"/table/{told['table']}")
        expect(page.locator(".table[data-phase=playing] .rack")).to_be_visible()

    def faults() -> list[str]:
        return measure(host, "ingenious", players=2, tracks=2, clocks=True)[0]

    guest.get_by_role("button", name="Offer draw").click()
    for name in ("Accept", "Decline"):
        expect(host.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    assert [fault for fault in faults() if not fault.startswith("message")] == []
    host.get_by_role("button", name="Decline").click()
    expect(host.locator(".request")).to_have_count(0)
    guest.get_by_role("tab", name="Chat").click()
    guest.get_by_label("Write a message").fill("hello")
    guest.get_by_role("button", name="Send").click()
    expect(host.get_by_role("button", name="Chat: 1 new")).to_be_in_viewport(ratio=1)
    host.get_by_role("button", name="Chat: 1 new").click()
    expect(host.locator(".chat li", has_text="hello")).to_be_in_viewport(ratio=1)
    expect(host.locator(".badge")).to_have_count(0)
    host.keyboard.press("Escape")
    play(host, "ingenious", most=1)
    guest.context.close()
    expect(host.get_by_text("Bob the Builder is away.")).to_be_in_viewport(ratio=1)
    for name in ("Claim victory", "Let a bot take over"):
        expect(host.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    assert [fault for fault in faults() if not fault.startswith("message")] == []
