"""The WebSocket for live play."""

from __future__ import annotations

from typing import Any

from litestar import WebSocket, websocket
from litestar.types import Empty

from genial.server.accounts.revocation import FORBIDDEN, LOGGED_OUT
from genial.server.api.dependencies import AppServices, client_address, find_account, token_of
from genial.server.api.guard import is_same_origin
from genial.server.errors import Refusal
from genial.server.live.connection import AWAY, TOO_MUCH, Connection
from genial.server.storage.writer import failure_of


@websocket("/api/live/v1")
async def live(socket: WebSocket[Any, Any, Any], services: AppServices) -> None:
    """Serve a WebSocket; `live.protocol` describes the messages."""
    await socket.accept()
    address = client_address(socket, services)
    if not services.limits.requests.try_use(address):
        services.limit_log.add("requests")
        await socket.close(code=TOO_MUCH)
        return
    if not is_same_origin(socket, services):
        await socket.close(code=FORBIDDEN)
        return
    try:
        account = await find_account(socket, services)
        if account is not None:
            await services.networks.note(account, address)
    except Refusal:
        await socket.close(code=LOGGED_OUT)
        return
    except Exception as error:
        if failure_of(error) is None:
            raise
        await socket.close(code=AWAY)
        return
    counted_by = address if account is None else account.account
    connection = Connection(socket, account, services.live, services.limits.messages, counted_by)
    token = token_of(socket)
    _drop_headers(socket)
    with services.sessions.track(account, token, connection):
        await connection.serve()


def _drop_headers(socket: WebSocket[Any, Any, Any]) -> None:
    """Free the memory of the headers, which a socket would hold as long as it lives."""
    socket.scope["headers"] = []
    socket._connection_state.headers = Empty  # noqa: SLF001 (Litestar's copy of them)
