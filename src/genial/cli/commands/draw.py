"""`genial draw`: draw positions of a record, as pictures and as animations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from genial.cli.files import write_bytes
from genial.cli.i18n.messages import Messages, language
from genial.cli.output import one_line
from genial.cli.parameters import Lang, Layout, add_layout
from genial.cli.records import file_and_move, read_records, replay_record
from genial.core.errors import BadOption, BadRecord, one_of

if TYPE_CHECKING:
    from genial.core.palette import Theme
    from genial.core.state import State

_ENDINGS = ("svg", "png", "gif", "webp")


def draw(
    record: Annotated[
        str,
        Parameter(
            metavar="RECORD[:MOVE]",
            help="A file of records, or - for standard input; and the number of moves played.",
        ),
    ],
    /,
    *,
    out: Annotated[
        Path | None,
        Parameter(metavar="FILE", help="Write this file (default: print the picture as SVG)."),
    ] = None,
    seat: Annotated[
        int | None, Parameter(metavar="SEAT", help="Draw what this seat sees (default: onlookers).")
    ] = None,
    theme: Annotated[Literal["light", "dark"], Parameter(help="Light or dark paper.")] = "light",
    number: Annotated[
        int, Parameter(name="--record", metavar="N", help="Draw record N of the file.")
    ] = 1,
    layout: Layout = None,
    lang: Lang = None,
) -> None:
    """Draw a position of a game, or all of it."""
    from genial.core.palette import THEMES

    say = Messages(language(lang))
    ending = "svg" if out is None else out.suffix.removeprefix(".").lower()
    if ending not in _ENDINGS:
        raise BadOption(f"a picture's file must end in {one_of([f'.{one}' for one in _ENDINGS])}")
    if layout is not None:
        add_layout(layout)
    file, move = file_and_move(record)
    states = _state(file, number, say).history
    last = len(states) - 1
    if move is not None and move > last:
        raise BadOption(f"the game has {last} moves, not {move}")
    states = states if move is None else states[: move + 1]
    content = _content(states, ending, seat, THEMES[theme])
    if out is None:
        print(content.decode(), end="")
        return
    write_bytes(out, content)
    is_whole = ending in ("gif", "webp") and move is None
    told = {"move": len(states) - 1, "last": last, "file": one_line(str(out))}
    print(say("draw.animated" if is_whole else "draw.drawn", **told))


def _state(file: str, number: int, say: Messages) -> State:
    """Return the last state of a record; raises BadOption and BadRecord."""
    from genial.cli.compilation import compile_games

    found = list(read_records(file))
    if not 1 <= number <= len(found):
        raise BadOption(f"record must be 1 to {len(found)}, not {number}")
    record = found[number - 1].record
    if not isinstance(record, BadRecord):
        compile_games([record.headers["game"]], say)
    return replay_record(record)


def _content(states: list[State], ending: str, seat: int | None, theme: Theme) -> bytes:
    """Return the file: of the last state, or an animation of all."""
    from genial.core.raster import animation, png

    if ending == "svg":
        return states[-1].picture(seat).svg(theme).encode()
    if ending == "png":
        return png(states[-1].picture(seat), theme)
    pictures = [state.picture(seat) for state in states]
    return animation(pictures, "gif" if ending == "gif" else "webp", theme=theme)
