"""Turns are announced in the page, and outside it to players who are away."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import re
import time
from collections.abc import Iterator
from email import message_from_string, policy
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from genial.server.errors import Refusal
from genial.server.notifications import webhook
from genial.server.notifications.mail import Mail
from genial.server.notifications.push import Keys, NotSent, WebPush
from genial.server.settings import mail_place
from genial.server.storage.store import Store
from tests.server.live import Guest, Server, any_move
from tests.server.sinks import HttpSink, SmtpSink, listening
from tests.server.test_observing import metrics_of
from tests.server.waiting import eventually

SECRET = "a secret of sixteen"


def base64_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Browser:
    """A browser that has subscribed, and decrypts what it gets."""

    def __init__(self, endpoint: str) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = bytes(range(16))
        form = serialization.PublicFormat.UncompressedPoint
        public = self._private.public_key().public_bytes(serialization.Encoding.X962, form)
        keys = {"p256dh": base64_text(public), "auth": base64_text(self._auth)}
        self.subscription: dict[str, Any] = {"endpoint": endpoint, "keys": keys}

    def read(self, body: bytes) -> Any:
        message = http_ece.decrypt(
            body, private_key=self._private, auth_secret=self._auth, version="aes128gcm"
        )
        return json.loads(message)


@pytest.fixture
def sinks() -> Iterator[tuple[HttpSink, HttpSink, SmtpSink]]:
    push, hook, mail = HttpSink(), HttpSink(), SmtpSink()
    with listening(push, hook, mail):
        yield push, hook, mail


@pytest.fixture
def notifying_server(
    places: tuple[str, str], tmp_path: Path, sinks: tuple[HttpSink, HttpSink, SmtpSink]
) -> Iterator[Server]:
    """A server that notifies of every turn after half a second."""
    _, hook, mail = sinks
    channels = {
        "webhook": f"{hook.address}/hook?x=1",
        "webhook_secret": SECRET,
        "mail": mail.address,
    }
    with Server(
        *places, log=tmp_path / "server.log", notify_after=0.5, push_locally="true",
        origin="http://genial.example", **channels,
    ) as running:  # fmt: skip
        yield running


def start(ada: Guest, bob: Guest, **more: object) -> tuple[str, dict[str, Any]]:
    table = ada.open("ingenious", "me", "open", **more)
    bob.post(f"/api/tables/{table}/seats/2")
    return table, ada.post(f"/api/tables/{table}/start")


def move(guest: Guest, table: str, told: dict[str, Any]) -> dict[str, Any]:
    seat = told["turn"]
    text = any_move(told, seat, random.Random(1))
    after: dict[str, Any] = guest.post(
        f"/api/tables/{table}/moves", seat=seat, move=text, number=told["number"]
    )
    return after


class Absent:
    """Ada, who is connected, plays against Bob, who is away and wants to hear of turns."""

    def __init__(self, server: Server, sinks: tuple[HttpSink, HttpSink, SmtpSink]) -> None:
        self.push, self.hook, self.mail = sinks
        self.ada, self.bob = server.guest("Ada"), server.guest("Bob")
        self.ada.send("ping")
        self.ada.hear("pong")
        self.browser = Browser(f"{self.push.address}/send/abc")
        subscription = self.browser.subscription
        assert self.bob.http.post("/api/me/push", json=subscription).status_code == 204
        self.table = ""

    def letter(self) -> Any:
        """Return the next mail to Bob."""
        letter = message_from_string(self.mail.got.get(timeout=60), policy=policy.default)
        assert letter["to"] == "bob@club.example"
        return letter

    def confirm_mail(self) -> None:
        """Let Bob confirm an address given in a German browser."""
        german = {"accept-language": "de-AT,en;q=0.5"}
        address = {"address": "bob@club.example"}
        answer = self.bob.http.post("/api/me/mail", json=address, headers=german)
        assert answer.status_code == 204
        code = re.findall(r"\d{8}", self.letter()["subject"])[0]
        assert self.bob.post("/api/me/mail/code", code=code)["confirmed"] is True

    def turn_comes(self) -> dict[str, Any]:
        """Let Ada move, so that it is Bob's turn; return the situation."""
        if not self.table:
            self.table, told = start(self.ada, self.bob)
            return move(self.ada, self.table, told)
        path = f"/api/tables/{self.table}"
        move(self.bob, self.table, self.bob.get(path))
        return move(self.ada, self.table, self.ada.get(path))


