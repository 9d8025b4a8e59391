"""The outbox of a connection: messages that wait to be sent, up to a limit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from genial.server.metrics import Metrics

log = structlog.get_logger()

DISCONNECTED = (WebSocketDisconnect, OSError, RuntimeError)  # raised if the client is gone
DIRECT_TEXTS = "genial.direct-texts"  # an extension: `send` sends a text at once, if it can

_MOST_WAITING = 256 * 1024  # bytes


class Outbox:
    """Sends messages in their order, without making the sender wait."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], metrics: Metrics, *,
        on_full: Callable[[], None], on_disconnect: Callable[[], None],
    ) -> None:  # fmt: skip
        """Prepare it; a client that does not read makes it full."""
        self._socket, self._metrics = socket, metrics
        self._on_full, self._on_disconnect = on_full, on_disconnect
        self._send_now: Any = (
            (socket.scope.get("extensions") or {}).get(DIRECT_TEXTS, {}).get("send")
        )
        self._waiting: list[bytes] = []
        self._size = 0  # bytes that wait
        self._is_closed = False
        self._task: asyncio.Task[None] | None = None  # while messages wait

    def send(self, text: bytes) -> None:
        """Send a message as soon as the client reads it."""
        if self._is_closed:
            return
        if self._size == 0 and self._send_now is not None and self._send_now(text):
            self._metrics.messages_out += 1
            return
        self._size += len(text)
        if self._size > _MOST_WAITING:
            self._on_full()
            return
        self._waiting.append(text)
        if self._task is None:
            self._task = asyncio.create_task(self._send_all())

    @property
    def is_behind(self) -> bool:
        """Tell if messages wait for the client to read."""
        return self._size > 0

    def close(self) -> None:
        """Drop what waits, and take nothing more."""
        self._is_closed = True
        if self._task is not None:
            self._task.cancel()

    async def stop(self) -> None:
        """Stop sending."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                texts, self._waiting = self._waiting, []
                for text in texts:
                    await self._socket.send_data(text.decode(), mode="text")
                    self._size -= len(text)
                    self._metrics.messages_out += 1
            self._task = None
        except DISCONNECTED:
            self._on_disconnect()
        except Exception as error:
            log.error("socket", exc_info=error)
            self._on_disconnect()
