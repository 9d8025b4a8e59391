"""`genial show`: the board and the scores of a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.files import Entry, entries, replayed
from genial.cli.i18n.messages import Messages, language
from genial.cli.output import FINE, WRONG_RECORD, complain
from genial.cli.parameters import Lang, Layout, RecordFile, flag
from genial.core.errors import BadOption, BadRecord

if TYPE_CHECKING:
    from rich.console import Console

    from genial.core.game import State

_LONGEST_NAME = 12


def show(
    record: RecordFile,
    /,
    *,
    at: Annotated[int | None, Parameter(metavar="N", help="After so many moves instead.")] = None,
    step: Annotated[bool, flag("Every position; in a terminal, Enter goes on.")] = False,
    number: Annotated[
        int | None, Parameter(name="--record", metavar="N", help="Only this record of the file.")
    ] = None,
    layout: Layout = None,
    lang: Lang = None,
) -> int:
    """Show the board and the scores with which the games of a file end. All hands are open."""
    from genial.cli.commands.warm import warm_up
    from genial.cli.consoles import out

    say, console = Messages(language(lang)), out()
    if layout is not None:
        from genial.games.spezial.layouts import add

        add(layout)
    found = list(entries(record))
    if number is not None:
        if not 1 <= number <= len(found):
            raise BadOption(f"record must be 1 to {len(found)}, not {number}")
        found = [found[number - 1]]
    code = FINE
    for entry in found:
        if not isinstance(entry.record, BadRecord):
            warm_up([entry.record.headers["game"]], say)
        try:
            state = replayed(entry.record)
        except BadRecord as error:
            complain(f"{entry.label}: {error}")
            code = WRONG_RECORD
            continue
        if not _Showing(entry, state, console, say).run(at=at, step=step):
            break
    return code


def _short(name: str) -> str:
    """A player's name that does not spoil the picture."""
    shown = "".join(letter for letter in name if letter.isprintable())
    return shown if len(shown) <= _LONGEST_NAME else shown[: _LONGEST_NAME - 1] + "…"


class _Showing:
    """One record on the screen."""

    def __init__(self, entry: Entry, state: State, console: Console, say: Messages) -> None:
        from genial.cli.terminal.history import states_of

        assert not isinstance(entry.record, BadRecord)
        self._entry = entry
        self._headers: Mapping[str, str] = entry.record.headers
        self._states = states_of(state)
        self._console = console
        self._say = say

    def run(self, *, at: int | None, step: bool) -> bool:
        """Show what was asked for; false if the viewer has seen enough."""
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
        from genial.cli.terminal.history import scene_of
        from genial.cli.terminal.ranking import ranking

        state = self._states[place]
        names = {
            seat: _short(self._headers[f"seat {seat}"])
            for seat in range(1, state.game.players + 1)
            if self._headers.get(f"seat {seat}")
        }
        scene = scene_of(state, self._console, self._say, seat=None, open_hands=True, names=names)
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
            for line in ranking(state, self._say, scene.palette, names, ranks):
                self._print(line)
        elif state.turn is not None:
            self._print(self._say("show.turn", seat=state.turn))
        self._print("")

    def _print(self, what: object) -> None:
        self._console.print(what, soft_wrap=True)
