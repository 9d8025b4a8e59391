"""Records of tables: redacted during the game, complete with the key after it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from genial.core.record import RecordText
from genial.server.errors import Refusal
from genial.server.tables.events import Free, Robot, Sitter
from genial.server.tables.table import Table

DELETED = "(deleted)"  # the name of a deleted account


def record_of(table: Table, mine: Sequence[int], now: float = 0.0) -> str:
    """Return the record as the player on these seats may have it at a time.

    Only a daily challenge depends on the time: until its day is over, its record has no key.
    """
    if table.state is None:
        raise Refusal("The game has not begun.", code="not-begun")
    names = {f"seat {seat}": name_of(sitter) for seat, sitter in enumerate(table.seats, 1)}
    date = datetime.datetime.fromtimestamp(table.moved_at, datetime.UTC).date().isoformat()
    headers = {**names, "date": date}
    if table.phase != "over":
        seat = mine[0] if len(mine) == 1 else None
        log, beginning = table.state.view(seat)["log"], table.state.beginning(seat)
        text = RecordText.of(table.game.name, table.game.options, log, position=beginning)
        return text.with_headers(headers | {"commitment": table.commitment}).text()
    ended = table.ended
    assert ended is not None
    if ended.how != "finished":
        seat_text = "" if ended.seat is None else f" {ended.seat}"
        how = ended.how + (seat_text if ended.how in ("resigned", "time") else "")
        headers["ended"] = how
    if ended.ranks is not None and ended.ranks != table.state.ranks:
        # A game that ended by its rules has their result, even if a seat gave up on the way.
        name = "placed" if table.state.over else "result"
        headers[name] = " ".join(map(str, ended.ranks))
    if table.is_sealed(now):
        text = RecordText.of(table.game.name, table.game.options, table.state.log)
        return text.with_headers(headers | {"commitment": table.commitment}).text()
    if ended.how != "finished" and table.state.origin.key is not None:
        headers["key"] = table.secret.hex()
    return table.state.record(**headers)


def name_of(sitter: Sitter, deleted: str = DELETED) -> str:
    """Return the name of a player, or the level of a bot."""
    match sitter:
        case Robot():
            return sitter.level
        case Free():
            return "?"
        case _:
            return sitter.name or deleted
