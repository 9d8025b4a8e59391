"""What people do at tables, whichever way they ask: over the socket or by HTTP."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from genial.server.accounts.accounts import Account
from genial.server.errors import NotAllowed, Refusal
from genial.server.limits import Limit
from genial.server.live.chat import Chat
from genial.server.live.presence import Presence
from genial.server.live.protocol import Line
from genial.server.tables import commands
from genial.server.tables.events import Event, Followed, Person, Wish
from genial.server.tables.registry import Ruling, Sequel, TableRegistry
from genial.server.tables.table import Table


class TableService:
    """Lets people do what they may. Everything raises GenialError and says why not."""

    def __init__(
        self,
        registry: TableRegistry,
        presence: Presence,
        talk: Chat,
        *,
        stand_in: str,
        patience: float,
    ) -> None:
        self.registry, self.presence, self.talk = registry, presence, talk
        self._stand_in = stand_in  # the level of bots that play on for somebody
        self._patience = patience  # seconds after which somebody without a connection is gone
        self._wishing = Limit(20, 0.5)  # by account: everybody at a table is told of every wish

    async def sit(self, who: Account, name: str, seat: int, nonce: str = "") -> Table:
        """Take a free seat."""
        person = Person(who.account, who.name, nonce, bot=who.bot, guest=not who.kept)
        return await self.registry.act(name, lambda table: commands.sat(table, seat, person))

    async def leave(self, who: Account, name: str) -> Table:
        """Leave before the game has begun."""
        return await self.registry.act(name, lambda table: commands.left(table, who.account))

    async def start(self, who: Account, name: str, nonce: str = "") -> Table:
        """Start the game, as its host."""
        return await self.registry.act(
            name, lambda table: commands.started(table, who.account, nonce)
        )

    async def play(
        self, who: Account, name: str, seat: int, move: str, *, known: int, command: str = ""
    ) -> Table:
        """Play a move; raises Stale if something happened after the last event known."""

        def ruling(table: Table) -> Sequence[Event]:
            _own(table, who, seat)
            return commands.moved(table, seat, move, command, known)

        await self.registry.table(name, known)  # another process may have told of more
        return await self._in_time(name, seat, ruling)

    async def wish(self, who: Account, name: str, seat: int, wish: Wish) -> Table:
        """Wish something, or agree to it: it happens when all agree."""
        self._wishing.use(who.account)
        sequel: Sequel | None = None

        def ruling(table: Table) -> Sequence[Event]:
            nonlocal sequel
            _own(table, who, seat)
            events = commands.wished(table, seat, wish, self._stand_in)
            if wish == "rematch" and commands.is_followed(table, seat):
                sequel = self.registry.sequel(
                    table.terms, table.host, commands.rotated(table.seats)
                )
                return [*events, Followed(sequel.table.name)]
            sequel = None
            return events

        return await self._in_time(name, seat, ruling, along=lambda: sequel)

    async def decline(self, who: Account, name: str, seat: int, wish: Wish) -> Table:
        """Do not agree to a wish, or take one's own back."""
        self._wishing.use(who.account)

        def ruling(table: Table) -> Sequence[Event]:
            _own(table, who, seat)
            return commands.declined(table, seat, wish)

        return await self.registry.act(name, ruling)

    async def claim(self, who: Account, name: str, *, replace: bool) -> Table:
        """Win against somebody who is gone, or let a bot play on for him."""
        table = await self.registry.table(name)
        gone = False
        if table.turn is not None:
            waited_for = table.people(table.turn)
            since = await self.presence.gone_since(waited_for)
            now = self.registry.now()
            gone = all(
                account in since and now - max(since[account], table.moved_at) >= self._patience
                for account in waited_for
            )
        position = table.position

        def ruling(table: Table) -> Sequence[Event]:
            still = gone and table.position == position
            return commands.claimed(table, who.account, still, self._stand_in, replace=replace)

        return await self.registry.act(name, ruling)

    async def _in_time(
        self, name: str, seat: int, ruling: Ruling,
        along: Callable[[], Sequel | None] | None = None,
    ) -> Table:  # fmt: skip
        """Let a seat do something, unless its own time has run out: then that is what happens."""
        late = False

        def ruling_in_time(table: Table) -> Sequence[Event]:
            nonlocal late
            events = ruling(table)
            expiry = commands.expired(table, self.registry.now(), self._stand_in)
            late = bool(events and expiry) and table.turn == seat
            return expiry if late else events

        table = await self.registry.act(name, ruling_in_time, along=along)
        if late:
            raise Refusal("your time has run out", code="out-of-time", seat=seat)
        return table

    async def say(self, who: Account, name: str, text: str, command: str = "") -> Line:
        """Say something at a table."""
        return await self.talk.say(await self.registry.table(name), who, text, command)


def _own(table: Table, who: Account, seat: int) -> None:
    if seat not in table.seats_of(who.account):
        raise NotAllowed("this is not your seat", code="not-your-seat", seat=seat)
