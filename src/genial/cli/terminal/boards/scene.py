"""What a board is drawn from: a view, whose hands are open, and what happened last."""

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
class Event:
    """A move and what it brought; `words` tell what is worth telling of the chance lines."""

    seat: int
    move: str
    gains: Mapping[str, int]
    chance_lines: Sequence[str] = ()
    words: Sequence[str] = ()


@dataclass(frozen=True)
class Scene:
    """A position as it is to be drawn."""

    title: str
    view: Mapping[str, Any]
    hands: Mapping[int, Sequence[str]]  # what is to be shown of racks or hands, by seat
    events: Sequence[Event]  # to be highlighted, the last one last
    legal: Sequence[str]  # the moves of the seat to move
    names: Mapping[int, str]  # of the seats
    say: Messages
    palette: Palette
    width: int

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.view["options"]["players"])

    def seat_label(self, seat: int) -> str:
        """A seat and who sits there."""
        name = self.names.get(seat)
        label = self.say("seat", seat=seat)
        return f"{label} ({name})" if name else label

    def heading(self, *words: str) -> Text:
        """The first line: the game, then what else there is to say."""
        line = Text().append(self.title, STRONG)
        for word in words:
            line.append(f" {self.palette.dot} ", DIM)
            line.append(word)
        line.truncate(self.width, overflow="ellipsis")
        return line

    def seat_heading(self, seats: Sequence[int], *words: str) -> Text:
        """A line above a seat's or a team's points, marked if it is to move."""
        to_move = self.view["turn"] in seats
        line = Text().append(f"{self.palette.turn} " if to_move else "", STRONG)
        line.append(" + ".join(self.seat_label(seat) for seat in seats), STRONG)
        for word in words:
            line.append(f" {self.palette.dot} {word}", DIM)
        return line

    def event_lines(self, width: int | None = None, *, limit: int = 8) -> list[Text]:
        """The last moves with what they brought; those of one turn together."""
        lines: list[Text] = []
        for seat, turn in itertools.groupby(self.events, key=lambda event: event.seat):
            label = Text(f"{self.say('seat', seat=seat)}:", DIM)
            pieces = [self._event(event) for event in turn]
            for piece in pieces[:-1]:
                piece.append(";", DIM)
            lines += wrapped([label, *pieces], width or self.width)
        return lines[-limit:]

    def _event(self, event: Event) -> Text:
        text = Text().append(event.move, STRONG)
        for colour, points in event.gains.items():
            style = self.palette.ink(colour) if len(colour) == 1 else ""
            text.append(f" {colour if len(colour) == 1 else ''}+{points}", style)
        for words in event.words:
            text.append(f" {words}", DIM)
        return text


def wrapped(pieces: Sequence[Text], width: int, *, gap: int = 1) -> list[Text]:
    """Pieces in lines of at most this width."""
    lines = [Text()]
    for piece in pieces:
        used = lines[-1].cell_len
        if used and used + gap + piece.cell_len > width:
            lines.append(Text())
        elif used:
            lines[-1].append(" " * gap)
        lines[-1].append_text(piece)
    return lines
