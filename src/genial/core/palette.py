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
    "tile": "#1e2127",
    "tile-edge": "#6f7783",
    "tile-R": "#f0655c",
    "tile-G": "#52c071",
    "tile-B": "#6ba3f5",
    "tile-O": "#ff9d3d",
    "tile-Y": "#f3d04d",
    "tile-P": "#bf85e6",
    "glow": "#f2b705",
    "white": "#ffffff",
    "black": "#22262b",
    "tower": "#1f3a6e",
    "seat-1": "#7d6a58",
    "seat-2": "#2f7f86",
    "seat-3": "#a8476b",
    "seat-4": "#5b6b2f",
}
LIGHT: Theme = {
    **_ALWAYS,
    "paper": "#f4efe6",
    "card": "#fffdf8",
    "ink": "#22262b",
    "soft": "#5a5f66",
    "cell": "#fbf8f1",
    "cell-line": "#9a907d",
    "ring-3": "#efe8da",
    "ring-4": "#e0d6c3",
    "bonus": "#fbe6a2",
    "base": "#9fb4cb",
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
    "cell": "#2a2f38",
    "cell-line": "#717b8a",
    "ring-3": "#242932",
    "ring-4": "#1e222a",
    "bonus": "#5b4a14",
    "base": "#4a5b70",
    "tile": "#0c0e11",
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
