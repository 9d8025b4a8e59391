"""Game and State: the library's face over a kernel."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

import msgspec
import numpy as np

from genial.core import engine
from genial.core.batch import Batch
from genial.core.chance import DEALER, commitment, dealer_stream, key_from
from genial.core.errors import BadPosition, BadText, GenialError, IllegalMove, WrongTurn, quoted
from genial.core.kernel import Batch as Array
from genial.core.kernel import Codes, Record, Stream, copied
from genial.core.kit import Data, Kit
from genial.core.moves import LegalMoves
from genial.core.ranking import ranks
from genial.core.record import RecordText

# Outcomes that one move can bring. Setting up a game takes at most 24 (four racks of Ingenious, the
# chips of Genial Spezial), a move of Tile Challenge 5. In Phoenix a round takes 37 (a card, six
# cubes, twenty pawns, ten cards) and another twenty for every deal of lines of which one matches:
# ten such deals in a row fit, and one comes about once in 27,000. What does not fit is dealt,
# but not written down.
TRACE = 256


@dataclass(frozen=True)
class Origin:
    """Where a line of states comes from: what its record says beside its log."""

    key: bytes | None = None  # the host's key the deals follow from; none: they do not
    nonces: Mapping[int, bytes] = field(default_factory=dict)
    source: RecordText | None = None  # the record it was replayed from
    whole: bool = True  # does the log begin at the set-up?


class _Scratch(threading.local):
    """Buffers for the kernels' answers, a set for each thread."""

    def __init__(self, kit: Kit) -> None:
        self.trace: Codes = np.zeros(TRACE, np.int32)
        self.moves: Codes = np.zeros(kit.rules.MAX_MOVES, np.int32)
        self.outcomes: Codes = np.zeros(kit.rules.MAX_OUTCOMES, np.int32)
        self.weights: Codes = np.zeros(kit.rules.MAX_OUTCOMES, np.int32)


