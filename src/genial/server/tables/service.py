"""What players do at tables, whether they ask over the socket or by HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import NamedTuple

from genial.server.errors import NotAllowed
from genial.server.limits import Limit
from genial.server.tables import commands, proposals
from genial.server.tables.decision import Decision
from genial.server.tables.events import Person, Proposal
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

# Tells since when accounts that are connected to no living process are gone.
GoneSince = Callable[[Collection[str]], Awaitable[dict[str, float]]]


class Receipt(NamedTuple):
    """The answer to a move: the table after it, and the number of its event."""

    table: Table
    number: int
    is_repeated: bool  # was the command carried out before?


class TableService:
    """Lets players do what they may; otherwise everything raises GenialError with the reason."""

    def __init__(
        self, registry: TableRegistry, gone_since: GoneSince, *, stand_in: str, patience: float
    ) -> None:
        self.registry = registry
        self._gone_since = gone_since
        self._stand_in = stand_in  # the level of bots that play on for a player
        self._patience = patience  # seconds without a connection after which a player is gone
        self._proposing = Limit(20, 0.5)  # by account: each goes to all at a table

    async def sit(self, name: str, seat: int, player: Person) -> Table:
        """Take a free seat."""
        decision = await self.registry.update(
            name, lambda table, now: commands.sit(table, now, seat, player)
        )
        return decision.after

    async def leave(self, account: str, name: str) -> Table:
        """Leave before the game has begun."""
        decision = await self.registry.update(
            name, lambda table, now: commands.leave(table, now, account)
        )
        return decision.after

    async def start(self, account: str, name: str, nonce: str = "") -> Table:
        """Start the game, as its host."""
        decision = await self.registry.update(
            name, lambda table, now: commands.start(table, now, account, nonce)
        )
        return decision.after

    async def move(
        self, account: str, name: str, seat: int, move: str, *, known: int, command: str = ""
    ) -> Receipt:
        """Play a move; raise Stale if something happened after the last event known."""

        def decide(table: Table, now: float) -> Decision:
            _check_own(table, account, seat)
            decision = commands.move(table, now, seat, move, command, known)
            return commands.expire_instead(table, now, seat, decision, self._stand_in)

        # The player may have learnt of more from another process than this one knows.
        decision = await self.registry.update(name, decide, at_least=known)
        table, is_repeated = decision.after, not decision.entries
        number = table.number_of(seat, command) or table.number
        return Receipt(table, number, is_repeated)

    async def propose(self, account: str, name: str, seat: int, proposal: Proposal) -> Table:
        """Propose something, or agree to it: it happens when all have agreed."""
        self._proposing.use(account)

        def decide(table: Table, now: float) -> Decision:
            _check_own(table, account, seat)
            decision = proposals.propose(table, now, seat, proposal, self._stand_in)
            return commands.expire_instead(table, now, seat, decision, self._stand_in)

        return (await self.registry.update(name, decide)).after

    async def decline(self, account: str, name: str, seat: int, proposal: Proposal) -> Table:
        """Decline a proposal, or withdraw one's own."""
        self._proposing.use(account)

        def decide(table: Table, now: float) -> Decision:
            _check_own(table, account, seat)
            return proposals.decline(table, now, seat, proposal)

        return (await self.registry.update(name, decide)).after

    async def be_ready(self, account: str, name: str, seat: int) -> Table:
        """Say that the player of a seat has the shared screen in hand."""

        def decide(table: Table, now: float) -> Decision:
            _check_own(table, account, seat)
            return commands.be_ready(table, now, seat)

        return (await self.registry.update(name, decide)).after

    async def claim(self, account: str, name: str, *, replace: bool) -> Table:
        """Win against a player who is gone, or let a bot play on for them."""
        waiting = await self.registry.table(name)
        is_gone = await self._is_player_to_move_gone(waiting)

        def decide(table: Table, now: float) -> Decision:
            still = is_gone and table.position == waiting.position
            return commands.claim(
                table, now, account, self._stand_in, is_gone=still, replace=replace
            )

        return (await self.registry.update(name, decide)).after

    async def _is_player_to_move_gone(self, table: Table) -> bool:
        if table.turn is None:
            return False
        accounts = table.accounts(table.turn)
        since, now = await self._gone_since(accounts), self.registry.now()
        return all(
            account in since and now - max(since[account], table.moved_at) >= self._patience
            for account in accounts
        )


def _check_own(table: Table, account: str, seat: int) -> None:
    if seat not in table.seats_of(account):
        raise NotAllowed("This is not your seat.", code="not-your-seat", seat=seat)
