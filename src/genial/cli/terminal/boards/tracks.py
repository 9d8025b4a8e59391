"""Draw score tracks as bars, with a mark at the lowest colours."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from genial.cli.terminal.boards.palette import DIM, STRONG, Palette

_LABEL = 3  # letter, symbol, blank
_NUMBER = 3
_SIGN = 2  # the mark of a lowest colour


def track_lines(
    palette: Palette, points: Mapping[str, int], end: int, width: int, *, lowest: str = ""
) -> list[Text]:
    """Return a bar for each colour, at most `width` wide; `lowest` is a word for the mark."""
    room = width - _LABEL - _NUMBER - _SIGN
    unit = 1
    while end / unit > max(room, 1):
        unit *= 2
    least = min(points.values())
    lines = []
    for colour, value in points.items():
        line = Text().append(f"{palette.label(colour)} ", palette.ink(colour))
        line.append_text(_bar(palette, colour, value, end, unit))
        line.append(f"{value:>{_NUMBER}}", STRONG if value == least else "")
        if value == least:
            line.append(f" {palette.lowest}", STRONG)
            if lowest and line.cell_len + 1 + len(lowest) <= width:
                line.append(f" {lowest}", DIM)
        lines.append(line)
    return lines


def _bar(palette: Palette, colour: str, value: int, end: int, unit: int) -> Text:
    length = -(-end // unit)
    full, rest = divmod(value, unit)
    bar = palette.full * full + (palette.half if rest else "")
    text = Text().append(bar, palette.ink(colour))
    return text.append(palette.rest * (length - len(bar)), DIM)


def side_by_side(blocks: list[list[Text]], *, gap: int = 2) -> list[Text]:
    """Place blocks of lines next to each other."""
    widths = [max((line.cell_len for line in block), default=0) for block in blocks]
    lines = []
    for row in range(max(map(len, blocks), default=0)):
        line = Text()
        for block, width in zip(blocks, widths, strict=True):
            part = Text().append_text(block[row]) if row < len(block) else Text()
            if block is not blocks[-1]:
                part.pad_right(width - part.cell_len + gap)
            line.append_text(part)
        lines.append(line)
    return lines
