"""Games as plain text, written from nothing but a view; `genial.core.drawing` draws them."""

from __future__ import annotations

from collections.abc import Mapping

from genial.core.drawing import View, plain_lines, title
from genial.core.hexes import Cell, hexagon
from genial.games.ingenious.board import NAMES as INGENIOUS
from genial.games.ingenious.board import RADIUS
from genial.games.spezial.board import CELLS as SPEZIAL_CELLS
from genial.games.spezial.board import NAMES as SPEZIAL


def text(view: View) -> str:
    """Format a view as lines of text."""
    lines = [title(view), *_TEXTS.get(view["game"], plain_lines)(view)]
    has_teams = len(view["scores"]) < int(view["options"]["players"])
    for number, points in enumerate(view["scores"], 1):
        told = " ".join(f"{name}{value}" for name, value in points.items())
        lines.append(f"{'track' if has_teams else 'seat'} {number}: {told}")
    return "\n".join(lines) + "\n"


def _ingenious_text(view: View) -> list[str]:
    cells = hexagon(RADIUS[int(view["options"]["players"])])
    held = {cell: view["board"].get(INGENIOUS.of(cell), ".") for cell in cells}
    rack = [] if view["rack"] is None else [f"rack: {' '.join(view['rack'])}"]
    if "partner_rack" in view:
        rack.append(f"partner's rack: {' '.join(view['partner_rack'])}")
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


def _spezial_text(view: View) -> list[str]:
    held = {cell: "+" if SPEZIAL.of(cell) in view["bonus"] else "." for cell in SPEZIAL_CELLS}
    held |= {SPEZIAL.cell(name): str(seat) for name, seat in view["cells"].items()}
    for tower in view["towers"]:
        colour = tower["colour"] if tower["large"] else tower["colour"].lower()
        held[SPEZIAL.cell(tower["cell"])] = f"{colour}{tower['value']}"
    return [f"board {view['layout']}: {view['note']}", *_honeycomb(held)]


def _tile_challenge_text(view: View) -> list[str]:
    def heap(counts: Mapping[str, int]) -> str:
        return " ".join(f"{colour}{count}" for colour, count in counts.items() if count)

    staging = " ".join(view["staging"])
    return [
        f"middle: {heap(view['middle'])}",
        f"staging: {staging}",
        f"stack: {heap(view['stack'])}",
    ]


def _phoenix_text(view: View) -> list[str]:
    hand = [] if view["hand"] is None else [f"hand: {' '.join(view['hand'])}"]
    lines = [f"line 2: {view['lines'][1]}", f"spectrum: {view['spectrum']}",
             f"line 1: {view['lines'][0]}"]  # fmt: skip
    return [f"round {view['round']}", *lines, *hand]


_TEXTS = {
    "ingenious": _ingenious_text,
    "tile-challenge": _tile_challenge_text,
    "spezial": _spezial_text,
    "phoenix": _phoenix_text,
}