class Game:
    """The rules of a game with its options. Made by `genial.game`."""

    def __init__(self, kit: Kit, options: Mapping[str, Any]) -> None:
        self._kit = kit
        self.name: str = kit.NAME
        self.title: str = kit.TITLE
        self.options: dict[str, Any] = kit.options(options)
        self.players: int = self.options["players"]
        self.tracks: tuple[int, ...] = kit.tracks(self.options)
        self._scratch = _Scratch(kit)
        self.template: Array = np.zeros(1, kit.rules.DTYPE)
        kit.configure(_named(self.template), self.options)

    def start(
        self, seed: int | bytes | None = None, *, nonces: Mapping[int, bytes] | None = None
    ) -> State:
        """A new game, dealt from a seed: an int, a key of 32 bytes, or none (a secret key).

        `nonces` are the players' 32 random bytes by seat, mixed into the key.
        """
        key = key_from(seed)
        stream = dealer_stream(key, nonces)
        array = copied(self.template)
        scratch = self._scratch
        n = engine.advance(array, 0, engine.NO_MOVE, stream, scratch.trace, scratch.moves)
        origin = Origin(key=key, nonces=dict(nonces or {}))
        return State(self, array, stream, origin, trace=tuple(scratch.trace[:n].tolist()))

    def at(self, position: Mapping[str, Any], seed: int | bytes | None = None) -> State:
        """The state in this position (see `State.position`); its log starts empty."""
        if not isinstance(position, Mapping):
            raise BadPosition(f"a position is a mapping, not {quoted(position)}")
        rest = dict(position)
        about = {"game": self.name, "options": self.options}
        for key, value in about.items():
            if rest.pop(key, value) != value:
                raise BadPosition(f"this position is of another {key[:6]} than {value}")
        array = copied(self.template)
        self._kit.restore(_named(array), rest)
        state = State(self, array, dealer_stream(key_from(seed)), Origin(whole=False))
        if not state.over and not len(state.legal()):
            raise BadPosition("the game is not over, but no move is legal in this position")
        return state

    def batch(self, count: int, *, seed: int) -> Batch:
        """So many games side by side in one array, for playouts and training."""
        return Batch(self._kit, self.template, count, seed=seed)

    def checked_seat(self, seat: object) -> int:
        """The seat, if there is such a one; raises GenialError."""
        if isinstance(seat, int | np.integer) and seat in range(1, self.players + 1):
            return int(seat)
        seats = f"seats 1 to {self.players}"
        raise GenialError(f"there are {seats}, not {quoted(seat)}", code="no-such-seat")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.options) == (other.name, other.options)

    def __hash__(self) -> int:
        return hash((self.name, *self.options.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_again, (self._kit.__name__, self.options)

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"genial.game({self.name!r}, {options})"


def _game_again(package: str, options: dict[str, Any]) -> Game:
    return Game(cast(Kit, importlib.import_module(package)), options)


class State:
    """A position and how it came about. States never change; `play` gives a new one."""

    __slots__ = ("_array", "_before", "_code", "_lines", "_origin", "_shown", "_status",
                 "_stream", "_trace", "game")  # fmt: skip

    def __init__(
        self,
        game: Game,
        array: Array,
        stream: Stream | None,
        origin: Origin,
        *,
        before: State | None = None,
        code: int = -1,
        trace: tuple[int, ...] = (),
    ) -> None:
        self.game = game
        self._array = array
        self._stream = stream  # none: a replayed state that has not been played on
        self._origin = origin
        self._before = before
        self._code = code  # the move that led here from `before`
        self._trace = trace  # what was drawn then
        self._status: tuple[bool, int, tuple[float, ...]] | None = None
        self._lines: tuple[str, ...] | None = None
        self._shown: list[str] | None = None

    # --- whose turn, and the end

    def _looked_up(self) -> tuple[bool, int, tuple[float, ...]]:
        if self._status is None:
            utilities = np.zeros(self.game.players)
            _, over, turn = engine.status(self._array, 0, utilities)
            self._status = over, turn + 1, tuple(utilities.tolist())
        return self._status

    @property
    def turn(self) -> int | None:
        """The seat to move, from 1; none when the game is over."""
        over, turn, _ = self._looked_up()
        return None if over else turn

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self._looked_up()[0]

    @property
    def ranks(self) -> tuple[int, ...] | None:
        """Ranks by seat, 1 2 2 4 style; none until the game is over."""
        over, _, utilities = self._looked_up()
        return ranks(utilities, self.game.tracks) if over else None

    @property
    def utilities(self) -> tuple[float, ...]:
        """By seat, as things stand: the share of the others one is ahead of, ties half.

        Solo Ingenious: the lowest colour's share of the track.
        """
        return self._looked_up()[2]

    @property
    def scores(self) -> list[dict[str, int]]:
        """The points by colour, one entry a track (a seat or a team)."""
        return self.game._kit.scores(_named(self._array))

    @property
    def series(self) -> list[int] | None:
        """Tile Challenge: the sums of the finished games, one a seat; none elsewhere."""
        series = getattr(self.game._kit, "series", None)
        return None if series is None else series(_named(self._array))

    # --- moves

    def legal(self) -> LegalMoves:
        """Every legal move once, as a lazy sequence of texts; empty when the game is over."""
        scratch = self.game._scratch
        n = engine.moves(self._array, 0, scratch.moves)
        return LegalMoves(self.game._kit, scratch.moves[:n].copy())

    def play(self, text: str, seat: int | None = None) -> State:
        """The state after a move; raises IllegalMove. The seat is checked when given."""
        game = self.game
        code = self._read(text)
        if seat is not None and not self.over and seat != self.turn:
            raise WrongTurn(f"it is seat {self.turn}'s turn, not seat {seat}'s")
        array = copied(self._array)
        origin = self._origin
        if self._stream is not None:
            stream = self._stream.copy()
        else:
            stream = dealer_stream(origin.key or key_from(None))
            origin = replace(origin, key=None)
        scratch = game._scratch
        n = engine.advance(array, 0, code, stream, scratch.trace, scratch.moves)
        if n == engine.ILLEGAL:
            raise self._refusal(code)
        trace = tuple(scratch.trace[:n].tolist())
        return State(game, array, stream, origin, before=self, code=code, trace=trace)

    def parse(self, text: str) -> str:
        """The text itself if it is a legal move; raises BadText or IllegalMove."""
        code = self._read(text)
        if code not in self.legal().codes:
            raise self._refusal(code)
        return text

    def explain(self, text: str) -> Data:
        """What a move would score and why, as plain data; needs no hidden knowledge."""
        code = self._read(text)
        if self.over:
            raise self._refusal(code)
        return self.game._kit.explain(_named(self._array), code)

    def undo(self) -> State:
        """The state before the last move."""
        if self._before is None:
            raise IllegalMove("there is no move to take back", code="nothing-to-undo")
        return self._before

    def taken_back(self, moves: int = 1) -> State:
        """The state before so many moves, from which other things will be drawn than were.

        What was drawn stays drawn from the stream, so its record has no proof.
        """
        state = self
        for _ in range(moves):
            state = state.undo()
        return State(
            self.game, state._array, self._stream, replace(state._origin, key=None),
            before=state._before, code=state._code, trace=state._trace,
        )  # fmt: skip

    def _read(self, text: str) -> int:
        if not isinstance(text, str):
            raise BadText(f"a move is a text, not {quoted(text)}")
        return self.game._kit.read(text)

    def _refusal(self, code: int) -> IllegalMove:
        if self.over:
            return IllegalMove("the game is over", code="game-over")
        return self.game._kit.refusal(_named(self._array), code)

    # --- what happened, and who may see it

    def _history(self) -> list[State]:
        states: list[State] = []
        state: State | None = self
        while state is not None:
            states.append(state)
            state = state._before
        return states[::-1]

    def _mover(self) -> int | None:
        """The seat whose move led here, from 1."""
        return None if self._before is None else self._before.turn

    def _own_lines(self) -> tuple[str, ...]:
        """The lines of the log that the last move added: the move first, then chance."""
        if self._lines is None:
            kit, mover = self.game._kit, self._mover()
            lines = [] if mover is None else [f"{mover} {kit.spell(self._code)}"]
            lines += kit.chance_lines(self._trace, mover, self.game.options)
            self._lines = tuple(lines)
        return self._lines

    def _seen_lines(self, seat: int | None) -> list[str]:
        """The same as a seat may see them."""
        kit = self.game._kit
        lines = []
        for line in self._own_lines():
            if line.startswith("*"):
                lines.append(kit.redacted(line, seat, self.game.options))
            else:
                lines += [line, *self._shown_lines()]
        return lines

    def _shown_lines(self) -> list[str]:
        """What the last move shows to everybody."""
        if self._shown is None:
            assert self._before is not None
            self._shown = self.game._kit.shown(_named(self._before._array), self._code)
        return self._shown

    @property
    def log(self) -> list[str]:
        """The record's body so far: chance and moves, a line each."""
        return [line for state in self._history() for line in state._own_lines()]

    def news(self, seat: int | None) -> list[str]:
        """The lines that the last move added to the log, as a seat, or a spectator, sees them."""
        self._check(seat)
        return self._seen_lines(seat)

    def _check(self, seat: int | None) -> None:
        if seat is not None:
            self.game.checked_seat(seat)

    def view(self, seat: int | None, *, log: bool = True) -> Data:
        """What a seat (from 1), or with none a spectator, may see; plain JSON data.

        Without the log it costs less; `news` then tells what was added.
        """
        self._check(seat)
        kit = self.game._kit
        states = self._history() if log else []
        view = kit.View(
            game=self.game.name,
            options=self.game.options,
            seat=seat,
            turn=self.turn,
            over=self.over,
            ranks=None if self.ranks is None else list(self.ranks),
            scores=self.scores,
            log=[line for state in states for line in state._seen_lines(seat)],
            **kit.visible(_named(self._array), seat),
        )
        plain: Data = msgspec.to_builtins(view)
        return plain

    def position(self) -> Data:
        """The whole truth as plain data, without its history; `Game.at` is the inverse."""
        about = {"game": self.game.name, "options": dict(self.game.options)}
        return about | self.game._kit.position(_named(self._array))

    def record(self, **headers: str) -> str:
        """The whole record as text; `seat_1="Ada"` writes the header `seat 1: Ada`.

        The commitment to the key is in it from the start, the key itself once the game is over.
        """
        if not self._origin.whole:
            raise GenialError(
                "a state that was set up from a position has no record", code="no-record"
            )
        extra = {name.replace("_", " "): value for name, value in headers.items()}
        if self._origin.key is not None and self._stream is not None:
            extra = self._proof() | extra
        if self.ranks is not None:
            extra = {"result": " ".join(map(str, self.ranks))} | extra
        text = RecordText.of(self.game.name, self.game.options, self.log)
        source = self._origin.source
        if source is not None:
            text = source if source.body == text.body else text.continuing(source)
        return text.with_headers(extra).text()

    def _proof(self) -> dict[str, str]:
        assert self._origin.key is not None
        proof = {"dealer": str(DEALER), "commitment": commitment(self._origin.key)}
        for seat, nonce in self._origin.nonces.items():
            proof[f"nonce {seat}"] = nonce.hex()
        if self.over:
            proof["key"] = self._origin.key.hex()
        return proof

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
        first, *rest = self._history()
        events = [(state._code, state._trace) for state in rest]
        return _state_again, (
            (self.game, first._array, first._stream, first._origin, first._trace),
            events,
            (self._stream, self._origin),
        )

    def __repr__(self) -> str:
        what = f"ranks {self.ranks}" if self.over else f"seat {self.turn} to move"
        return f"<{self.game.title} for {self.game.players}: {what}>"


def _state_again(
    beginning: tuple[Any, ...], events: list[tuple[int, tuple[int, ...]]], end: tuple[Any, Any]
) -> State:
    game, array, stream, origin, trace = beginning
    state = State(game, array, stream, origin, trace=trace)
    for code, drawn in events:
        state = replayed(state, code, drawn)
    state._stream, state._origin = end
    return state


def replayed(state: State, code: int, drawn: tuple[int, ...]) -> State:
    """The state after a legal move and given outcomes, with no stream to deal from."""
    scratch = state.game._scratch
    array = copied(state._array)
    engine.replay_move(array, 0, code, scratch.moves)
    for outcome in drawn:
        engine.replay_outcome(array, 0, outcome, scratch.outcomes, scratch.weights)
    return State(state.game, array, None, state._origin, before=state, code=code, trace=drawn)


def _named(array: Array) -> Record:
    """The one game of an array, its fields as attributes."""
    return array.view(np.recarray)[0]
