"""`genial show`: show the board and the scores of a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.exit_codes import OK, WRONG_RECORD
from genial.cli.i18n.messages import Messages, language, translate_refusals
from genial.cli.output import complain
from genial.cli.parameters import Lang, Layout, RecordFile, add_layout, flag
from genial.cli.records import FileRecord, read_records, replay_record
from genial.core.errors import BadOption, BadRecord

if TYPE_CHECKING:
    from rich.console import Console

    from genial.core.state import State

_LONGEST_NAME = 12


@translate_refusals
def show(
    record: RecordFile,
    /,
    *,
    at: Annotated[
        int | None, Parameter(metavar="N", help="Show the position after N moves.")
    ] = None,
    step: Annotated[
        bool, flag("Show every position; in a terminal, press Enter for the next.")
    ] = False,
    number: Annotated[
        int | None, Parameter(name="--record", metavar="N", help="Show only record N of the file.")
    ] = None,
    layout: Layout = None,
    lang: Lang = None,
) -> int:
    """Show positions of the games in a file, with all racks and hands."""
    from genial.cli.compilation import compile_games
    from genial.cli.output import stdout_console

    say, console = Messages(language(lang)), stdout_console()
    if layout is not None:
        add_layout(layout)
    found = list(read_records(record))
    if number is not None:
        if not 1 <= number <= len(found):
            raise BadOption(f"record must be 1 to {len(found)}, not {number}")
        found = [found[number - 1]]
    code = OK
    for entry in found:
        if not isinstance(entry.record, BadRecord):
            compile_games([entry.record.headers["game"]], say)
        try:
            state = replay_record(entry.record)
        except BadRecord as error:
            complain(f"{entry.label}: {error}")
            code = WRONG_RECORD
            continue
        if not _RecordViewer(entry, state, console, say).run(at=at, step=step):
            break
    return code


def _shorten(name: str) -> str:
    """Shorten a player's name so that it fits into the picture."""
    shown = "".join(letter for letter in name if letter.isprintable())
    return shown if len(shown) <= _LONGEST_NAME else shown[: _LONGEST_NAME - 1] + "…"


class _RecordViewer:
    """Shows the positions of one record."""

    def __init__(self, entry: FileRecord, state: State, console: Console, say: Messages) -> None:
        from genial.cli.terminal.history import positions

        assert not isinstance(entry.record, BadRecord)
        self._entry = entry
        self._headers: Mapping[str, str] = entry.record.headers
        self._states = positions(state)
        self._console = console
        self._say = say

    def run(self, *, at: int | None, step: bool) -> bool:
        """Show the chosen positions; return False if the user quits."""
        from genial.cli.terminal.keyboard import Keyboard

        last = len(self._states) - 1
        if at is not None and not 0 <= at <= last:
            raise BadOption(f"at must be 0 to {last}, not {at}")
        if self._entry.count > 1:
            facts = {"number": self._entry.number, "count": self._entry.count}
            self._console.print(self._say("show.record", **facts), style="bold")
        places = range(last + 1) if step else [last if at is None else at]
        if step and at is not None:
            places = range(at, last + 1)
        keyboard = Keyboard(self._console)
        for place in places:
            self._show(place)
            if step and place < last and keyboard.is_interactive:
                try:
                    answer = keyboard.ask(self._say("show.next"))
                except EOFError:
                    return False
                if self._say.command(answer.lower()) == "quit" or answer.lower() == "q":
                    return False
        return True

    def _show(self, place: int) -> None:
        from genial.cli.terminal.boards import board_of
        from genial.cli.terminal.history import create_scene
        from genial.cli.terminal.ranking import ranking_lines

        state = self._states[place]
        names = {
            seat: _shorten(self._headers[f"seat {seat}"])
            for seat in range(1, state.game.players + 1)
            if self._headers.get(f"seat {seat}")
        }
        scene = create_scene(
            state, self._console, self._say, seat=None, open_hands=True, names=names
        )
        last = len(self._states) - 1
        self._print(self._say("show.place", place=place, last=last))
        for line in board_of(state.game.name).draw(scene):
            self._print(line)
        ranks = state.ranks
        if place == last and "ended" in self._headers:
            self._print(self._say("show.ended", how=self._headers["ended"]))
            if "result" in self._headers:
                ranks = tuple(map(int, self._headers["result"].split()))
        if ranks is not None:
            for line in ranking_lines(state, self._say, scene.palette, names, ranks):
                self._print(line)
        elif state.turn is not None:
            self._print(self._say("show.turn", seat=state.turn))
        self._print("")

    def _print(self, what: object) -> None:
        self._console.print(what, soft_wrap=True)
