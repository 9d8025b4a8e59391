"""`genial check` and `genial verify`: are these records right?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.files import BadFile, Entry, entries, replayed
from genial.cli.output import BAD_USAGE, FINE, WRONG_RECORD, complain, one_line
from genial.cli.parameters import Layout, RecordFile
from genial.core.errors import BadRecord, GenialError

if TYPE_CHECKING:
    from genial.core.game import State


MoreRecords = Annotated[str, Parameter(metavar="RECORD", help="More of them.")]


def check(record: RecordFile, /, *records: MoreRecords, layout: Layout = None) -> int:
    """Replay every record; say `ok` with the game, its moves and its result, or what is wrong."""
    return _each((record, *records), layout, lambda entry: replayed(entry.record), _summary)


def verify(record: RecordFile, /, *records: MoreRecords, layout: Layout = None) -> int:
    """Prove for every record that its key is the promised one and that all deals follow from it."""
    return _each((record, *records), layout, _verified, _proof)


def _each(
    files: tuple[str, ...],
    layout: str | None,
    judge: Callable[[Entry], State],
    praise: Callable[[State], str],
) -> int:
    """Judge every record of every file, whatever is wrong with the others."""
    from genial.cli.commands.warm import warm_up
    from genial.cli.i18n.messages import Messages

    if layout is not None:
        from genial.games.spezial.layouts import add

        add(layout)
    code = FINE
    for file in files:
        try:
            for entry in entries(file):
                if not isinstance(entry.record, BadRecord):
                    warm_up([entry.record.headers["game"]], Messages("en"))
                code = max(code, _one(entry, judge, praise))
        except BadFile as error:
            complain(str(error))
            code = BAD_USAGE
    return code


def _one(entry: Entry, judge: Callable[[Entry], State], praise: Callable[[State], str]) -> int:
    try:
        state = judge(entry)
    except GenialError as error:
        complain(f"{entry.label}: {error}")
        return WRONG_RECORD
    print(f"ok  {one_line(entry.label)}: {praise(state)}")
    return FINE


def _verified(entry: Entry) -> State:
    from genial.core.replay import verify as prove
    from genial.games import make

    if isinstance(entry.record, BadRecord):
        raise entry.record
    return prove(entry.record, make)


def _move_count(state: State) -> int:
    return sum(not line.startswith("*") for line in state.log)


def _described(state: State) -> Iterator[str]:
    yield state.game.name
    yield f"{state.game.players} player{'s' if state.game.players > 1 else ''}"
    yield f"{_move_count(state)} moves"


def _summary(state: State) -> str:
    result = "unfinished"
    if state.ranks is not None:
        result = f"result {' '.join(map(str, state.ranks))}"
    return ", ".join([*_described(state), result])


def _proof(state: State) -> str:
    proven = "the key matches the commitment, and all deals follow from it"
    return f"{', '.join(_described(state))}: {proven}"
