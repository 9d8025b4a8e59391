"""Pointing: a player shows tiles and cells to everybody at the table, until the next move.

Nothing is stored. The server does not look at racks here: a player may name any tile.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from genial.games.ingenious.board import CELL_OF_NAME, TYPE_OF_NAME
from genial.server.accounts.accounts import Account
from genial.server.errors import NotAllowed, Refusal
from genial.server.limits import Limit
from genial.server.live.protocol import Pointed
from genial.server.tables.partners import may_point
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

PointListener = Callable[[Pointed], None]

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Pointed).decode


class Pointing:
    """What players point at, at all tables."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._limit = Limit(10, 1)  # by account
        self._rooms: dict[str, _Room] = {}  # by table

    async def point(
        self, account: Account, name: str, seat: int, tile: str, cells: Sequence[str]
    ) -> Pointed:
        """Point at a tile and at cells, at neither to stop pointing; raise Refusal."""
        table = await self._registry.table(name)
        if seat not in table.seats_of(account.account):
            raise NotAllowed("This is not your seat.", code="not-your-seat", seat=seat)
        if not may_point(table):
            raise Refusal(
                "You can only point while a team game with open partners is played.",
                code="no-pointing",
            )
        for cell in cells:
            if cell not in CELL_OF_NAME:
                raise Refusal(f"There is no cell {cell}.", code="no-such-cell", cell=cell)
        self._limit.use(account.account)
        pointed = Pointed(
            table=table.name, number=table.position, seat=seat, tile=_sorted_tile(tile),
            cells=tuple(dict.fromkeys(cells)),
        )  # fmt: skip
        await self._registry.bus.publish(_topic(table.name), _encode(pointed))
        return pointed

    async def hear(self, name: str, listener: PointListener) -> Callable[[], Awaitable[None]]:
        """Call a function with all that is pointed at; the returned function ends that."""
        room = self._rooms.get(name)
        if room is not None:
            room.listeners.append(listener)
        else:
            room = self._rooms[name] = _Room(listener)  # it is there before others look for it
            try:
                room.end = await self._registry.bus.hear(_topic(name), room.take)
            except BaseException:
                del self._rooms[name]
                raise

        async def end() -> None:
            room.listeners.remove(listener)
            if not room.listeners and self._rooms.get(name) is room:
                del self._rooms[name]
                await room.end()

        return end

    def present(self, table: Table) -> list[Pointed]:
        """Return what players point at now, as far as this process has heard of it."""
        room = self._rooms.get(table.name)
        points = [] if room is None else room.points.values()
        return [one for one in points if is_present(table, one) and (one.tile or one.cells)]


class _Room:
    """The connections that look at one table, and the last that each seat has pointed at."""

    def __init__(self, listener: PointListener) -> None:
        self.listeners = [listener]
        self.points: dict[int, Pointed] = {}  # by seat
        self.end: Callable[[], Awaitable[None]] = _do_nothing

    def take(self, body: bytes) -> None:
        """Remember what a seat points at, and pass it on."""
        pointed = _decode(body)
        self.points[pointed.seat] = pointed
        for listener in list(self.listeners):
            listener(pointed)


def is_present(table: Table, pointed: Pointed) -> bool:
    """Tell if no move was made since, as far as this process knows."""
    return may_point(table) and pointed.number >= table.position


def _sorted_tile(tile: str) -> str:
    """Return a tile as the notation has it, either half first; raise Refusal."""
    for name in (tile, tile[::-1]):
        if not name or name in TYPE_OF_NAME:
            return name
    raise Refusal(f"There is no tile {tile}.", code="no-such-tile", tile=tile)


def _topic(name: str) -> str:
    return f"point.{name}"


async def _do_nothing() -> None:
    """End nothing."""
