"""From a record back to a state, and the proof that its deals follow from its key."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from genial.core import engine
from genial.core.chance import DEALER, KEY_BYTES, NONCE_BYTES, commitment
from genial.core.errors import (
    BadPosition,
    BadRecord,
    BadText,
    GenialError,
    NotProven,
    quote,
)
from genial.core.game import Game
from genial.core.kernel import copy_records
from genial.core.kit import Options
from genial.core.origin import Origin
from genial.core.record import POSITION, RecordText
from genial.core.state import State
from genial.core.view import read_json

Maker = Callable[[str, Options], Game]  # makes a game from its name and options

_MOVE = re.compile(r"([1-9]) (\S+)")


def game_of(record: RecordText, make: Maker) -> Game:
    """The game a record is of, by its headers."""
    name = record.headers["game"]
    number = record.header_lines.get("game", 1)
    try:
        usual = make(name, {})
    except GenialError as error:
        raise BadRecord(str(error), line=number, code=error.code) from None
    given: dict[str, Any] = {}
    for option in (*usual.options, *usual.facts.optional_names):
        if option in record.headers:
            given[option] = record.headers[option]
        elif option in usual.options and option != "start":
            raise BadRecord(f"a record of {name} needs the header {option}", line=number)
    try:
        return make(name, given)
    except GenialError as error:
        raise BadRecord(str(error), line=number, code=error.code) from None


def replay(record: RecordText, make: Maker, *, key: bytes | None = None) -> State:
    """The state that a record ends in; raises BadRecord with the line and the reason.

    Played on, it deals from `key`, or from a new one.
    """
    game = game_of(record, make)
    replayer = _Replayer(game, Origin(key=key, source=record), _beginning_of(record, game))
    for number, line in zip(record.body_lines, record.body, strict=True):
        replayer.read(line, number)
    state = replayer.final_state(record.last_line)
    _check_result(record, state)
    return state


def _beginning_of(record: RecordText, game: Game) -> State | None:
    """Return the state that a record begins from, by its header `position`; None: the set-up."""
    text = record.headers.get(POSITION)
    if text is None:
        return None
    try:
        return game.at(read_json(text))
    except BadPosition as error:
        number = record.header_lines.get(POSITION, 1)
        raise BadRecord(str(error), line=number, code=error.code) from None


class _Replayer:
    """Reads the lines of a body one by one."""

    def __init__(self, game: Game, origin: Origin, beginning: State | None) -> None:
        self._game = game
        self._kit = game.kit
        self._origin = origin
        self._array = copy_records(game.template)
        self._state: State | None = None  # the last state that is complete
        if beginning is not None:
            self._origin = replace(origin, position=beginning.origin.position)
            self._array = copy_records(beginning.array)
            self._state = State(game, beginning.array, None, self._origin)
        self._code = -1  # the move after it, if its draws are not complete
        self._trace: list[int] = []
        self._chance: list[tuple[int, str]] = []  # the lines that `_trace` was read from

    def _is_due(self) -> bool:
        scratch = self._game.scratch
        return engine.outcomes(self._array, 0, scratch.outcomes, scratch.weights) > 0

    def read(self, line: str, number: int) -> None:
        """Read one line; raises BadRecord."""
        if self._is_due():
            self._read_chance(line, number)
        elif line.startswith("*"):
            raise BadRecord("nothing is drawn here", line=number)
        else:
            self._read_move(line, number)

    def _read_chance(self, line: str, number: int) -> None:
        if not line.startswith("*"):
            raise BadRecord("a draw ('* …') must come before this move", line=number)
        try:
            outcomes = self._kit.read_chance(line)
        except BadText as error:
            raise BadRecord(str(error), line=number, code=error.code) from None
        scratch = self._game.scratch
        for outcome in outcomes:
            if not engine.replay_outcome(
                self._array, 0, outcome, scratch.outcomes, scratch.weights
            ):
                raise BadRecord(f"{quote(line)} cannot be drawn here", line=number)
        self._trace += outcomes
        self._chance.append((number, line))
        if not self._is_due():
            self._complete()

    def _complete(self) -> None:
        """All draws are read: they must be written as we would write them."""
        seat = None if self._state is None else self._state.turn
        spelt = self._kit.chance_lines(self._trace, seat, self._game.options)
        for k, (number, line) in enumerate(self._chance):
            if k >= len(spelt) or spelt[k] != line:
                rest = f": it should read {spelt[k]}" if k < len(spelt) else ""
                raise BadRecord(f"{quote(line)} is not what is drawn here{rest}", line=number)
        self._state = State(
            self._game,
            copy_records(self._array),
            None,
            self._origin,
            previous=self._state,
            last_code=self._code,
            draws=tuple(self._trace),
        )
        self._trace, self._chance = [], []

    def _read_move(self, line: str, number: int) -> None:
        assert self._state is not None
        parts = _MOVE.fullmatch(line)
        if parts is None:
            raise BadRecord(
                f"{quote(line)} is neither a chance line nor a seat and its move", line=number
            )
        seat, text = int(parts[1]), parts[2]
        if self._state.over:
            raise BadRecord("the game is over, but a move follows", line=number, code="game-over")
        if seat != self._state.turn:
            raise BadRecord(
                f"it is seat {self._state.turn}'s turn, not seat {seat}'s",
                line=number,
                code="wrong-turn",
            )
        try:
            self._code = self._kit.read(text)
        except BadText as error:
            raise BadRecord(str(error), line=number, code=error.code) from None
        if not engine.replay_move(self._array, 0, self._code, self._game.scratch.moves):
            refusal = self._state.refusal(self._code)
            raise BadRecord(str(refusal), line=number, code=refusal.code)
        if not self._is_due():
            self._complete()

    def final_state(self, number: int) -> State:
        """The state after the last line; raises BadRecord if a draw is missing."""
        if self._state is None or self._is_due():
            raise BadRecord("the record ends where a draw must follow", line=number)
        return self._state


def _check_result(record: RecordText, state: State) -> None:
    result, ended = record.headers.get("result"), record.headers.get("ended")
    players = state.game.players
    if ended is not None and ended[-1].isdigit() and int(ended[-1]) > players:
        raise BadRecord(f"there are only {players} seats", line=record.header_lines["ended"])
    if state.over and ended is not None:
        raise BadRecord(
            "ended is for games that did not end by their rules, but this one did",
            line=record.header_lines["ended"],
        )
    if result is None:
        return
    number = record.header_lines["result"]
    if state.ranks is not None:
        ranks = " ".join(map(str, state.ranks))
        if result != ranks:
            raise BadRecord(f"the result is {ranks}, not {quote(result)}", line=number)
    elif ended is None:
        raise BadRecord("there is a result, but the game has not ended", line=number)
    elif not re.fullmatch(rf"[1-{players}]( [1-{players}]){{{players - 1}}}", result):
        raise BadRecord("a result gives a rank for every seat", line=number)


def verify(record: RecordText, make: Maker) -> State:
    """Check that the deals of a record follow from its key, and the key from its commitment.

    Of a game that began from a position these are the deals after it; the position is taken as
    given. The state it ends in; raises BadRecord if it cannot be replayed, NotProven if it is
    wrong.
    """
    state = replay(record, make)
    headers = record.headers
    if "key" not in headers:
        raise NotProven("the record has no key: it is published when a game has ended")
    if headers.get("dealer") != str(DEALER):
        raise NotProven(f"only deals of 'dealer: {DEALER}' can be checked")
    key = _hex(headers["key"], KEY_BYTES, "key")
    if headers.get("commitment") != commitment(key):
        raise NotProven("the key is not the one that the commitment promised")
    nonces = {
        int(name.removeprefix("nonce ")): _hex(value, NONCE_BYTES, name)
        for name, value in headers.items()
        if re.fullmatch(r"nonce [1-9]", name)
    }
    position = state.origin.position
    if position is None:
        dealt = state.game.start(key, nonces=nonces)
    else:
        dealt = state.game.at(position, key, nonces=nonces)
    lines = iter(zip(record.body_lines, record.body, strict=True))
    for step in state.history:
        if step.previous is not None:
            dealt = dealt.play_code(step.last_code)
        for line in dealt.lines:
            number, written = next(lines, (record.last_line, "nothing"))
            if written != line:
                raise NotProven(f"line {number}: the key deals {line!r}, not {written!r}")
    return state


def _hex(text: str, size: int, name: str) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) != size:
        raise NotProven(f"the {name} is not {size} bytes in hexadecimal digits")
    return value
