"""One server and one browser for all tests here; every player has a window of that browser."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.server.live import Server
from tests.server.sinks import HttpSink, SmtpSink, listening
from tests.web import chromium

Window = Callable[..., Page]

PATIENCE = 30_000  # milliseconds for anything to happen

_numbers = itertools.count(1)
expect.set_options(timeout=PATIENCE)


class Outside(NamedTuple):
    """Receive the server's notifications to players who are away."""

    push: HttpSink
    hook: HttpSink
    mail: SmtpSink


@pytest.fixture(scope="session")
def outside() -> Iterator[Outside]:
    sinks = Outside(HttpSink(), HttpSink(), SmtpSink())
    with listening(*sinks):
        yield sinks


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, outside: Outside) -> Iterator[Server]:
    """Run a server; every window has an address of its own, as through a proxy."""
    folder = tmp_path_factory.mktemp("server")
    with Server(
        f"sqlite:///{folder}/genial.db", "", log=folder / "log", proxies=1, patience=1,
        notify_after=0.5, push_locally="true", mail=outside.mail.address,
        webhook=f"{outside.hook.address}/hook", webhook_secret="a secret of sixteen",
    ) as running:  # fmt: skip
        running.wait_until_compiled()  # that may take longer than anything a test waits for
        yield running


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        if chromium.program() is None and not chromium.has_playwrights(started):
            pytest.fail(chromium.NONE)
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    started = chromium.launch(playwright)
    yield started
    started.close()


@pytest.fixture(scope="session")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """Start a browser that can do what a headless shell cannot: show notifications."""
    started = chromium.launch(playwright, whole=True)
    yield started
    started.close()


@pytest.fixture
def window(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Window]:
    """Open windows without shared storage; any error in them fails the test.

    Windows that show notifications are those of a whole browser.
    """
    wrong: list[str] = []
    contexts: list[BrowserContext] = []

    def note(message: ConsoleMessage) -> None:
        expected = ("Failed to load resource", "WebSocket connection to", "blocked by Playwright")
        is_wrong = message.type in ("error", "warning")
        if is_wrong and not any(words in message.text for words in expected):
            wrong.append(message.text)

    def new(*, settings: dict[str, Any] | None = None, address: str = "", **more: Any) -> Page:
        options: dict[str, Any] = {
            "base_url": address or server.address, "viewport": {"width": 1280, "height": 900},
            "locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block",
            "extra_http_headers": {"x-forwarded-for": f"10.{os.getpid() % 250}.0.{next(_numbers)}"},
        }  # fmt: skip
        shows_notifications = "notifications" in more.get("permissions", ())
        opener = request.getfixturevalue("whole_browser") if shows_notifications else browser
        context: BrowserContext = opener.new_context(**{**options, **more})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if settings is not None:
            kept = json.dumps(json.dumps(settings))
            context.add_init_script(f"if (!localStorage.genial) localStorage.genial = {kept}")
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", note)
        return page

    yield new
    for context in contexts:
        context.close()
    assert wrong == []
