"""The heartbeat of this process, and what it knows of times in which there was none.

A process whose own heartbeat is late decides nothing at tables whose clocks run before it has
learnt of all downtimes: it may have been away without noticing.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable

from genial.server.storage.beats import LATE, Beat, Downtime, lost_time
from genial.server.storage.store import Store
from genial.server.tables.table import Table

_ABSENCES = 20  # of this process, that it remembers
_OVERLAP = 60.0  # seconds for which downtimes are read again: two may come to be known out of order


class Heartbeat:
    """Notes that this process is alive, and knows what a running clock must get back."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now
        self.process = secrets.token_hex(8)  # the name of this process among many
        self.last = 0.0  # time of the last beat of this process
        self.awake_since = 0.0  # since when it has beaten without a break
        self._stored = float("inf")  # the last beat others know of; infinite: they shall know
        self._downtimes: dict[float, Downtime] = {}  # those known, by when they began
        self._absences: list[Downtime] = []  # when this process hung, and others did not
        self._known = -float("inf")  # when the last of all these ended
        self._revive: Callable[[], Awaitable[None]] | None = None
        self._is_connected_here: Callable[[str], bool] = lambda _: False

    def set_revival(self, revive: Callable[[], Awaitable[None]]) -> None:
        """Call a function before a decision at a running clock while this heartbeat is late.

        Without one, this process judges no clock.
        """
        self._revive = revive

    def set_presence(self, is_connected_here: Callable[[str], bool]) -> None:
        """Call a function to learn whether an account is connected to this process."""
        self._is_connected_here = is_connected_here

    @property
    def is_late(self) -> bool:
        """Tell if this heartbeat is so late that there may have been a downtime."""
        return self._now() - self.last > LATE

    async def beat(self, late: float = LATE) -> Beat:
        """Note that this process is alive; if no process was for longer, that was a downtime.

        Others do not learn that this process is back from an absence until that is made good.
        """
        known = self._known - _OVERLAP
        beat = await self._store.beat(
            self.process, self._now, late=late, known=known, stored=self._stored
        )
        if beat.is_stored:
            self._stored = beat.at
        if self.awake_since and beat.at - self.last > LATE:
            self._absences = [*self._absences[-_ABSENCES:], Downtime(self.last, beat.at)]
            self._known = beat.at
        if beat.at - self.last > LATE:
            self.awake_since = beat.at
        self.last = beat.at
        for downtime in beat.downtimes:
            self._downtimes[downtime.began] = downtime
            self._known = max(self._known, downtime.ended)
        return beat

    def make_good(self) -> None:
        """Let others learn from the next beat on that this process is alive."""
        self._stored = float("inf")

    def set_back(self, seconds: float) -> None:
        """Follow the machine's clock to an earlier time; the seconds are negative."""
        self.last += seconds
        self._stored += seconds
        self.awake_since = self._now()  # when accounts were last seen is stored in the old time
        self._downtimes, self._absences, self._known = {}, [], -float("inf")

    def must_revive(self, table: Table) -> bool:
        """Tell if a table's clock cannot be judged before the next beat."""
        return self._revive is not None and table.is_clock_running and self.is_late

    async def revive(self) -> None:
        """Beat, so that clocks can be judged."""
        if self._revive is not None:
            await self._revive()

    def lost_time(self, table: Table) -> tuple[float, float]:
        """Return the seconds that a table's clock is to get back, and until when they count.

        That is the time in which no process was alive, and in which this one was not if the player
        to move is connected to it.
        """
        if table.clocks is None or table.moved_at >= self._known or not table.is_clock_running:
            return 0.0, 0.0
        lost = list(self._downtimes.values())
        if any(map(self._is_connected_here, table.accounts_to_move)):
            lost += self._absences
        return lost_time(lost, table.moved_at)
