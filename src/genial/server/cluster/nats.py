"""The bus over NATS, for many processes and machines."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import nats
import nats.errors
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg

from genial.server.cluster.bus import Crew, Hearer, Worker
from genial.server.errors import Refusal

log = structlog.get_logger()

_PATIENCE = 5.0  # seconds until a server must have answered for the first time
_PING = 5.0  # seconds between pings; a server that misses two is away
_MOST_UNSENT = 2 * 2**20  # bytes that wait for a server that does not read
_FLUSH = 2.0  # seconds that anything but a message may wait for the server
_COMPLAIN = 10.0  # seconds between lines in the log about lost messages


class NatsBus:
    """A bus over a NATS server. While it is away or hangs, messages are lost: ask the store."""

    is_local = False

    def __init__(self, client: Client, realm: str) -> None:
        self._client, self._realm = client, realm
        self._crews: list[Crew[bytes]] = []
        self._lost = 0  # messages, since the last line in the log about them
        self._complained = -_COMPLAIN

    @staticmethod
    async def connect(address: str, realm: str) -> NatsBus:
        """Return a bus connected to a server; it reconnects whenever that goes away."""

        async def complain(error: Exception) -> None:
            log.warning("nats", error=str(error) or type(error).__name__)

        connecting = nats.connect(
            address,
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.2,
            error_cb=complain,
            connect_timeout=3,
            ping_interval=_PING,
            max_outstanding_pings=2,
            pending_size=2 * _MOST_UNSENT,
            flusher_queue_size=0,  # no limit, at which to subscribe would wait for the server
            flush_timeout=_FLUSH,
        )
        try:
            client = await asyncio.wait_for(connecting, _PATIENCE)
        except (OSError, nats.errors.Error, TimeoutError) as error:
            where = urlsplit(address).netloc.rpartition("@")[2]
            raise Refusal(f"there is no NATS server at {where}: {error}", code="no-bus") from None
        return NatsBus(client, realm)

    async def publish(self, topic: str, body: bytes) -> None:
        """Send a message to all subscribers of a topic, in this process too, without waiting."""
        if self._client.pending_data_size + len(body) > _MOST_UNSENT:
            self._lose("the server does not read")
            return
        try:
            await self._client.publish(self._subject(topic), body)
        except nats.errors.Error as error:
            self._lose(str(error) or type(error).__name__)

    def _lose(self, why: str) -> None:
        """Count a lost message, and log it now and then."""
        self._lost += 1
        if time.monotonic() - self._complained >= _COMPLAIN:
            log.warning("nats", lost=self._lost, error=why)
            self._lost, self._complained = 0, time.monotonic()

    async def hear(self, topic: str, hearer: Hearer) -> Callable[[], Awaitable[None]]:
        """Call a function with every message of a topic; the returned function ends that."""

        async def receive(message: Msg) -> None:
            hearer(message.data)

        subscription = await self._client.subscribe(self._subject(topic), cb=receive)
        return subscription.unsubscribe

    async def work(self, topic: str, worker: Worker[bytes]) -> Callable[[], Awaitable[None]]:
        """Share the messages of a topic with all its other workers."""
        crew = Crew(worker)

        async def receive(message: Msg) -> None:
            crew.take(message.data)

        subscription = await self._client.subscribe(self._subject(topic), queue="work", cb=receive)
        self._crews.append(crew)

        async def end() -> None:
            await subscription.unsubscribe()
            await crew.end()

        return end

    async def close(self) -> None:
        """End all work, and disconnect from the server."""
        for crew in self._crews:
            await crew.end()
        await self._client.close()

    def _subject(self, topic: str) -> str:
        return f"genial.{self._realm}.{topic}"
