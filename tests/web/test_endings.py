"""The card at the end of a game: what it says, what it offers, and that it fits a small phone."""

from __future__ import annotations

import random
import re
import secrets
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.live import any_move
from tests.web.conftest import Window
from tests.web.measuring import SIZES
from tests.web.playing import TITLES, at_pace
from tests.web.test_pages import objections

PHONE = {"width": 360, "height": 640}
REASONS = {
    "ingenious": r"No place is left for another tile\.|All six colours are at 18\.",
    "tile-challenge": r"A collection is complete: 7 tiles of every colour\.|60 turns in a row",
    "spezial": r"All 20 rounds are played\.",
    "phoenix": r"All 3 rounds are played\.",
}
UNSEEN = {"ingenious": 28, "tile-challenge": 45, "spezial": 34, "phoenix": 80}  # moves of a game
WIN_OR_DRAW = re.compile(r"^(You win|Bob wins|A draw,) \d+ : \d+$")


def post(page: Page, path: str, **body: object) -> Any:
    answer = at_pace(lambda: page.request.post(path, data=body))
    assert answer.ok, answer.text()
    return answer.json() if answer.body() else None


def get(page: Page, path: str) -> Any:
    answer = at_pace(lambda: page.request.get(path))
    assert answer.ok, answer.text()
    return answer.json()


def table_of(host: Page, guest: Page, game: str, **more: Any) -> str:
    """Let Ada and Bob begin a game over HTTP; return its path."""
    for page, name in ((host, "Ada"), (guest, "Bob")):
        post(page, "/api/guests", name=name)
    seats = [{"type": "me"}, {"type": "open"}]
    table = post(host, "/api/tables", game=game, seats=seats, listed=False, **more)["table"]
    post(guest, f"/api/tables/{table}/seats/2")
    post(host, f"/api/tables/{table}/start")
    return f"/table/{table}"


def move(pages: tuple[Page, Page], path: str, rng: random.Random) -> dict[str, Any]:
    """Let the player to move play a random move over HTTP."""
    table = f"/api{path.replace('table', 'tables', 1)}"
    mover = pages[get(pages[0], table)["turn"] - 1]
    told = get(mover, table)
    seat = told["turn"]
    body = {"seat": seat, "move": any_move(told, seat, rng), "number": told["number"]}
    after: dict[str, Any] = post(mover, f"{table}/moves", **body)
    return after


def play_out(pages: tuple[Page, Page], path: str, seed: int = 1) -> dict[str, Any]:
    rng = random.Random(seed)
    told = move(pages, path, rng)
    while told["phase"] != "over":
        told = move(pages, path, rng)
    return told


def finish_against_bots(page: Page, game: str, players: int, **more: Any) -> str:
    """Let Ada play a game against bots to its end over HTTP; return its path."""
    post(page, "/api/guests", name="Ada Lovelace")
    seats = [{"type": "me"}, *({"type": "bot", "level": "kid"} for _ in range(players - 1))]
    name = post(page, "/api/tables", game=game, seats=seats, listed=False, **more)["table"]
    path, rng = f"/api/tables/{name}", random.Random(3)
    told = post(page, f"{path}/start")
    while told["phase"] != "over":
        if told["turn"] in told["mine"]:
            seat = told["turn"]
            body = {"seat": seat, "move": any_move(told, seat, rng), "number": told["number"]}
            told = post(page, f"{path}/moves", **body)
        else:
            told = get(page, path)
    return f"/table/{name}"


def view_of(told: dict[str, Any]) -> dict[str, Any]:
    """Return what the player sees who was told this."""
    view: dict[str, Any] = told["views"][str(told["mine"][0])]
    return view


def card(page: Page) -> Locator:
    return page.get_by_role("dialog")


def fits(page: Page) -> bool:
    """Tell if the card and all its buttons are on the screen, as soon as it is shown."""
    answer: bool = page.evaluate(
        """() => [document.querySelector("[role=dialog]"),
                  ...document.querySelectorAll("[role=dialog] footer :is(a, button)")]
            .every((one) => {
              const box = one.getBoundingClientRect();
              return box.width > 0 && box.top >= 0 && box.left >= 0
                && box.bottom <= innerHeight && box.right <= innerWidth;
            })"""
    )
    return answer