def test_mails_go_only_to_a_confirmed_address(
    notifying_server: Server, sinks: tuple[HttpSink, HttpSink, SmtpSink]
) -> None:
    mail, bob = sinks[2], notifying_server.guest("Bob")
    assert bob.get("/api/notices") == {"mail": True}
    assert bob.http.post("/api/me/mail", json={"address": "bob@club.example"}).status_code == 204
    letter = message_from_string(mail.got.get(timeout=60), policy=policy.default)
    assert letter["to"] == "bob@club.example"
    assert letter["from"] == "Genial <genial@club.example>"
    code = re.findall(r"\d{8}", letter["subject"])[0]
    assert bob.get("/api/me/mail")["confirmed"] is False
    wrong = f"{(int(code) + 1) % 10**8:08}"
    assert bob.http.post("/api/me/mail/code", json={"code": wrong}).json()["code"] == "wrong-code"
    assert bob.post("/api/me/mail/code", code=code)["confirmed"] is True


def test_an_absent_player_is_notified_by_push_mail_and_webhook(
    notifying_server: Server, sinks: tuple[HttpSink, HttpSink, SmtpSink]
) -> None:
    absent = Absent(notifying_server, sinks)
    absent.confirm_mail()
    absent.turn_comes()
    posted = absent.push.got.get(timeout=60)
    notice = absent.browser.read(posted.body)
    assert (notice["table"], notice["seat"], notice["game"]) == (absent.table, 2, "ingenious")
    assert notice["link"].startswith("http://genial.example/")
    assert posted.headers["content-encoding"] == "aes128gcm"
    assert int(posted.headers["ttl"]) > 3600
    assert Vapid02.verify(posted.headers["authorization"])
    key = absent.bob.get("/api/push/key")["key"]
    assert f"k={key}" in posted.headers["authorization"]
    letter = absent.letter()
    assert letter["subject"] == "Genial: du bist am Zug"
    assert notice["link"] in letter.get_content().splitlines(), "nothing glued to the link"
    called = absent.hook.got.get(timeout=60)
    assert called.path == "/hook?x=1"
    at = int(called.headers["x-genial-time"])
    signed = webhook.signature(SECRET.encode(), at, called.body)
    assert called.headers["x-genial-signature"] == f"sha256={signed}"
    assert json.loads(called.body)["account"] == absent.bob.me["account"]
    assert "Traceback" not in notifying_server.log()


def test_an_absent_player_is_notified_once_a_turn_and_a_connected_one_never(
    notifying_server: Server, sinks: tuple[HttpSink, HttpSink, SmtpSink]
) -> None:
    absent = Absent(notifying_server, sinks)
    absent.confirm_mail()
    for _ in range(2):
        told = absent.turn_comes()
        called = json.loads(absent.hook.got.get(timeout=60).body)
        assert (called["account"], called["number"]) == (absent.bob.me["account"], told["number"])
        assert absent.browser.read(absent.push.got.get(timeout=60).body)["number"] == told["number"]
        assert absent.letter()["subject"] == "Genial: du bist am Zug"
        eventually(lambda: metrics_of(notifying_server)['genial_queue{queue="turns"}'] == 0)


def test_a_push_address_that_is_gone_is_forgotten(
    notifying_server: Server, sinks: tuple[HttpSink, HttpSink, SmtpSink]
) -> None:
    absent = Absent(notifying_server, sinks)
    absent.push.status = 410
    absent.turn_comes()
    absent.push.got.get(timeout=60)
    absent.hook.got.get(timeout=60)
    absent.turn_comes()
    absent.hook.got.get(timeout=60)
    assert absent.push.got.qsize() == 0, "a dead address is forgotten"
    assert "Traceback" not in notifying_server.log()


def test_a_player_can_stop_pushes_and_mails(
    notifying_server: Server, sinks: tuple[HttpSink, HttpSink, SmtpSink]
) -> None:
    absent = Absent(notifying_server, sinks)
    absent.confirm_mail()
    assert absent.bob.http.request("DELETE", "/api/me/mail").status_code == 204
    gone = {"endpoint": absent.browser.subscription["endpoint"]}
    assert absent.bob.http.request("DELETE", "/api/me/push", json=gone).status_code == 204
    assert absent.bob.http.request("DELETE", "/api/me/push", json=gone).status_code == 404
    absent.turn_comes()
    absent.hook.got.get(timeout=60)
    eventually(lambda: metrics_of(notifying_server)['genial_queue{queue="turns"}'] == 0)
    assert absent.push.got.qsize() == absent.mail.got.qsize() == 0


