"""The board of Genial Spezial: two hexagons, towers with chips, chains of tiles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from genial.cli.i18n.messages import Messages
from genial.cli.terminal.boards.honeycomb import PLAIN, Hex, Look, honeycomb
from genial.cli.terminal.boards.palette import DIM, MARK, STRONG
from genial.cli.terminal.boards.scene import GAP, Scene, wrap
from genial.cli.terminal.boards.tracks import side_by_side, track_lines
from genial.core.hexes import Names, hexagon

if TYPE_CHECKING:
    from genial.core.state import State

_NAMES = Names(lowest_q=-12, number_of_zero=10)
_CENTRES = ((-6, 3), (6, -3))
_SIDE = 6
_COLUMNS = 25
_NARROW, _ROOMY = 3, 4  # characters a column of the board takes
_BESIDE = 21  # a seat's points beside or below the board
_FULL = 20
_CELL = re.compile(r"[a-y]\d+")

_SIGNS = {
    "[O1]": "large",
    "(P2)": "small",
    "b3": "black",
    "+1": "bonus-field",
    "4/2": "cells-and-towers",
}

LARGE_SIDES, SMALL_SIDES, LAST_SIDES, RECENT_SIDES = "[]", "()", "><", "<>"


def draw(scene: Scene) -> list[Text]:
    """Draw the board, with the points beside it if there is room, otherwise below."""
    pitch = _ROOMY if scene.width > _COLUMNS * _ROOMY + GAP + _BESIDE else _NARROW
    board = honeycomb(_looks(scene), pitch=pitch)
    seats = [_points(scene, seat) for seat in range(1, scene.players + 1)]
    words = scene.say("spezial.round", number=scene.view["round"])
    lines = [scene.heading(words)]
    if scene.width - _COLUMNS * pitch - 1 - GAP >= _BESIDE:
        lines += side_by_side([board, [line for seat in seats for line in seat]], gap=GAP)
    else:
        lines += [*board, *side_by_side(seats)]
    return [*lines, *_legend(scene), *scene.event_lines(limit=4)]


def _looks(scene: Scene) -> dict[Hex, Look]:
    view, palette = scene.view, scene.palette
    towers = {tower["cell"]: tower for tower in view["towers"]}
    last = set(_CELL.findall(scene.events[-1].move)) if scene.events else set()
    recent = {cell for event in scene.events for cell in _CELL.findall(event.move)}
    looks = {}
    for cell in sorted({cell for centre in _CENTRES for cell in hexagon(_SIDE, centre)}):
        name = _NAMES.of(cell)
        if name in towers:
            looks[cell] = _tower_look(scene, towers[name])
        elif name in view["cells"]:
            seat = view["cells"][name]
            sides = LAST_SIDES if name in last else RECENT_SIDES if name in recent else PLAIN
            style = palette.seat(seat)
            looks[cell] = Look(name, f"{seat}{seat}", f"bold {style}", style, sides, MARK)
        elif name in view["bonus"]:
            looks[cell] = Look(name, "+1", STRONG)
        else:
            looks[cell] = Look(name)
    return looks


def _tower_look(scene: Scene, tower: dict[str, Any]) -> Look:
    """Return the look of a tower and its chip; the black side has a small letter."""
    colour, sides = tower["colour"], LARGE_SIDES if tower["large"] else SMALL_SIDES
    if tower["black"]:
        style, letter = scene.palette.black_side(colour), colour.lower()
    else:
        style, letter = scene.palette.patch(colour), colour
    content = f"{letter}{tower['value']}"
    return Look(tower["cell"], content, f"bold {style}", style, sides, tall=True)


def _points(scene: Scene, seat: int) -> list[Text]:
    view, say = scene.view, scene.say
    heading = scene.seat_heading([seat])
    lines = [Text.assemble((f"{seat}{seat}", scene.palette.seat(seat)), " ", heading)]
    lines[0].truncate(max(1, min(_BESIDE, scene.width // scene.players - 2)), overflow="ellipsis")
    lines += track_lines(scene.palette, view["scores"][seat - 1], _FULL, _BESIDE - 3)
    lines.append(Text(say("spezial.tiles-left", count=view["tiles_left"][seat - 1]), DIM))
    return [*lines, _chains(scene, seat)]


def _chains(scene: Scene, seat: int) -> Text:
    """Return cells and towers of a seat's chains, most towers first, as many as fit."""
    sizes = [
        (len(chain["towers"]), len(chain["cells"])) for chain in scene.view["chains"][seat - 1]
    ]
    line = Text(scene.say("spezial.chains"), DIM)
    for towers, cells in sorted(sizes, reverse=True):
        word = f" {cells}/{towers}"
        if line.cell_len + len(word) > _BESIDE:
            break
        line.append(word)
    return line


def _legend(scene: Scene) -> list[Text]:
    """Explain the signs, and say where the layout comes from."""
    say, view = scene.say, scene.view
    signs = [
        Text.assemble((f"{sign} ", STRONG), (say(f"spezial.{word}"), DIM))
        for sign, word in _SIGNS.items()
    ]
    note = view["note"]
    if view["layout"] == "rebuilt":
        note = say("spezial.reconstruction")
    elif view["layout"].startswith("generated-"):
        note = say("spezial.generated", board=view["layout"])
    lines = wrap(signs, scene.width, gap=2)
    if note:
        for line in wrap([Text(word, "italic") for word in note.split()], scene.width):
            lines.append(line)
    return lines


def question(scene: Scene) -> str:
    """Return the question to the seat to move."""
    return scene.say("spezial.pass" if "pass" in scene.legal else "spezial.place")


def remarks(before: State, after: State, lines: Sequence[str], say: Messages) -> list[str]:
    """Return no remarks: the points say it all."""
    return []
