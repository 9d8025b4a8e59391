"""Render modes that all environments have."""

from __future__ import annotations

from typing import Any

from genial.core.game import State
from genial.lab.drawings import picture, text

MODES = ("human", "ansi", "rgb_array", "svg")


def rendered(state: State, mode: str, *, seat: int | None = None) -> Any:
    """A state as a seat, or with none everybody, sees it.

    `human` prints a text, `ansi` returns it; `svg` is a drawing as text, `rgb_array` as pixels.
    """
    view = state.view(seat)
    if mode == "human":
        print(text(view))
        return None
    if mode == "ansi":
        return text(view)
    drawn = picture(view)
    return drawn.svg() if mode == "svg" else drawn.pixels()
