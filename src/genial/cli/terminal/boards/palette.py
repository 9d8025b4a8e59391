"""Colours and symbols: every colour also has a letter and a symbol, so colours are optional."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

# A patch sets both colours, to be readable on light and dark terminals.
_PATCHES = {
    "R": "#ffffff on #c62828",
    "G": "#000000 on #4caf50",
    "B": "#ffffff on #1565c0",
    "O": "#000000 on #fb8c00",
    "Y": "#000000 on #fdd835",
    "P": "#ffffff on #7b1fa2",
}
_INKS = {  # for text on the terminal's background
    "R": "#d32f2f",
    "G": "#388e3c",
    "B": "#1e88e5",
    "O": "#ef6c00",
    "Y": "#c9a000",
    "P": "#9c4dcc",
}
_BLACK_SIDES = {  # of a chip
    "O": "#ffb74d on #212121",
    "P": "#ce93d8 on #212121",
    "B": "#64b5f6 on #212121",
    "G": "#81c784 on #212121",
}
_SEATS = {  # of the tiles in Genial Spezial; unrelated to the game's colours
    1: "#ffffff on #ad1457",
    2: "#000000 on #80deea",
    3: "#000000 on #fff176",
    4: "#ffffff on #5d4037",
}

DIM = "dim"
STRONG = "bold"
MARK = "bold reverse"

_SYMBOLS = {"R": "✹", "G": "●", "B": "✶", "O": "⬢", "Y": "☼", "P": "○"}
_PLAIN_SYMBOLS = {"R": "*", "G": "@", "B": "x", "O": "#", "Y": "+", "P": "o"}


@dataclass(frozen=True)
class Palette:
    """How colours are drawn; `unicode` is false on terminals that have only ASCII."""

    unicode: bool = True

    @staticmethod
    def on(console: Console) -> Palette:
        """Return the palette for a console."""
        return Palette(unicode="utf" in console.encoding.lower())

    def symbol(self, colour: str) -> str:
        """Return the symbol of a colour."""
        return (_SYMBOLS if self.unicode else _PLAIN_SYMBOLS)[colour]

    def label(self, colour: str) -> str:
        """Return letter and symbol of a colour."""
        return colour + self.symbol(colour)

    def patch(self, colour: str) -> str:
        """Return the style of something that has this colour."""
        return _PATCHES[colour]

    def ink(self, colour: str) -> str:
        """Return the style of a line or a word in this colour."""
        return _INKS[colour]

    def black_side(self, colour: str) -> str:
        """Return the style of the black side of a chip."""
        return _BLACK_SIDES[colour]

    def seat(self, seat: int) -> str:
        """Return the style of a seat's tiles in Genial Spezial."""
        return _SEATS[seat]

    def piece(self, colour: str) -> Text:
        """Return a coloured piece: letter and symbol on a patch."""
        return Text.assemble((f" {self.label(colour)} ", f"bold {self.patch(colour)}"))

    @property
    def full(self) -> str:
        """A unit of a bar that is reached."""
        return "█" if self.unicode else "#"

    @property
    def half(self) -> str:
        """Half a unit of a bar."""
        return "▌" if self.unicode else "="

    @property
    def rest(self) -> str:
        """A unit of a bar that is not reached."""
        return "·" if self.unicode else "."

    @property
    def lowest(self) -> str:
        """The mark of a lowest colour."""
        return "◄" if self.unicode else "<"

    @property
    def turn(self) -> str:
        """The mark of the seat to move."""
        return "►" if self.unicode else ">"

    @property
    def dot(self) -> str:
        """What separates words of a heading."""
        return "·" if self.unicode else "-"
