"""The boards that a user has saved: layout files in a folder among the user's data."""

from __future__ import annotations

from pathlib import Path

import platformdirs

from genial.core.errors import BadOption, GenialError, quote
from genial.games.spezial.layout_check import GENERATED
from genial.games.spezial.layouts import Layout, boards, custom_layout

_ENDING = ".json"


def folder() -> Path:
    """Return the folder, which need not exist."""
    return platformdirs.user_data_path("genial", appauthor=False) / "boards"


def save(path: Path, *, replace: bool = False) -> Layout:
    """Check a layout file and save a copy of it; raise BadOption.

    A different board with the same name is replaced only if that is asked for.
    """
    layout = custom_layout(path)
    target = folder() / f"{name_of(layout)}{_ENDING}"
    if target.exists() and not replace and _board_in(target) != layout.board:
        raise BadOption(
            f"you have saved another board called {name_of(layout)}: rename this one, or replace "
            "the other with --force",
            reason="board-saved", board=name_of(layout),
        )  # fmt: skip
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(layout.text + "\n", encoding="utf-8")
    except OSError as error:
        raise BadOption(f"cannot write {quote(str(target))} ({error.strerror})") from None
    return layout


def saved_files() -> dict[str, Path]:
    """Return the files of the saved boards, by name."""
    return {path.stem: path for path in sorted(folder().glob(f"*{_ENDING}"))}


def name_of(layout: Layout) -> str:
    """Return the name of a custom layout, without its hash."""
    return layout.board.partition("@")[0]


def find_board(text: str) -> dict[str, str]:
    """Return the options of a board: a known name, a saved one, a layout file; or BadOption.

    `generated-7` is known by its name. A saved board is found by its name, with or without
    its hash.
    """
    if text in boards() or text.startswith(GENERATED):
        return {"board": text}
    file = saved_files().get(text.partition("@")[0])
    if file is not None:
        layout = custom_layout(file)
        if text in (layout.board, name_of(layout)):
            return {"board": layout.board, "layout": layout.text}
    if text.endswith(_ENDING) or len(Path(text).parts) > 1:
        layout = custom_layout(Path(text))
        return {"board": layout.board, "layout": layout.text}
    return {"board": text}


def _board_in(path: Path) -> str:
    """Return the board in a file; empty if it has none."""
    try:
        return custom_layout(path).board
    except GenialError:
        return ""
