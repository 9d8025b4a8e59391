"""Receivers that answer byte by byte: notifications of other accounts do not wait for them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import socketserver
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from genial.server.notifications import mail as mails
from genial.server.notifications import push as pushing
from genial.server.notifications import webhook as hooks
from genial.server.notifications.mail import Mail
from genial.server.notifications.push import Keys, NotSent, WebPush
from genial.server.notifications.webhook import Webhook
from genial.server.settings import mail_place
from genial.server.storage.store import Store
from tests.server.live import Server
from tests.server.sinks import HttpSink, listening
from tests.server.test_notifications import SECRET, Browser, move, start

PATIENCE = 120.0  # seconds, on a busy machine
SLOW = 30  # endpoints: more than there are slots
PAUSE = 0.3  # seconds between two bytes: far less than any time-out


class Drip:
    """A server that answers every connection one byte at a time, and never finishes."""

    def __init__(self, beginning: bytes) -> None:
        self.connected = 0
        self.ended = threading.Event()
        drip = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                drip.connected += 1
                with contextlib.suppress(OSError):
                    self.request.sendall(beginning)
                    while not drip.ended.wait(PAUSE):
                        self.request.sendall(b"x")

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True

    @property
    def port(self) -> int:
        return int(self.server.server_address[1])


@contextlib.contextmanager
def dripping(beginning: bytes) -> Iterator[Drip]:
    drip = Drip(beginning)
    thread = threading.Thread(target=drip.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield drip
    finally:
        drip.ended.set()
        drip.server.shutdown()
        drip.server.server_close()
        thread.join()


HTTP, SMTP = b"HTTP/1.1 201 Created\r\nx-slow: ", b"220-"


@pytest.fixture
def store(places: tuple[str, str]) -> str:
    return places[0]


def test_a_push_service_that_answers_byte_by_byte_is_cut_off_after_its_time(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushing, "_SECONDS", 1.5)

    async def send(drip: Drip) -> None:
        there = await Store.open(store)
        pushes = WebPush(there, b"v" * 32, "mailto:a@b.example", time.time, local=True)
        for k in range(8):
            endpoint = f"http://127.0.0.1:{drip.port}/{k}"
            keys = Keys(**Browser(endpoint).subscription["keys"])
            await pushes.subscribe("ada", endpoint, keys)
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(NotSent, match="Timeout"):
                await pushes.send("ada", keys, "topic", 60)
        await pushes.close()
        await there.close()

    with dripping(HTTP) as drip:
        asyncio.run(send(drip))
        assert drip.connected == 8, "all at the same time"


async def test_a_name_that_never_resolves_is_given_up_after_its_time(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushing, "_SECONDS", 1.0)
    end = threading.Event()
    real = socket.getaddrinfo

    def look_up(host: object, *more: object, **options: object) -> object:
        if host == "slow.example":
            end.wait(PAUSE * 100)
        return real(host, *more, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)

    there = await Store.open(store)
    pushes = WebPush(there, b"v" * 32, "mailto:a@b.example", time.time, local=False)
    keys = Keys(**Browser("x").subscription["keys"])
    for k in range(10):
        await pushes.subscribe("ada", f"https://slow.example/{k}", keys)
    with pytest.raises(NotSent, match="Timeout"):
        await pushes.send("ada", keys, "topic", 60)
    # Nothing else in this process that resolves a name waits for this one.
    async with asyncio.timeout(10):
        loop = asyncio.get_running_loop()
        assert await loop.getaddrinfo("127.0.0.1", 80)
        await asyncio.to_thread(lambda: None)
    end.set()
    await pushes.close()
    await there.close()


def test_a_webhook_that_answers_byte_by_byte_is_cut_off_after_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hooks, "_SECONDS", 1.0)

    async def send(drip: Drip) -> None:
        webhook = Webhook(f"http://127.0.0.1:{drip.port}/", SECRET)
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(NotSent, match="Timeout"):
                await webhook.send(Keys("a", "b"), 1.0)
        await webhook.close()

    with dripping(HTTP) as drip:
        asyncio.run(send(drip))
        assert drip.connected == 3


def test_a_mail_server_that_answers_byte_by_byte_is_cut_off_after_its_time(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mails, "_LONGEST", 1.0)

    async def send(drip: Drip) -> None:
        there = await Store.open(store)
        place = mail_place(f"smtp://127.0.0.1:{drip.port}/?from=genial@club.example")
        mail = Mail(there, place, time.time)
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(NotSent, match="Timeout"):
                await mail._send("ada@club.example", "en", "turn", name="Ada", where=".")
            await asyncio.to_thread(mail._pool.shutdown, wait=True)  # its thread is free again
        await there.close()

    with dripping(SMTP) as drip:
        asyncio.run(send(drip))
        assert drip.connected == 1


def test_many_slow_push_services_delay_neither_the_webhook_nor_another_push(
    tmp_path: Path,
) -> None:
    push, hook = HttpSink(), HttpSink()
    with contextlib.ExitStack() as stack:
        stack.enter_context(listening(push, hook))
        drip = stack.enter_context(dripping(HTTP))
        server = stack.enter_context(Server(
            f"sqlite:///{tmp_path}/genial.db", "", log=tmp_path / "server.log", proxies=1,
            notify_after=0.5, push_locally="true", webhook=hook.address, webhook_secret=SECRET,
        ))  # fmt: skip
        ada = server.guest("Ada")
        for k in range(SLOW):
            eve = server.guest(f"Eve {k}")
            slow = Browser(f"http://127.0.0.1:{drip.port}/{k}").subscription
            assert eve.http.post("/api/me/push", json=slow).status_code == 204
            table, told = start(ada, eve)
            move(ada, table, told)
            ada.leave()
            ada = server.guest("Ada")
        bob = server.guest("Bob")
        browser = Browser(f"{push.address}/bob")
        assert bob.http.post("/api/me/push", json=browser.subscription).status_code == 204
        table, told = start(ada, bob)
        move(ada, table, told)
        got = browser.read(push.got.get(timeout=PATIENCE).body)
        assert (got["table"], got["seat"]) == (table, 2)
        tables = set()
        while table not in tables:
            tables.add(json.loads(hook.got.get(timeout=PATIENCE).body)["table"])
        assert drip.connected >= 16, "the slow ones were tried, too"
        assert "Traceback" not in server.log()
