"""Messages to an account: they go to all its connections, whichever process those are at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from genial.server.cluster.bus import Bus, Hearer

_encode = msgspec.json.Encoder().encode


async def tell(bus: Bus, account: str, message: msgspec.Struct) -> None:
    """Send a message to all connections of an account."""
    await bus.publish(f"account.{account}", _encode(message))


async def hear(bus: Bus, account: str, hearer: Hearer) -> Callable[[], Awaitable[None]]:
    """Call a function with every message to an account; the returned function ends that."""
    return await bus.hear(f"account.{account}", hearer)
