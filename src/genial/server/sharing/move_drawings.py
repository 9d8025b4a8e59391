"""Moves as drawings in a page: each tile or card is drawn once and shown wherever it was played."""

from __future__ import annotations

from genial.core.drawing import PlayedMove, draw_move
from genial.core.state import State

_TILE = "* tile "  # a line of a log: this tile was turned up


class MoveDrawings:
    """Collects the tiles and cards that a page shows."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}  # by what is drawn

    def name(self, after: State) -> str:
        """Return the name of the drawing of the last move; an empty one if there is none."""
        tiles = (line for line in after.chance_lines if line.startswith(_TILE))
        drawn = next(tiles, "").removeprefix(_TILE)
        played = PlayedMove(after.mover or 1, after.last_move or "", drawn)
        picture = draw_move(played, after.game.kit)
        if not picture.shapes:
            return ""
        name = f"piece-{len(self._names) + 1}"
        return self._names.setdefault(picture.symbol(""), name)

    def symbols(self) -> str:
        """Return what a page needs once, before it shows the drawings by their names."""
        symbols = (text.replace('id=""', f'id="{name}"', 1) for text, name in self._names.items())
        return f'<svg width="0" height="0" aria-hidden="true">{"".join(symbols)}</svg>'

    @staticmethod
    def use(name: str) -> str:
        """Return the element that shows a drawing."""
        used = f'<use href="#{name}"/>' if name else ""
        return f'<svg class="piece" aria-hidden="true">{used}</svg>'
