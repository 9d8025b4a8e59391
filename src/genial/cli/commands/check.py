"""`genial check` and `genial verify`: replay records, and prove that deals were fair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.exit_codes import BAD_USAGE, OK, WRONG_RECORD
from genial.cli.files import BadFile
from genial.cli.output import complain, one_line
from genial.cli.parameters import Layout, RecordFile, add_layout
from genial.cli.records import FileRecord, read_records, replay_record
from genial.core.errors import BadRecord, GenialError

if TYPE_CHECKING:
    from genial.core.state import State


MoreRecords = Annotated[str, Parameter(metavar="RECORD", help="More files.")]


def check(record: RecordFile, /, *records: MoreRecords, layout: Layout = None) -> int:
    """Replay records; print a summary of each, or the error in it."""
    return _judge_all(
        (record, *records), layout, lambda entry: replay_record(entry.record), _summary
    )


def verify(record: RecordFile, /, *records: MoreRecords, layout: Layout = None) -> int:
    """Prove that keys match their commitments, and that all deals follow from the keys."""
    return _judge_all((record, *records), layout, _verify, _proof)


def _judge_all(
    files: tuple[str, ...],
    layout: str | None,
    judge: Callable[[FileRecord], State],
    describe: Callable[[State], str],
) -> int:
    """Judge every record of every file, even if others are wrong; return the exit code."""
    from genial.cli.compilation import compile_games
    from genial.cli.i18n.messages import Messages

    if layout is not None:
        add_layout(layout)
    code = OK
    for file in files:
        try:
            for entry in read_records(file):
                if not isinstance(entry.record, BadRecord):
                    compile_games([entry.record.headers["game"]], Messages("en"))
                code = max(code, _judge_one(entry, judge, describe))
        except BadFile as error:
            complain(str(error))
            code = BAD_USAGE
    return code


def _judge_one(
    entry: FileRecord, judge: Callable[[FileRecord], State], describe: Callable[[State], str]
) -> int:
    try:
        state = judge(entry)
    except GenialError as error:
        complain(f"{entry.label}: {error}")
        return WRONG_RECORD
    print(f"ok  {one_line(entry.label)}: {describe(state)}")
    return OK


def _verify(entry: FileRecord) -> State:
    from genial.core.replay import verify as prove
    from genial.games import make

    if isinstance(entry.record, BadRecord):
        raise entry.record
    return prove(entry.record, make)


def _move_count(state: State) -> int:
    return sum(not line.startswith("*") for line in state.log)


def _facts(state: State) -> Iterator[str]:
    yield state.game.name
    yield f"{state.game.players} player{'s' if state.game.players > 1 else ''}"
    yield f"{_move_count(state)} moves"


def _summary(state: State) -> str:
    result = "unfinished"
    if state.ranks is not None:
        result = f"result {' '.join(map(str, state.ranks))}"
    return ", ".join([*_facts(state), result])


def _proof(state: State) -> str:
    proven = "the key matches the commitment, and all deals follow from it"
    return f"{', '.join(_facts(state))}: {proven}"
