"""The four games as pictures and as plain text, drawn from nothing but a view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Any

from genial.core.hexes import Cell, hexagon
from genial.core.view import View as BaseView
from genial.games.ingenious.board import NAMES as INGENIOUS
from genial.games.ingenious.board import RADIUS
from genial.games.spezial.board import CELLS as SPEZIAL_CELLS
from genial.games.spezial.board import NAMES as SPEZIAL
from genial.games.spezial.layout_check import BONUS, DARK, LayoutFile
from genial.lab.kernels.phoenix import MOST_POINTS
from genial.lab.picture import FAINT, INK, LINE, PAINT, SEATS, Picture, Point

View = Mapping[str, Any]
_SIZE = 18.0  # of a hex
_STEP = 34.0  # between pieces in a row
_BAR, _BAR_STEP = 70.0, 78.0


def picture(view: View) -> Picture:
    """Draw a view."""
    drawn = Picture(f"{view['game']}: {_heading(view)}")
    below = _PICTURES.get(view["game"], _plain)(view, drawn)
    _scores(view, drawn, below)
    return drawn


def text(view: View) -> str:
    """Format a view as lines of text."""
    lines = [f"{view['game']}: {_heading(view)}", *_TEXTS.get(view["game"], _plain_text)(view)]
    for number, points in enumerate(view["scores"], 1):
        told = " ".join(f"{name}{value}" for name, value in points.items())
        lines.append(f"{'track' if _teams(view) else 'seat'} {number}: {told}")
    return "\n".join(lines) + "\n"


def _teams(view: View) -> bool:
    return len(view["scores"]) < int(view["options"]["players"])


def _end(view: View) -> int:
    """Return where a track ends."""
    if "full" in view:
        return int(view["full"][-1])
    return int(view.get("quota") or MOST_POINTS)


def _heading(view: View) -> str:
    if "heading" in view:  # something that only an environment knows
        return str(view["heading"])
    if view["over"]:
        return "over, ranks " + " ".join(map(str, view["ranks"]))
    return f"seat {view['turn']} to move"


def _centre(cell: Cell) -> Point:
    return _SIZE * 1.5 * cell[0], _SIZE * sqrt(3) * (cell[1] + cell[0] / 2)


def _lowest(cells: Iterable[Cell]) -> float:
    return max(_centre(cell)[1] for cell in cells) + 2.5 * _SIZE


def _on(colour: str) -> str:
    return INK if colour in "OY" else "#ffffff"


def _piece(drawn: Picture, at: Point, colour: str, radius: float = 14.0) -> None:
    drawn.ring(at, radius, PAINT[colour], INK)
    drawn.text(at, colour, radius, _on(colour))


def _scores(view: View, drawn: Picture, top: float) -> None:
    """Draw a row of bars for every track."""
    drawn.text((0, top), _heading(view), 14)
    for row, points in enumerate(view["scores"]):
        y = top + 24 + 22 * row
        left = -_BAR_STEP * len(points) / 2
        drawn.text((left - 12, y), str(row + 1), 14, INK if row + 1 == view["turn"] else FAINT)
        for column, (name, value) in enumerate(points.items()):
            x = left + _BAR_STEP * column
            share = min(1.0, value / _end(view))
            drawn.box((x, y - 7), _BAR, 14, "#ffffff", LINE)
            drawn.box((x, y - 7), _BAR * share, 14, PAINT.get(name, SEATS[row]))
            is_covered = share * _BAR > _BAR / 2 + 4
            drawn.text((x + _BAR / 2, y), str(value), 11, _on(name) if is_covered else INK)


# --- Ingenious -----------------------------------------------------------------------------


def _ingenious_cells(view: View) -> list[Cell]:
    return hexagon(RADIUS[int(view["options"]["players"])])


def _ingenious(view: View, drawn: Picture) -> float:
    cells = _ingenious_cells(view)
    for cell in cells:
        drawn.ring(_centre(cell), _SIZE, "#ffffff", LINE, corners=6)
        colour = view["board"].get(INGENIOUS.of(cell))
        if colour:
            _piece(drawn, _centre(cell), colour, 13)
    below = _lowest(cells)
    for k, tile in enumerate(view["rack"] or ()):
        x = (k - 2.5) * 2 * _STEP
        drawn.box((x - 30, below - 17), 60, 34, "#fffdf4", INK)
        for half, colour in enumerate(tile):
            _piece(drawn, (x - 14 + 28 * half, below), colour, 12)
    return below + 40 if view["rack"] else below


def _ingenious_text(view: View) -> list[str]:
    held = {cell: view["board"].get(INGENIOUS.of(cell), ".") for cell in _ingenious_cells(view)}
    rack = [] if view["rack"] is None else [f"rack: {' '.join(view['rack'])}"]
    return [*_honeycomb(held), *rack]


def _honeycomb(held: Mapping[Cell, str]) -> list[str]:
    """Format a flat-topped hex board: a column for each q, half a line down for each step."""
    low_q = min(q for q, _ in held)
    low = min(2 * r + q for q, r in held)
    lines: dict[int, dict[int, str]] = {}
    for (q, r), what in held.items():
        lines.setdefault(2 * r + q - low, {})[q - low_q] = what
    return [
        "".join(f"{row.get(column, ''):<3}" for column in range(max(row) + 1)).rstrip()
        for _, row in sorted(lines.items())
    ]


# --- Genial Spezial ------------------------------------------------------------------------


def _spezial(view: View, drawn: Picture) -> float:
    towers = {tower["cell"]: tower for tower in view["towers"]}
    for cell in SPEZIAL_CELLS:
        name, at = SPEZIAL.of(cell), _centre(cell)
        fill = "#fbe6a2" if name in view["bonus"] else "#ffffff"
        drawn.ring(at, _SIZE, fill, LINE, corners=6)
        if name in view["cells"]:
            drawn.ring(at, 14, SEATS[view["cells"][name] - 1], INK, corners=6)
            drawn.text(at, str(view["cells"][name]), 13, "#ffffff")
        elif name in towers:
            tower = towers[name]
            half = 15 if tower["large"] else 11
            drawn.box((at[0] - half, at[1] - half), 2 * half, 2 * half, "#1f3a6e")
            drawn.ring(at, 10, PAINT[tower["colour"]])
            if tower["black"]:
                drawn.ring(at, 7.5, INK)
            drawn.text(at, str(tower["value"]), 12, "#ffffff")
    below = _lowest(SPEZIAL_CELLS)
    note = view["note"].partition(":")[0]  # the rest would be wider than the board
    drawn.text((0, below), f"{view['layout']}: {note}", 12, FAINT)
    return below + 24


def _spezial_text(view: View) -> list[str]:
    held = {cell: "+" if SPEZIAL.of(cell) in view["bonus"] else "." for cell in SPEZIAL_CELLS}
    held |= {SPEZIAL.cell(name): str(seat) for name, seat in view["cells"].items()}
    for tower in view["towers"]:
        colour = tower["colour"] if tower["large"] else tower["colour"].lower()
        held[SPEZIAL.cell(tower["cell"])] = f"{colour}{tower['value']}"
    return [f"board {view['layout']}: {view['note']}", *_honeycomb(held)]


def board_picture(name: str, file: LayoutFile) -> Picture:
    """Draw a layout without a game: tower fields with their digits, and bonus fields."""
    drawn = Picture(f"{name}: {file.note}" if file.note else name)
    fields = {field.cell: field for field in file.fields}
    for cell in SPEZIAL_CELLS:
        at, field = _centre(cell), fields.get(SPEZIAL.of(cell))
        is_bonus = field is not None and field.kind == BONUS
        drawn.ring(at, _SIZE, "#fbe6a2" if is_bonus else "#ffffff", LINE, corners=6)
        if field is None:
            drawn.text(at, SPEZIAL.of(cell), 9, FAINT)
        elif is_bonus:
            drawn.text(at, "+1", 13)
        else:
            drawn.ring(at, 15, "#1f3a6e" if field.kind == DARK else "#8fa3bd", INK, corners=6)
            digits = " ".join(map(str, field.digits))
            drawn.text(at, digits, 11, "#ffffff" if field.kind == DARK else INK)
    drawn.text((0, _lowest(SPEZIAL_CELLS)), name, 14, FAINT)
    return drawn


# --- Tile Challenge ------------------------------------------------------------------------


def _tile_challenge(view: View, drawn: Picture) -> float:
    rows = {"middle": view["middle"], "staging": dict.fromkeys(view["staging"], 1)}
    for line, (name, heap) in enumerate((rows | {"stack": view["stack"]}).items()):
        y = line * 1.3 * _STEP
        drawn.text((-200, y), name, 14, FAINT)
        for k, colour in enumerate(PAINT):
            if heap.get(colour):
                at = (-120 + 2 * _STEP * k, y)
                drawn.box((at[0] - 14, y - 14), 28, 28, PAINT[colour], INK)
                drawn.text(at, str(heap[colour]), 14, _on(colour))
    return 4 * _STEP


def _tile_challenge_text(view: View) -> list[str]:
    def heap(counts: Mapping[str, int]) -> str:
        return " ".join(f"{colour}{count}" for colour, count in counts.items() if count)

    staging = " ".join(view["staging"])
    return [
        f"middle: {heap(view['middle'])}",
        f"staging: {staging}",
        f"stack: {heap(view['stack'])}",
    ]


# --- Phoenix -------------------------------------------------------------------------------


def _phoenix(view: View, drawn: Picture) -> float:
    for row, letters in ((0, view["lines"][1]), (2, view["lines"][0])):
        for place, colour in enumerate(letters):
            _piece(drawn, ((place - 4.5) * _STEP, row * 1.5 * _STEP), colour)
    for place, colour in enumerate(view["spectrum"]):
        x, y = (place - 2.5) * _STEP, 1.5 * _STEP
        drawn.box((x - 14, y - 14), 28, 28, PAINT[colour], INK)
        drawn.text((x, y), colour, 14, _on(colour))
    for k, card in enumerate(view["hand"] or ()):
        x, y = (k - 2) * 1.6 * _STEP, 4.5 * _STEP
        drawn.box((x - 20, y - 14), 40, 28, "#fffdf4", INK)
        drawn.text((x, y), card, 14)
    return (5.5 if view["hand"] else 4.2) * _STEP


def _phoenix_text(view: View) -> list[str]:
    hand = [] if view["hand"] is None else [f"hand: {' '.join(view['hand'])}"]
    lines = [f"line 2: {view['lines'][1]}", f"spectrum: {view['spectrum']}",
             f"line 1: {view['lines'][0]}"]  # fmt: skip
    return [f"round {view['round']}", *lines, *hand]


# --- any other game ------------------------------------------------------------------------


def _plain(view: View, drawn: Picture) -> float:
    lines = _plain_text(view)
    for number, line in enumerate(lines):
        drawn.text((0, number * 20), line, 14)
    return 20.0 * len(lines) + 20


def _plain_text(view: View) -> list[str]:
    """Format the fields that only this game's views have."""
    return [f"{name}: {view[name]}" for name in view if name not in BaseView.__struct_fields__]


_PICTURES = {
    "ingenious": _ingenious,
    "tile-challenge": _tile_challenge,
    "spezial": _spezial,
    "phoenix": _phoenix,
}
_TEXTS = {
    "ingenious": _ingenious_text,
    "tile-challenge": _tile_challenge_text,
    "spezial": _spezial_text,
    "phoenix": _phoenix_text,
}
