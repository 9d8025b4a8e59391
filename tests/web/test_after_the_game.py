"""After the game: today's challenge is done, records are opened, a round is looked back at."""

from __future__ import annotations

import random
import re
import secrets
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.live import any_move
from tests.web.conftest import Window
from tests.web.playing import at_pace

RECORD = (Path(__file__).parents[1] / "golden" / "phoenix.txt").read_text(encoding="utf-8")


def post(page: Page, path: str, **body: object) -> Any:
    answer = at_pace(lambda: page.request.post(path, data=body))
    assert answer.ok, answer.text()
    return answer.json()


def test_todays_challenge_is_done_when_it_was_played(window: Window) -> None:
    page = window(locale="de-DE")
    post(page, "/api/guests", name=f"Ada {secrets.token_hex(4)}")
    post(page, "/api/me/password", password=secrets.token_hex(8))
    told = post(page, "/api/daily")
    page.goto("/")
    go_on = page.locator(".daily").get_by_role("button", name="Weiterspielen")
    expect(go_on).to_be_visible()
    while told["phase"] != "over":
        move = any_move(told, 1, random.Random(told["number"]))
        told = post(
            page, f"/api/tables/{told['table']}/moves", seat=1, move=move, number=told["number"]
        )
    colours = " ".join(map(str, sorted(told["views"]["1"]["scores"][0].values())))
    for path in ("/", "/daily"):
        page.goto(path)
        done = f"✓ Gespielt. Deine Farben, die schwächste zuerst: {colours}"
        expect(page.get_by_text(done)).to_be_visible()
        expect(page.get_by_role("button", name="Weiterspielen", exact=True)).to_have_count(0)


def test_what_is_wrong_with_a_record_is_said_in_german(window: Window) -> None:
    page = window(locale="de-DE")
    page.goto("/review")
    wrong = {
        "game: chess\n": "Zeile 1 ist nicht lesbar. Unbekanntes Spiel oder ",
        RECORD.replace("players: 2", "players: 7"): "unbekannte Option.",
        re.sub(r"^([12]) .*$", r"\1 xyz", RECORD, count=1, flags=re.MULTILINE):
            "Das ist kein gültiger Zug in diesem Spiel.",
        re.sub(r"^([12]) (.*)$", r"3 \2", RECORD, count=1, flags=re.MULTILINE): "am Zug.",
    }  # fmt: skip
    for text, said in wrong.items():
        page.get_by_label("Oder den Text einfügen").fill(text)
        page.get_by_role("button", name="Ansehen").click()
        expect(page.get_by_role("alert")).to_contain_text(said)
        expect(page.get_by_role("alert").locator("q[lang=en]")).not_to_be_empty()


def test_a_review_of_phoenix_shows_how_rounds_ended(window: Window) -> None:
    page = window()
    post(page, "/api/guests", name="Ada")
    upload = post(page, "/api/uploads", text=RECORD)["upload"]
    lines = RECORD.splitlines()
    deals = [k for k, line in enumerate(lines) if line.startswith("* spectrum")]
    moves = sum(1 for line in lines[: deals[1]] if re.match(r"[12] ", line))
    page.goto(f"/record/{upload}?move={moves - 1}")
    summary = page.get_by_role("heading", name="Round 1 is over")
    expect(page.get_by_text(f"Move {moves - 1} of 120", exact=True)).to_be_visible()
    expect(page.locator(".field")).to_be_visible()
    expect(summary).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(summary).to_be_visible()
    expect(page.locator(".field")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(summary).to_have_count(0)
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name=f"Round {len(deals)} is over")).to_be_visible()
