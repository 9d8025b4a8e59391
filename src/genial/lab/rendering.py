"""Render modes that all environments have."""

from __future__ import annotations

from typing import Any

from genial.core.drawing import draw
from genial.core.state import State
from genial.lab.extras import missing
from genial.lab.texts import text

try:
    from gymnasium import logger
except ModuleNotFoundError as error:
    raise missing(error) from None

HUMAN = "human"
MODES = (HUMAN, "ansi", "rgb_array", "svg")


def render_state(
    state: State, mode: str | None, *, seat: int | None = None, loser: int | None = None
) -> Any:
    """Render a state as a seat, or a spectator, sees it; `loser` lost by an illegal action.

    `human` prints a text, `ansi` returns it; `svg` is a drawing as text, `rgb_array` as pixels.
    Without a mode there is nothing to draw: Gymnasium's users expect a warning then.
    """
    if mode is None:
        logger.warn(f"render() without a render_mode draws nothing; there are {', '.join(MODES)}")
        return None
    view = state.view(seat, log=mode not in (HUMAN, "ansi"))
    if loser is not None:
        view["heading"] = f"over, seat {loser} has lost by an illegal action"
    if mode == HUMAN:
        print(text(view))
        return None
    if mode == "ansi":
        return text(view)
    drawn = draw(view, state.game.kit)
    return drawn.svg() if mode == "svg" else drawn.pixels()
