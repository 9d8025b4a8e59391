"""The table of Tile Challenge: middle, staging row, stack and collections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from genial.cli.i18n.messages import Messages
from genial.cli.terminal.boards.palette import DIM, STRONG
from genial.cli.terminal.boards.scene import Scene, wrap
from genial.cli.terminal.boards.tracks import side_by_side, track_lines

if TYPE_CHECKING:
    from genial.core.state import State

_COLLECTION = 17  # a collection's width


def draw(scene: Scene) -> list[Text]:
    """Draw the middle above and the collections side by side below."""
    view, say = scene.view, scene.say
    words = [say("tile.quota", count=view["quota"])]
    games = view["options"]["games"]
    if games > 1:
        words.insert(0, say("tile.game", number=view["game_number"], games=games))
    if view["bonus"]:
        words.append(say("tile.bonus-owed", count=view["bonus"]))
    lines = [scene.heading(*words), Text()]
    staging = dict.fromkeys(view["staging"], 1)
    lines += _row(scene, say("tile.middle"), view["middle"])
    lines += _row(scene, say("tile.staging"), staging)
    lines += [_stack(scene), Text()]
    lines += side_by_side([_collection(scene, seat) for seat in range(1, scene.players + 1)])
    moves = scene.event_lines()
    return [*lines, Text(), *moves] if moves else lines


def _label_width(scene: Scene) -> int:
    """Return the width of the column before the tiles."""
    return 2 + max(len(scene.say(f"tile.{row}")) for row in ("middle", "staging", "stack"))


def _row(scene: Scene, label: str, tiles: Mapping[str, int]) -> list[Text]:
    """Return tiles in a row, sorted by colour."""
    pieces = [scene.palette.piece(c) for c, count in tiles.items() for _ in range(count)]
    nothing = Text("–" if scene.palette.unicode else "-", DIM)
    indent = _label_width(scene)
    rows = wrap(pieces or [nothing], scene.width - indent)
    lines = []
    for place, row in enumerate(rows):
        start = (label if place == 0 else "").ljust(indent)
        lines.append(Text.assemble((start, STRONG), row))
    return lines


def _stack(scene: Scene) -> Text:
    """Return the counts of the colours in the stack, which follow from the open tiles."""
    line = Text().append(scene.say("tile.stack").ljust(_label_width(scene)), STRONG)
    stack = scene.view["stack"]
    line.append(scene.say("tile.in-stack", count=sum(stack.values())))
    for colour, count in stack.items():
        line.append(f"  {scene.palette.label(colour)}", scene.palette.ink(colour))
        line.append(f" {count}")
    return line


def _collection(scene: Scene, seat: int) -> list[Text]:
    points = scene.view["scores"][seat - 1]
    heading = scene.seat_heading([seat])
    heading.truncate(max(1, scene.width // scene.players - 2), overflow="ellipsis")
    lines = [heading]
    lines += track_lines(scene.palette, points, scene.view["quota"], _COLLECTION)
    if scene.view["options"]["games"] > 1:
        lines.append(Text(scene.say("tile.sum", points=scene.view["series"][seat - 1]), DIM))
    return lines


def question(scene: Scene) -> str:
    """Return the question to the seat to move."""
    return scene.say(f"tile.{'-or-'.join(scene.legal)}")


def remarks(before: State, after: State, lines: Sequence[str], say: Messages) -> list[str]:
    """Say which tile was drawn, whether the turn failed and whether a new game has begun."""
    had, has = before.position(), after.position()
    is_new_game = has["finished"] > had["finished"] and not after.over
    words = []
    for line in lines:
        _, word, *colours = line.split()
        if word == "middle" and is_new_game:
            words.append(say("tile.new-game"))
        words.append(say(f"tile.chance-{word}", colours=" ".join(colours)))
        if word == "tile" and not has["staging"]:
            words.append(say("tile.failed"))
    return words
