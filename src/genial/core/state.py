"""State: a position of a game and how it came about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from msgspec import UNSET

from genial.core import engine
from genial.core.chance import dealer_stream, key_from
from genial.core.drawing import draw
from genial.core.errors import BadText, IllegalMove, WrongTurn, quote
from genial.core.explanation import Choices, Effect, Explanation, MoveList
from genial.core.kernel import Record, Records, Stream, as_record, copy_records, read_record
from genial.core.kit import Data
from genial.core.moves import LegalMoves
from genial.core.origin import Origin
from genial.core.picture import Picture
from genial.core.ranking import ranks
from genial.core.view import View

if TYPE_CHECKING:
    from genial.core.game import Game


class State:
    """A position and how it came about. States never change; `play` gives a new one.

    >>> import genial
    >>> start = genial.game("phoenix").start(seed=1)
    >>> state = start.play("S1:1-2")
    >>> state.last_move, state.mover, state.previous is start, state.move_count
    ('S1:1-2', 1, True, 1)
    """

    __slots__ = ("_effect", "_fields", "_lines", "_points", "_revealed", "_status", "array",
                 "draws", "game", "last_code", "move_count", "origin", "previous",
                 "stream")  # fmt: skip

    game: Game
    array: Records  # the position as the kernel has it, one record: to be read, never written
    stream: Stream | None  # the chance to come; none in a state that was replayed
    origin: Origin
    previous: State | None  # before the last move; none at the start
    last_code: int  # the last move as the kernel's number; -1 at the start
    draws: tuple[int, ...]  # the outcomes that were drawn after the last move
    move_count: int  # moves since the start

    def __init__(
        self,
        game: Game,
        array: Records,
        stream: Stream | None,
        origin: Origin,
        *,
        previous: State | None = None,
        last_code: int = engine.NO_MOVE,
        draws: tuple[int, ...] = (),
    ) -> None:
        self.game = game
        self.array = array
        self.stream = stream
        self.origin = origin
        self.previous = previous
        self.last_code = last_code
        self.draws = draws
        self.move_count = 0 if previous is None else previous.move_count + 1
        self._status: tuple[bool, bool, int, tuple[float, ...]] | None = None
        self._fields: Record | None = None
        self._points: list[dict[str, int]] | None = None
        self._lines: tuple[str, ...] | None = None
        self._revealed: list[str] | None = None
        self._effect: Effect | None = None

    @property
    def fields(self) -> Record:
        """The position's fields as attributes, only to be read: quicker than those of `array`."""
        fields = self._fields
        if fields is None:
            fields = self._fields = read_record(self.array)
            if self.previous is not None:
                self.previous._fields = None  # they are large: only the newest state keeps them
        return fields

    # --- whose turn, and the end

    def _look_up(self) -> tuple[bool, bool, int, tuple[float, ...]]:
        """Is chance due, is the game over, whose turn is it, and the standing."""
        if self._status is None:
            utilities = np.zeros(self.game.players)
            due, over, turn = engine.status(self.array, 0, utilities)
            self._status = due, over, turn + 1, tuple(utilities.tolist())
        return self._status

    @property
    def turn(self) -> int | None:
        """The seat to move, from 1; none when the game is over."""
        _, over, turn, _ = self._look_up()
        return None if over else turn

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self._look_up()[1]

    @property
    def ranks(self) -> tuple[int, ...] | None:
        """Ranks by seat, 1 2 2 4 style; none until the game is over."""
        _, over, _, utilities = self._look_up()
        return ranks(utilities, self.game.tracks) if over else None

    @property
    def utilities(self) -> tuple[float, ...]:
        """By seat, as things stand: the share of the others one is ahead of, ties half.

        Solo Ingenious: the lowest colour's share of the track.
        """
        return self._look_up()[3]

    @property
    def scores(self) -> list[dict[str, int]]:
        """The points by colour, one entry for each track (a seat or a team)."""
        return [points.copy() for points in self._scores()]

    def _scores(self) -> list[dict[str, int]]:
        if self._points is None:
            self._points = self.game.kit.scores(self.fields)
        return self._points

    @property
    def series(self) -> list[int] | None:
        """Tile Challenge: the sums of the finished games, one for each seat; none elsewhere."""
        series = getattr(self.game.kit, "series", None)
        return None if series is None else series(as_record(self.array))

    # --- moves

    def legal(self) -> LegalMoves:
        """Every legal move once, as a lazy sequence of texts; empty when the game is over."""
        moves = self.game.scratch.moves
        n = engine.moves(self.array, 0, moves)
        return LegalMoves(self.game.kit, moves[:n].copy())

    def choices(self) -> Choices:
        """Return the legal moves small enough to be sent with every turn.

        Mostly a `MoveList`; a game with thousands of moves may have a shorter form.
        """
        in_short = getattr(self.game.kit, "choices", None)
        found: Choices | None = None
        if in_short is not None and not self.over:
            found = in_short(self.array)
        return MoveList(list(self.legal())) if found is None else found

    def play(self, text: str, seat: int | None = None) -> State:
        """Return the state after a move; raise IllegalMove. The seat is checked when given."""
        code = self._read(text)
        if seat is not None and not self.over and seat != self.turn:
            raise WrongTurn(f"it is seat {self.turn}'s turn, not seat {seat}'s")
        return self.play_code(code)

    def play_code(self, code: int) -> State:
        """Return the state after a move given as the kernel's number; raise IllegalMove."""
        array = copy_records(self.array)
        origin = self.origin
        if self.stream is not None:
            stream = self.stream.copy()
        else:
            stream = dealer_stream(origin.key or key_from(None))
            origin = replace(origin, key=None)
        scratch = self.game.scratch
        n = engine.advance(array, 0, code, stream, scratch.trace, scratch.moves)
        if n == engine.ILLEGAL:
            raise self.refusal(code)
        draws = tuple(scratch.trace[:n].tolist())
        return State(
            self.game, array, stream, origin, previous=self, last_code=code, draws=draws
        )  # fmt: skip

    def parse(self, text: str) -> str:
        """Return the text itself if it is a legal move; raise BadText or IllegalMove."""
        code = self._read(text)
        if code not in self.legal().codes:
            raise self.refusal(code)
        return text

    def explain(self, text: str) -> Data:
        """Return what a move would score and why, as plain data; needs no hidden knowledge."""
        plain: Data = msgspec.to_builtins(self.explanation(text))
        return plain

    def explanation(self, text: str) -> Explanation:
        """Return what a move would score and why, as a Struct of the game."""
        code = self._read(text)
        if self.over:
            raise self.refusal(code)
        return self.game.kit.explain(as_record(self.array), code)

    def refusal(self, code: int) -> IllegalMove:
        """Return why a move, given as the kernel's number, is not legal now."""
        if self.over:
            return IllegalMove("the game is over", code="game-over")
        return self.game.kit.refusal(as_record(self.array), code)

    def _read(self, text: str) -> int:
        if not isinstance(text, str):
            raise BadText(f"a move is a text, not {quote(text)}")
        return self.game.kit.read(text)

    # --- other ways on from here

    def undo(self) -> State:
        """Return the state before the last move. Played on, it deals what it dealt before."""
        if self.previous is None:
            raise IllegalMove("there is no move to take back", code="nothing-to-undo")
        return self.previous

    def take_back(self, moves: int = 1) -> State:
        """Return the state a number of moves ago; played on, it deals other things than it did.

        What was drawn stays drawn from the stream, so its record has no proof.
        """
        state = self
        for _ in range(moves):
            state = state.undo()
        return _with_stream(state, self.stream)

    def branch(self, seed: int | bytes | None = None) -> State:
        """Return this state with another future: it deals from a new seed.

        >>> import genial
        >>> state = genial.game("tile-challenge").start(seed=1)
        >>> state.branch(seed=8) == state
        True
        >>> state.branch(seed=8).play("draw") == state.play("draw")
        False
        """
        return _with_stream(self, dealer_stream(key_from(seed)))

    def with_draws(self, lines: Sequence[str]) -> State:
        """Return this state if these lines of chance followed its last move, else one they did.

        The other one deals on from a new key, and its record has no proof. Raises BadText if the
        lines cannot be read, IllegalMove if they cannot be drawn.
        """
        if self.chance_lines == tuple(lines):
            return self
        if self.previous is None and not self.origin.from_setup:
            raise IllegalMove("nothing is drawn before the first move of this game")
        state = self.game.start_undealt()
        if self.previous is not None:
            state = self.previous.play_undealt(self.last_code)
        for line in lines:
            for outcome in self.game.kit.read_chance(line):
                state = state.settle(outcome)
        if state.is_chance_due:
            raise IllegalMove("these lines do not tell all that must be drawn")
        return State(
            self.game, state.array, dealer_stream(key_from(None)), replace(self.origin, key=None),
            previous=self.previous, last_code=self.last_code, draws=state.draws,
        )  # fmt: skip

    # --- chance by hand, an outcome at a time: for chance nodes and stored deals

    @property
    def is_chance_due(self) -> bool:
        """Must something be drawn before the next move? Never in a state that `play` gave."""
        return self._look_up()[0]

    def outcomes(self) -> list[tuple[int, int]]:
        """What the next draw can bring, with weights; empty where nothing is due."""
        scratch = self.game.scratch
        n = engine.outcomes(self.array, 0, scratch.outcomes, scratch.weights)
        found = zip(scratch.outcomes[:n].tolist(), scratch.weights[:n].tolist(), strict=True)
        return list(found)

    def play_undealt(self, code: int) -> State:
        """Return the state after a move, its draws left due; raise IllegalMove."""
        array = copy_records(self.array)
        if not engine.replay_move(array, 0, code, self.game.scratch.moves):
            raise self.refusal(code)
        return State(self.game, array, None, self.origin, previous=self, last_code=code)

    def settle(self, outcome: int) -> State:
        """Return this state with one more outcome drawn; raise IllegalMove."""
        array, scratch = copy_records(self.array), self.game.scratch
        if not engine.replay_outcome(array, 0, outcome, scratch.outcomes, scratch.weights):
            raise IllegalMove(f"{quote(outcome)} cannot be the outcome of this draw")
        return State(
            self.game, array, None, self.origin, previous=self.previous,
            last_code=self.last_code, draws=(*self.draws, int(outcome)),
        )  # fmt: skip

    # --- what happened, and what a seat may see of it

    @property
    def history(self) -> list[State]:
        """All states from the start up to this one."""
        states: list[State] = []
        state: State | None = self
        while state is not None:
            states.append(state)
            state = state.previous
        return states[::-1]

    @property
    def last_move(self) -> str | None:
        """The text of the move that led here; none at the start."""
        return None if self.previous is None else self.game.kit.spell(self.last_code)

    @property
    def mover(self) -> int | None:
        """The seat whose move led here, from 1; none at the start."""
        return None if self.previous is None else self.previous.turn

    @property
    def effect(self) -> Effect | None:
        """What the last move did, in short; none at the start. All seats may know it.

        >>> import genial
        >>> start = genial.game("ingenious").start(seed=1)
        >>> start.effect, start.play(start.legal()[0]).effect.failed
        (None, '')
        """
        if self._effect is None and self.previous is not None:
            self._effect = self._effect_after(self.previous)
        return self._effect

    def _effect_after(self, before: State) -> Effect:
        own = vars(self.game.kit).get("effect")  # `getattr` is slow where there is none
        if own is not None:
            records = as_record(before.array), as_record(self.array)
            told: Effect = own(records[0], self.last_code, self.draws, records[1])
            return told
        track = self.game.tracks[(before.turn or 1) - 1]
        had, has = before._scores()[track], self._scores()[track]
        return Effect(gains={key: has[key] - n for key, n in had.items() if has[key] > n})

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that the last move added to the log: the move first, then chance."""
        if self._lines is None:
            mover = self.mover
            lines = [] if mover is None else [f"{mover} {self.last_move}"]
            lines += self.game.kit.chance_lines(self.draws, mover, self.game.options)
            self._lines = tuple(lines)
        return self._lines

    @property
    def chance_lines(self) -> tuple[str, ...]:
        """Those of `lines` that tell what was drawn."""
        return tuple(line for line in self.lines if line.startswith("*"))

    @property
    def log(self) -> list[str]:
        """The record's body so far: chance and moves, a line each."""
        return [line for state in self.history for line in state.lines]

    def news(self, seat: int | None) -> list[str]:
        """Return the lines that the last move added, as a seat, or a spectator, sees them."""
        self._check(seat)
        kit = self.game.kit
        lines = []
        for line in self.lines:
            if line.startswith("*"):
                lines.append(kit.redact(line, seat, self.game.options))
            else:
                lines += [line, *self._revealed_lines()]
        return lines

    def _revealed_lines(self) -> list[str]:
        """What the last move shows to all seats."""
        if self._revealed is None:
            assert self.previous is not None
            self._revealed = self.game.kit.revealed_lines(
                as_record(self.previous.array), self.last_code
            )
        return self._revealed

    def _check(self, seat: int | None) -> None:
        if seat is not None:
            self.game.check_seat(seat)

    def view(self, seat: int | None, *, log: bool = True) -> Data:
        """Return what a seat (from 1), or with none a spectator, may see; plain JSON data.

        Without the log it costs less; `news` then tells what was added.
        """
        plain: Data = msgspec.to_builtins(self.view_struct(seat, log=log))
        return plain

    def view_struct(self, seat: int | None, *, log: bool = True) -> View:
        """Return what a seat may see as the game's Struct."""
        self._check(seat)
        kit = self.game.kit
        states = self.history if log else []
        return kit.View(
            game=self.game.name,
            options=self.game.options,
            seat=seat,
            turn=self.turn,
            over=self.over,
            ranks=None if self.ranks is None else list(self.ranks),
            scores=self.scores,
            log=[line for state in states for line in state.news(seat)],
            beginning=(self.beginning(seat) if log else None) or UNSET,
            **kit.visible(as_record(self.array), seat),
        )

    def beginning(self, seat: int | None) -> Data | None:
        """Return the position that the game began from, as a seat, or a spectator, may see it.

        None if the game began at the set-up, which is what most do.
        """
        position = self.origin.position
        if position is None:
            return None
        redact = getattr(self.game.kit, "redact_position", None)
        if redact is not None:
            seen: Data = redact(position, seat, self.game.options)
            return seen
        return None if self.game.facts.has_hidden_information else dict(position)

    def picture(self, seat: int | None = None) -> Picture:
        """Draw what a seat, or with none a spectator, may see: as SVG, or as pixels with Pillow.

        >>> import genial
        >>> genial.game("phoenix").start(seed=1).picture().svg()[:4]
        '<svg'
        """
        return draw(self.view(seat), self.game.kit)

    def _repr_svg_(self) -> str:
        """Return what a notebook shows: what the seat to move sees, after the end spectators."""
        return self.picture(self.turn).svg()

    def position(self) -> Data:
        """Return the whole truth as plain data, without history; `Game.at` is the inverse."""
        about = {"game": self.game.name, "options": dict(self.game.options)}
        return about | self.game.kit.position(as_record(self.array))

    def record(self, **headers: str) -> str:
        """Return the whole record as text; `seat_1="Ada"` writes the header `seat 1: Ada`.

        The commitment to the key is in it from the start, the key itself once the game is over.
        """
        named = {name.replace("_", " "): value for name, value in headers.items()}
        is_dealt = self.stream is not None
        text = self.origin.record(self.game, self.log, named, ranks=self.ranks, is_dealt=is_dealt)
        return text.text()

    # --- a state as a value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self is other:
            return True
        return self.game == other.game and self.position() == other.position()

    def __hash__(self) -> int:
        return hash(msgspec.json.encode(self.position(), order="sorted"))

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: object) -> State:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        first, *rest = self.history
        events = [(state.last_code, state.draws) for state in rest]
        return _restore, (
            (self.game, first.array, first.stream, first.origin, first.draws),
            events,
            (self.stream, self.origin),
        )

    def __repr__(self) -> str:
        what = f"ranks {self.ranks}" if self.over else f"seat {self.turn} to move"
        return f"<{self.game.title} for {self.game.players}: {what}>"


def _with_stream(state: State, stream: Stream | None) -> State:
    return State(
        state.game, state.array, stream, replace(state.origin, key=None),
        previous=state.previous, last_code=state.last_code, draws=state.draws,
    )  # fmt: skip


def _restore(
    beginning: tuple[Any, ...], events: list[tuple[int, tuple[int, ...]]], end: tuple[Any, Any]
) -> State:
    """Unpickle a state: what happened is played again on its first array."""
    game, array, stream, origin, draws = beginning
    state = State(game, array, stream, origin, draws=draws)
    for code, drawn in events:
        state = _replay(state, code, drawn)
    state.stream, state.origin = end
    return state


def _replay(state: State, code: int, draws: tuple[int, ...]) -> State:
    """Return the state after a legal move and given outcomes, with no stream to deal from."""
    scratch = state.game.scratch
    array = copy_records(state.array)
    engine.replay_move(array, 0, code, scratch.moves)
    for outcome in draws:
        engine.replay_outcome(array, 0, outcome, scratch.outcomes, scratch.weights)
    return State(
        state.game, array, None, state.origin, previous=state, last_code=code, draws=draws
    )  # fmt: skip
