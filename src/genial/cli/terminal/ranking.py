"""The ranking at the end of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.text import Text

from genial.cli.i18n.messages import Messages
from genial.cli.terminal.boards.palette import DIM, STRONG, Palette

if TYPE_CHECKING:
    from genial.core.state import State


def ranking_lines(
    state: State, say: Messages, palette: Palette, names: Mapping[int, str], ranks: tuple[int, ...]
) -> list[Text]:
    """Return a line for each seat, best first."""
    game = state.game
    if game.players == 1:
        least = min(state.scores[0].values())
        return [Text(say("end.solo", points=least), STRONG)]
    lines = []
    for seat in sorted(range(1, game.players + 1), key=lambda seat: (ranks[seat - 1], seat)):
        name = f" ({names[seat]})" if seat in names else ""
        start = f"{ranks[seat - 1]}. {say('seat', seat=seat)}{name}  ".ljust(24)
        lines.append(Text.assemble((start, STRONG), _points(state, seat, say, palette)))
    if len(set(ranks)) == 1:
        lines.append(Text(say("end.draw"), STRONG))
    return lines


def _points(state: State, seat: int, say: Messages, palette: Palette) -> Text:
    """Return a seat's points, lowest first, as they are compared."""
    if state.series is not None and state.game.options["games"] > 1:
        return Text(say("tile.sum", points=state.series[seat - 1]))
    points = state.scores[state.game.tracks[seat - 1]]
    if "points" in points:
        return Text(say("explain.points", points=points["points"]))
    text = Text()
    for colour, value in sorted(points.items(), key=lambda item: item[1]):
        text.append(palette.label(colour), palette.ink(colour))
        text.append(f" {value:<3}", STRONG if value == min(points.values()) else DIM)
    return text
