"""A connection: one socket of a client, the commands that come over it and their answers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog
from litestar import WebSocket

from genial.core.errors import GenialError
from genial.core.shapes import shape_fault
from genial.server.accounts.accounts import Account
from genial.server.accounts.revocation import FORBIDDEN
from genial.server.errors import NotAllowed, Refusal, Stale
from genial.server.limits import Limit, TooMuch
from genial.server.live import protocol
from genial.server.live.account_messages import hear
from genial.server.live.outbox import DIRECT_TEXTS, DISCONNECTED, Outbox
from genial.server.live.protocol import (
    Agree,
    Claim,
    Decline,
    Done,
    Farewell,
    FollowLists,
    Muted,
    Ping,
    Play,
    Point,
    Pong,
    Ready,
    Refused,
    Say,
    Unwatch,
    Watch,
    YourTurn,
)
from genial.server.live.watching import LiveServices, Watching
from genial.server.storage.writer import failure_of

log = structlog.get_logger()

TOO_SLOW, TOO_MUCH, AWAY = 4008, 4029, 4013  # codes with which a socket is closed

_PATIENCE = 50  # refusals for asking too much until the socket is closed


class Connection:
    """One socket of a client."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], account: Account | None, services: LiveServices,
        limit: Limit, counted_as: str,
    ) -> None:  # fmt: skip
        """Prepare a connection whose messages are limited, counted by account or address."""
        self._socket, self._account = socket, account
        extension: Any = (socket.scope.get("extensions") or {}).get(DIRECT_TEXTS, {})
        self._receive = extension.get("receive") or socket.receive_text
        self._tables, self._chat = services.tables, services.chat
        self._pointing = services.pointing
        self._presence, self._registry = services.presence, services.tables.registry
        self._lobby_feed = services.lobby_feed
        self._limit, self._counted_as = limit, counted_as
        self._metrics = self._registry.metrics
        self._outbox = Outbox(
            socket, self._metrics,
            on_full=lambda: self.close(TOO_SLOW), on_disconnect=self._stop_reading,
        )  # fmt: skip
        self._watching = Watching(services, self._id, self._outbox)
        self._reader: asyncio.Task[Any] | None = None
        self._is_reading = False  # otherwise it carries out a command, which must not be cancelled
        self._is_stopped = False  # did we end reading ourselves?
        self._close_code: int | None = None
        self._excesses = 0  # refusals for asking too much

    # --- its life

    async def serve(self) -> None:
        """Serve the client until it leaves."""
        try:
            await self._visit()
        except Exception as error:
            failure = failure_of(error)
            if failure is None:
                log.error("socket", exc_info=error)
            else:
                log.warning("storage", error=failure.why)
            self._close_code = self._close_code or AWAY
        if self._close_code is not None:
            with contextlib.suppress(Exception):
                await self._socket.close(code=self._close_code)

    def close(self, code: int) -> None:
        """Close the socket soon; what is in the outbox is not sent any more."""
        if self._close_code is None:
            self._close_code = code
            self._outbox.close()
            self._stop_reading()

    async def _visit(self) -> None:
        """Be present, get the account's messages, and carry out commands."""
        account = self._id
        try:
            if account is not None:
                await self._presence.connect(account)
            close_mailbox = await self._open_mailbox()
            try:
                if account is not None:
                    self._watching.blocked |= await self._registry.store.blocked_by(account)
                await self._run()
            finally:
                self._lobby_feed.unfollow(self)
                try:
                    await self._watching.end()
                finally:
                    await close_mailbox()
        finally:
            if account is not None:
                await self._presence.disconnect(account)

    async def _run(self) -> None:
        self._metrics.sockets.inc()
        # A task of its own: a message would have to pass through all that serves the socket.
        self._reader = asyncio.create_task(self._read())
        try:
            await self._reader
        except DISCONNECTED:
            pass
        except asyncio.CancelledError:
            server = asyncio.current_task()
            if not self._is_stopped or server is None or server.cancelling():
                raise
        finally:
            self._reader = None
            await self._outbox.stop()
            self._metrics.sockets.dec()

    def _stop_reading(self) -> None:
        if self._reader is not None and self._reader is not asyncio.current_task():
            self._is_stopped = True
            if self._is_reading:
                self._reader.cancel()

    # --- messages to the account

    async def _open_mailbox(self) -> Callable[[], Awaitable[None]]:
        """Hear messages to the account; the returned function ends that."""
        if self._account is None:
            return _do_nothing
        return await hear(self._registry.bus, self._account.account, self._pass_on)

    def _pass_on(self, body: bytes) -> None:
        """Pass a message to the account on, unless the client knows it already."""
        message = protocol.decode_mail(body)
        if isinstance(message, Muted):
            other, blocked = {message.account}, self._watching.blocked
            self._watching.blocked = blocked | other if message.on else blocked - other
            return
        if isinstance(message, YourTurn) and message.table in self._watching:
            return
        self._outbox.send(body)
        if isinstance(message, Farewell):
            self.close(FORBIDDEN)

    # --- commands

    async def _read(self) -> None:
        while self._close_code is None and not self._is_stopped:
            self._is_reading = True
            text = await self._receive()
            self._is_reading = False
            self._metrics.messages_in += 1
            is_allowed = self._limit.try_use(self._counted_as)
            if not is_allowed:
                self._excesses += 1
                if self._excesses > _PATIENCE:
                    self.close(TOO_MUCH)
            try:
                message = protocol.decode(text)
            except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
                why = shape_fault(error).sentence
                self._refuse("", Refusal(f"This is not a message: {why}.", code="bad-message"))
                continue
            command = getattr(message, "command", "")
            if not is_allowed:  # a client that waits for an answer gets one
                self._refuse(command, TooMuch("Too many requests at once. Wait a moment."))
                continue
            await self._answer(message, command)

    async def _answer(self, message: protocol.FromClient, command: str) -> None:
        try:
            number = await self._carry_out(message)
        except GenialError as error:
            self._refuse(command, error)
        except Exception as error:
            failure = failure_of(error)
            if failure is None:
                raise
            log.warning("storage", error=failure.why)
            self._refuse(command, failure)
        else:
            if command and number is not None:
                self._send(Done(command, number))

    def _refuse(self, command: str, error: GenialError) -> None:
        facts = dict(error.facts)
        self._send(Refused(command=command, code=error.code, sentence=str(error), facts=facts))

    def _send(self, message: protocol.FromServer) -> None:
        self._outbox.send(protocol.encode(message))

    async def _carry_out(self, message: protocol.FromClient) -> int | None:
        """Carry out a command; return the number of its event or of its line of chat."""
        match message:
            case Watch(table=name, since=since):
                await self._watching.add(name, since)
            case Unwatch(table=name):
                await self._watching.remove(name)
            case Play():
                return await self._play(message)
            case Agree(table=name, seat=seat, proposal=proposal):
                me = self._me.account
                return (await self._tables.propose(me, name, seat, proposal)).number
            case Decline(table=name, seat=seat, proposal=proposal):
                me = self._me.account
                return (await self._tables.decline(me, name, seat, proposal)).number
            case Ready(table=name, seat=seat):
                return (await self._tables.be_ready(self._me.account, name, seat)).number
            case Claim(table=name, replace=replace):
                return (await self._tables.claim(self._me.account, name, replace=replace)).number
            case Say(table=name, text=text, phrase=phrase, command=command):
                line = await self._chat.say(self._me, name, text, command, phrase=phrase)
                return line.number
            case Point(table=name, seat=seat, tile=tile, cells=cells):
                return (await self._pointing.point(self._me, name, seat, tile, cells)).number
            case FollowLists(on=True):
                await self._lobby_feed.follow(self)
            case FollowLists():
                self._lobby_feed.unfollow(self)
            case Ping(command=command):
                self._send(Pong(command, self._registry.now()))
        return None

    async def _play(self, message: Play) -> int:
        try:
            receipt = await self._tables.move(
                self._me.account, message.table, message.seat, message.move,
                known=message.number, command=message.command,
            )  # fmt: skip
        except Stale:
            self._watching.send_situation(await self._registry.table(message.table))
            raise
        if receipt.is_repeated:  # the client may have missed the answer, and more
            self._watching.send_situation(receipt.table)
        return receipt.number

    def send(self, text: bytes) -> None:
        """Send a message, for the lobby feed."""
        self._outbox.send(text)

    @property
    def account_id(self) -> str | None:
        """The account, for the lobby feed."""
        return self._id

    @property
    def is_behind(self) -> bool:
        """Does the outbox hold messages?"""
        return self._outbox.is_behind

    @property
    def _id(self) -> str | None:
        return None if self._account is None else self._account.account

    @property
    def _me(self) -> Account:
        """Return the account; raise NotAllowed if there is none."""
        if self._account is None:
            raise NotAllowed("Sign in or choose a name first.", code="nobody")
        return self._account


async def _do_nothing() -> None:
    """End nothing."""
