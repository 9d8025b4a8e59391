"""What a board is drawn from: a view, the visible hands and the last moves."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from genial.cli.i18n.messages import Messages
from genial.cli.terminal.boards.palette import DIM, STRONG, Palette

GAP = 3  # between a board and what stands beside it


@dataclass(frozen=True)
class ShownMove:
    """A move with its gains; `chance_lines` are from the log, `remarks` for people."""

    seat: int
    move: str
    gains: Mapping[str, int]
    chance_lines: Sequence[str] = ()
    remarks: Sequence[str] = ()


@dataclass(frozen=True)
class Scene:
    """A position to draw."""

    title: str
    view: Mapping[str, Any]
    hands: Mapping[int, Sequence[str]]  # the racks or hands to show, by seat
    events: Sequence[ShownMove]  # to highlight, in order
    legal: Sequence[str]  # the moves of the seat to move
    names: Mapping[int, str]  # of the seats
    say: Messages
    palette: Palette
    width: int

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.view["options"]["players"])

    def seat_label(self, seat: int) -> str:
        """Return the number of a seat and the name of its player."""
        name = self.names.get(seat)
        label = self.say("seat", seat=seat)
        return f"{label} ({name})" if name else label

    def heading(self, *words: str) -> Text:
        """Return the first line: the game, then some facts."""
        line = Text().append(self.title, STRONG)
        for word in words:
            line.append(f" {self.palette.dot} ", DIM)
            line.append(word)
        line.truncate(self.width, overflow="ellipsis")
        return line

    def seat_heading(self, seats: Sequence[int], *words: str) -> Text:
        """Return the line above the points of a seat or a team, marked if it is to move."""
        to_move = self.view["turn"] in seats
        line = Text().append(f"{self.palette.turn} " if to_move else "", STRONG)
        line.append(" + ".join(self.seat_label(seat) for seat in seats), STRONG)
        for word in words:
            line.append(f" {self.palette.dot} {word}", DIM)
        return line

    def event_lines(self, width: int | None = None, *, limit: int = 8) -> list[Text]:
        """Return the last moves with their gains, those of one turn together."""
        lines: list[Text] = []
        for seat, turn in itertools.groupby(self.events, key=lambda event: event.seat):
            label = Text(f"{self.say('seat', seat=seat)}:", DIM)
            pieces = [self._event(event) for event in turn]
            for piece in pieces[:-1]:
                piece.append(";", DIM)
            lines += wrap([label, *pieces], width or self.width)
        return lines[-limit:]

    def _event(self, event: ShownMove) -> Text:
        text = Text().append(event.move, STRONG)
        for colour, points in event.gains.items():
            style = self.palette.ink(colour) if len(colour) == 1 else ""
            text.append(f" {colour if len(colour) == 1 else ''}+{points}", style)
        for remark in event.remarks:
            text.append(f" {remark}", DIM)
        return text


def wrap(pieces: Sequence[Text], width: int, *, gap: int = 1) -> list[Text]:
    """Break pieces into lines of at most this width."""
    lines = [Text()]
    for piece in pieces:
        used = lines[-1].cell_len
        if used and used + gap + piece.cell_len > width:
            lines.append(Text())
        elif used:
            lines[-1].append(" " * gap)
        lines[-1].append_text(piece)
    return lines
