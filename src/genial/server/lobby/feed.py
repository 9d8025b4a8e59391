"""Push the lists of the first page to connections when they change.

The public lists are computed once for all connections, at most once a second, and only while a
connection follows them. Every process hears from the others which lists have changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from genial.server.cluster.periodic import Periodic
from genial.server.live.protocol import Lobby, MyTables, encode
from genial.server.lobby.listings import Listings
from genial.server.tables.events import Entry, Human, Moved
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

LOBBY_LENGTH = 10  # tables in each public list
OWN_LENGTH = 40  # own tables
_INTERVAL = 1.0  # seconds between two messages to a connection
_REFRESH = 30.0  # seconds after which lists are computed anew, as the bus may lose messages
_TOPIC = "lobby"


class _Changed(msgspec.Struct, frozen=True):
    """Lists that have changed: the public ones, and those of accounts."""

    is_public: bool
    accounts: tuple[str, ...]


_decode = msgspec.json.Decoder(_Changed).decode


class Follower(Protocol):
    """A connection that shows the first page."""

    @property
    def account_id(self) -> str | None:
        """The account that is logged in."""

    @property
    def is_behind(self) -> bool:
        """Does the connection still have messages to read?"""

    def send(self, text: bytes) -> None:
        """Send a message."""


class LobbyFeed:
    """Sends changed lists to all connections that follow them."""

    def __init__(self, registry: TableRegistry, listings: Listings) -> None:
        self._registry, self._listings = registry, listings
        self._stale_lobby: set[Follower] = set()  # that do not have the latest public lists
        self._stale_own: set[Follower] = set()  # that do not have the latest own tables
        self._followers: dict[str | None, set[Follower]] = {}  # by account
        self._hidden: dict[Follower, frozenset[str]] = {}  # hosts that have blocked the account
        self._lobby: Lobby | None = None  # the public lists when they were last computed
        self._lobby_version = self._version = 0  # of these lists; of what they should say now
        self._refreshed_at = registry.now()
        self._is_refreshed = not registry.bus.is_local  # now and then
        every = _REFRESH if self._is_refreshed else None
        self._rounds = Periodic("lobby feed", self._send, every=every)
        self._stop_hearing: Callable[[], Awaitable[None]] | None = None

    async def __aenter__(self) -> LobbyFeed:
        self._registry.on_stored(self._note)
        if not self._registry.bus.is_local:
            self._stop_hearing = await self._registry.bus.hear(_TOPIC, self._hear)
        self._rounds.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._stop_hearing is not None:
            await self._stop_hearing()
        await self._rounds.stop()

    # --- connections

    async def follow(self, follower: Follower) -> None:
        """Send all lists to a connection soon, and again whenever they change."""
        account = follower.account_id
        self._hidden[follower] = (
            frozenset() if account is None else await self._listings.blockers_of(account)
        )
        self._followers.setdefault(follower.account_id, set()).add(follower)
        self._mark([follower], is_public=True, is_own=True)

    def unfollow(self, follower: Follower) -> None:
        """Send no more lists to a connection."""
        followers = self._followers.get(follower.account_id, set())
        followers.discard(follower)
        if not followers:
            self._followers.pop(follower.account_id, None)
        self._hidden.pop(follower, None)
        self._stale_lobby.discard(follower)
        self._stale_own.discard(follower)

    def _all(self) -> list[Follower]:
        return [one for followers in self._followers.values() for one in followers]

    # --- changes

    def _note(self, table: Table, entries: Sequence[Entry]) -> None:
        """Note what this process has changed, and tell the others."""
        is_public = table.terms.listed and any(
            not isinstance(entry.event, Moved) for entry in entries
        )
        accounts = {sitter.account for sitter in table.seats if isinstance(sitter, Human)}
        if self._registry.bus.is_local:
            self._apply(is_public, accounts)  # without followers, too: the lists are cached
            return
        body = msgspec.json.encode(_Changed(is_public, tuple(accounts)))
        task = asyncio.create_task(self._registry.bus.publish(_TOPIC, body))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _hear(self, body: bytes) -> None:
        changed = _decode(body)
        self._apply(changed.is_public, changed.accounts)

    def _apply(self, is_public: bool, accounts: Iterable[str]) -> None:
        if is_public:
            self._version += 1
            self._mark(self._all(), is_public=True)
        for account in accounts:
            self._mark(self._followers.get(account, ()), is_own=True)

    def _mark(
        self, followers: Iterable[Follower], *, is_public: bool = False, is_own: bool = False
    ) -> None:
        for follower in followers:
            if is_public:
                self._stale_lobby.add(follower)
            if is_own and follower.account_id is not None:
                self._stale_own.add(follower)
        if self._stale_lobby or self._stale_own:
            self._rounds.wake()

    # --- sending

    async def _send(self) -> None:
        """Send changed lists, then rest: a connection gets them at most once an interval."""
        now = self._registry.now()
        if self._is_refreshed and now - self._refreshed_at >= _REFRESH:
            self._refreshed_at = now
            self._version += 1
            self._mark(self._all(), is_public=True, is_own=True)
        try:
            await self._send_lobby()
            await self._send_own()
        finally:
            await asyncio.sleep(_INTERVAL)
            if self._stale_lobby or self._stale_own:  # connections that were behind, or a failure
                self._rounds.wake()

    async def _send_lobby(self) -> None:
        ready = [one for one in self._stale_lobby if not one.is_behind]
        if not ready:
            return
        lobby = await self._latest_lobby()
        is_latest = self._lobby_version == self._version  # no table has changed meanwhile
        text, hosts = encode(lobby), {table.host for table in lobby.waiting}
        for follower in ready:
            if follower in self._stale_lobby:  # it may have left meanwhile
                if is_latest:
                    self._stale_lobby.discard(follower)
                hidden = hosts & self._hidden[follower]
                follower.send(encode(_without(lobby, hidden)) if hidden else text)

    async def _latest_lobby(self) -> Lobby:
        """Return the public lists, computed anew if a table has changed since."""
        if self._lobby is None or self._lobby_version != self._version:
            version = self._version
            waiting = await self._listings.public("waiting", "", None, None, LOBBY_LENGTH)
            playing = await self._listings.public("playing", "", None, None, LOBBY_LENGTH)
            self._lobby, self._lobby_version = Lobby(waiting.tables, playing.tables), version
        return self._lobby

    async def _send_own(self) -> None:
        ready = [one for one in self._stale_own if not one.is_behind]
        for account in {one.account_id for one in ready if one.account_id is not None}:
            for follower in self._followers.get(account, ()):
                self._stale_own.discard(follower)
            text = encode(MyTables(await self._listings.own_open(account, OWN_LENGTH)))
            for follower in list(self._followers.get(account, ())):
                follower.send(text)


def _without(lobby: Lobby, hosts: set[str]) -> Lobby:
    """Return the public lists without waiting tables of these hosts."""
    return Lobby([table for table in lobby.waiting if table.host not in hosts], lobby.playing)
