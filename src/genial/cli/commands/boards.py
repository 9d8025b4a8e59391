"""`genial boards`: list, check, show, draw and add boards of Genial Spezial."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.exit_codes import BAD_USAGE, OK, WRONG_RECORD
from genial.cli.files import write_text
from genial.cli.i18n.messages import Messages, language, translate_refusals
from genial.cli.output import complain, one_line, stdout_console
from genial.cli.parameters import Lang, flag
from genial.core.errors import GenialError

if TYPE_CHECKING:
    from genial.games.spezial.layouts import Layout

LayoutFiles = Annotated[str, Parameter(metavar="FILE", help="Files with layouts.")]
BoardName = Annotated[
    str, Parameter(metavar="BOARD", help="The name of a board, or a file with a layout.")
]


def list_boards(*, lang: Lang = None) -> None:
    """List the shipped boards, those that were added, and how generated ones are named."""
    from rich.table import Table

    from genial.games.spezial import layouts
    from genial.games.spezial.board_folder import saved_files
    from genial.games.spezial.generated import HIGHEST

    say, console = Messages(language(lang)), stdout_console()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(say("boards.board"), style="bold", no_wrap=True)
    table.add_column(say("boards.note"))
    for board in layouts.boards():
        table.add_row(board, say("boards.reconstruction"))
    table.add_row("generated-N", say("boards.generated", highest=HIGHEST))
    for name, path in saved_files().items():
        faults = layouts.faults(path)
        note = layouts.custom_layout(path).note if not faults else say.fault(faults[0])
        table.add_row(one_line(name), one_line(note))
    console.print(table)


def check(file: LayoutFiles, /, *files: LayoutFiles, lang: Lang = None) -> int:
    """Print every fault of some layouts, a sentence each; 1 if there is any."""
    from genial.games.spezial import layouts

    say, code = Messages(language(lang)), OK
    for name in (file, *files):
        faults = layouts.faults(Path(name))
        for fault in faults:
            complain(f"{name}: {say.fault(fault)}")
            code = WRONG_RECORD
        if not faults:
            board = layouts.custom_layout(Path(name)).board
            print(say("boards.good", file=one_line(name), board=board))
    return code


def show(board: BoardName, /) -> None:
    """Print the layout of a board as JSON, a field in each line."""
    import msgspec

    file = _layout(board).file
    head = {"name": file.name, "note": file.note}
    lines = ["{", *(f"  {key}: {value}," for key, value in _spelt(head))]
    fields = [f"    {msgspec.json.encode(field).decode()}" for field in file.fields]
    print("\n".join([*lines, '  "fields": [', ",\n".join(fields), "  ]", "}"]))


@translate_refusals
def draw(
    board: BoardName,
    /,
    *,
    out: Annotated[
        Path | None, Parameter(metavar="FILE", help="Write the picture here (default: print it).")
    ] = None,
    lang: Lang = None,
) -> None:
    """Draw the fields of a board with their digits."""
    from genial.games.spezial.drawing import draw_board

    layout = _layout(board)
    picture = draw_board(layout.board, layout.file).svg()
    if out is None:
        print(picture, end="")
        return
    write_text(out, picture)
    print(Messages(language(lang))("boards.drawn", board=layout.board, file=one_line(str(out))))


def add(
    file: Annotated[str, Parameter(metavar="FILE", help="A file with a layout.")],
    /,
    *,
    force: Annotated[bool, flag("Replace another board of the same name.")] = False,
    lang: Lang = None,
) -> int:
    """Save a board among the user's data, if its layout has no fault."""
    from genial.games.spezial import layouts
    from genial.games.spezial.board_folder import name_of, save

    say = Messages(language(lang))
    faults = layouts.faults(Path(file))
    if faults:
        return check(file, lang=lang)
    try:
        layout = save(Path(file), replace=force)
    except GenialError as error:
        complain(say.reason(error))
        return BAD_USAGE
    print(say("boards.added", board=layout.board, name=name_of(layout)))
    return OK


def _layout(board: str) -> Layout:
    """Return the layout of a board by its name or from a file; raises BadOption."""
    from genial.games.spezial.board_folder import find_board
    from genial.games.spezial.layouts import layout_of

    return layout_of(find_board(board))


def _spelt(head: dict[str, str]) -> list[tuple[str, str]]:
    """Return keys and values as JSON."""
    import msgspec

    encode = msgspec.json.encode
    return [(encode(key).decode(), encode(value).decode()) for key, value in head.items()]
