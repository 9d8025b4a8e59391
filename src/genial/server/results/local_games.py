"""Games that an account has played in a browser, without the server: add them to its history.

Such a game becomes a table that is over. Its record must be legal, and its deals must follow from
its key. It is casual, and counts for no rating and no statistics: the browser chose the key.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence

import msgspec

import genial
from genial.core.chance import commitment
from genial.core.record import split
from genial.core.state import State
from genial.server.accounts.accounts import Account
from genial.server.analysis.review import ReviewThread
from genial.server.analysis.uploads import LARGEST
from genial.server.errors import NotAllowed, Refusal
from genial.server.results.ledger import Ledger
from genial.server.storage.change import Change
from genial.server.tables import commands
from genial.server.tables.decision import Decision, decide
from genial.server.tables.events import (
    Ended,
    Event,
    Human,
    Moved,
    Person,
    Replaced,
    Sitter,
    Started,
    Terms,
)
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

_NAME_BYTES = 12  # of a table's name, as many as those of other tables


class LocalGame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game as a browser tells of it."""

    name: str  # of its table in the browser
    record: str
    seats: tuple[Sitter, ...]
    out: tuple[int, ...] = ()  # seats that gave up, in that order, and for which a bot played on
    began: float  # epoch seconds
    ended: float
    hints: bool = True
    take_backs: bool = True
    counting: bool = True


class LocalGames:
    """Adds games of browsers to the histories of accounts, each once."""

    def __init__(
        self, registry: TableRegistry, ledger: Ledger, thread: ReviewThread, stand_in: str
    ) -> None:
        self._registry, self._ledger, self._thread = registry, ledger, thread
        self._stand_in = stand_in

    async def add(self, me: Account, game: LocalGame) -> str:
        """Return the name of the table that a game has become; raise GenialError.

        A game that the account has sent before is not added again.
        """
        if not me.kept:
            raise NotAllowed("Only accounts with a password keep these games.", code="not-kept")
        name, store = table_name(me.account, game.name), self._registry.store
        if await store.secret_of(name) is None:
            if len(game.record.encode("utf-8", "surrogatepass")) > LARGEST:
                raise Refusal(f"A record can have up to {LARGEST // 1024} kB.", code="too-large")
            for record in split(game.record):
                await self._registry.wait_for_rules(record.headers["game"])
            now = self._registry.now()
            begun, over = await self._thread.run(
                _decisions, name, me.account, game, now, self._stand_in
            )
            # Another request may be quicker: then nothing is stored, and the game is there anyway.
            await store.append(
                Change.of(begun.after, begun.entries), Change.of(over.after, over.entries)
            )
        await self._ledger.settle(name)
        return name


def table_name(account: str, local: str) -> str:
    """Return the name that a game of a browser has at the server: always the same for an account.

    >>> table_name("ada", "local-AbCdEfGhIjKl") == table_name("ada", "local-AbCdEfGhIjKl")
    True
    >>> table_name("ada", "local-AbCdEfGhIjKl") == table_name("bob", "local-AbCdEfGhIjKl")
    False
    """
    digest = hashlib.sha256(f"{account} {local}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:_NAME_BYTES]).decode()


def _decisions(
    name: str, account: str, game: LocalGame, now: float, stand_in: str
) -> tuple[Decision, Decision]:
    """Return what happened at the table: how the game began, and how it went on and ended."""
    state, key, resigned = _finished_game(game.record)
    terms = Terms(
        game=state.game.name, options=state.game.options, listed=False, hints=game.hints,
        take_backs=game.take_backs, counting=game.counting, local=True,
    )  # fmt: skip
    if not any(isinstance(sitter, Person) for sitter in game.seats):
        raise Refusal("You do not sit at this table.", code="not-seated")
    ended_at = min(game.ended, now)
    began_at = min(game.began, ended_at)
    opened = commands.open_table(Table(name, key), began_at, state.game, terms, account, game.seats)
    started = Started(commitment=commitment(key), nonces={}, lines=state.history[0].chance_lines)
    begun = decide(opened.after, began_at, [started])
    events: list[Event] = [
        Moved(seat=one.mover or 0, move=one.last_move or "", lines=one.chance_lines)
        for one in state.history[1:]
    ]
    events += [Replaced(seat, stand_in, "resigned") for seat in game.out]
    events.append(_ending(state, game, key, resigned))
    over = decide(begun.after, ended_at, events)
    return Decision([*opened.entries, *begun.entries], begun.after), over


def _finished_game(text: str) -> tuple[State, bytes, int | None]:
    """Return the last state of a record, its key, and the seat that resigned, if one did."""
    states = genial.verify(text)
    if len(states) != 1:
        raise _not_local()
    (state,), (record,) = states, split(text)
    if (
        any(header.startswith("nonce ") for header in record.headers)
        or "position" in record.headers
    ):
        raise _not_local()
    how, _, seat = record.headers.get("ended", "").partition(" ")
    if not state.over and not how:
        raise Refusal("The game is not over yet.", code="not-over")
    if how not in ("", "resigned"):
        raise _not_local()
    return state, bytes.fromhex(record.headers["key"]), int(seat) if how else None


def _ending(state: State, game: LocalGame, key: bytes, resigned: int | None) -> Ended:
    """Return how the game ended; raise Refusal if it cannot have ended like this in a browser."""
    tracks, sides = state.game.tracks, len(set(state.game.tracks))
    gave_up = game.out if resigned is None else (resigned,)
    is_possible = (
        len(set(gave_up)) == len(gave_up)
        and all(
            0 < seat <= len(tracks) and isinstance(game.seats[seat - 1], Human) for seat in gave_up
        )
        and (resigned is None or (sides <= 2 and not game.out))
        and (not game.out or sides > 2)
    )
    if not is_possible:
        raise _not_local()
    if resigned is None:
        assert state.ranks is not None
        return Ended(how="finished", ranks=commands.rank_last(state.ranks, game.out), key=key.hex())
    ranks = _ranks_after(resigned, tracks) if sides == 2 else None
    return Ended(how="resigned", seat=resigned, ranks=ranks, key=key.hex())


def _ranks_after(resigned: int, tracks: Sequence[int]) -> tuple[int, ...]:
    return tuple(2 if track == tracks[resigned - 1] else 1 for track in tracks)


def _not_local() -> Refusal:
    return Refusal("Browsers do not play games like this one.", code="not-local")
