"""Notifications about a player's turn: set up in the browser, sent to real sinks."""

from __future__ import annotations

import json
import queue
import random
import re
from email import message_from_string, policy
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.live import Guest, Server, any_move
from tests.server.sinks import Posted
from tests.server.test_notifications import Browser as Subscriber
from tests.web.conftest import Outside, Window

# Chromium's own push service is far away: its part is played by the sink.
SUBSCRIBING = """
const told = %s;
const subscription = {
  endpoint: told.endpoint, toJSON: () => told,
  unsubscribe: async () => { localStorage.removeItem("pushed"); return true; },
};
PushManager.prototype.subscribe = async (options) => {
  if (!options.userVisibleOnly || !options.applicationServerKey) throw new Error("no key");
  localStorage.setItem("pushed", "yes");
  return subscription;
};
PushManager.prototype.getSubscription = async () => localStorage.getItem("pushed") && subscription;
"""


def of(account: str, hook: queue.Queue[Posted]) -> dict[str, Any]:
    """Return the next notification of one account."""
    while True:
        told: dict[str, Any] = json.loads(hook.get(timeout=60).body)
        if told["account"] == account:
            return told


def turn_comes(ada: Guest, table: str) -> None:
    """Ada moves until it is the other's turn."""
    told = ada.get(f"/api/tables/{table}")
    while told["turn"] == 1:
        move = any_move(told, 1, random.Random(1))
        told = ada.post(f"/api/tables/{table}/moves", seat=1, move=move, number=told["number"])


_SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  for (let k = 0; k < 1200; k += 1) {
    const all = await worker.getNotifications();
    if (all.length) return all.map((one) => [one.title, one.body, one.data.path]);
    await new Promise((done) => setTimeout(done, 50));
  }
  return [];
}"""


def subscribed(window: Window, name: str, subscriber: Subscriber) -> Page:
    """Open the account page as a new guest and switch on notifications of the browser."""
    page = window(service_workers="allow", permissions=["notifications"])
    page.add_init_script(SUBSCRIBING % json.dumps(subscriber.subscription))
    page.goto("/account")
    page.get_by_label("Name", exact=True).first.fill(name)
    page.get_by_role("button", name="Continue").click()
    switch = page.get_by_label("Browser notifications")
    switch.click()
    expect(switch).to_be_checked()
    return page


def confirm_mail(page: Page, outside: Outside) -> None:
    """Give an address for mails, and confirm it with the code that comes, after a wrong one."""
    page.get_by_label("Address").fill("bob@club.example")
    page.get_by_role("button", name="Send code").click()
    letter = message_from_string(outside.mail.got.get(timeout=60), policy=policy.default)
    code = re.findall(r"\d{8}", letter["subject"])[0]
    page.get_by_label("Code", exact=True).fill("1234")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("The code is wrong or no longer valid.")).to_be_visible()
    page.get_by_label("Code", exact=True).fill(code)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("E-mails go to bob@club.example.")).to_be_visible()


def test_a_player_who_is_away_gets_notifications(
    window: Window, server: Server, outside: Outside
) -> None:
    subscriber = Subscriber(f"{outside.push.address}/send/abc")
    page = subscribed(window, "Bob", subscriber)
    confirm_mail(page, outside)
    bob = page.evaluate("fetch('/api/me').then((one) => one.json())")["account"]
    ada = server.guest("Ada")
    table = ada.open("phoenix", "me", "open", listed=False)
    assert page.request.post(f"/api/tables/{table}/seats/2").ok
    page.goto("about:blank")  # no page is open any more
    ada.post(f"/api/tables/{table}/start")
    turn_comes(ada, table)
    notice = subscriber.read(outside.push.got.get(timeout=60).body)
    assert (notice["table"], notice["seat"]) == (table, 2)
    letter = message_from_string(outside.mail.got.get(timeout=60), policy=policy.default)
    assert (letter["to"], letter["subject"]) == ("bob@club.example", "Genial: it is your turn")
    assert of(bob, outside.hook.got)["table"] == table
    page.goto("/account")
    arrives(page, server, json.dumps(notice))
    assert page.evaluate(_SHOWN) == [["It’s your turn", "Phoenix", f"/table/{table}"]]


def test_notifications_are_stopped_on_the_account_page(window: Window, outside: Outside) -> None:
    subscriber = Subscriber(f"{outside.push.address}/send/stopped")
    page = subscribed(window, "Bob", subscriber)
    confirm_mail(page, outside)
    page.reload()
    switch = page.get_by_label("Browser notifications")
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    page.get_by_role("button", name="Stop e-mails").click()
    expect(page.get_by_label("Address")).to_be_visible()
    endpoint = {"endpoint": subscriber.subscription["endpoint"]}
    again = page.request.delete("/api/me/push", data=endpoint)
    assert again.status == 404, "the server knows of no browser of this player"
    assert page.request.get("/api/me/mail").json() is None


def test_a_browser_that_signs_out_gets_no_more_notifications(
    window: Window, outside: Outside
) -> None:
    subscriber = Subscriber(f"{outside.push.address}/send/out")
    page = subscribed(window, "Carol", subscriber)
    assert page.request.post("/api/me/password", data={"password": "correct horse"}).ok
    page.reload()
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(re.compile(r"/$"))
    account = {"name": "Carol", "password": "correct horse"}
    assert page.request.post("/api/login", data=account).ok
    endpoint = {"endpoint": subscriber.subscription["endpoint"]}
    assert page.request.delete("/api/me/push", data=endpoint).status == 404


def arrives(page: Page, server: Server, message: str) -> None:
    """The browser gets a message from its push service."""
    devtools = page.context.new_cdp_session(page)
    known: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: known.extend(one["registrationId"] for one in told["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    for _ in range(3000):
        if known:
            break
        page.wait_for_timeout(20)
    assert known, "no worker is registered"
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": server.address, "registrationId": known[0], "data": message},
    )
