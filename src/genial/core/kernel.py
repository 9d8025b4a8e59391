"""What a rules module must provide, and how it is compiled.

The rules of a game are free functions on *one NumPy record*, written in the subset of
Python that Numba compiles. A rules module offers its record's `DTYPE`, which no other game may
have, `MAX_MOVES` and `MAX_OUTCOMES` (how many there can be at once), `OUTCOME_LIMIT` (outcomes are
numbers below it), and the functions below, and calls `register`. Code that serves every game
(`engine`) calls the functions of this module instead: each stands for the rules of the game that
the record belongs to, chosen when the caller is compiled.

**Kernels do not allocate.** A record taken from an array (`t = scratch[0]`) and an array field of
a record are bare pointers that own nothing: Numba frees an array after the last line that names
it, while the pointer lives on. And nothing checks bounds. So there are two rules:

1. Scratch comes from the caller: a parameter, or a field of a record that is a parameter anyway
   (such as `scratch` in the features of a bot's model). Kernels are compiled without Numba's
   memory management (`_nrt`), so one that allocates (`np.zeros`, `.copy()`, a list, a sum of
   arrays) does not compile. `tests/memory/test_allocation.py` looks at the source of all kernels
   as well.
2. The size of a buffer is a claim about the rules. It follows from the code that fills the
   buffer, or an exhaustive search in `tests/memory/test_sizes.py` proves it. Codes, seats and
   indexes from outside are checked before a kernel gets them.

`docs/testing.md` tells how memory is guarded: fills of freed memory, checked heaps and bounds.

With `NUMBA_DISABLE_JIT=1` everything runs as plain Python: slow, for debugging, coverage
and mutation tests.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from genial.core.cache import cache_folder, compile_cached, note_sources

Function = TypeVar("Function", bound=Callable[..., Any])
Record = Any  # one game: an element of a structured array, its fields as attributes
Records = npt.NDArray[np.void]  # games: a structured array
Codes = npt.NDArray[np.int32]  # moves or outcomes as numbers
Stream = npt.NDArray[np.uint64]  # a source of chance, see `genial.core.chance`

JIT = not numba.config.DISABLE_JIT
# Without `_nrt` there is no memory management: what allocates does not compile.
OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}


def rule(function: Function) -> Function:
    """Compile a helper of the kernels into whatever calls it."""
    compiled: Function = numba.njit(forceinline=True, **OPTIONS)(function)
    return compiled


def cold(function: Function) -> Function:
    """Compile a helper that is rarely called, as a function of its own."""
    compiled: Function = numba.njit(**OPTIONS)(function)
    return compiled


def entry(function: Function) -> Function:
    """Compile a function that Python calls, and keep the machine code of ours on disk."""
    if not JIT:
        return _with_named_fields(function)
    if not function.__module__.startswith("genial."):  # its sources are not in a folder's name
        return cold(function)
    is_of_games = function.__module__.startswith(("genial.core.", "genial.games."))
    layer = "games" if is_of_games else "bots"
    return compile_cached(function, cache_folder(layer), **OPTIONS)


def _with_named_fields(function: Function) -> Function:
    """The function itself, un-jitted, with `record.field` working on its structured arrays."""

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*(_with_field_names(argument) for argument in arguments))

    return call  # type: ignore[return-value]


def _with_field_names(argument: Any) -> Any:
    if isinstance(argument, np.ndarray) and argument.dtype.names:
        return argument.view(np.recarray)
    return argument


def in_python(function: Function) -> Function:
    """A kernel function as plain Python, whether or not it has been compiled."""
    return getattr(function, "py_func", function)


def as_record(games: Records) -> Record:
    """Return the first game of an array, its fields as attributes."""
    return games.view(_with_attributes(games.dtype))[0]


@functools.cache
def _with_attributes(dtype: np.dtype[np.void]) -> np.dtype[np.void]:
    """The dtype whose elements have attributes; a `recarray` would derive it at every view."""
    return np.dtype((np.record, dtype))


class _Fields:
    """All fields of a record, looked up at once, because NumPy takes long over each."""

    def __init__(self, games: Records) -> None:
        self.__dict__.update(zip(games.dtype.names or (), games.item(), strict=True))

    def __getitem__(self, name: str) -> Any:
        return np.asarray(self.__dict__[name])


def read_record(games: Records) -> Record:
    """Return the only game of an array, its fields as attributes, quicker and only to be read."""
    return _Fields(games)


def copy_records(games: Records) -> Records:
    """A copy of an array of games, byte for byte: NumPy's own goes field by field."""
    return np.frombuffer(bytearray(games.tobytes()), games.dtype)


