"""Simulate one game for the environments: a kernel record, its chance, and how it came about."""

from __future__ import annotations

import zlib

import numpy as np
import numpy.typing as npt

from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.errors import BadOption, IllegalMove
from genial.core.game import Game
from genial.core.kernel import Codes, Records, Stream, copy_records
from genial.core.origin import Origin
from genial.core.state import State
from genial.lab.encoding import NO_MASK, encoding_of, look_at
from genial.lab.kernels import stepping
from genial.lab.kernels.sight import Floats, Masks
from genial.lab.kernels.stepping import ILLEGAL, NOTHING, OVER, Utilities

NO_SEAT = -1
_LOSER = 1  # byte of a packed game: the seat that has lost by an illegal action, from 1; or 0
_SUM = 4  # bytes at the end of a packed game: the kernels trust what they get
_NO_NUMBERS: Floats = np.empty(0, np.float32)
_BYTES, _NUMBERS = NO_MASK.dtype, _NO_NUMBERS.dtype  # quicker for NumPy than its types


def _sum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(_SUM, "little")


class Simulator:
    """A game being played by numbers of actions. It changes, and can be copied and set."""

    def __init__(self, game: Game, *, counting: bool = False) -> None:
        self.encoding = encoding_of(game)
        actions, observations = self.encoding.actions, self.encoding.observations
        self._codes, self._of_code, self._blank = actions.codes, actions.of_code, observations.blank
        self._n_actions, self._n_numbers = actions.size, observations.size
        self._fresh: tuple[Floats, Masks] | None = None  # not yet handed out
        self.seat = OVER  # to move, from 0
        self.loser = NO_SEAT  # the seat that has lost by an illegal action, from 0
        rows = game.players if counting else 0
        self.points: Floats = np.zeros((rows, len(self.encoding.objectives)), np.float32)
        self.utilities: Utilities = np.zeros(game.players)
        self.start(0)

    def start(self, seed: int) -> None:
        """Start a new game; the seed makes its deal repeatable."""
        self._begin(copy_records(self.encoding.game.template), fast_stream(seed), Origin())

    def _begin(self, array: Records, stream: Stream, origin: Origin) -> None:
        self._array, self._stream, self._origin = array, stream, origin
        self._first = copy_records(array), stream.copy()
        self.loser = NO_SEAT
        self.played: list[int] = []  # actions since then
        self._known: tuple[State | None, int] = (None, 0)  # and how many of them it has
        self._play(NOTHING)

    def play(self, action: int, *, looking: bool = True) -> None:
        """Play a legal action; raises IllegalMove.

        Without looking, what the next seat sees is only worked out on demand.
        """
        is_known = 0 <= action < self._n_actions
        if not is_known or self.loser != NO_SEAT or self._play(action, looking) == ILLEGAL:
            raise self._refusal(action)
        self.played.append(action)

    def forfeit(self) -> None:
        """End the game: the seat to move loses. The rules know nothing of that."""
        self.loser, self.seat, self._fresh = self.seat, OVER, None

    def _play(self, action: int, looking: bool = True) -> int:
        fresh = None
        mask, observation = NO_MASK, _NO_NUMBERS
        if looking:
            mask = np.empty(self._n_actions, _BYTES)
            observation = np.empty(self._n_numbers, _NUMBERS)
            fresh = observation, mask
        seat: int = stepping.turn(
            self._array, action, self._codes, self._of_code, self._stream,
            mask, self._blank, observation, self.points, self.utilities,
        )  # fmt: skip
        if seat != ILLEGAL:
            self.seat, self._fresh = seat, fresh
        return seat

    def _refusal(self, action: int) -> IllegalMove:
        if self.seat == OVER:
            return IllegalMove("the game is over", code="game-over")
        if not 0 <= action < self._n_actions:
            return IllegalMove(f"actions are 0 to {self._n_actions - 1}, not {action}")
        return self.state().refusal(int(self._codes[action]))

    @property
    def legal(self) -> Codes:
        """The legal actions, in order."""
        if self.seat == OVER:
            return np.empty(0, np.int32)
        moves = self.encoding.game.scratch.moves
        legal: Codes = self._of_code[moves[: engine.moves(self._array, 0, moves)]]
        return legal

    def sample(self, streams: Stream) -> int:
        """Return a legal action, each equally likely, chosen by the first of these streams."""
        code = np.empty(1, np.int32)
        engine.sample_all(self._array, code, streams, 0, 1)
        return int(self._of_code[code[0]])

    def observe(self, seat: int) -> tuple[Floats, Masks]:
        """Return what a seat (from 0) sees, and the mask of what it may do; always new arrays."""
        if seat == self.seat and self._fresh is not None:
            fresh, self._fresh = self._fresh, None
            return fresh
        observation, mask = look_at(self.encoding, self._array, seat)
        if self.seat == OVER:
            mask[:] = 0
        return observation, mask

    def state(self) -> State:
        """Return the game as the library has it, with its whole history."""
        state, known = self._known
        if state is None:
            array, stream = self._first
            state = self.encoding.game.deal(array, stream.copy(), self._origin)
        for code in self._codes[self.played[known:]].tolist():
            state = state.play_code(code)
        self._known = state, len(self.played)
        return state

    def snapshot(self) -> State:
        """Return the game without its history, which is enough to draw it."""
        return self.encoding.game.state_of(copy_records(self._array))

    # --- a game as a value

    @property
    def size(self) -> int:
        """How many bytes `pack` gives."""
        return int(self._array.nbytes + self._stream.nbytes) + _LOSER + _SUM

    def pack(self) -> npt.NDArray[np.uint8]:
        """Return the whole truth and the chance to come, as bytes."""
        data = self._array.tobytes() + self._stream.tobytes() + bytes([self.loser + 1])
        return np.frombuffer(data + _sum(data), np.uint8)

    def unpack(self, packed: npt.NDArray[np.uint8]) -> None:
        """Go to the position that `pack` gave; its history begins here."""
        data = np.ascontiguousarray(packed, np.uint8)
        if data.shape != (self.size,):
            raise BadOption(f"a state of this game has {self.size} bytes")
        if _sum(data[:-_SUM].tobytes()) != data[-_SUM:].tobytes():
            raise BadOption("these bytes are not a state of a game: their checksum is wrong")
        cut, end = self._array.nbytes, self.size - _LOSER - _SUM
        array = copy_records(data[:cut].view(self._array.dtype))
        if any((array[name] != self._array[name]).any() for name in self._options):
            raise BadOption("this is a state of a game with other options")
        self._begin(array, data[cut:end].copy().view(np.uint64), Origin(from_setup=False))
        if data[end]:
            self.seat = int(data[end]) - 1
            self.forfeit()

    @property
    def _options(self) -> list[str]:
        names = self._array.dtype.names or ()
        known = ("players", "variant", "shared", "games", "layout", "start", "head_start")
        return [name for name in names if name in known]

    def copy(self) -> Simulator:
        """Return an independent copy, its chance included."""
        twin = object.__new__(Simulator)
        twin.__dict__.update(self.__dict__)
        twin._array, twin._stream = copy_records(self._array), self._stream.copy()
        twin._fresh = None
        twin.played = self.played.copy()
        twin.points, twin.utilities = self.points.copy(), self.utilities.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Simulator:
        return self.copy()
