"""The table of Phoenix: two lines with the spectrum between them, the hand as cards."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from genial.cli.i18n.messages import Messages
from genial.cli.terminal.boards.palette import DIM, STRONG
from genial.cli.terminal.boards.scene import Scene, wrap
from genial.cli.terminal.boards.tracks import side_by_side

if TYPE_CHECKING:
    from genial.core.state import State

_PLACES = 10
_ROUNDS = 3
_LABEL = 19  # before a row
_PLACE = 6  # characters a place takes
_CARD = 13  # characters inside a card
_MOVE = re.compile(r"([MSN])\d:(\d+)[->](\d+)")
_EXAMPLES = {"M": ":1>{}", "S": ":1-{}", "N": ":1>{}"}  # of moves, by the letter of the card

SPECTRUM = 0  # as a seat: what lies between the lines


def draw(scene: Scene) -> list[Text]:
    """Draw the own line below and the other above, as at a table."""
    view, say = scene.view, scene.say
    near = view["seat"] or 1
    far = 3 - near
    marks = _marks(scene)
    lines = [
        scene.heading(
            say("phoenix.round", number=view["round"], rounds=_ROUNDS),
            say("phoenix.pile", count=view["pile"]),
            say("phoenix.points", points=" : ".join(str(s["points"]) for s in view["scores"])),
        ),
        Text(),
        _numbers(),
        _row(scene, scene.seat_heading([far]), view["lines"][far - 1], marks.get(far, ())),
        Text(),
        _row(
            scene,
            Text.assemble((say("phoenix.spectrum"), STRONG)),
            view["spectrum"],
            marks.get(0, ()),
        ),
        Text(),
        _row(scene, scene.seat_heading([near]), view["lines"][near - 1], marks.get(near, ())),
        Text(),
    ]
    for seat, cards in scene.hands.items():
        if len(scene.hands) > 1:
            lines.append(Text(say("phoenix.hand-of", seat=seat), STRONG))
        lines += side_by_side([_card(scene, card) for card in cards], gap=1)
    return [*lines, *_discards(scene), *_last_round(scene), *scene.event_lines()]


def _numbers() -> Text:
    line = Text(" " * _LABEL)
    for place in range(1, _PLACES + 1):
        line.append(str(place).center(_PLACE), DIM)
    return line


def _row(scene: Scene, label: Text, colours: str, marked: Sequence[int]) -> Text:
    line = Text().append_text(label)
    line.truncate(_LABEL - 1, overflow="ellipsis")
    line.pad_right(_LABEL - line.cell_len)
    for place, colour in enumerate(colours, 1):
        is_marked = place in marked
        line.append("[" if is_marked else " ", STRONG)
        line.append_text(scene.palette.piece(colour))
        line.append("]" if is_marked else " ", STRONG)
    return line


def _marks(scene: Scene) -> dict[int, list[int]]:
    """Return the places that the last moves touched, by seat; the spectrum counts as a seat."""
    marks: dict[int, list[int]] = {}
    for event in scene.events:
        if _is_new_round(event.chance_lines):
            marks.clear()
            continue
        parts = _MOVE.fullmatch(event.move)
        if parts is not None:
            first, second = int(parts[2]), int(parts[3])
            row = SPECTRUM if parts[1] == "N" else event.seat
            alone = parts[1] == "M" or event.move.startswith("N2")
            marks.setdefault(row, []).extend([second] if alone else [first, second])
        elif event.move == "R":
            marks.setdefault(event.seat, []).extend([1, _PLACES])
        elif event.move.startswith("X:"):
            for seat in (1, 2):
                marks.setdefault(seat, []).append(int(event.move[2:]))
    return marks


def card_name(say: Messages, card: str) -> str:
    """Return the name of a card, such as Switch 2."""
    return f"{say(f'phoenix.card.{card[0]}')} {card[1:]}".strip()


def _card(scene: Scene, card: str) -> list[Text]:
    """Draw a card: its letter, an example of a move, and its name."""
    top, side, bottom = ("╭─╮", "│", "╰─╯") if scene.palette.unicode else ("+-+", "|", "+-+")
    example = ""
    if card == "X":
        example = "X:7"
    elif card[0] in _EXAMPLES:
        example = card + _EXAMPLES[card[0]].format(1 + int(card[1:]))
    first = Text.assemble((card, STRONG), (example.rjust(_CARD - len(card)), DIM))
    name = [*textwrap.wrap(card_name(scene.say, card), _CARD), ""]  # two lines or more
    rows = [first, Text(name[0]), Text(name[1])]
    lines = [Text(top[0] + top[1] * _CARD + top[2])]
    for row in rows:
        row.truncate(_CARD)
        row.pad_right(_CARD - row.cell_len)
        lines.append(Text.assemble(side, row, side))
    return [*lines, Text(bottom[0] + bottom[1] * _CARD + bottom[2])]


def _discards(scene: Scene) -> list[Text]:
    times = "×" if scene.palette.unicode else "x"
    cards = [f"{count}{times}{card}" for card, count in scene.view["discards"].items() if count]
    if not cards:
        return []
    words = [Text(word, DIM) for word in [f"{scene.say('phoenix.discards')}:", *cards]]
    return wrap(words, scene.width)


def _last_round(scene: Scene) -> list[Text]:
    """Say how the previous round ended."""
    last, say = scene.view["last_round"], scene.say
    if last is None:
        return []
    points = " : ".join(map(str, last["points"]))
    lines = [Text(say("phoenix.round-ended", number=last["round"], points=points), STRONG)]
    if any(_is_new_round(event.chance_lines) for event in scene.events) or scene.view["over"]:
        lines += [Text("  " + describe_points(say, part), DIM) for part in last["parts"]]
    return lines


def describe_points(say: Messages, part: dict[str, object]) -> str:
    """Say what a line got points for."""
    facts = {"seat": part["seat"], "points": part["points"]}
    if part["kind"] == "run":
        places = part["places"]
        assert isinstance(places, list)
        first, last = places
        return say("phoenix.run", colour=part["colour"], first=first, last=last, **facts)
    return say(f"phoenix.{part['kind']}", **facts)


def question(scene: Scene) -> str:
    """Return the question to the seat to move."""
    return scene.say("phoenix.play-or-discard")


def remarks(before: State, after: State, lines: Sequence[str], say: Messages) -> list[str]:
    """Say that a new round has begun."""
    return [say("phoenix.new-round")] if _is_new_round(lines) else []


def _is_new_round(lines: Sequence[str]) -> bool:
    return any(line.startswith("* spectrum") for line in lines)