@pytest.mark.parametrize("game", TITLES)
def test_a_finished_game_ends_with_a_card(window: Window, game: str) -> None:
    host, guest = window(viewport=PHONE), window()
    path = table_of(host, guest, game)
    rng = random.Random(1)
    for _ in range(UNSEEN[game]):  # a page takes longer for a move than the server
        move((host, guest), path, rng)
    host.goto(path)
    expect(host.locator(".table[data-phase=playing]")).to_be_visible()
    expect(card(host)).to_have_count(0)
    told = play_out((host, guest), path)
    expect(host.locator(".table[data-phase=over]")).to_be_visible()
    if game == "phoenix":  # the round is told before the result
        host.get_by_role("button", name="On to the result").click()
    title = card(host).get_by_role("heading", level=2)
    expect(title).to_have_text(WIN_OR_DRAW)
    expect(title).to_be_focused()
    expect(card(host)).to_have_accessible_name(title.inner_text())
    expect(card(host).locator("#end-reason")).to_have_text(re.compile(f"^({REASONS[game]})"))
    ranks = told["result"]["ranks"]
    starts = "A draw" if ranks == [1, 1] else "You win" if ranks[0] == 1 else "Bob wins"
    assert title.inner_text().startswith(starts)
    marked = card(host).locator("td.decides")
    if game == "phoenix":
        points = [track["points"] for track in view_of(told)["scores"]]
        assert sorted(map(int, marked.all_inner_texts())) == sorted(points)
    elif ranks != [1, 1]:
        expect(marked).to_have_count(2)
    assert fits(host)
    assert objections(host, f"end-{game}-phone") == []
    for name in ("Rematch", "Share", "New opponent"):
        expect(card(host).get_by_role("button", name=name)).to_be_visible()
    expect(card(host).get_by_role("link", name="Review")).to_be_visible()
    host.keyboard.press("Escape")
    expect(card(host)).to_have_count(0)
    host.get_by_role("button", name="Result").click()
    expect(title).to_have_text(WIN_OR_DRAW)
    guest.goto(path)  # as after a reload
    expect(card(guest).get_by_role("heading", level=2)).to_be_visible()
    assert objections(guest, f"end-{game}") == []
    card(guest).get_by_role("link", name="Review").click()
    guest.wait_for_url(re.compile("/review/"))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *((game, {}) for game in ("ingenious", "spezial", "tile-challenge")),
        ("ingenious", {"variant": "teams", "partners": "shared"}),
    ],
)
def test_the_result_of_four_players_is_seen_at_once_on_a_phone(
    window: Window, game: str, options: dict[str, str]
) -> None:
    page = window(viewport=PHONE, locale="de-DE")
    page.goto(finish_against_bots(page, game, 4, options=options))
    expect(card(page).locator("tr.who")).to_have_count(2 if options else 4)
    for width, height in ((360, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page)
        whole = "one => one.scrollHeight <= one.clientHeight + 1"
        assert card(page).locator(".content").evaluate(whole), (width, height)
        assert page.locator(".status").evaluate(whole), (width, height)


def test_a_solo_game_offers_no_rematch_and_no_opponent(window: Window) -> None:
    page = window(viewport=PHONE)
    post(page, "/api/guests", name="Ada")
    table = post(page, "/api/tables", game="ingenious", seats=[{"type": "me"}])["table"]
    rng, told = random.Random(1), post(page, f"/api/tables/{table}/start")
    while told["phase"] != "over":
        body = {"seat": 1, "move": any_move(told, 1, rng), "number": told["number"]}
        told = post(page, f"/api/tables/{table}/moves", **body)
    page.goto(f"/table/{table}")
    expect(card(page).get_by_role("button", name="Play again")).to_be_visible()
    for name in ("Rematch", "New opponent"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    card(page).get_by_role("button", name="Play again").click()
    expect(page.locator(".table[data-phase=playing]")).to_be_visible()


def test_a_card_says_who_gave_up_and_marks_no_colour(window: Window) -> None:
    host, guest = window(), window()
    path = table_of(host, guest, "ingenious")
    rng = random.Random(1)
    for _ in range(24):
        move((host, guest), path, rng)
    for page in (host, guest):
        page.goto(path)
        expect(page.locator(".table[data-phase=playing]")).to_be_visible()
    host.get_by_role("button", name="Resign").click()
    host.get_by_role("button", name="Confirm resignation").click()
    expect(card(host).get_by_role("heading", level=2)).to_have_text("Bob wins")
    expect(card(host).locator("#end-reason")).to_have_text("You resigned.")
    expect(card(guest).get_by_role("heading", level=2)).to_have_text("You win!")
    expect(card(guest).locator("#end-reason")).to_have_text("Ada resigned.")
    expect(card(guest).locator("td.decides")).to_have_count(0)
    expect(card(guest).get_by_text("Your best move")).to_be_visible()


def test_time_that_runs_out_ends_with_a_card(window: Window) -> None:
    host, guest = window(), window()
    path = table_of(host, guest, "spezial", pace={"seconds": 10})
    host.goto(path)
    expect(card(host).locator("#end-reason")).to_have_text(re.compile("ran out of time"))


def test_a_win_bursts_a_loss_does_not_and_reduced_motion_is_still(window: Window) -> None:
    winner, loser = window(reduced_motion="no-preference"), window(reduced_motion="no-preference")
    path = table_of(winner, loser, "spezial")
    for page in (winner, loser):
        page.goto(path)
        expect(page.locator(".table[data-phase=playing]")).to_be_visible()
    post(loser, f"/api{path.replace('table', 'tables', 1)}/wishes", seat=2, wish="resign")
    expect(card(winner)).to_be_visible()
    expect(card(loser)).to_be_visible()
    expect(winner.locator(".burst")).to_have_count(1)
    expect(loser.locator(".burst")).to_have_count(0)
    winner.emulate_media(reduced_motion="reduce")
    winner.reload()
    expect(card(winner)).to_be_visible()
    expect(winner.locator(".burst")).to_have_count(0)


def test_a_rematch_is_asked_for_and_declined_on_the_card(window: Window) -> None:
    host, guest = window(viewport=PHONE), window(viewport=PHONE)
    path = table_of(host, guest, "spezial")
    for page in (host, guest):
        page.goto(path)
        expect(page.locator(".table[data-phase=playing]")).to_be_visible()
    post(guest, f"/api{path.replace('table', 'tables', 1)}/wishes", seat=2, wish="resign")
    card(host).get_by_role("button", name="Rematch").click()
    expect(card(guest).get_by_text("Ada would like a rematch.")).to_be_visible()
    assert fits(guest)
    card(guest).get_by_role("button", name="Decline").click()
    expect(card(host).get_by_text("Bob does not want a rematch.")).to_be_visible()
    expect(card(guest).get_by_text("does not want")).to_have_count(0)
    card(host).get_by_role("button", name="Rematch").click()
    card(guest).get_by_role("button", name="Accept").click()
    for page in (host, guest):
        page.wait_for_url(lambda url: not url.endswith(path))
        expect(page.locator(".table[data-phase=playing]")).to_be_visible()


CUT = """() => [...document.querySelectorAll("[role=dialog] footer :is(button, a)")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"""


def test_the_answers_to_a_request_are_read_in_whole(window: Window) -> None:
    host, guest = window(), window(settings={"language": "de"})
    path = table_of(host, guest, "spezial")
    guest.goto(path)
    expect(guest.locator(".table[data-phase=playing]")).to_be_visible()
    api = f"/api{path.replace('table', 'tables', 1)}/wishes"
    post(guest, api, seat=2, wish="resign")
    post(host, api, seat=1, wish="rematch")
    expect(card(guest).get_by_text("Ada möchte eine Revanche.")).to_be_visible()
    for width, height in SIZES:
        guest.set_viewport_size({"width": width, "height": height})
        answers = [
            card(guest).get_by_role("button", name=name).bounding_box()
            for name in ("Annehmen", "Ablehnen")
        ]
        assert guest.evaluate(CUT) == []
        assert len({round(answer["width"]) for answer in answers if answer}) == 1, "equally wide"


def test_a_rated_game_shows_what_it_did_to_the_ratings(window: Window) -> None:
    host, guest = window(), window()
    for page in (host, guest):
        post(page, "/api/guests", name=f"Player {secrets.token_hex(4)}")
        post(page, "/api/me/password", password=secrets.token_hex(8))
    seats = [{"type": "me"}, {"type": "open"}]
    table = post(
        host, "/api/tables", game="tile-challenge", seats=seats, rated=True, pace={"seconds": 900}
    )["table"]
    post(guest, f"/api/tables/{table}/seats/2")
    post(host, f"/api/tables/{table}/start")
    told = play_out((host, guest), f"/table/{table}")
    host.goto(f"/table/{table}")
    expect(card(host).locator(".rating")).to_have_count(2)
    sign = "[+]" if told["result"]["ranks"][0] == 1 else "−"
    expect(card(host).locator(".who.mine .rating b")).to_have_text(re.compile(rf"^{sign}\d+$"))


def test_a_daily_challenge_ends_with_its_result_and_offers_only_what_is_granted(
    window: Window,
) -> None:
    page = window(viewport=PHONE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    post(page, "/api/guests", name=f"Ada {secrets.token_hex(4)}")
    post(page, "/api/me/password", password=secrets.token_hex(8))
    told = post(page, "/api/daily")
    while told["phase"] != "over":
        body = {"move": any_move(told, 1, random.Random(told["number"])), "number": told["number"]}
        told = post(page, f"/api/tables/{told['table']}/moves", seat=1, **body)
    lowest = min(told["views"]["1"]["scores"][0].values())
    page.goto(f"/table/{told['table']}")
    title = card(page).get_by_role("heading", level=2)
    expect(title).to_have_text(f"Lowest colour: {lowest} of 36")
    expect(card(page).get_by_text("1 day in a row")).to_be_visible()
    expect(card(page).get_by_text("stay sealed")).to_be_attached()
    mine = card(page).locator("li.mine")
    expect(mine).to_contain_text(f"{lowest}: ")
    assert fits(page)
    assert objections(page, "end-daily-phone") == []
    for name in ("Play again", "Review", "New opponent"):
        expect(page.get_by_text(name, exact=True)).to_have_count(0)
    card(page).get_by_role("button", name="Share").click()
    expect(card(page).get_by_text("Copied")).to_be_visible()
    text: str = page.evaluate("navigator.clipboard.readText()")
    assert f"Lowest colour: {lowest} of 36" in text
    assert text.endswith(f"/daily/{told['terms']['daily']}")
    assert told["table"] not in text
    page.keyboard.press("Escape")
    for name in ("Play again", "Review"):
        expect(page.get_by_text(name, exact=True)).to_have_count(0)
    page.get_by_role("button", name="Menu of this table").click()
    expect(page.get_by_role("list", name="Moves").get_by_role("button").first).to_be_disabled()
