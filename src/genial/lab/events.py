"""A log as a tensor: one row an event, so that a reader has forgotten nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from genial.core.game import Game
from genial.lab.actions import Actions
from genial.lab.kernels.sight import Floats
from genial.lab.observations import sight_of

MOVE = "move"
_HIDDEN = 0  # instead of the number of a thing, which is counted from 1
_OWNERLESS = ("spectrum", "chips")
_LETTERS = ("spectrum", "line")  # their things are written without blanks


def things_of(game: Game) -> Mapping[str, Sequence[str]] | None:
    """Return what lines about chance can name, by their first words; none: no tensor is made."""
    things: Mapping[str, Sequence[str]] | None = getattr(sight_of(game), "THINGS", None)
    return things


class Events:
    """The log of a game as rows of zeros and ones, the rest of the rows empty.

    A row has a column for each kind of event, one for each seat (from the reader's own on; all 0
    where no seat is meant), and the binary digits, lowest first, of the action that was played or
    of the thing that was drawn or shown.
    """

    def __init__(self, actions: Actions, things: Mapping[str, Sequence[str]]) -> None:
        self._actions = actions
        game = actions.game
        self._players = game.players
        rows: int = sight_of(game).longest_log(game)  # type: ignore[attr-defined]
        self.kinds = (MOVE, *things)
        self._things = {
            kind: {name: k for k, name in enumerate(names, 1)} for kind, names in things.items()
        }
        self._digits = max(actions.size - 1, *map(len, things.values())).bit_length()
        self.shape = rows, len(self.kinds) + self._players + self._digits
        self.size = self._players + rows * self.shape[1]

    def split(self, tensor: Floats) -> dict[str, Floats]:
        """Return which seat this is, and the events; not copied."""
        return {
            "seat": tensor[: self._players],
            "events": tensor[self._players :].reshape(self.shape),
        }

    def write(self, log: Iterable[str], seat: int, tensor: Floats) -> None:
        """Write the log as a seat (from 0) saw it."""
        tensor[:] = 0.0
        parts = self.split(tensor)
        parts["seat"][seat] = 1.0
        kinds, owners, numbers = [], [], []
        for line in log:
            kind, owner, things = self._read(line)
            kinds += [self.kinds.index(kind)] * len(things)
            owners += [owner] * len(things)
            numbers += things
        events, rows = parts["events"], np.arange(len(kinds))
        events[rows, kinds] = 1.0
        owned = [row for row, owner in enumerate(owners) if owner is not None]
        columns = [(owner - seat) % self._players for owner in owners if owner is not None]
        events[owned, len(self.kinds) + np.array(columns, int)] = 1.0
        digits = np.array(numbers, int)[:, None] >> np.arange(self._digits) & 1
        events[: len(kinds), -self._digits :] = digits

    def _read(self, line: str) -> tuple[str, int | None, list[int]]:
        """Return what a line is about, whom (from 0), and the numbers of its things."""
        first, *rest = line.split(" ")
        if first != "*":
            return MOVE, int(first) - 1, [self._actions.number(rest[0])]
        kind, *things = rest
        owner = None if kind in _OWNERLESS else int(things.pop(0)) - 1
        if kind in _LETTERS:
            things = list(things[0]) if things else []
        names = [thing.rpartition(":")[2] for thing in things]  # a chip stands after its cell
        known = self._things[kind]
        return kind, owner, [_HIDDEN if "?" in name else known[name] for name in names if name]