def test_a_game_of_days_notifies_connected_players_but_not_of_turns_that_end_at_once(
    notifying_server: Server, sinks: tuple[HttpSink, HttpSink, SmtpSink]
) -> None:
    hook = sinks[1]
    ada, bob = notifying_server.guest("Ada"), notifying_server.guest("Bob")
    bob.send("ping")
    bob.hear("pong")
    began = time.monotonic()
    table, told = start(ada, bob, pace={"seconds": 86400, "by_turn": True})
    move(ada, table, told)
    was_quick = time.monotonic() - began < 0.5
    heard = bob.hear("your-turn", seconds=60)
    assert (heard["table"], heard["seat"]) == (table, 2)
    assert heard["deadline"] == pytest.approx(time.time() + 86400, abs=60)
    accounts = [json.loads(hook.got.get(timeout=60).body)["account"]]
    while accounts[-1] != bob.me["account"]:
        accounts.append(json.loads(hook.got.get(timeout=60).body)["account"])
    assert len(accounts) == 1 or not was_quick, "Ada moved before half a second was over"
    bob.send("watch", table=table)
    told = bob.hear("situation")
    bob.send("play", table=table, seat=2, number=told["number"],
             move=any_move(told, 2, random.Random(1)))  # fmt: skip
    bob.hear("news")
    move(ada, table, ada.get(f"/api/tables/{table}"))
    bob.hear("news")
    notice = json.loads(hook.got.get(timeout=60).body)  # later than the announcement in the page
    while notice["account"] != bob.me["account"]:
        notice = json.loads(hook.got.get(timeout=60).body)
    assert notice["number"] > heard["number"]
    bob.send("ping", command="after")
    bob.hear("pong")
    later = [told["type"] for told in bob.heard[bob.heard.index(heard) + 1 :]]
    assert "your-turn" not in later, "a player who watches the table knows"


async def test_nothing_is_pushed_into_our_own_network(places: tuple[str, str]) -> None:
    keys = Keys(**Browser("x").subscription["keys"])
    refused = [
        "http://push.example/x", "https://127.0.0.1/x", "https://10.1.2.3/x", "https://[::1]/x",
        "https://[::ffff:192.168.0.1]/x", "https://169.254.169.254/latest", "ftp://push.example/",
        "https://user@push.example/x", "https://push.example:8443/x", "https:///x", "https://[x",
        "http://127.0.0.1/x", "https://0.0.0.0/", "https://100.64.0.1/",
    ]  # fmt: skip

    store = await Store.open(places[0])
    pushes = WebPush(store, b"v" * 32, "mailto:a@b.example", time.time, local=False)
    for endpoint in refused:
        with pytest.raises(Refusal):
            await pushes.subscribe("a", endpoint, keys)
    with pytest.raises(Refusal, match="not the keys"):
        await pushes.subscribe("a", "https://push.example/", Keys("short", keys.auth))
    await pushes.subscribe("a", "https://localhost/x", keys)
    with pytest.raises(NotSent):
        await pushes.send("a", keys, "topic", 60)  # a name for an address of our own
    await pushes.unsubscribe("a", "https://localhost/x")
    for k in range(10):
        await pushes.subscribe("a", f"https://push.example/{k}", keys)
    await pushes.subscribe("a", "https://push.example/3", keys)
    with pytest.raises(Refusal, match="already have 10 push subscriptions"):
        await pushes.subscribe("a", "https://push.example/one-more", keys)
    await pushes.close()
    await store.close()


def test_an_address_is_confirmed_in_time_and_with_few_tries(places: tuple[str, str]) -> None:
    sink = SmtpSink()
    now = [1000.0]

    async def code_for(mail: Mail, account: str) -> str:
        await mail.ask(account, "Ada", f"{account}@club.example", "en")
        return re.findall(r"\d{8}", await asyncio.to_thread(sink.got.get, timeout=60))[0]

    async def check() -> None:
        store = await Store.open(places[0])
        mail = Mail(store, mail_place(sink.address), lambda: now[0])
        code = await code_for(mail, "late")
        now[0] += 3601
        with pytest.raises(Refusal, match="wrong or has expired"):
            await mail.confirm("late", code)
        code = await code_for(mail, "guesser")
        for _ in range(5):
            with pytest.raises(Refusal):
                await mail.confirm("guesser", "wrong")
        with pytest.raises(Refusal):
            await mail.confirm("guesser", code)
        code = await code_for(mail, "ada")
        assert await mail.send_turn("ada", "Ada", "") == 0, "not before it is confirmed"
        assert (await mail.confirm("ada", code)).confirmed
        assert await mail.send_turn("ada", "Ada", "https://x.example") == 1
        with pytest.raises(Refusal):
            await mail.confirm("ada", code)
        for _ in range(2):
            await code_for(mail, "ada")
        with pytest.raises(Refusal, match="Too many requests"):
            await mail.ask("ada", "Ada", "ada@club.example", "en")
        for wrong in ("x", "a@b", "a@b.example\nBcc: c@d.example", "a b@c.example"):
            with pytest.raises(Refusal, match="not an e-mail address"):
                await mail.ask("eve", "Eve", wrong, "en")
        with pytest.raises(Refusal, match="does not send mail"):
            await Mail(store, None, time.time).ask("a", "Ada", "a@b.example", "en")
        await store.close()

    with listening(sink):
        asyncio.run(check())
