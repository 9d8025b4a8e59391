"""The colours of pictures: names that mean something, and what they are in each theme.

They are those of the browser client.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

ThemeName = Literal["light", "dark"]
Theme = Mapping[str, str]  # colours by their names

COLOURS = "RGBOYP"  # the letters of the colours, which are also names of their paints
_ALWAYS = {
    "tile-R": "#f0655c",
    "tile-G": "#52c071",
    "tile-B": "#6ba3f5",
    "tile-O": "#ff9d3d",
    "tile-Y": "#f3d04d",
    "tile-P": "#bf85e6",
    "glow": "#f2b705",
    "ring": "#ffc933",  # around the last tile
    "white": "#ffffff",
    "black": "#22262b",
    "chip": "#fffdf8",
    "chip-black": "#0c0e11",
    "chip-G": "#237a39",
    "chip-B": "#2563b8",
    "chip-O": "#c25f00",
    "chip-P": "#7b3fa0",
    "seat-1": "#c0392f",
    "seat-2": "#86754a",
    "seat-3": "#2f8f96",
    "seat-4": "#767b86",
}
LIGHT: Theme = {
    **_ALWAYS,
    "paper": "#f4efe6",
    "card": "#fffdf8",
    "ink": "#22262b",
    "soft": "#5a5f66",
    "track": "#e9e2d5",
    "track-line": "#a09783",
    "cell": "#e3bf8a",
    "cell-line": "#7a4f26",
    "on-cell": "#4a2c10",
    "ring-3": "#d6ae76",
    "ring-4": "#c89d63",
    "rim": "#96653a",
    "board-side": "#4f3014",
    "bonus": "#e6bd6c",
    "stone": "#775834",
    "on-stone": "#ffffff",
    "tile": "#241a13",
    "tile-edge": "#8d7458",
    "tile-side": "#0b0704",
    "R": "#c8322b",
    "G": "#2e8b45",
    "B": "#2563b8",
    "O": "#e57f17",
    "Y": "#d9ae0c",
    "P": "#7b3fa0",
    "on-R": "#ffffff",
    "on-G": "#ffffff",
    "on-B": "#ffffff",
    "on-O": "#22262b",
    "on-Y": "#22262b",
    "on-P": "#ffffff",
}
DARK: Theme = {
    **_ALWAYS,
    "paper": "#15171c",
    "card": "#1f232a",
    "ink": "#ece7dd",
    "soft": "#a9adb4",
    "track": "#101216",
    "track-line": "#717b8a",
    "cell": "#8e633b",
    "cell-line": "#24140a",
    "on-cell": "#fff3e0",
    "ring-3": "#7f5732",
    "ring-4": "#714c2b",
    "rim": "#5e3e22",
    "board-side": "#0d0704",
    "bonus": "#a4752f",
    "stone": "#ddc8ae",
    "on-stone": "#15100c",
    "tile": "#15100c",
    "tile-edge": "#86694c",
    "tile-side": "#000000",
    "R": "#f0655c",
    "G": "#52c071",
    "B": "#6ba3f5",
    "O": "#ff9d3d",
    "Y": "#f3d04d",
    "P": "#bf85e6",
    **{f"on-{letter}": "#15171c" for letter in COLOURS},
}
THEMES: Mapping[ThemeName, Theme] = {"light": LIGHT, "dark": DARK}


def on_paint(colour: str) -> str:
    """Return the name of the colour of letters on a paint.

    >>> LIGHT[on_paint("Y")], LIGHT[on_paint("R")], DARK[on_paint("R")]
    ('#22262b', '#ffffff', '#15171c')
    """
    return f"on-{colour}"


def seat_colour(seat: int) -> str:
    """Return the name of a seat's colour, from 1.

    >>> seat_colour(2)
    'seat-2'
    """
    return f"seat-{(seat - 1) % 4 + 1}"
