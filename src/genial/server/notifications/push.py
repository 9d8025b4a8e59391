"""Web Push: send messages to closed browsers, through the push services they chose.

Anyone can give us an address, so nothing is sent into our own network: only https, and only to
public addresses. The name is resolved once, and the connection goes to exactly the address that
was checked.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import functools
import hashlib
import ipaddress
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

import msgspec
import sqlalchemy as sa

from genial.server.errors import NotFound, Refusal
from genial.server.storage import schema
from genial.server.storage.store import Store

if TYPE_CHECKING:
    import httpx

_MOST = 10  # subscriptions of an account
_LONGEST = 1000  # characters of an endpoint
_SECONDS = 10.0  # for the whole request to a push service
_THREADS = 32  # for what blocks: resolving names, and encrypting
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256
_GONE = (404, 410)


class Keys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys with which messages to a browser are encrypted."""

    p256dh: str
    auth: str


class NotSent(Exception):
    """A message did not get through; the text says why."""


class WebPush:
    """The push subscriptions of all accounts, and what is sent to them."""

    def __init__(
        self, store: Store, secret: bytes, contact: str, now: Callable[[], float], *, local: bool
    ) -> None:
        self._store, self._contact, self._now, self._local = store, contact, now, local
        self._private_number = int.from_bytes(secret, "big") % (_ORDER - 1) + 1
        self._client: httpx.AsyncClient | None = None
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="push")

    async def close(self) -> None:
        """Close all connections."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self._client is not None:
            await self._client.aclose()

    async def key(self) -> str:
        """Return the public key that browsers subscribe with."""
        return await asyncio.to_thread(self._public_key)

    def _public_key(self) -> str:
        from cryptography.hazmat.primitives import serialization

        public = self._private_key().public_key()
        form = serialization.PublicFormat.UncompressedPoint
        return _text(public.public_bytes(serialization.Encoding.X962, form))

    def _private_key(self) -> Any:
        from cryptography.hazmat.primitives.asymmetric import ec

        return ec.derive_private_key(self._private_number, ec.SECP256R1())

    # --- subscriptions

    async def subscribe(self, account: str, endpoint: str, keys: Keys) -> None:
        """Send an account's messages to this endpoint, too; raise Refusal."""
        self._parse_endpoint(endpoint)
        if len(_bytes(keys.p256dh)) != 65 or len(_bytes(keys.auth)) != 16:
            raise Refusal("These are not the keys of a push subscription.", code="bad-push")
        table = schema.pushes
        mine = sa.select(sa.func.count()).where(
            table.c.account == account, table.c.endpoint != endpoint
        )
        row = {"account": account, "keys": msgspec.json.encode(keys).decode(),
               "created": self._now()}  # fmt: skip
        async with self._store.engine.begin() as connection:
            if (await connection.scalar(mine) or 0) >= _MOST:
                raise Refusal(
                    f"You already have {_MOST} push subscriptions.", code="too-many-pushes"
                )
            await connection.execute(sa.delete(table).where(table.c.endpoint == endpoint))
            await connection.execute(sa.insert(table).values(endpoint=endpoint, **row))

    async def unsubscribe(self, account: str, endpoint: str) -> None:
        """Send nothing more to an endpoint; raise NotFound."""
        table = schema.pushes
        gone = sa.delete(table).where(table.c.account == account, table.c.endpoint == endpoint)
        async with self._store.engine.begin() as connection:
            if (await connection.execute(gone)).rowcount == 0:
                raise NotFound("There is no such push subscription.", code="no-such-push")

    def _parse_endpoint(self, endpoint: str) -> SplitResult:
        """Return the parts of an endpoint's URL; raise Refusal if nothing may be sent there."""
        try:
            parts = urlsplit(endpoint)
            port = parts.port
        except ValueError:
            raise Refusal("This is not a URL.", code="bad-push") from None
        if self._local and parts.scheme == "http" and parts.hostname == "127.0.0.1":
            return parts
        safe = parts.scheme == "https" and port in (None, 443) and parts.username is None
        if not safe or not parts.hostname or len(endpoint) > _LONGEST or not endpoint.isascii():
            raise Refusal("A push service must have an https URL.", code="bad-push")
        try:
            literal = ipaddress.ip_address(parts.hostname)
        except ValueError:
            return parts
        if not is_public(str(literal)):
            raise Refusal("A push service must have a public address.", code="bad-push")
        return parts

    # --- sending

    async def send(self, account: str, message: msgspec.Struct, topic: str, seconds: int) -> int:
        """Send a message to all browsers of an account; return how many got it.

        The push services keep it for this many seconds. All are sent at the same time, each with
        its own time limit. Endpoints that no longer exist are deleted. Raise NotSent if another
        failed, after all were tried.
        """
        table = schema.pushes
        query = sa.select(table).where(table.c.account == account).limit(_MOST)
        async with self._store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        body = msgspec.json.encode(message)
        answers = await asyncio.gather(
            *(self._try(row.endpoint, row.keys, body, topic, seconds) for row in rows)
        )
        failed = [answer for answer in answers if isinstance(answer, str)]
        if failed:
            raise NotSent(failed[-1])
        return answers.count(True)

    async def _try(
        self, endpoint: str, keys: str, body: bytes, topic: str, seconds: int
    ) -> bool | str:
        """Return whether one browser got a message, False for a dead endpoint, or what failed."""
        import httpx
        from pywebpush import WebPushException

        try:
            async with asyncio.timeout(_SECONDS):
                status = await self._post(endpoint, keys, body, topic, seconds)
        except (OSError, httpx.HTTPError, Refusal, ValueError, WebPushException) as error:
            return type(error).__name__
        if status in _GONE:
            await self._delete(endpoint)
            return False
        return status < 400 or f"HTTP {status}"

    async def _post(self, endpoint: str, keys: str, body: bytes, topic: str, seconds: int) -> int:
        import httpx

        if self._client is None:
            # The callers limit how many send at once; a slow endpoint must not block the others.
            limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
            self._client = httpx.AsyncClient(timeout=_SECONDS, limits=limits, trust_env=False)
        parts = self._parse_endpoint(endpoint)
        loop = asyncio.get_running_loop()
        encrypted, signed = await loop.run_in_executor(
            self._pool, self._encrypt, parts, endpoint, keys, body
        )
        host = str(parts.hostname)
        address = "127.0.0.1" if parts.scheme == "http" else await self._resolve(host)
        place = f"[{address}]" if ":" in address else address
        target = parts._replace(netloc=place if parts.port is None else f"{place}:{parts.port}")
        headers = {
            **signed,
            "host": parts.netloc,
            "content-encoding": "aes128gcm",
            "ttl": str(seconds),
            "urgency": "normal",
            "topic": _text(hashlib.sha256(topic.encode()).digest())[:32],
        }
        async with self._client.stream(
            "POST",
            target.geturl(),
            content=encrypted,
            headers=headers,
            extensions={"sni_hostname": host},
        ) as answer:
            return answer.status_code

    def _encrypt(
        self, parts: SplitResult, endpoint: str, keys: str, body: bytes
    ) -> tuple[bytes, dict[str, str]]:
        """Return the message encrypted for the browser, and headers that prove its sender."""
        from py_vapid import Vapid02
        from pywebpush import WebPusher

        pusher = WebPusher({"endpoint": endpoint, "keys": msgspec.json.decode(keys)})
        claims = {
            "sub": self._contact,
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + 12 * 3600,
        }
        key = _text(self._private_number.to_bytes(32, "big"))
        signed = Vapid02.from_raw(key.encode()).sign(claims)
        return bytes(pusher.encode(body)["body"]), dict(signed)

    async def _resolve(self, host: str) -> str:
        """Return a public address of a host; raise OSError if it has any that is not public.

        A hostile name server may answer slowly, so this runs in a thread: others must not wait.
        """
        loop = asyncio.get_running_loop()
        resolve = functools.partial(socket.getaddrinfo, type=socket.SOCK_STREAM)
        entries = await loop.run_in_executor(self._pool, resolve, host, 443)
        found = [str(entry[4][0]) for entry in entries]
        if not found or not all(is_public(address) for address in found):
            raise OSError("not a public address")
        return found[0]

    async def _delete(self, endpoint: str) -> None:
        async with self._store.engine.begin() as connection:
            gone = sa.delete(schema.pushes).where(schema.pushes.c.endpoint == endpoint)
            await connection.execute(gone)


def is_public(address: str) -> bool:
    """Return whether an address is reachable from the whole internet.

    >>> [is_public(one) for one in ("1.1.1.1", "127.0.0.1", "10.0.0.1", "::ffff:10.0.0.1")]
    [True, False, False, False]
    """
    one = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(one, ipaddress.IPv6Address):
        inner = one.ipv4_mapped or one.sixtofour or (one.teredo or (None, None))[1]
        if inner is not None:
            return is_public(str(inner))
    return one.is_global and not one.is_multicast and not one.is_reserved


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (binascii.Error, ValueError):
        return b""
