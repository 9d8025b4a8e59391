"""Any game from a view: its log is replayed, and what it hides is drawn so that it fits.

A draw that the log hides is made at random among those that look the same to the seat. If a later
line then cannot happen (a card is played that was drawn otherwise), `hide` of the rules deals again
what the seat cannot know. What comes out is possible, and as likely as `hide` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from msgspec import UNSET

from genial.core import engine
from genial.core.errors import BadText, BadView, quote
from genial.core.game import Game
from genial.core.kernel import Record, Records, Stream, as_record, copy_records
from genial.core.view import View

_TRIES = 20  # to replay a log
_REDEALS = 200  # before a move


def rebuild(game: Game, view: View, array: Records, stream: Stream) -> None:
    """Write a game that the view can be of into one that was set up."""
    if view.beginning is not UNSET:
        _restore_beginning(game, view.beginning, as_record(array))
    elif not view.log:
        raise BadView("a view without its log does not tell what has happened")
    first = copy_records(array)
    for _ in range(_TRIES):
        array[0] = first[0]
        if _Replay(game, view, array, stream).run():
            engine.redeal(array, 0, (view.seat or 0) - 1, stream)
            return
    raise BadView("no game was found that this log can be of")


def _restore_beginning(game: Game, beginning: Mapping[str, Any], record: Record) -> None:
    """Write the position that a game began from; raises BadPosition if it hides something."""
    rest = {key: value for key, value in beginning.items() if key not in ("game", "options")}
    game.kit.restore(record, rest)


class _Replay:
    """One try to replay the log of a view."""

    def __init__(self, game: Game, view: View, array: Records, stream: Stream) -> None:
        self._game, self._seat, self._array, self._stream = game, view.seat, array, stream
        self._lines = view.log
        self._at = 0  # the line that comes next

    def run(self) -> bool:
        """Replay everything; no if a line cannot happen after what was drawn."""
        if not self._draw(None):
            return False
        while self._at < len(self._lines):
            if not self._move():
                return False
        return True

    def _move(self) -> bool:
        """Replay a move and what is drawn then; if that cannot be, deal again what is hidden."""
        line, first = self._lines[self._at], self._at
        mover, _, text = line.partition(" ")
        try:
            code = self._game.kit.read(text)
        except BadText:
            raise BadView(f"{quote(line)} is no line of a log") from None
        if not mover.isdigit() or int(mover) != self._turn():
            raise BadView(f"{quote(line)} cannot have happened then")
        before = copy_records(self._array)
        for _ in range(_REDEALS):
            if self._fits_on(before, int(mover), code):
                return True
            engine.redeal(before, 0, (self._seat or 0) - 1, self._stream)
            self._array[0], self._at = before[0], first
        return False

    def _fits_on(self, before: Records, mover: int, code: int) -> bool:
        """Replay a move and what is drawn then; no if the seat would see other lines."""
        if not engine.replay_move(self._array, 0, code, self._game.scratch.moves):
            return False
        shown = self._game.kit.revealed_lines(as_record(before), code)
        self._at += 1 + len(shown)
        return self._lines[self._at - len(shown) : self._at] == shown and self._draw(mover)

    def _turn(self) -> int:
        due, over, turn = engine.status(self._array, 0, np.zeros(self._game.players))
        return 0 if due or over else turn + 1

    def _draw(self, mover: int | None) -> bool:
        """Draw what is due, so that the seat sees the lines that come next."""
        scratch, drawn = self._game.scratch, list[int]()
        while n := engine.outcomes(self._array, 0, scratch.outcomes, scratch.weights):
            found = zip(scratch.outcomes[:n].tolist(), scratch.weights[:n].tolist(), strict=True)
            fitting = [(o, weight) for o, weight in found if self._fits([*drawn, o], mover)]
            if not fitting:
                return False
            outcome = self._pick(fitting)
            drawn.append(outcome)
            engine.replay_outcome(self._array, 0, outcome, scratch.outcomes, scratch.weights)
        lines = self._lines_as_seen(drawn, mover)
        self._at += len(lines)
        return self._lines[self._at - len(lines) : self._at] == lines

    def _pick(self, outcomes: list[tuple[int, int]]) -> int:
        """Pick one of these outcomes, as likely as its weight says."""
        number = engine.number_below(self._stream, sum(weight for _, weight in outcomes))
        for outcome, weight in outcomes:
            if number < weight:
                return outcome
            number -= weight
        raise AssertionError("the weights add up to more than the number")

    def _fits(self, drawn: list[int], mover: int | None) -> bool:
        """Do the lines of these draws begin as the seat saw them?"""
        lines = self._lines_as_seen(drawn, mover)
        told = self._lines[self._at : self._at + len(lines)]
        return "\n".join(told).startswith("\n".join(lines))

    def _lines_as_seen(self, drawn: list[int], mover: int | None) -> list[str]:
        kit, options = self._game.kit, self._game.options
        return [
            kit.redact(line, self._seat, options)
            for line in kit.chance_lines(drawn, mover, options)
        ]
