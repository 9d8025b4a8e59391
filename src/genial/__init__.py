"""Exact, fast rules for Ingenious, Tile Challenge, Genial Spezial and Phoenix.

>>> import genial
>>> state = genial.game("ingenious", players=2).start(seed=7)
>>> state = state.play(state.legal()[0])
>>> state.turn
2

NumPy and Numba are imported when a game is first asked for, not with this package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

# The module first: the function `games` below takes its name.
from genial import games as _registry
from genial.core.errors import (
    BadOption,
    BadPosition,
    BadRecord,
    BadText,
    BadView,
    GenialError,
    IllegalMove,
    NotProven,
    WrongTurn,
)

if TYPE_CHECKING:
    from genial.core.batch import Batch
    from genial.core.game import Game
    from genial.core.moves import LegalMoves
    from genial.core.state import State

__version__ = "0.1.0"

__all__ = [
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadText",
    "BadView",
    "Batch",
    "Game",
    "GenialError",
    "IllegalMove",
    "LegalMoves",
    "NotProven",
    "State",
    "WrongTurn",
    "commitment",
    "game",
    "games",
    "register",
    "replay",
    "replay_all",
    "schema",
    "verify",
]

_LAZY = {"Batch": "batch", "Game": "game", "State": "state", "LegalMoves": "moves"}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        import importlib

        return getattr(importlib.import_module(f"genial.core.{_LAZY[name]}"), name)
    raise AttributeError(f"module 'genial' has no attribute {name!r}")


def games() -> tuple[str, ...]:
    """The names of the games there are.

    >>> games()
    ('ingenious', 'tile-challenge', 'spezial', 'phoenix')
    """
    return _registry.names()


def register(package: str) -> None:
    """Make a game of your own known by the name of its package; raises BadOption.

    Processes started from here know it, too. `docs/adding-a-game.md` tells what a package needs.
    """
    _registry.register(package)


def game(name: str, **options: Any) -> Game:
    """The rules of a game with its options; raises BadOption and names the allowed ones.

    >>> game("ingenious", players=4, variant="teams").tracks
    (0, 1, 0, 1)
    """
    return _registry.make(name, options)


def replay(text: str, *, seed: int | bytes | None = None) -> State:
    """The state a record ends in; raises BadRecord with the line number and the reason.

    Played on, it deals from a new key, or from the seed given.

    >>> state = game("phoenix").start(seed=1)
    >>> replay(state.record()) == state
    True
    """
    from genial.core.record import split

    records = split(text)
    if len(records) > 1:
        raise BadRecord(
            "a second record starts here; replay_all reads several",
            line=records[1].header_lines["game"],
        )
    return _replay_records(records, seed)[0]


def replay_all(text: str, *, seed: int | bytes | None = None) -> list[State]:
    """The states that the records of a file end in."""
    from genial.core.record import split

    return _replay_records(split(text), seed)


def _replay_records(records: list[Any], seed: int | bytes | None) -> list[State]:
    from genial.core.chance import key_from
    from genial.core.replay import replay as replay_one

    key = None if seed is None else key_from(seed)
    return [replay_one(record, _registry.make, key=key) for record in records]


def verify(text: str) -> list[State]:
    """Check that the deals of a file's records follow from their keys and commitments.

    The states they end in; raises BadRecord or NotProven.

    >>> import random
    >>> chooser, state = random.Random(1), game("phoenix").start(seed=1)
    >>> while not state.over:
    ...     state = state.play(chooser.choice(state.legal()))
    >>> verify(state.record())[0].ranks == state.ranks
    True
    """
    from genial.core.record import split
    from genial.core.replay import verify as verify_one

    return [verify_one(record, _registry.make) for record in split(text)]


def commitment(key: bytes) -> str:
    """What is published before a game: the SHA-256 of its 32-byte key, in hexadecimal digits."""
    from genial.core.chance import commitment as of_key

    return of_key(key)


def schema(name: str) -> dict[str, Any]:
    """The JSON schema of a game's views.

    >>> schema("ingenious")["$defs"]["View"]["properties"]["version"]
    {'type': 'integer', 'default': 1}
    """
    import msgspec

    return msgspec.json.schema(game(name).kit.View)
