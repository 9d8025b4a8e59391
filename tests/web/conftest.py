"""One server and one browser for all tests here; every player has a window of that browser."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import httpx
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
from tests.server.waiting import eventually
from tests.web import chromium, firefox

Window = Callable[..., Page]

PATIENCE = 30_000  # milliseconds for anything to happen
COMPILING = 900  # seconds for all bots to be compiled on a busy machine

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
        running.wait_until_compiled()
        # Bots are compiled after the rules. That may take longer than anything a test waits for.
        eventually(
            lambda: are_bots_compiled(running), seconds=COMPILING, pause=0.5,
            what="the bots are never compiled",
        )  # fmt: skip
        yield running


def are_bots_compiled(server: Server) -> bool:
    health = httpx.get(f"{server.address}/health", timeout=PATIENCE / 1000).json()
    return bool(health["compiled"] >= health["steps"])


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


@pytest.fixture(scope="session")
def firefox_browser(
    playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """Start Firefox; tests that need it are skipped only where none can be had."""
    if not firefox.is_there(playwright):
        pytest.skip(firefox.NONE)
    started = firefox.launch(playwright, tmp_path_factory.mktemp("firefox"))
    yield started
    started.close()


@pytest.fixture
def window(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Window]:
    """Open windows without shared storage; any error in them fails the test.

    Windows that show notifications are those of a whole browser; `opener` names another one.
    """
    wrong: list[str] = []
    contexts: list[BrowserContext] = []

    def note(message: ConsoleMessage) -> None:
        expected = ("Failed to load resource", "WebSocket connection to", "blocked by Playwright")
        is_wrong = message.type in ("error", "warning")
        if is_wrong and not any(words in message.text for words in expected):
            wrong.append(message.text)

    def new(
        *,
        settings: dict[str, Any] | None = None,
        address: str = "",
        opener: Browser | None = None,
        **more: Any,
    ) -> Page:
        options: dict[str, Any] = {
            "base_url": address or server.address, "viewport": {"width": 1280, "height": 900},
            "locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block",
            "extra_http_headers": {"x-forwarded-for": f"10.{os.getpid() % 250}.0.{next(_numbers)}"},
        }  # fmt: skip
        shows_notifications = "notifications" in more.get("permissions", ())
        if opener is None:
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
