"""The games that `genial play` saves by itself, in a folder of the user's state."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import platformdirs

from genial.cli.files import BadFile, read_text
from genial.cli.records import SUFFIX
from genial.core.errors import GenialError
from genial.core.record import split


def saved_games_folder() -> Path:
    """Return the folder of the games played in the terminal."""
    return platformdirs.user_state_path("genial", appauthor=False) / "games"


def new_saved_game(name: str) -> Path:
    """Return a new file name for a game that starts now."""
    moment = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    for number in range(1, 1000):
        path = saved_games_folder() / f"{moment}-{name}{f'-{number}' if number > 1 else ''}{SUFFIX}"
        if not path.exists():
            return path
    raise BadFile(f"{saved_games_folder()}: too many games were started within this second")


def last_saved_game() -> Path | None:
    """Return the unfinished game that was played last, if there is one."""
    try:
        files = [path for path in saved_games_folder().iterdir() if path.suffix == SUFFIX]
        files.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return None
    for path in files:
        try:
            record = split(read_text(str(path)))[0]
        except GenialError:
            continue
        if not {"result", "ended"} & set(record.headers):
            return path
    return None
