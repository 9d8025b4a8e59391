"""Call the host's webhook, with a signature, when it is a player's turn."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from typing import TYPE_CHECKING

import msgspec

from genial.server.notifications.push import NotSent

if TYPE_CHECKING:
    import httpx

_SECONDS = 10.0  # for the whole request
_TRIES = 3


class Webhook:
    """Posts JSON to one address."""

    def __init__(self, address: str, secret: str) -> None:
        self._address, self._secret = address, secret.encode()
        self._client: httpx.AsyncClient | None = None

    @property
    def is_configured(self) -> bool:
        """Has the host set a webhook?"""
        return bool(self._address)

    async def close(self) -> None:
        """Close all connections."""
        if self._client is not None:
            await self._client.aclose()

    async def send(self, message: msgspec.Struct, at: float) -> int:
        """Send a message, with up to three tries; return how many were sent. Raise NotSent."""
        if not self._address:
            return 0
        import httpx

        body = msgspec.json.encode(message)
        headers = {
            "content-type": "application/json",
            "x-genial-time": str(int(at)),
            "x-genial-signature": f"sha256={signature(self._secret, int(at), body)}",
        }
        why = ""
        for attempt in range(_TRIES):
            if attempt:
                await asyncio.sleep(2.0**attempt)
            try:
                async with asyncio.timeout(_SECONDS):
                    status = await self._post(body, headers)
            except (OSError, httpx.HTTPError) as error:
                why = type(error).__name__
                continue
            if status < 400:
                return 1
            why = f"HTTP {status}"
            if status < 500:
                break
        raise NotSent(why)

    async def _post(self, body: bytes, headers: dict[str, str]) -> int:
        """Return the status of the answer; its body is not read."""
        import httpx

        if self._client is None:
            self._client = httpx.AsyncClient(timeout=_SECONDS, trust_env=False)
        async with self._client.stream(
            "POST", self._address, content=body, headers=headers
        ) as answer:
            return answer.status_code


def signature(secret: bytes, at: int, body: bytes) -> str:
    """Return the signature that proves that a message is ours, and when it was sent."""
    return hmac.new(secret, f"{at}.".encode() + body, hashlib.sha256).hexdigest()
