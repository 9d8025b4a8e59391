"""What players are told of fair play: rated games, tokens, guests, and the daily ranking."""

from __future__ import annotations

import re
import secrets
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Window
from tests.web.playing import at_pace

PASSWORD = "very secret"


def post(page: Page, path: str, **body: object) -> Any:
    answer = at_pace(lambda: page.request.post(path, data=body))
    assert answer.ok, answer.text()
    return answer.json() if answer.body() else None


def kept(page: Page) -> str:
    """Keep a name with a password; the name."""
    name = f"Ada {secrets.token_hex(4)}"
    post(page, "/api/guests", name=name)
    post(page, "/api/me/password", password=PASSWORD)
    return name


def test_a_rated_table_is_offered_only_with_a_clock_and_a_kept_name(window: Window) -> None:
    page = window()
    page.goto("/new/ingenious")
    page.get_by_role("combobox", name="Seat 2", exact=True).select_option("open")
    rated = page.get_by_role("checkbox", name="Rated")
    expect(rated).to_be_disabled()
    expect(page.get_by_text("Create an account to play rated games.")).to_be_visible()
    kept(page)
    page.reload()
    page.get_by_label("Clock").select_option("none")
    expect(rated).to_be_disabled()
    expect(page.get_by_text("Rated games need a clock.")).to_be_visible()
    page.get_by_label("Clock").select_option("15+10")
    rated.check()
    expect(
        page.get_by_text("The game counts once every player has made two moves.")
    ).to_be_visible()
    page.get_by_label("Clock").select_option("none")
    expect(rated).not_to_be_checked()
    page.get_by_label("Clock").select_option("5+5")
    expect(rated).to_be_checked()
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator(".waiting")).to_contain_text("5 min + 5 s · rated")

    guest = window()
    post(guest, "/api/guests", name="Gustav")
    guest.goto(page.url)
    expect(guest.get_by_text("This game is rated. Create an account")).to_be_visible()
    expect(guest.get_by_role("button", name="Take seat 2")).to_have_count(0)


def test_a_new_password_ends_tokens_if_that_is_wished(window: Window) -> None:
    page = window()
    kept(page)
    post(page, "/api/me/tokens", label="my program")
    page.goto("/account")
    expect(page.get_by_text("my program")).to_be_visible()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password").fill("another secret")
    page.get_by_label("Repeat password").fill("another secret")
    page.get_by_role("checkbox", name="Also revoke all access tokens").check()
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Password changed.")).to_be_visible()
    expect(page.get_by_text("my program")).to_have_count(0)


def test_a_name_that_looks_like_another_is_refused_with_a_sentence(window: Window) -> None:
    owner, other = window(), window()
    name = kept(owner)
    post(other, "/api/guests", name="Gustav")
    other.goto("/account")
    other.locator("input[autocomplete=nickname]").fill(name.replace("Ada", "\u0410da"))
    other.get_by_role("button", name="Change name").click()
    expect(other.get_by_text("looks too much like another player’s")).to_be_visible()


def test_guests_are_shown_as_guests_to_others(window: Window) -> None:
    ada, guest = window(), window()
    kept(ada)
    post(guest, "/api/guests", name="Gustav")
    seats = [{"type": "me"}, {"type": "open"}]
    table = post(ada, "/api/tables", game="tile-challenge", seats=seats)["table"]
    post(guest, f"/api/tables/{table}/seats/2")
    ada.goto(f"/table/{table}")
    expect(ada.get_by_label("Seat 2: Gustav").get_by_text("guest", exact=True)).to_be_visible()


def test_a_new_account_learns_that_todays_attempt_is_not_ranked(window: Window) -> None:
    page = window()
    kept(page)
    page.goto("/daily")
    expect(page.get_by_text("this attempt won’t be ranked")).to_be_visible()
    expect(page.get_by_text("playing the same bag twice")).to_be_visible()
