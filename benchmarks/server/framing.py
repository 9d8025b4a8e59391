"""What passing WebSocket messages past ASGI brings: `python -m benchmarks.server.framing`.

Two servers in one process each send the same messages to one socket and read the same messages from
it, in turns: one through the ASGI application (`socket.send_data`, `socket.receive_data`) and the
library's parser, one past them (`transport/direct_texts.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import math
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from statistics import median
from typing import Any

import uvicorn
import uvloop
from litestar import Litestar, WebSocket, websocket
from tests.server.parts import free_port

from benchmarks.server.sockets import Socket
from genial.server.limits import Budget, LimitLog
from genial.server.live.outbox import DIRECT_TEXTS
from genial.server.transport.connections import OpenConnections
from genial.server.transport.http import HttpProtocol
from genial.server.transport.websocket import WebSocketProtocol

ROUNDS, MESSAGES, SIZE, BATCH = 7, 20_000, 700, 50
MOVE = b'{"type":"play","table":"JkXk0pRfkGBbXMsV","seat":1,"number":23,"move":"Rh8Bi8"}'


@websocket("/short")
async def short(socket: WebSocket[Any, Any, Any]) -> None:
    """Send what the client asks for by the short cut."""
    await socket.accept()
    extensions: Any = socket.scope["extensions"]
    direct = extensions[DIRECT_TEXTS]
    await _answer(direct["receive"], direct["send"])


@websocket("/asgi")
async def asgi(socket: WebSocket[Any, Any, Any]) -> None:
    """Send what the client asks for through ASGI."""
    await socket.accept()
    waiting: list[bytes] = []
    wake = asyncio.Event()

    def send(text: bytes) -> None:
        waiting.append(text)
        wake.set()

    async def post() -> None:  # as the outbox of a connection does
        while True:
            await wake.wait()
            wake.clear()
            texts = waiting[:]
            waiting.clear()
            for text in texts:
                await socket.send_data(text.decode(), mode="text")

    task = asyncio.create_task(post())
    try:
        await _answer(socket.receive_text, send)
    finally:
        task.cancel()


async def _answer(receive: Callable[[], Awaitable[str]], send: Callable[[bytes], object]) -> None:
    """Send as many texts as are asked for; moves are only counted, in batches."""
    text, moves = b"x" * SIZE, 0
    try:
        while True:
            asked = await receive()
            if asked.startswith("{"):
                moves += 1
                if moves % BATCH == 0:
                    send(b"ok")
                continue
            for _ in range(int(asked)):
                send(text)
    except Exception:
        return


class _Parsed(WebSocketProtocol):
    """Leaves all frames to the library's parser."""

    def whole_text(self, data: bytes) -> str | None:
        return None


def _protocol_of(connections: OpenConnections, **options: Any) -> WebSocketProtocol:
    """Return the protocol of a socket; the benchmark alternates between both kinds."""
    protocol = _kinds[0](connections, **options)
    protocol.budget = Budget(math.inf, 0)  # here a client sends more than it may
    return protocol


_kinds: list[type[WebSocketProtocol]] = [WebSocketProtocol]


async def measure(port: int, path: str, messages: int, *, is_reading: bool) -> float:
    """Return the messages a second of the processor, client included, that the server handles.

    It sends them, or reads them.
    """
    loop = asyncio.get_running_loop()
    heard, done = 0, asyncio.Event()

    def hear(_: bytes) -> None:
        nonlocal heard
        heard += 1
        if is_reading or heard % BATCH == 0:
            done.set()

    _kinds[0] = WebSocketProtocol if path == "/short" else _Parsed
    _, socket = await loop.create_connection(lambda: Socket(path, {}, hear), "127.0.0.1", port)
    await socket.opened
    began = time.process_time()
    for _ in range(messages // BATCH):
        done.clear()
        if is_reading:
            for _ in range(BATCH):
                socket.send(MOVE)
                await asyncio.sleep(0)  # a player's moves do not come together
        else:
            socket.send(str(BATCH).encode())
        await done.wait()
    spent = time.process_time() - began
    socket.close()
    return messages / spent


async def run(rounds: int, messages: int) -> dict[tuple[str, str], float]:
    """Measure both in turns; return the medians."""
    port = free_port()
    connections = OpenConnections(100, 100, 0, LimitLog())
    config = uvicorn.Config(
        Litestar([short, asgi]), port=port, log_config=None, log_level="warning",
        ws_per_message_deflate=False,
        http=partial(HttpProtocol, connections),  # type: ignore[arg-type]
        ws=partial(_protocol_of, connections),  # type: ignore[arg-type]
    )  # fmt: skip
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    found: dict[tuple[str, str], list[float]] = {
        (way, path): [] for way in ("sent", "read") for path in ("/short", "/asgi")
    }
    for turn in range(rounds + 1):
        for (way, path), rates in found.items():
            rate = await measure(port, path, messages, is_reading=way == "read")
            if turn:  # the first round warms up
                rates.append(rate)
    server.should_exit = True
    await serving
    return {which: median(rates) for which, rates in found.items()}


def main() -> int:
    """Print messages a CPU second of both ways, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--messages", type=int, default=MESSAGES)
    options = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(run(options.rounds, options.messages))
    for (way, path), rate in found.items():
        print(f"{way} {path[1:]:6} {rate:10,.0f} messages a CPU second")
    for way in ("sent", "read"):
        print(f"{way} ratio  {found[way, '/short'] / found[way, '/asgi']:10.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