class Registry:
    """Modules by the dtype of the records they are for, and stubs that call the one that fits."""

    def __init__(self, *, inline: bool = False) -> None:
        self._modules: dict[Any, ModuleType] = {}
        # Shall what a stub stands for be compiled into whatever calls it?
        self._options = {"forceinline": True, **OPTIONS} if inline else OPTIONS

    def add(self, dtype: np.dtype[np.void], module: ModuleType) -> None:
        """Let stubs call the functions of this module on records of this dtype."""
        record = numba.from_dtype(dtype) if JIT else dtype.names
        known = self._modules.setdefault(record, module)
        if known.__name__ != module.__name__:
            raise ValueError(f"{known.__name__} and {module.__name__} have records of one dtype")
        note_sources(record, module)

    def stub(self, function: Function) -> Function:
        """Make a function stand for the one of the same name in the module of its record.

        The record is the first argument. The function's own body is never run.
        """
        name = function.__name__
        if not JIT:

            @functools.wraps(function)
            def call(s: Record, *rest: Any) -> Any:
                return getattr(self._modules[s.dtype.names], name)(s, *rest)

            return call  # type: ignore[return-value]

        def choose(record: Any, *rest: Any) -> Any:
            chosen = getattr(self._modules[record], name).py_func
            # Numba compares signatures; annotations would make them differ.
            return FunctionType(chosen.__code__, chosen.__globals__, name)

        choose.__signature__ = _without_annotations(function)  # type: ignore[attr-defined]
        overload(function, jit_options=self._options, strict=True)(choose)
        return function


def _without_annotations(function: Callable[..., Any]) -> inspect.Signature:
    signature = inspect.signature(function)
    bare = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in signature.parameters.values()
    ]
    return signature.replace(parameters=bare, return_annotation=inspect.Signature.empty)


_rules = Registry(inline=True)


def register(rules: ModuleType) -> None:
    """Make the functions of this module stand for these rules on records of their dtype."""
    _rules.add(np.dtype(rules.DTYPE), rules)


@_rules.stub
def due(s: Record) -> bool:
    """Tell whether something must be drawn before the next move."""
    raise NotImplementedError


@_rules.stub
def legal(s: Record, out: Codes) -> int:
    """Write every legal move once into `out`; return how many there are."""
    raise NotImplementedError


@_rules.stub
def sample(s: Record, stream: Stream) -> int:
    """Return one legal move, each equally likely, without listing all."""
    raise NotImplementedError


@_rules.stub
def play(s: Record, move: int) -> None:
    """Play one legal move; whatever must be drawn is left due."""
    raise NotImplementedError


@_rules.stub
def chance(s: Record, out: Codes, weights: Codes) -> int:
    """Write the outcomes of the next single draw with exact weights; return how many there are."""
    raise NotImplementedError


@_rules.stub
def settle(s: Record, outcome: int) -> None:
    """Apply a given outcome of the draw that is due."""
    raise NotImplementedError


@_rules.stub
def draw(s: Record, stream: Stream) -> int:
    """Draw and settle one outcome with the probabilities of `chance`; return which it was."""
    raise NotImplementedError


@_rules.stub
def hide(s: Record, seat: int, stream: Stream) -> None:
    """Re-deal all that `seat` (from 0; -1 a spectator) cannot know, keeping all it knows."""
    raise NotImplementedError


@_rules.stub
def redact_record(s: Record, seat: int) -> None:
    """Replace all that `seat` (-1: a spectator) cannot know by what follows from the rest.

    What remains is a view in numbers. Only games that the browser plays need it.
    """
    raise NotImplementedError


@_rules.stub
def seat_to_move(s: Record) -> int:
    """Return the seat to move, from 0."""
    raise NotImplementedError


@_rules.stub
def is_over(s: Record) -> bool:
    """Tell whether the game has ended."""
    raise NotImplementedError


@_rules.stub
def standing(s: Record, out: npt.NDArray[np.float64]) -> None:
    """Write each seat's current utility, 0 to 1: the share of the others it is ahead of."""
    raise NotImplementedError


@rule
def deal(s: Record, stream: Stream) -> None:
    """Draw everything that is due."""
    while due(s):
        draw(s, stream)


@rule
def step(s: Record, move: int, stream: Stream) -> None:
    """Play a move and draw everything that is due then."""
    play(s, move)
    deal(s, stream)
