"""Live play: a socket a client, any number of tables on it, and an outbox that is bounded."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from genial.core.errors import GenialError
from genial.server.accounts.accounts import Account
from genial.server.accounts.revocation import FORBIDDEN
from genial.server.analysis.jobs import topic_of
from genial.server.errors import NotAllowed, NotFound, Refusal, Stale
from genial.server.limits import Limit, TooMuch
from genial.server.live import protocol
from genial.server.live.account_messages import hear
from genial.server.live.chat import hears
from genial.server.live.presence import Company
from genial.server.live.protocol import (
    Agree,
    Claim,
    Decline,
    Done,
    Farewell,
    FollowLists,
    Line,
    Muted,
    Ping,
    Play,
    Pong,
    Present,
    Refused,
    Say,
    Talked,
    Unwatch,
    Watch,
    YourTurn,
)
from genial.server.lobby.feed import LobbyFeed
from genial.server.storage.writer import failure_of
from genial.server.tables.events import Moved
from genial.server.tables.projection import Announcement, Audience, may_see, news, situation
from genial.server.tables.service import TableService
from genial.server.tables.table import Table
from genial.server.transport.direct_send import EXTENSION

log = structlog.get_logger()

TOO_SLOW, TOO_MUCH, AWAY = 4008, 4029, 4013  # codes with which a socket is closed

_MOST_WAITING = 256 * 1024  # bytes in an outbox
_MOST_TABLES = 64  # watched on one socket
_GONE = (WebSocketDisconnect, OSError, RuntimeError)  # what is raised if nobody is there
_PATIENCE = 50  # refusals for asking too much until the socket is closed


class Client:
    """One socket and what it watches."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], account: Account | None,
        table_service: TableService, lobby_feed: LobbyFeed, limit: Limit, whose: str,
    ) -> None:  # fmt: skip
        self._socket, self._account, self._table_service = socket, account, table_service
        self._registry = table_service.registry
        self._lobby_feed = lobby_feed
        self._limit, self._whose = limit, whose  # by which it is counted
        self._send_now: Any = (socket.scope.get("extensions") or {}).get(EXTENSION, {}).get("send")
        self._waiting: list[bytes] = []
        self._size = 0  # bytes in the outbox
        self._wake = asyncio.Event()
        self._post: asyncio.Task[None] | None = None
        self._reader: asyncio.Task[Any] | None = None
        self._is_reading = False  # otherwise it does something, which must not be cancelled
        self._is_stopped = False  # did we end reading ourselves?
        self._watched: dict[str, _Watched] = {}
        self._unheard: frozenset[str] = frozenset()  # accounts that this person has blocked
        self._closing: int | None = None
        self._annoyances = 0
        self._metrics = table_service.registry.metrics

    # --- sending

    def send(self, text: bytes) -> None:
        """Put a message into the outbox; who does not read is closed."""
        if self._closing is not None:
            return
        if self._size == 0 and self._send_now is not None and self._send_now(text):
            self._metrics.told += 1
            return
        self._size += len(text)
        if self._size > _MOST_WAITING:
            self.close(TOO_SLOW)
            return
        self._waiting.append(text)
        self._wake.set()

    def _tell(self, message: protocol.FromServer) -> None:
        self.send(protocol.encode(message))

    def close(self, code: int) -> None:
        """Close the socket soon; what is in the outbox is not sent any more."""
        if self._closing is None:
            self._closing = code
            if self._post is not None:
                self._post.cancel()
            self._stop_reading()

    def _stop_reading(self) -> None:
        if self._reader is not None and self._reader is not asyncio.current_task():
            self._is_stopped = True
            if self._is_reading:
                self._reader.cancel()

    async def _send_all(self) -> None:
        """Send what is in the outbox, as it comes."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                texts, self._waiting = self._waiting, []
                for text in texts:
                    await self._socket.send_data(text.decode(), mode="text")
                    self._size -= len(text)
                    self._metrics.told += 1
        except _GONE:
            self._stop_reading()
        except Exception as error:
            log.error("socket", exc_info=error)
            self._stop_reading()

    # --- receiving

    async def serve(self) -> None:
        """Talk until somebody leaves."""
        try:
            await self._visit()
        except Exception as error:
            failure = failure_of(error)
            if failure is None:
                log.error("socket", exc_info=error)
            else:
                log.warning("storage", error=failure.why)
            self._closing = self._closing or AWAY
        if self._closing is not None:
            with contextlib.suppress(Exception):
                await self._socket.close(code=self._closing)

    async def _visit(self) -> None:
        """Be there, get one's mail, and talk."""
        me, presence = self._id, self._table_service.presence
        try:
            if me is not None:
                await presence.came(me)
            close_mailbox = await self._open_mailbox()
            try:
                if me is not None:
                    self._unheard |= await self._registry.store.blocked_by(me)
                await self._talk()
            finally:
                self._lobby_feed.unfollow(self)
                try:
                    await self._leave_tables()
                finally:
                    await close_mailbox()
        finally:
            if me is not None:
                await presence.went(me)

    async def _leave_tables(self) -> None:
        async with contextlib.AsyncExitStack() as leaving:
            for watched in self._watched.values():
                leaving.push_async_callback(watched.ends.aclose)
            self._watched.clear()

    async def _talk(self) -> None:
        self._metrics.sockets.inc()
        self._reader = reader = asyncio.current_task()
        self._post = post = asyncio.create_task(self._send_all())
        try:
            await self._read()
        except _GONE:
            pass
        except asyncio.CancelledError:
            if reader is None or not self._is_stopped:
                raise
            reader.uncancel()
        finally:
            self._reader = None
            post.cancel()
            await asyncio.gather(post, return_exceptions=True)
            self._metrics.sockets.dec()

    async def _open_mailbox(self) -> Callable[[], Awaitable[None]]:
        """Hear what is told to the account; what is returned ends that."""
        if self._account is None:
            return _nothing
        return await hear(self._registry.bus, self._account.account, self._mail)

    def _mail(self, body: bytes) -> None:
        """Something for this account: passed on, unless it is known here already."""
        message = protocol.decode_mail(body)
        if isinstance(message, Muted):
            other = {message.account}
            self._unheard = self._unheard | other if message.on else self._unheard - other
            return
        if isinstance(message, YourTurn) and message.table in self._watched:
            return
        self.send(body)
        if isinstance(message, Farewell):
            self.close(FORBIDDEN)

    async def _read(self) -> None:
        while self._closing is None and not self._is_stopped:
            self._is_reading = True
            text = await self._socket.receive_data(mode="text")
            self._is_reading = False
            self._metrics.heard += 1
            is_allowed = self._limit.allows(self._whose)
            if not is_allowed:
                self._annoyances += 1
                if self._annoyances > _PATIENCE:
                    self.close(TOO_MUCH)
            try:
                message = protocol.decode(text)
            except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
                self._refuse("", Refusal(f"this is no message: {error}", code="bad-message"))
                continue
            command = getattr(message, "command", "")
            if not is_allowed:  # whoever waits for an answer gets one
                self._refuse(command, TooMuch("too much at once: wait a little"))
                continue
            try:
                number = await self._do(message)
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
                    self._tell(Done(command, number))

    def _refuse(self, command: str, error: GenialError) -> None:
        facts = dict(error.facts)
        self._tell(Refused(command=command, code=error.code, sentence=str(error), facts=facts))

    async def _do(self, message: protocol.FromClient) -> int | None:
        """Do what is asked; the number of the table's last event, or of what was said."""
        match message:
            case Watch():
                await self._watch(message)
            case Unwatch():
                if message.table in self._watched:
                    await self._watched.pop(message.table).ends.aclose()
            case Play():
                return await self._play(message)
            case Agree(table=name, seat=seat, wish=wish):
                return (await self._table_service.wish(self._me(), name, seat, wish)).number
            case Decline(table=name, seat=seat, wish=wish):
                return (await self._table_service.decline(self._me(), name, seat, wish)).number
            case Claim(table=name, replace=replace):
                return (await self._table_service.claim(self._me(), name, replace=replace)).number
            case Say(table=name, text=text, command=command):
                return (await self._table_service.say(self._me(), name, text, command)).number
            case FollowLists(on=True):
                await self._lobby_feed.follow(self)
            case FollowLists():
                self._lobby_feed.unfollow(self)
            case Ping():
                self._tell(Pong(message.command, self._registry.now()))
        return None

    # --- tables

    @property
    def account_id(self) -> str | None:
        """The account, for the lobby feed."""
        return self._id

    @property
    def is_behind(self) -> bool:
        """Does the outbox hold messages?"""
        return self._size > 0

    @property
    def _id(self) -> str | None:
        return None if self._account is None else self._account.account

    def _audience(self, table: Table) -> Audience:
        return () if self._id is None else tuple(table.seats_of(self._id))

    def _me(self) -> Account:
        if self._account is None:
            raise NotAllowed("say first who you are", code="nobody")
        return self._account

    async def _watch(self, message: Watch) -> None:
        name = message.table
        is_new = name not in self._watched
        if is_new:
            if len(self._watched) >= _MOST_TABLES:
                raise Refusal("you watch too many tables at once", code="too-many-tables")
            table = await self._registry.table(name)
            if not may_see(table, self._audience(table), self._registry.now()):
                raise NotFound("there is no such table", code="no-such-table")
            self._watched[name] = _Watched(table, self._audience(table))
        watched = self._watched[name]
        later: list[Announcement] = []
        watched.later = later
        try:
            if is_new:
                watched.ends.push_async_callback(await self._registry.listen(name, self._heard))
            table = watched.table = await self._registry.table(name, message.since)
            watched.mine = self._audience(table)
            if message.since != table.number:
                await self._tell_what_was_missed(table, message.since)
            watched.later = None
            for happened in later:
                if happened.table.number > table.number:
                    self._heard(happened)
            if is_new:
                await self._join(table)
        except BaseException:
            watched.later = None
            if is_new:
                del self._watched[name]
                await watched.ends.aclose()
            raise

    async def _join(self, table: Table) -> None:
        """Hear what is said at a table, and be seen there."""
        ends, talk = self._watched[table.name].ends, self._table_service.talk
        ends.push_async_callback(await talk.hear(table.name, self._said))
        ends.push_async_callback(await self._registry.bus.hear(topic_of(table.name), self.send))
        lines = [line for line in await talk.lines(table, self._id) if self._may_hear(line)]
        if lines:
            self._tell(Talked(table.name, lines))
        ends.push_async_callback(
            await self._table_service.presence.enter(table.name, self._id, self._present)
        )

    def _may_hear(self, line: Line) -> bool:
        watched = self._watched.get(line.table)
        return (
            watched is not None
            and line.account not in self._unheard
            and hears(watched.table, self._id, line)
        )

    def _said(self, line: Line) -> None:
        if self._may_hear(line):
            self._tell(line)

    def _present(self, company: Company) -> None:
        watched = self._watched.get(company.table)
        if watched is not None:
            watched.company = company
            there = set(company.accounts)
            seats = [seat for account in there for seat in watched.table.seats_of(account)]
            players = {account for account in there if watched.table.seats_of(account)}
            watchers = len(there - players) + company.others
            self._tell(Present(company.table, tuple(sorted(seats)), watchers))

    async def _tell_what_was_missed(self, table: Table, since: int) -> None:
        mine, now = self._audience(table), self._registry.now()
        if 0 < since < table.number:
            entries = await self._registry.store.entries(table.name, since)
            entries = [entry for entry in entries if entry.number <= table.number]
            if all(isinstance(entry.event, Moved) for entry in entries):
                self._tell(news(table, entries, mine, now))
                return
        self._tell_situation(table)

    def _tell_situation(self, table: Table) -> None:
        self._tell(situation(table, self._audience(table), self._registry.now()))

    def _heard(self, happened: Announcement) -> None:
        table = happened.table
        watched = self._watched.get(table.name)
        if watched is None:
            return
        if watched.later is not None:
            watched.later.append(happened)
            return
        is_seated_anew = table.seats is not watched.table.seats
        if is_seated_anew:
            watched.mine = self._audience(table)
        watched.table, mine = table, watched.mine
        if may_see(table, mine, self._registry.now()):
            self.send(happened.text_for(mine))
        if is_seated_anew and watched.company is not None:
            self._present(watched.company)

    async def _play(self, message: Play) -> int:
        who, is_repeated = self._me(), False
        if message.command:
            table = await self._registry.table(message.table)
            is_repeated = table.repeats(message.seat, message.command) is not None
        try:
            table = await self._table_service.play(
                who, message.table, message.seat, message.move,
                known=message.number, command=message.command,
            )  # fmt: skip
        except Stale:
            self._tell_situation(await self._registry.table(message.table))
            raise
        if is_repeated:  # who says it again may have missed the answer, and more
            self._tell_situation(table)
        return table.repeats(message.seat, message.command) or table.number


class _Watched:
    """A table that a client watches, and all that ends when it no longer does."""

    def __init__(self, table: Table, mine: Audience) -> None:
        self.table, self.mine = table, mine
        self.ends = contextlib.AsyncExitStack()
        self.company: Company | None = None  # who was there last
        self.later: list[Announcement] | None = None  # what happens while we tell how it stands


async def _nothing() -> None:
    """There was nothing to end."""
