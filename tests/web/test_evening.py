"""The score sheet of an evening: rematches add up beside the table, as CSV and as a picture."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.live import any_move
from tests.web.conftest import Window
from tests.web.playing import at_pace

SCREENS = Path(__file__).parents[2] / "build" / "screens"
PHONE = {"width": 360, "height": 640}


def post(page: Page, path: str, **body: object) -> Any:
    answer = at_pace(lambda: page.request.post(path, data=body))
    assert answer.ok, answer.text()
    return answer.json()


def get(page: Page, path: str) -> Any:
    answer = at_pace(lambda: page.request.get(path))
    assert answer.ok, answer.text()
    return answer.json()


def sit_together(ada: Page, bob: Page, **options: object) -> str:
    """Two people at a table of Tile Challenge, whose game has begun; its path in the API."""
    post(ada, "/api/guests", name="Ada")
    post(bob, "/api/guests", name="Bob")
    seats = [{"type": "me"}, {"type": "open"}]
    name = post(ada, "/api/tables", game="tile-challenge", options=options, seats=seats)["table"]
    post(bob, f"/api/tables/{name}/seats/2")
    post(ada, f"/api/tables/{name}/start")
    for page in (ada, bob):
        page.goto(f"/table/{name}")
        expect(page.locator(".table[data-phase=playing]")).to_be_visible()
    return f"/api/tables/{name}"


def play_out(pages: list[Page], table: str, games: int = 99) -> Any:
    """Let players, by their seats, move by the API until the end, or until a game of a series."""
    rng = random.Random(1)
    told = get(pages[0], table)
    while told["phase"] != "over" and next(iter(told["views"].values()))["game_number"] <= games:
        seat = told["turn"]
        if "choices" not in told:
            told = get(pages[seat - 1], table)
        move = any_move(told, seat, rng)
        told = post(pages[seat - 1], f"{table}/moves", seat=seat, move=move, number=told["number"])
    return told


@contextmanager
def away(*pages: Page) -> Iterator[None]:
    """Let players look at no table, and then come back to theirs."""
    tables = [page.url for page in pages]
    for page in pages:
        page.goto("about:blank")
    yield
    for page, table in zip(pages, tables, strict=True):
        page.goto(table)


def play_again(asks: Page, agrees: Page, words: tuple[str, str]) -> str:
    """Ask for a rematch and agree to it; both are at the next table then."""
    before = asks.url
    asks.get_by_role("button", name=words[0]).click()
    agrees.get_by_role("button", name=words[1]).click()
    for page in (asks, agrees):
        page.wait_for_url(lambda url: url != before)
        expect(page.locator(".table[data-phase=playing]")).to_be_visible()
    return f"/api/tables/{asks.url.rpartition('/')[2]}"


def test_two_players_play_three_games_and_their_points_add_up(window: Window) -> None:
    ada, bob = window(), window(locale="de-DE", viewport=PHONE, color_scheme="dark")
    table = sit_together(ada, bob)
    expect(ada.get_by_text("Score sheet")).to_have_count(0)
    with away(ada, bob):  # boards that show a hundred moves take longer than all else here
        play_out([ada, bob], table)
    table = play_again(ada, bob, ("Rematch", "Annehmen"))
    expect(ada.locator("details[data-games='1'] tbody tr")).to_have_count(1)
    with away(bob):
        play_out([bob, ada], table)
    expect(ada.locator("details[data-games='2'][open] tbody tr")).to_have_count(2)
    table = play_again(bob, ada, ("Revanche", "Accept"))
    post(bob, f"{table}/wishes", seat=2, wish="resign")

    lines = get(ada, f"{table}/evening")["lines"]
    for page, sheet, words in (
        (ada, "Score sheet", ("began", "won", "Sum", "Wins")),
        (bob, "Wertungsblatt", ("begann", "gewann", "Summe", "Siege")),
    ):
        panel = page.locator("details[data-games='3']")
        expect(panel.locator("summary")).to_contain_text(
            f"{sheet} {' : '.join(map(str, lines[-1]['wins']))}"
        )
        expect(panel).to_have_attribute("open", "")
        expect(panel.locator("thead th")).to_have_text([page_word(page), "Ada", "Bob"])
        rows = panel.locator("tbody tr")
        expect(rows).to_have_count(3)
        for number, line in enumerate(lines):
            for player in (0, 1):
                cell = rows.nth(number).locator("td").nth(player)
                expect(cell.locator("b")).to_have_text(str(line["points"][player]))
                expect(cell.locator(".sum")).to_contain_text(str(line["sums"][player]))
                has_begun = line["order"][0] == player + 1
                expect(cell.get_by_text(words[0])).to_have_count(int(has_begun))
                has_won = player + 1 in line.get("winners", [])
                expect(cell.get_by_text(words[1])).to_have_count(int(has_won))
        expect(panel.locator("tfoot tr").nth(0)).to_contain_text(words[2])
        totals = panel.locator("tfoot tr").nth(0).locator("td")
        expect(totals).to_have_text([str(number) for number in lines[-1]["sums"]])
        wins = panel.locator("tfoot tr").nth(1)
        expect(wins).to_contain_text(words[3])
        expect(wins.locator("td")).to_have_text([str(number) for number in lines[-1]["wins"]])
    assert bob.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert sum(lines[-1]["wins"]) >= 1, "Bob has resigned"
    SCREENS.mkdir(parents=True, exist_ok=True)
    bob.keyboard.press("Escape")  # on a phone the result covers the sheet
    bob.get_by_role("button", name="Menü dieses Tischs").click()
    bob.locator("details[data-games]").scroll_into_view_if_needed()
    bob.screenshot(path=SCREENS / "evening-phone.png")
    ada.screenshot(path=SCREENS / "evening.png", full_page=True)
    save_sheet(ada, "↓ CSV", "↓ Picture (PNG)", "Game", lines)
    save_sheet(bob, "↓ CSV", "↓ Bild (PNG)", "Partie", lines)


def page_word(page: Page) -> str:
    return "Partie" if page.evaluate("document.documentElement.lang") == "de" else "Game"


def save_sheet(page: Page, link: str, button: str, heading: str, lines: list[Any]) -> None:
    """Save the sheet as CSV and as a picture, and look into both."""
    with page.expect_download() as download:
        page.get_by_role("link", name=link).click()
    assert download.value.suggested_filename.endswith(".csv")
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text))
    assert head[0] == heading
    assert [int(row[5]) for row in rows] == [line["sums"][0] for line in lines]
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    assert download.value.suggested_filename.endswith(".png")
    content = Path(download.value.path()).read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(content[k : k + 4]) for k in (16, 20))
    assert width > 1000
    assert height > 500
    (SCREENS / f"evening-picture-{heading}.png").write_bytes(content)


def test_a_series_shows_its_sheet_while_it_is_played(window: Window) -> None:
    ada, bob = window(viewport={"width": 390, "height": 664}), window()
    table = sit_together(ada, bob, games=3)
    expect(bob.get_by_text("No game of this evening is finished yet.")).to_be_visible()
    with away(ada):
        told = play_out([ada, bob], table, games=1)
    series = next(iter(told["views"].values()))["series"]
    rows = bob.locator("details[data-games] tbody tr")
    expect(rows).to_have_count(1)
    expect(rows.locator("td b")).to_have_text([str(points) for points in series])
    expect(ada.locator("details[data-games] summary")).to_contain_text(
        f"Score sheet {series[0]} : {series[1]}"
    )
    assert not ada.locator("details[data-games] table").is_visible(), "on a phone it is closed"
    with away(ada):
        told = play_out([ada, bob], table, games=2)
    expect(rows).to_have_count(2)
    bob.reload()
    expect(rows).to_have_count(2)
    series = next(iter(told["views"].values()))["series"]
    expect(bob.locator("details[data-games] tfoot td")).to_have_text([str(n) for n in series])
