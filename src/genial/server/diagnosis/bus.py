"""Check the bus: reachable, open to us, and passing messages on."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from genial.server.diagnosis.finding import Finding, error, good, reason

_PATIENCE = 3.0  # seconds in which a NATS server must answer
_HUNG_UP = (ConnectionResetError, BrokenPipeError, nats.errors.UnexpectedEOF)
_TRIES = 3  # until a server that hangs up has also said why


async def check_bus(address: str) -> list[Finding]:
    """Return the state of the bus at an address; without one there is nothing to check."""
    if not address:
        return [good("bus", "none")]
    where = _place(address)
    if not where:  # it is not repeated: there may be a password in it
        return [error("bus", "no-address")]
    complaints: list[Exception] = []
    noticed = asyncio.Event()  # that the message has arrived, or a complaint

    async def note(complaint: Exception) -> None:
        complaints.append(complaint)
        noticed.set()

    client, refused = await _connect(address, complaints, note)
    if refused is not None:
        is_away = isinstance(refused, OSError | nats.errors.NoServersError)
        is_hung_up = isinstance(refused, _HUNG_UP)
        what = "unreachable" if is_away and not is_hung_up else "refused"
        return [error("bus", what, bus=where, why=reason(refused))]
    try:
        noticed.clear()

        async def hear(_: Msg) -> None:
            noticed.set()

        # Beside the subjects of all servers, none of which knows this one.
        subject = f"genial.doctor-{secrets.token_hex(8)}"
        await client.subscribe(subject, cb=hear)
        began = time.perf_counter()
        await client.publish(subject, b"")
        await asyncio.wait_for(noticed.wait(), _PATIENCE)
        if complaints:
            return [error("bus", "silent", bus=where, why=reason(complaints[0]))]
        seconds = time.perf_counter() - began
        version = str(client.connected_server_version)
    except (OSError, nats.errors.Error) as failed:
        why = complaints[0] if complaints else failed
        return [error("bus", "silent", bus=where, why=reason(why))]
    finally:
        await client.close()
    return [good("bus", bus=where, version=version, milliseconds=round(1000 * seconds, 1))]


def _place(address: str) -> str:
    """Return the host and port of an address; empty if it has none."""
    try:
        parts = urlsplit(address)
        is_possible = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return ""
    return parts.netloc.rpartition("@")[2] if is_possible else ""


async def _connect(
    address: str, complaints: list[Exception], note: Callable[[Exception], Awaitable[None]]
) -> tuple[Client, Exception | None]:
    """Connect to a NATS server; return why that has failed, if so.

    `note` adds what the server complains about to `complaints`.
    """
    refused: Exception | None = None
    for _ in range(_TRIES):
        complaints.clear()
        client = Client()
        connecting = client.connect(
            address, allow_reconnect=False, max_reconnect_attempts=1, reconnect_time_wait=0,
            connect_timeout=2, error_cb=note,
        )  # fmt: skip
        try:
            await asyncio.wait_for(connecting, _PATIENCE)
            return client, None
        except (OSError, nats.errors.Error, ValueError) as failed:
            refused = complaints[0] if complaints else failed
            await client.close()
        if not isinstance(refused, _HUNG_UP):
            break
    return client, refused
