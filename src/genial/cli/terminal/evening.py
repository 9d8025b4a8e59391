"""An evening at the keyboard: games with the same opponents, and their score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from rich.text import Text

from genial.cli.files import BadFile, write_text
from genial.cli.i18n.messages import Messages
from genial.cli.output import one_line
from genial.cli.terminal.boards.palette import DIM, STRONG
from genial.core.game import Game
from genial.core.score_sheet import Score, SheetLine, score_of, sheet_lines
from genial.core.score_sheet_csv import Headings, csv_text
from genial.core.state import State

_WIDEST = 22  # column
_CELL = 10  # the narrowest column: who began, points, who won, sum


class TerminalEvening:
    """The games that were played one after the other; written to a file if one is given."""

    def __init__(self, names: Mapping[int, str], say: Messages, path: Path | None = None) -> None:
        self._names, self._say, self._path = names, say, path
        self._scores: list[Score] = []
        self._dates: list[str] = []
        if path is not None:
            self._path = None
            self.write_to(path)

    def write_to(self, path: Path) -> None:
        """Write the sheet to a file, now and after every game; raise BadFile if it is there."""
        if path != self._path and path.exists():
            raise BadFile(self._say("save.exists", path=one_line(str(path))))
        self._path = path
        self._write()

    def add(self, state: State) -> None:
        """Add a finished game, and write the sheet to its file; raise BadFile."""
        assert state.ranks is not None
        self._scores.append(score_of(state, state.ranks))
        self._dates.append(date.today().isoformat())
        if self._path is not None:
            self._write()

    @property
    def path(self) -> Path | None:
        """The file that the sheet is written to."""
        return self._path

    def line_count(self, playing: State) -> int:
        """Return how many lines the sheet has during a game: those of a series grow with it."""
        return len(self._lines(playing))

    def show(self, width: int, playing: State | None = None) -> list[Text]:
        """Return the sheet, with the finished games of a series being played; nothing if empty."""
        lines = self._lines(playing)
        if not lines:
            return []
        words = [self._say("sheet.game"), self._say("sheet.wins"), *map(_label, lines)]
        first = max(map(len, words)) + 1
        column = max(_CELL, min(_WIDEST, (width - first) // len(self._names)))
        title = Text(self._say("sheet.title"), STRONG)
        head = Text(self._say("sheet.game").ljust(first), DIM)
        for seat, name in self._names.items():
            label = Text(f"{seat} {name}", STRONG)
            label.truncate(column - 1, overflow="ellipsis")
            head.append_text(label).append(" " * (column - label.cell_len))
        rows = [_row(line, first, column) for line in lines]
        wins = Text(self._say("sheet.wins").ljust(first), DIM)
        for number in lines[-1].wins:
            wins.append(f"{number:>4}".ljust(column))
        head.rstrip()
        wins.rstrip()
        has_winners = any(line.winners for line in lines)
        about = [wins] if has_winners else []
        return [title, head, *rows, *about, Text(self._say("sheet.about"), DIM)]

    def next_game(self, game: Game) -> Game:
        """Return the same game with the start passed on."""
        from genial import game as game_of

        start = int(game.options["start"]) % game.players + 1
        return game_of(game.name, **(game.options | {"start": start}))

    def _lines(self, playing: State | None) -> list[SheetLine]:
        scores = list(self._scores)
        if playing is not None and not playing.over and playing.game.series_length > 1:
            scores.append(score_of(playing, None))
        return sheet_lines(scores, len(self._names))

    def _write(self) -> None:
        assert self._path is not None
        say = self._say
        names = [f"{say('seat', seat=seat)} ({name})" for seat, name in self._names.items()]
        words = Headings(
            game=say("sheet.game"), part=say("sheet.part"), date=say("sheet.date"),
            order=say("sheet.order"), winners=say("sheet.winners"), sum=say("sheet.sum"),
            wins=say("sheet.wins"),
        )  # fmt: skip
        write_text(self._path, csv_text(self._lines(None), names, self._dates, words))


def _label(line: SheetLine) -> str:
    return f"{line.game}.{line.part}" if line.part else str(line.game)


def _row(line: SheetLine, first: int, column: int) -> Text:
    row = Text(_label(line).ljust(first), DIM)
    for player, (points, total) in enumerate(zip(line.points, line.sums, strict=True), 1):
        began = ">" if line.order[0] == player else " "
        won = "*" if player in line.winners else " "
        row.append(f"{began}{points:>3}{won}", STRONG if player in line.winners else "")
        row.append(f" {total:>3}".ljust(column - 5), DIM)
    row.rstrip()
    return row
