"""Game: the rules of a game with its options, and the states it starts."""

from __future__ import annotations

import contextlib
import importlib
import threading
from collections.abc import Mapping
from typing import Any, cast

import numpy as np

from genial.core import engine
from genial.core.batch import Batch
from genial.core.chance import dealer_stream, key_from
from genial.core.errors import BadPosition, GenialError, quote
from genial.core.kernel import Codes, Records, Stream, as_record, copy_records
from genial.core.kit import Kit, resources_of
from genial.core.origin import Origin
from genial.core.state import State

# Outcomes that one move can bring. Setting up a game takes at most 24 (four racks of Ingenious, the
# chips of Genial Spezial), a move of Tile Challenge 5. In Phoenix a round takes 37 (a card, six
# cubes, twenty pawns, ten cards) and another twenty for every deal of lines of which one matches:
# ten such deals in a row fit, and one comes about once in 27,000. What does not fit is dealt,
# but not written down.
TRACE = 256


class Scratch(threading.local):
    """Buffers for the kernels' answers, a set for each thread."""

    def __init__(self, kit: Kit) -> None:
        self.trace: Codes = np.zeros(TRACE, np.int32)
        self.moves: Codes = np.zeros(kit.rules.MAX_MOVES, np.int32)
        self.outcomes: Codes = np.zeros(kit.rules.MAX_OUTCOMES, np.int32)
        self.weights: Codes = np.zeros(kit.rules.MAX_OUTCOMES, np.int32)


class Game:
    """The rules of a game with its options. Made by `genial.game`."""

    def __init__(self, kit: Kit, options: Mapping[str, Any]) -> None:
        self.kit = kit
        self.facts = kit.FACTS
        self.name = self.facts.name
        self.title = self.facts.title
        self.options: dict[str, Any] = kit.options(options)
        self.resources = resources_of(kit, self.options)
        self.players: int = self.options["players"]
        self.longest_game: int = kit.longest_game(self.options)  # no game has more moves
        self.most_draws: int = kit.most_draws(self.options)  # no game draws more outcomes
        self.tracks: tuple[int, ...] = kit.tracks(self.options)
        series_length = getattr(kit, "series_length", None)
        # Games that are played one after the other, and whose points add up.
        self.series_length: int = 1 if series_length is None else series_length(self.options)
        self.scratch = Scratch(kit)
        self.template: Records = np.zeros(1, kit.rules.DTYPE)  # set up, nothing dealt yet
        kit.configure(as_record(self.template), self.options)

    def start(
        self, seed: int | bytes | None = None, *, nonces: Mapping[int, bytes] | None = None
    ) -> State:
        """Deal a new game from a seed: an int, a key of 32 bytes, or none (a secret key).

        `nonces` are the players' 32 random bytes by seat, mixed into the key.
        """
        key = key_from(seed)
        origin = Origin(key=key, nonces=dict(nonces or {}))
        return self.deal(self.template, dealer_stream(key, nonces), origin)

    def deal(self, array: Records, stream: Stream, origin: Origin) -> State:
        """Return the first state of a line: a copy of this record with all that is due drawn.

        The stream is the state's from then on.
        """
        array, scratch = copy_records(array), self.scratch
        n = engine.advance(array, 0, engine.NO_MOVE, stream, scratch.trace, scratch.moves)
        return State(self, array, stream, origin, draws=tuple(scratch.trace[:n].tolist()))

    def start_undealt(self) -> State:
        """Return a new game before anything is drawn, for chance by hand (see `State.settle`)."""
        return State(self, copy_records(self.template), None, Origin())

    def state_of(self, array: Records) -> State:
        """Return the state of one kernel record, which is not copied; it has no history."""
        return State(self, array, None, Origin(is_known=False))

    def at(
        self,
        position: Mapping[str, Any],
        seed: int | bytes | None = None,
        *,
        nonces: Mapping[int, bytes] | None = None,
    ) -> State:
        """Return a game that begins from this position (see `State.position`).

        Its log starts empty, and its record has the position. Played on, it deals from the seed,
        as `start` does.

        >>> import genial
        >>> state = genial.game("tile-challenge").start(seed=1).play("draw")
        >>> state.game.at(state.position(), seed=2).play("draw").log[0] == f"{state.turn} draw"
        True
        """
        if not isinstance(position, Mapping):
            raise BadPosition(
                f"a position is a mapping, not {quote(position)}",
                reason="shape", fault="unreadable", field="", detail="it is not a mapping",
            )  # fmt: skip
        rest = dict(position)
        own = (
            ("game", self.name, "another game"),
            ("options", self.options, "a game with other options"),
        )
        if isinstance(rest.get("options"), Mapping):
            with contextlib.suppress(GenialError):  # refused below
                rest["options"] = self.kit.options(rest["options"])
        for name, value, other in own:
            if rest.pop(name, value) != value:
                raise BadPosition(
                    f"this is a position of {other} than {value}", reason=f"other-{name}"
                )
        array = copy_records(self.template)
        self.kit.restore(as_record(array), rest)
        state = State(self, array, None, Origin())
        if not state.over and not len(state.legal()):
            raise BadPosition("the game is not over, but no move is legal in this position",
                              reason="no-move")  # fmt: skip
        key = key_from(seed)
        origin = Origin(key=key, nonces=dict(nonces or {}), position=state.position())
        return State(self, array, dealer_stream(key, nonces), origin)

    def complete(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """Return a position with all that follows from the rest of it, such as what is in the bag.

        What follows may be missing or out of date. Otherwise nothing changes, and the position may
        still be impossible: `at` checks it. Raises BadPosition if it is not the data of one.

        >>> import genial
        >>> position = genial.game("tile-challenge").start(seed=1).position()
        >>> position["middle"] = {**position["middle"], "R": 8}
        >>> genial.game("tile-challenge").complete(position)["stack"]["R"]
        13
        """
        complete = getattr(self.kit, "complete_position", None)
        if complete is None or not isinstance(position, Mapping):
            return dict(position)
        about = {name: position[name] for name in ("game", "options") if name in position}
        rest = {name: value for name, value in position.items() if name not in about}
        completed: dict[str, Any] = complete(as_record(copy_records(self.template)), rest)
        return about | completed

    def batch(self, count: int, *, seed: int) -> Batch:
        """Start a number of games side by side in one array, for playouts and training."""
        return Batch(self.kit, self.template, count, seed=seed, resources=self.resources)

    def check_seat(self, seat: object) -> int:
        """Return the seat as an int if the game has it; raise GenialError if not."""
        if isinstance(seat, int | np.integer) and seat in range(1, self.players + 1):
            return int(seat)
        seats = f"seats 1 to {self.players}"
        raise GenialError(f"there are {seats}, not {quote(seat)}", code="no-such-seat")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.options) == (other.name, other.options)

    def __hash__(self) -> int:
        return hash((self.name, *self.options.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.kit.__name__, self.options)

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"genial.game({self.name!r}, {options})"


def _restore(package: str, options: dict[str, Any]) -> Game:
    return Game(cast(Kit, importlib.import_module(package)), options)
