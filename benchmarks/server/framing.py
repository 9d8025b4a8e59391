"""What sending WebSocket messages past ASGI brings: `python -m benchmarks.server.framing`.

Two servers in one process each send the same messages to one socket, in turns: one through the
ASGI application (`socket.send_data`), one past it (`transport/direct_send.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

import uvicorn
import uvloop
from litestar import Litestar, WebSocket, websocket
from tests.server.parts import free_port

from benchmarks.server.sockets import Socket
from genial.server.limits import LimitLog
from genial.server.live.outbox import DIRECT_SEND
from genial.server.transport.connections import OpenConnections
from genial.server.transport.http import HttpProtocol
from genial.server.transport.websocket import WebSocketProtocol

ROUNDS, MESSAGES, SIZE, BATCH = 7, 20_000, 700, 50  # fewer requests than a socket may send


@websocket("/short")
async def short(socket: WebSocket[Any, Any, Any]) -> None:
    """Send what the client asks for by the short cut."""
    await socket.accept()
    extensions: Any = socket.scope["extensions"]
    await _answer(socket, extensions[DIRECT_SEND]["send"])


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
        await _answer(socket, send)
    finally:
        task.cancel()


async def _answer(socket: WebSocket[Any, Any, Any], send: Callable[[bytes], object]) -> None:
    text = b"x" * SIZE
    try:
        while True:
            for _ in range(int(await socket.receive_data(mode="text"))):
                send(text)
    except Exception:
        return


async def measure(port: int, path: str, messages: int) -> float:
    """Return the messages that a second of the processor sends, client included."""
    loop = asyncio.get_running_loop()
    heard, done = 0, asyncio.Event()

    def hear(_: bytes) -> None:
        nonlocal heard
        heard += 1
        if heard % BATCH == 0:
            done.set()

    _, socket = await loop.create_connection(lambda: Socket(path, {}, hear), "127.0.0.1", port)
    await socket.opened
    began = time.process_time()
    for _ in range(messages // BATCH):
        done.clear()
        socket.send(str(BATCH).encode())
        await done.wait()
    spent = time.process_time() - began
    socket.close()
    return messages / spent


async def run(rounds: int, messages: int) -> dict[str, float]:
    """Measure both in turns; return the medians."""
    port = free_port()
    connections = OpenConnections(100, 100, 0, LimitLog())
    config = uvicorn.Config(
        Litestar([short, asgi]), port=port, log_config=None, log_level="warning",
        ws_per_message_deflate=False,
        http=partial(HttpProtocol, connections),  # type: ignore[arg-type]
        ws=partial(WebSocketProtocol, connections),  # type: ignore[arg-type]
    )  # fmt: skip
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    found: dict[str, list[float]] = {"/short": [], "/asgi": []}
    for turn in range(rounds + 1):
        for path, rates in found.items():
            rate = await measure(port, path, messages)
            if turn:  # the first round warms up
                rates.append(rate)
    server.should_exit = True
    await serving
    return {path: median(rates) for path, rates in found.items()}


def main() -> int:
    """Print messages a CPU second of both ways, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--messages", type=int, default=MESSAGES)
    options = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(run(options.rounds, options.messages))
    for path, rate in found.items():
        print(f"{path[1:]:6} {rate:10,.0f} messages a CPU second")
    print(f"ratio  {found['/short'] / found['/asgi']:10.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
