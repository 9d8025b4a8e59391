"""Quick pairing: match players who want the same game, by rating.

A waiting player is a row in the store. One update of all rows of a group pairs it, so the first
process wins. The rows name the table before it is opened, so that another process can open it if
the first one dies.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog

from genial.core.errors import GenialError
from genial.core.facts import HEAD_START
from genial.server.accounts.moderation import Moderation
from genial.server.cluster.periodic import Periodic
from genial.server.errors import Refusal
from genial.server.live.account_messages import tell
from genial.server.live.protocol import Paired
from genial.server.results.ratings import Rating, variant_of
from genial.server.storage import schema
from genial.server.storage.store import insert_into
from genial.server.tables import commands
from genial.server.tables.decision import Decision, decide_nothing
from genial.server.tables.events import Pace, Person, Terms
from genial.server.tables.registry import TableRegistry, game_of
from genial.server.tables.table import Table

log = structlog.get_logger()

PATIENCE = 30.0  # seconds after which a seek without a sign of life expires
_INTERVAL = 1.0  # seconds between rounds of pairing
_NARROW, _WIDER = (
    100.0,
    15.0,
)  # accepted difference of ratings, and its growth per second


class Seek(msgspec.Struct, frozen=True, kw_only=True):
    """A request for an opponent: the game and its terms."""

    game: str
    options: dict[str, int | str]
    pace: Pace | None = None
    rated: bool = False


class WaitingPlayer(msgspec.Struct, frozen=True):
    """A player who waits for an opponent."""

    account: str
    rating: float
    since: float


class PairingStatus(msgspec.Struct, omit_defaults=True):
    """The status of a seek: waiting since some time, or paired at a table."""

    wish: Seek | None = None
    since: float | None = None
    table: str = ""


class Pairing:
    """Matches waiting players."""

    def __init__(self, registry: TableRegistry, moderation: Moderation) -> None:
        self._registry, self._moderation = registry, moderation
        self._engine = registry.store.engine
        self._rounds = Periodic("pairing", self.pair, every=_INTERVAL)

    async def __aenter__(self) -> Pairing:
        self._rounds.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._rounds.stop()

    # --- waiting

    async def wait(self, account: str, seek: Seek) -> PairingStatus:
        """Wait for players with the same seek; raise GenialError if it is impossible."""
        game = game_of(seek.game, seek.options)
        if game.players == 1:
            raise Refusal("A solo game needs no opponent.", code="nobody-to-pair")
        commands.check_clock(seek.rated, seek.pace, game.players)
        if HEAD_START in game.options:
            raise Refusal("Quick pairing has no head starts.", code="no-head-start")
        commands.check_board(seek.rated, seek.game, game.options)
        options = game.options | {"start": 1}  # the seats are drawn by lot
        seek = msgspec.structs.replace(seek, options=options)
        text = msgspec.json.encode(seek, order="sorted").decode()
        old = await self._row(account)
        if old is None or old.wish != text or old.phase == "over":
            await self._begin(account, text, variant_of(game), old)
        await self.pair()
        return await self.status(account)

    async def _begin(self, account: str, wish: str, variant: str, old: Any) -> None:
        """Wait from now on, unless another process has just paired the old seek."""
        waiting, ratings, now = schema.waiting, schema.ratings, self._registry.now()
        query = sa.select(ratings.c.shown).where(
            ratings.c.account == account,
            ratings.c.game == msgspec.json.decode(wish, type=Seek).game,
            ratings.c.variant == variant,
        )
        async with self._engine.begin() as connection:
            rating = await connection.scalar(query)
            values = {
                "wish": wish, "rating": Rating().shown if rating is None else rating,
                "since": now, "alive": now, "table_name": None,
            }  # fmt: skip
            insert = insert_into(connection, waiting).values(account=account, **values)
            as_read = waiting.c.table_name.is_not_distinct_from(old and old.table_name)
            is_stale = waiting.c.alive < now - PATIENCE
            await connection.execute(
                insert.on_conflict_do_update(
                    index_elements=["account"], set_=values, where=sa.or_(as_read, is_stale)
                )
            )

    async def _row(self, account: str) -> Any:
        """Return the row of a waiting account with the phase of its table; None without one."""
        waiting, tables = schema.waiting, schema.tables
        query = (
            sa.select(waiting, tables.c.phase)
            .outerjoin(tables, tables.c.name == waiting.c.table_name)
            .where(waiting.c.account == account, waiting.c.alive >= self._registry.now() - PATIENCE)
        )
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).first()

    async def status(self, account: str) -> PairingStatus:
        """Return the status of an account's seek, and keep it alive."""
        waiting, now = schema.waiting, self._registry.now()
        async with self._engine.begin() as connection:
            alive = sa.update(waiting).where(
                waiting.c.account == account, waiting.c.alive >= now - PATIENCE
            )
            await connection.execute(alive.values(alive=now))
        row = await self._row(account)
        if row is None:
            return PairingStatus()
        seek = msgspec.json.decode(row.wish, type=Seek)
        is_ready = row.phase is not None and row.phase != "waiting"
        return PairingStatus(seek, row.since, row.table_name if is_ready else "")

    async def withdraw(self, account: str) -> None:
        """Withdraw an account's seek."""
        waiting = schema.waiting
        async with self._engine.begin() as connection:
            await connection.execute(sa.delete(waiting).where(waiting.c.account == account))

    # --- pairing

    async def pair(self) -> None:
        """Pair all players that can be paired, and open their tables."""
        waiting, now = schema.waiting, self._registry.now()
        async with self._engine.connect() as connection:
            rows = (await connection.execute(sa.select(waiting))).all()
        if any(row.alive < now - PATIENCE for row in rows):
            async with self._engine.begin() as connection:
                await connection.execute(sa.delete(waiting).where(waiting.c.alive < now - PATIENCE))
        there = [row for row in rows if row.alive >= now - PATIENCE]
        free = [row for row in there if row.table_name is None]
        for wish in {row.wish for row in free}:
            players_waiting = [
                WaitingPlayer(r.account, r.rating, r.since) for r in free if r.wish == wish
            ]
            await self._pair(wish, players_waiting, now)
        for name in {row.table_name for row in there if row.table_name is not None}:
            await self._open(name)

    async def _pair(self, wish: str, people: list[WaitingPlayer], now: float) -> None:
        players = int(msgspec.json.decode(wish, type=Seek).options["players"])
        if len(people) < players:
            return
        blocked = await self._moderation.between([one.account for one in people])
        for group in groups(people, players, blocked, now):
            name, _ = commands.new_secret()
            if await self._claim(wish, [one.account for one in group], name, now):
                await self._open(name)

    async def _claim(self, wish: str, people: Sequence[str], name: str, now: float) -> bool:
        """Write the table's name into the rows of all of these accounts, or of none."""
        waiting = schema.waiting
        still = [
            waiting.c.account.in_(people),
            waiting.c.wish == wish,
            waiting.c.table_name.is_(None),
            waiting.c.alive >= now - PATIENCE,
        ]
        async with self._engine.connect() as connection:
            if connection.dialect.name == "postgresql":  # lock in one order
                order = sa.select(waiting.c.account).where(*still).order_by(waiting.c.account)
                await connection.execute(order.with_for_update())
            claimed = await connection.execute(
                sa.update(waiting).where(*still).values(table_name=name)
            )
            if claimed.rowcount != len(people):
                await connection.rollback()
                return False
            await connection.commit()
            return True

    async def _open(self, name: str) -> None:
        """Open and start the table of a group, unless that has been done."""
        waiting, tables, accounts = schema.waiting, schema.tables, schema.accounts
        query = (
            sa.select(waiting, accounts.c.name, accounts.c.password.is_(None).label("guest"))
            .join(accounts, accounts.c.account == waiting.c.account)
            .where(waiting.c.table_name == name, accounts.c.gone.is_(None))
        )
        async with self._engine.connect() as connection:
            opened = sa.select(tables.c.phase).where(tables.c.name == name)
            phase = await connection.scalar(opened)
            if phase not in (None, "waiting"):
                return
            rows = (await connection.execute(query)).all()
        if phase is None and not await self._open_for(name, rows):
            return

        def start(table: Table, now: float) -> Decision:
            if table.phase != "waiting":
                return decide_nothing(table, now)
            return commands.start(table, now, table.host)

        await self._registry.update(name, start)
        for row in rows:
            await tell(self._registry.bus, row.account, Paired(name))

    async def _open_for(self, name: str, rows: Sequence[Any]) -> bool:
        seek = msgspec.json.decode(rows[0].wish, type=Seek) if rows else None
        if seek is None or len(rows) != seek.options["players"]:  # a player left meanwhile
            waiting = schema.waiting
            async with self._engine.begin() as connection:
                await connection.execute(
                    sa.update(waiting).where(waiting.c.table_name == name).values(table_name=None)
                )
            return False
        # By lot, and yet the same whichever process opens the table.
        rows = sorted(
            rows, key=lambda row: hashlib.sha256(f"{name} {row.account}".encode()).digest()
        )
        terms = Terms(
            game=seek.game, options=seek.options, pace=seek.pace, rated=seek.rated,
            hints=False,  # strangers have not agreed to let a bot advise them
        )  # fmt: skip
        seats = [Person(row.account, row.name, guest=bool(row.guest)) for row in rows]
        try:
            await self._registry.open(terms, seats[0].account, seats, name=name)
        except GenialError as error:
            log.warning("pairing", table=name, error=str(error))
            return False
        return True


def groups(
    people: Sequence[WaitingPlayer], size: int, blocked: Collection[tuple[str, str]], now: float
) -> list[list[WaitingPlayer]]:
    """Return the groups to play together: the longest waiting player gets the nearest ratings.

    >>> some = ("a", 1500, 0), ("b", 1900, 1), ("c", 1450, 2)
    >>> ada, bob, cy = (WaitingPlayer(*one) for one in some)
    >>> [[one.account for one in group] for group in groups([ada, bob, cy], 2, set(), now=3)]
    [['a', 'c']]
    """
    found: list[list[WaitingPlayer]] = []
    rest = sorted(people, key=lambda one: (one.since, one.account))
    for first in list(rest):
        if first not in rest:
            continue
        window = _NARROW + _WIDER * (now - first.since)
        near = sorted(
            (one for one in rest if one is not first and abs(one.rating - first.rating) <= window),
            key=lambda one: (abs(one.rating - first.rating), one.since),
        )
        group = [first]
        for one in near:
            apart = any(
                (one.account, other.account) in blocked or (other.account, one.account) in blocked
                for other in group
            )
            if len(group) < size and not apart:
                group.append(one)
        if len(group) == size:
            found.append(group)
            rest = [one for one in rest if one not in group]
    return found
