"""Sounds: none before the first gesture, then for moves and turns, and silenced by one click."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from tests.web.conftest import Window
from tests.web.test_endings import move, post, table_of

# Notes everything that is sent to the loudspeaker, and still sends it there. What Playwright
# evaluates in a page counts as a gesture of its user, so true gestures are counted here.
LISTEN = """
  const gestures = { hasBeenActive: false };
  addEventListener("pointerdown", (event) => { gestures.hasBeenActive ||= event.isTrusted; }, true);
  addEventListener("keydown", (event) => { gestures.hasBeenActive ||= event.isTrusted; }, true);
  Object.defineProperty(navigator, "userActivation", { value: gestures });
  window.heard = { contexts: 0, notes: 0, volume: 0 };
  window.AudioContext = class extends AudioContext {
    constructor() { super(); heard.contexts += 1; }
    createOscillator() { heard.notes += 1; return super.createOscillator(); }
    createGain() {
      const gain = super.createGain();
      const connect = gain.connect.bind(gain);
      gain.connect = (to) => {
        if (to === this.destination) heard.volume = gain.gain.value;
        return connect(to);
      };
      return gain;
    }
  };
"""


def heard(page: Page, what: str) -> float:
    number: float = page.evaluate(f"heard.{what}")
    return number


def listen(page: Page) -> None:
    page.context.add_init_script(LISTEN)


def table_with_moves(host: Page, guest: Page) -> tuple[str, random.Random]:
    path = table_of(host, guest, "spezial")
    host.goto(path)
    expect(host.locator(".table[data-phase=playing]")).to_be_visible()
    return path, random.Random(1)


def after_moves(host: Page, guest: Page, path: str, rng: random.Random, number: int) -> None:
    """Play up to a number of moves and wait until the table shows them."""
    while int(host.locator(".table").get_attribute("data-moves") or 0) < number:
        before = host.locator(".table").get_attribute("data-moves")
        move((host, guest), path, rng)
        expect(host.locator(f".table[data-moves='{before}']")).to_have_count(0)


def test_sounds_wait_for_a_gesture_and_end_with_one_click(window: Window) -> None:
    """The window fails the test if the browser warns about a sound that came too early."""
    host, guest = window(), window()
    listen(host)
    path, rng = table_with_moves(host, guest)
    after_moves(host, guest, path, rng, 2)
    assert heard(host, "contexts") == 0
    host.mouse.click(2, 400)
    after_moves(host, guest, path, rng, 4)
    host.wait_for_function("() => heard.notes > 0")
    assert heard(host, "contexts") == 1
    assert 0 < heard(host, "volume") <= 0.5
    host.get_by_role("button", name="Turn sounds off").click()
    before = heard(host, "notes")
    after_moves(host, guest, path, rng, 6)
    post(guest, f"/api{path.replace('table', 'tables', 1)}/talk", text="Hello")
    expect(host.get_by_text("Bob says: Hello")).to_have_count(1)
    host.wait_for_timeout(1200)  # longer than any sound that could wait
    assert heard(host, "notes") == before
    host.reload()
    host.get_by_role("button", name="Turn sounds on").click()
    host.wait_for_function("() => heard.notes > 0")
    expect(host.get_by_role("button", name="Turn sounds off")).to_be_visible()


def test_a_message_is_heard(window: Window) -> None:
    host, guest = window(), window()
    listen(host)
    path, _ = table_with_moves(host, guest)
    host.mouse.click(2, 400)
    assert heard(host, "notes") == 0
    post(guest, f"/api{path.replace('table', 'tables', 1)}/talk", text="Hello")
    host.wait_for_function("() => heard.notes > 0")


def test_a_phone_has_the_button_in_the_menu_of_the_table(window: Window) -> None:
    host, guest = window(viewport={"width": 360, "height": 640}), window()
    table_with_moves(host, guest)
    host.get_by_role("button", name="Menu of this table").click()
    host.get_by_role("button", name="Turn sounds off").click()
    expect(host.get_by_role("button", name="Turn sounds on")).to_be_visible()


def test_the_settings_have_a_volume_and_phones_a_switch_for_vibration(window: Window) -> None:
    page = window()
    listen(page)
    page.goto("/settings")
    expect(page.get_by_role("switch", name="Sounds")).to_be_checked()
    expect(page.get_by_role("switch", name="Vibration")).to_have_count(0)
    page.get_by_role("slider", name="Volume").focus()
    page.keyboard.press("End")
    page.wait_for_function("() => heard.notes > 0")
    assert heard(page, "volume") == 1
    page.get_by_role("switch", name="Sounds").click()
    expect(page.get_by_role("slider", name="Volume")).to_be_disabled()
    phone = window(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.goto("/settings")
    expect(phone.get_by_role("switch", name="Vibration")).to_be_checked()
