"""A server as a process of its own, and guests that play there over real sockets."""

from __future__ import annotations

import contextlib
import itertools
import json
import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

import genial
from tests.processes import Command
from tests.server.parts import free_port, wait_for
from tests.server.waiting import PATIENCE, eventually

_numbers = itertools.count(100)
_addresses = (f"10.250.{a}.{b}" for a, b in itertools.product(range(250), repeat=2))


class Server:
    """`genial serve` in a process."""

    def __init__(
        self, database: str, bus: str, *, log: Path, files: int = 0, **settings: object
    ) -> None:
        self.database, self.bus = database, bus
        self._files = files  # that it may have open; 0: as many as this process
        self._log, self._settings = log, settings
        self.port = free_port()
        self._guests: list[Guest] = []

    @property
    def address(self) -> str:
        return f"http://{self._settings.get('host', '127.0.0.1')}:{self.port}"

    def __enter__(self) -> Server:
        try:
            self.start()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.empty()
        self.stop()

    def empty(self) -> None:
        """Let all guests leave."""
        for guest in self._guests:
            guest.leave()
        self._guests.clear()

    def start(self) -> None:
        arguments = [f"--{key.replace('_', '-')}={value}" for key, value in self._settings.items()]
        if self.bus:
            arguments += ["--bus", self.bus]
        self.process = Command(
            "serve", "--port", str(self.port), "--database", self.database, *arguments,
            stdout=self._log, files=self._files,
        )  # fmt: skip
        wait_for(self.port, 240, str(self._settings.get("host", "127.0.0.1")))
        eventually(self._is_well, seconds=240, what="the server does not become healthy")

    def _is_well(self) -> bool:
        assert self.process.poll() is None, self.log()
        with contextlib.suppress(httpx.TransportError):
            # Without TLS: to load the authorities for it takes 24 ms of processor each time.
            return httpx.get(f"{self.address}/health", verify=False).status_code == 200
        return False

    def wait_until_compiled(self) -> None:
        """Wait until all games can be played."""
        first = self.guest("First")
        for game in genial.games():
            first.open(game, "me", "open", listed=False)
        self.empty()

    def kill(self) -> None:
        """Kill it, as a power failure would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()

    def log(self) -> str:
        return self._log.read_text()

    def kept(self, name: str) -> Guest:
        """Return a new guest with a name like this and a password: rated games need an account."""
        guest = self.guest(f"{name} {next(_numbers)}")
        guest.post("/api/me/password", password="very secret")
        return guest

    def guest(self, name: str, *, address: str = "") -> Guest:
        """Return a new guest; at a server that trusts a proxy, with an address of its own."""
        if not address and "proxies" in self._settings:
            address = next(_addresses)
        self._guests.append(Guest(self, name, address))
        return self._guests[-1]


class Guest:
    """A guest with a name, a cookie and a socket."""

    def __init__(self, server: Server, name: str, address: str = "") -> None:
        self.server, self.name = server, name
        self._headers = {"x-forwarded-for": address} if address else {}
        self.http = self._new_client()
        self._open = contextlib.ExitStack()
        self.me = self.post("/api/guests", name=name)
        self._socket: ClientConnection | None = None
        self.heard: list[dict[str, Any]] = []
        self.commands = 0

    def _new_client(self) -> httpx.Client:
        address = self.server.address
        return httpx.Client(base_url=address, timeout=60, headers=self._headers, verify=False)

    def post(self, path: str, **body: object) -> Any:
        answer = self._at_pace(lambda: self.http.post(path, json=body))
        assert answer.status_code in (200, 201, 204), answer.text
        return answer.json() if answer.content else None

    def get(self, path: str) -> Any:
        answer = self.fetch(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def fetch(self, path: str, **params: str) -> httpx.Response:
        """Return the whole answer, whatever it is."""
        return self._at_pace(lambda: self.http.get(path, params=params or None))

    def _at_pace(self, send: Callable[[], httpx.Response]) -> httpx.Response:
        """Return the answer as soon as the server takes one more request of this guest."""

        def answer() -> httpx.Response | None:
            tried = send()
            is_too_soon = tried.status_code == 429 and tried.json()["code"] == "too-much"
            return None if is_too_soon else tried

        done = eventually(answer, pause=0.2, what="the limit is never lifted")
        assert done is not None
        return done

    def open(self, game: str, *seats: str, **more: object) -> str:
        """Open a table and return its name; a seat is me, open, or a bot's level."""
        kinds = {"me": {"type": "me"}, "open": {"type": "open"}}
        told = [kinds.get(seat, {"type": "bot", "level": seat}) for seat in seats]

        def opened() -> httpx.Response | None:
            answer = self.http.post("/api/tables", json={"game": game, "seats": told, **more})
            return None if answer.status_code == 503 else answer

        answer = eventually(opened, seconds=240, pause=0.2, what="the game is never compiled")
        assert answer is not None
        assert answer.status_code == 201, answer.text
        name: str = answer.json()["table"]
        return name

    @property
    def socket(self) -> ClientConnection:
        if self._socket is None:
            cookies = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())
            headers = {"Cookie": cookies, **self._headers}
            address = f"ws://127.0.0.1:{self.server.port}/api/live/v1"
            self._socket = self._open.enter_context(
                connect(address, additional_headers=headers, compression=None, close_timeout=1)
            )
        return self._socket

    def come_back(self) -> None:
        """Connect anew after the server was away."""
        self.hang_up()
        cookies = self.http.cookies
        self.http.close()
        self.http = self._new_client()
        self.http.cookies = cookies

    def hang_up(self) -> None:
        if self._socket is not None:
            self._open.pop_all().close()
            self._socket = None

    def cut(self) -> None:
        """Hang up without a goodbye."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.socket.shutdown(socket.SHUT_RDWR)
        self.hang_up()

    def leave(self) -> None:
        self.hang_up()
        self.http.close()

    def send(self, kind: str, **body: object) -> None:
        self.socket.send(json.dumps({"type": kind, **body}))

    def hear(self, *kinds: str, seconds: float = PATIENCE) -> dict[str, Any]:
        """Return the next message of one of these kinds."""
        end = time.monotonic() + seconds
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(max(0.0, end - time.monotonic())))
            self.heard.append(message)
            if not kinds or message["type"] in kinds:
                return message


def wait_for_the_day() -> None:
    """Wait for the next day if this one is about to end: a daily challenge ends with it."""
    left = 86400 - time.time() % 86400
    if left < 120:
        time.sleep(left + 1)


def any_move(told: dict[str, Any], seat: int, rng: random.Random) -> str:
    """Choose a legal move from what the server offers the seat to move."""
    choices = told["choices"]
    if "moves" in choices:
        return str(rng.choice(choices["moves"]))
    view = told["views"][str(seat)]
    one, other = rng.choice(choices["places"]).split()
    tile = rng.choice(view["rack"])
    return f"{tile[0]}{one}{tile[1]}{other}"
