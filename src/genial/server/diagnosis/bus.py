"""Check the bus: reachable, open to us, and passing messages on."""

from __future__ import annotations

import asyncio
import secrets
import time
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
    client, refused = await _connect(address, complaints)
    if refused is not None:
        is_away = isinstance(refused, OSError | nats.errors.NoServersError)
        is_hung_up = isinstance(refused, _HUNG_UP)
        what = "unreachable" if is_away and not is_hung_up else "refused"
        return [error("bus", what, bus=where, why=reason(refused))]
    try:
        arrived = asyncio.Event()

        async def hear(_: Msg) -> None:
            arrived.set()

        # Beside the subjects of all servers, none of which knows this one.
        subject = f"genial.doctor-{secrets.token_hex(8)}"
        await client.subscribe(subject, cb=hear)
        began = time.perf_counter()
        await client.publish(subject, b"")
        await asyncio.wait_for(arrived.wait(), _PATIENCE)
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


async def _connect(address: str, complaints: list[Exception]) -> tuple[Client, Exception | None]:
    """Connect to a NATS server, and collect its complaints; return why that has failed, if so."""

    async def note(complaint: Exception) -> None:
        complaints.append(complaint)

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
