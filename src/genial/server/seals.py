"""What stays sealed: a daily challenge is the same for everybody until its day is over."""

from __future__ import annotations

from genial.server.refusals import Refusal
from genial.server.table import Table


def check_unsealed(table: Table, now: float) -> None:
    """Raise Refusal while a table is of a day's challenge and the day is not over."""
    if table.is_sealed(now):
        raise Refusal("this is sealed until the day is over (UTC)", code="sealed")
