"""Which functions the module of a game has, and the types of their arguments.

They are the functions that Python itself calls.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numba
from numba import types

from genial.bots import greedy, search, tree
from genial.core import engine
from genial.core.kernel import Records, Stream, entry, hide, in_python

INT, REAL, FLAG = types.int64, types.float64, types.boolean


def _array(kind: Any, dimensions: int = 1) -> Any:
    return types.Array(kind, dimensions, "C")


CODES, CODE_ROWS = _array(types.int32), _array(types.int32, 2)
STREAM = _array(types.uint64)
FLOATS, FLOAT_ROWS = _array(types.float64), _array(types.float64, 2)
WEIGHTS = _array(types.float32)
FLAGS = _array(types.boolean)
BYTE_ROWS = _array(types.uint8, 2)
NODES = _array(numba.from_dtype(tree.NODE))


@dataclass(frozen=True)
class Entry:
    """A function of a module, and the Numba types of its arguments."""

    compiled: Callable[..., Any]
    arguments: tuple[Any, ...]

    @property
    def name(self) -> str:
        """What it is called, in Python and in the module."""
        return self.compiled.__name__

    @property
    def function(self) -> Callable[..., Any]:
        """It as plain Python."""
        return in_python(self.compiled)


@entry
def deal_hidden(batch: Records, viewer: int, stream: Stream) -> None:
    """Make a possible game of what a seat may see of it, in numbers."""
    hide(batch[0], viewer, stream)


def _entry(function: Callable[..., Any], *arguments: Any) -> Entry:
    return Entry(function, arguments)


def _records(module: ModuleType, name: str) -> Any:
    return _array(numba.from_dtype(getattr(module, name)))


def deal_hidden_of(package: str) -> Callable[..., None]:
    """Return what makes a possible game of a view in numbers."""
    for own in _OWN[package](None, None):
        if own.name == "deal_hidden":
            return own.compiled
    raise LookupError(package)


def entries_of(package: str) -> list[Entry]:
    """Return what the module of a game has: the rules, what bots need, and the game's own."""
    rules = importlib.import_module(f"genial.games.{package}.rules")
    model = importlib.import_module(f"genial.bots.{package}.model")
    games, features = _records(rules, "DTYPE"), _records(model, "FEATURES")
    return [*_of_rules(games), *_of_bots(games, features), *_OWN[package](games, features)]


def _of_rules(games: Any) -> list[Entry]:
    return [
        _entry(engine.advance, games, INT, INT, STREAM, CODES, CODES),
        _entry(engine.moves, games, INT, CODES),
        _entry(engine.replay_move, games, INT, INT, CODES),
        _entry(engine.replay_outcome, games, INT, INT, CODES, CODES),
        _entry(engine.outcomes, games, INT, CODES, CODES),
        _entry(engine.status, games, INT, FLOATS),
        _entry(engine.redact, games, INT, INT),
        _entry(engine.redeal, games, INT, INT, STREAM),
        _entry(engine.number_below, STREAM, INT),
        _entry(engine.random_games, games, games, INT, STREAM, FLOATS, FLOATS),
    ]


def _of_bots(games: Any, features: Any) -> list[Entry]:
    return [
        _entry(greedy.evaluate_root, games, features, WEIGHTS, INT, CODES, FLOATS),
        _entry(greedy.choose_noticed, FLOATS, INT, REAL, STREAM),
    ]


def _of_trees(games: Any, features: Any) -> list[Entry]:
    return [
        _entry(tree.reset, NODES, CODES),
        _entry(tree.prepare_root, games, features),
        _entry(
            tree.grow, games, features, games, features, NODES, CODES, INT, INT, INT, FLOATS,
            WEIGHTS, STREAM, CODE_ROWS, FLOAT_ROWS, CODES, FLOATS,
        ),
        _entry(tree.rehash, NODES, CODES, INT),
        _entry(tree.descend, NODES, CODES, CODES),
        _entry(tree.reroot, NODES, CODES, INT, INT, CODES, CODES),
        _entry(search.finish, games, features, games, features, INT, INT, WEIGHTS, STREAM),
    ]  # fmt: skip


def _of_ingenious(games: Any, features: Any) -> list[Entry]:
    from genial.bots.ingenious import belief
    from genial.games.ingenious import choices, explain

    return [
        *_of_trees(games, features),
        _entry(choices.find_places, games, FLAGS, CODES, CODES, BYTE_ROWS),
        _entry(explain.explain_move, games, INT, CODES),
        _entry(belief.deal_hidden, games, INT, STREAM),
    ]


def _of_tile_challenge(games: Any, features: Any) -> list[Entry]:
    from genial.bots.tile_challenge import search as turn_search
    from genial.games.tile_challenge import explain

    return [
        _entry(
            turn_search.plan_turn, games, WEIGHTS, FLAG, features, games, CODES, FLOATS
        ),
        _entry(
            turn_search.forecast, games, WEIGHTS, INT, INT, features, games, STREAM, FLOAT_ROWS
        ),
        _entry(explain.explain_move, games, INT, CODES),
        _entry(deal_hidden, games, INT, STREAM),
    ]  # fmt: skip


def _of_spezial(games: Any, features: Any) -> list[Entry]:
    from genial.bots.spezial import endgame
    from genial.games.spezial import chains, explain

    return [
        *_of_trees(games, features),
        _entry(
            endgame.solve, games, features, WEIGHTS, CODES, STREAM, CODE_ROWS, FLOAT_ROWS,
            FLOAT_ROWS, FLOAT_ROWS, CODE_ROWS,
        ),
        _entry(explain.explain_move, games, INT, CODES),
        _entry(chains.find_chains, games, CODES),
        _entry(deal_hidden, games, INT, STREAM),
    ]  # fmt: skip


def _of_phoenix(games: Any, features: Any) -> list[Entry]:
    from genial.games.phoenix import explain

    return [
        *_of_trees(games, features),
        _entry(explain.explain_move, games, INT, CODES),
        _entry(explain.explain_last_round, games, CODES),
        _entry(deal_hidden, games, INT, STREAM),
    ]


_OWN: dict[str, Callable[[Any, Any], list[Entry]]] = {
    "ingenious": _of_ingenious,
    "tile_challenge": _of_tile_challenge,
    "spezial": _of_spezial,
    "phoenix": _of_phoenix,
}
