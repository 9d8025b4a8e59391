"""Games as any stranger with the link may see them: at a table, or in an uploaded record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import genial
from genial.core.game import Game
from genial.core.record import split
from genial.core.state import State
from genial.server.analysis.review import after_moves
from genial.server.analysis.uploads import Uploads
from genial.server.compilation import Compilation
from genial.server.errors import NotFound, Refusal
from genial.server.tables.events import Free, Phase, Robot, Sitter
from genial.server.tables.projection import check_seen
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

Kind = Literal["table", "record", "game"]

_EXAMPLE = 7  # the seed of the game that stands for those that have not begun


@dataclass(frozen=True)
class SharedGame:
    """A game, and what any client may be told about it."""

    kind: Kind
    name: str
    game: Game
    state: State | None  # none before it has begun
    phase: Phase
    version: str  # changes whenever something else is to be seen
    sitters: tuple[Sitter, ...] = ()  # by seat; of a record there are only names
    names: tuple[str, ...] = ()
    ranks: tuple[int, ...] | None = None
    host: str = ""
    table: Table | None = None

    @property
    def is_over(self) -> bool:
        """Tell if nothing is hidden any more."""
        return self.phase == "over"

    @property
    def total(self) -> int:
        """Return how many moves were played."""
        return 0 if self.state is None else self.state.move_count

    def position(self, move: int | None, tried: Sequence[str] = (), seed: int = 0) -> State:
        """Return the state after a number of moves, or the last one; raise Refusal.

        Other moves can be tried from there; what is drawn then follows from the seed.
        """
        if self.state is None:
            raise Refusal("The game has not started yet.", code="not-begun")
        state = self.state if move is None else after_moves(self.state, move)
        if tried:
            state = state.branch(seed)
        for text in tried:
            state = state.play(text)
        return state

    def check_open(self) -> None:
        """Raise Refusal if something of the game is still hidden."""
        if not self.is_over:
            raise Refusal("The game is not over yet.", code="not-over")


class SharedGames:
    """Finds games as strangers may see them."""

    def __init__(self, registry: TableRegistry, uploads: Uploads, compilation: Compilation) -> None:
        self._registry, self._uploads, self._compilation = registry, uploads, compilation

    async def find(self, kind: Kind, name: str) -> SharedGame:
        """Return a game; raise NotFound if there is none, or if it is sealed."""
        if kind == "table":
            return await self._at_table(name)
        if kind == "record":
            return await self._in_record(name)
        return await self._example(name)

    async def _at_table(self, name: str) -> SharedGame:
        table = await self._registry.table(name)
        check_seen(table, (), self._registry.now())
        ranks = table.ended.ranks if table.ended is not None else None
        return SharedGame(
            kind="table", name=name, game=table.game, state=table.state, phase=table.phase,
            version=f"{table.number}", sitters=table.seats,
            names=tuple(_name(sitter) for sitter in table.seats),
            ranks=None if ranks is None else tuple(ranks), host=_host(table), table=table,
        )  # fmt: skip

    async def _in_record(self, name: str) -> SharedGame:
        upload = await self._uploads.find(name)
        state = await self._uploads.read(upload.text)
        headers = split(upload.text)[0].headers
        seats = range(1, state.game.players + 1)
        return SharedGame(
            kind="record", name=name, game=state.game, state=state, phase="over", version="",
            names=tuple(headers.get(f"seat {seat}", "") for seat in seats), ranks=state.ranks,
        )  # fmt: skip

    async def _example(self, name: str) -> SharedGame:
        if name not in genial.games():
            raise NotFound("There is no such game.", code="no-such-game")
        await self._compilation.require(name)
        game = genial.game(name)
        return SharedGame(
            kind="game", name=name, game=game, state=game.start(_EXAMPLE), phase="playing",
            version="",
        )  # fmt: skip


def _name(sitter: Sitter) -> str:
    """Return the name of a player; that of a bot is its level, in a text of its own."""
    return "" if isinstance(sitter, Robot | Free) else sitter.name


def _host(table: Table) -> str:
    """Return the name of the player who opened a table; empty if they do not sit there."""
    mine: Sequence[int] = table.seats_of(table.host) if table.host else ()
    return _name(table.seats[mine[0] - 1]) if mine else ""
