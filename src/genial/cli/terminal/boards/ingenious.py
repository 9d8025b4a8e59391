"""The board of Ingenious: the hexagon, racks and score tracks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from genial.cli.i18n.messages import Messages
from genial.cli.terminal.boards.honeycomb import PLAIN, Hex, Look, honeycomb
from genial.cli.terminal.boards.palette import DIM, MARK, STRONG
from genial.cli.terminal.boards.scene import GAP, Scene, wrap
from genial.cli.terminal.boards.tracks import side_by_side, track_lines
from genial.core.hexes import Names, hexagon

if TYPE_CHECKING:
    from genial.core.state import State

_NAMES = Names(lowest_q=-7, number_of_zero=8)
_RADIUS = {1: 5, 2: 5, 3: 6, 4: 7}
_PRINTED = ("h3", "m3", "m8", "h13", "c13", "c8")
_ROOMY, _NARROW = 5, 4  # characters a column of the board takes
_ROOM_BESIDE = 27  # characters for full-length tracks beside the board
_FULL, _DOUBLE = 18, 36
_RACK = 6
_CELL = re.compile(r"[a-o]\d+")

PRINTED_SIDES, LAST_SIDES, RECENT_SIDES = "()", "[]", "<>"
LAST_STYLES = {LAST_SIDES: MARK, RECENT_SIDES: MARK}


def draw(scene: Scene) -> list[Text]:
    """Draw the board, with everything else beside it."""
    columns = 2 * _RADIUS[scene.players] + 1
    beside = scene.width - columns * _ROOMY - 1 - GAP
    pitch = _ROOMY if beside >= _ROOM_BESIDE else _NARROW
    board = honeycomb(_looks(scene), pitch=pitch)
    beside = scene.width - columns * pitch - 1 - GAP
    if beside >= _ROOM_BESIDE and len(scene.hands) <= 1:
        return side_by_side(
            [board, _panel(scene, beside) + _racks_and_moves(scene, beside)], gap=GAP
        )
    return side_by_side([board, _panel(scene, beside)], gap=GAP) + _racks_and_moves(
        scene, scene.width
    )


def _looks(scene: Scene) -> dict[Hex, Look]:
    recent = {cell for event in scene.events for cell in _CELL.findall(event.move)}
    placed = [event.move for event in scene.events if _CELL.search(event.move)]
    last = set(_CELL.findall(placed[-1])) if placed else set()
    looks = {}
    for cell in hexagon(_RADIUS[scene.players]):
        name = _NAMES.of(cell)
        colour = scene.view["board"].get(name)
        if colour is None:
            looks[cell] = Look(name)
            continue
        sides = PLAIN
        if name in _PRINTED:
            sides = PRINTED_SIDES
        elif name in last:
            sides = LAST_SIDES
        elif name in recent:
            sides = RECENT_SIDES
        style = scene.palette.patch(colour)
        shown = scene.palette.label(colour)
        looks[cell] = Look(
            name, shown, f"bold {style}", style, sides, LAST_STYLES.get(sides, STRONG)
        )
    return looks


def _panel(scene: Scene, width: int) -> list[Text]:
    view, say = scene.view, scene.say
    options = view["options"]
    doubled = options["variant"] == "teams" or scene.players == 1
    lines = [Text(scene.title, STRONG), Text(say("in-bag", count=view["bag"]), DIM)]
    for track, points in enumerate(view["scores"]):
        seats = [track + 1, track + 3] if options["variant"] == "teams" else [track + 1]
        lines.append(scene.seat_heading(seats))
        lines += track_lines(
            scene.palette, points, _DOUBLE if doubled else _FULL, width, lowest=say("lowest")
        )
    for line in lines:
        line.truncate(max(width, 1), overflow="ellipsis")
    return lines


def _racks_and_moves(scene: Scene, width: int) -> list[Text]:
    """Return the visible racks and the last moves."""
    view, say = scene.view, scene.say
    lines = []
    racks = []
    for seat, tiles in scene.hands.items():
        own = seat == view["seat"] or scene.players == 1
        label = Text(say("your-rack") if own else say("rack-of", seat=seat), STRONG)
        rack = [_tile(scene, tile) for tile in tiles]
        if len(scene.hands) == 1:
            lines += [label, *wrap(rack, width, gap=2)]
        else:
            racks += [Text.assemble(label, " ", *wrap(rack, _RACK * 5))]
    lines += wrap(racks, width, gap=3) if racks else []
    if view.get("partner_rack"):
        seat = (view["seat"] + 1) % scene.players + 1
        rack = [_tile(scene, tile) for tile in view["partner_rack"]]
        lines += [Text(say("partner-rack", seat=seat), STRONG), *wrap(rack, width, gap=2)]
    return lines + scene.event_lines(width)


def _tile(scene: Scene, tile: str) -> Text:
    text = Text()
    for colour in tile:
        text.append(scene.palette.label(colour), scene.palette.patch(colour))
    return text


def question(scene: Scene) -> str:
    """Return the question to the seat to move."""
    view, say = scene.view, scene.say
    if view["phase"] == "swap or keep":
        return say("ingenious.swap-or-keep")
    if view["openings"] is not None:
        return say("ingenious.first-tile", cells=" ".join(view["openings"]))
    last = scene.events[-1] if scene.events else None
    if last and last.seat == view["turn"] and scene.players > 1 and len(view["rack"] or ()) < _RACK:
        return say("ingenious.bonus", count=view["bonus"] + 1)
    return say("ingenious.place")


def remarks(before: State, after: State, lines: Sequence[str], say: Messages) -> list[str]:
    """Say which rack a swap revealed."""
    shown = [line.split()[3:] for line in lines if line.startswith("* shown")]
    return [say("ingenious.shown", tiles=" ".join(tiles)) for tiles in shown]
