"""The networks that accounts play from: only a keyed hash of each is stored, and not for long.

Ratings need to know whether two players share a network (see `rating_weights`). Nothing else does.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Callable

import sqlalchemy as sa

from genial.server.accounts.accounts import Account
from genial.server.storage import schema
from genial.server.storage.store import Store, insert_into

KEPT_DAYS = 30  # after which a network is forgotten
_FRESH = 3600.0  # seconds in which the same network is not written again
_KNOWN = 10_000  # accounts whose last write this process remembers


class PlayerNetworks:
    """Remembers the network that each account played from last."""

    def __init__(self, store: Store, secret: bytes, now: Callable[[], float]) -> None:
        self._store, self._secret, self._now = store, secret, now
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()

    async def note(self, account: Account, network: str) -> None:
        """Remember the network that an account plays from, as `network_of` returns it.

        Guests play no rated games, so nothing is remembered of them.
        """
        if not account.kept:
            return
        name = account.account
        place = hmac.digest(self._secret, network.encode(), hashlib.sha256).hex()[:32]
        now = self._now()
        known = self._known.get(name)
        if known is not None and known[0] == place and 0 <= now - known[1] < _FRESH:
            return
        table, values = schema.places, {"place": place, "seen": now}
        async with self._store.engine.begin() as connection:
            insert = insert_into(connection, table).values(account=name, **values)
            await connection.execute(
                insert.on_conflict_do_update(index_elements=["account"], set_=values)
            )
        self._known[name] = place, now
        self._known.move_to_end(name)
        while len(self._known) > _KNOWN:
            self._known.popitem(last=False)


async def forget_old_places(store: Store, now: float) -> None:
    """Forget all networks that are older than `KEPT_DAYS`."""
    places, results, before = schema.places, schema.results, now - KEPT_DAYS * 86400
    async with store.engine.begin() as connection:
        await connection.execute(sa.delete(places).where(places.c.seen < before))
        await connection.execute(
            sa.update(results)
            .where(results.c.place.is_not(None), results.c.at < before)
            .values(place=None)
        )
