"""What a game's module `kit` offers to `Game` and `State`, beside its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, Protocol

from genial.core.errors import BadOption, IllegalMove, nearest, one_of, quote, shorten
from genial.core.explanation import Choices, Explanation, MoveList, PlainExplanation
from genial.core.facts import HEAD_START, Facts
from genial.core.kernel import Record
from genial.core.view import View

Options = Mapping[str, Any]  # a game's options by name, complete and checked
Data = dict[str, Any]  # plain JSON data


class Kit(Protocol):
    """A game's module `kit`. `record` is one game as a NumPy record with fields as attributes.

    More is optional: `series(record)`, the sums of the finished games by seat, with
    `finished_games(record)`, their number, and `series_length(options)`, how many are played;
    `choices(array)`, the legal moves in a form shorter than a list, or none (see `State.choices`),
    and `CHOICES`, the Structs of those forms; `EXPLANATIONS`, the Structs that `explain` returns,
    if they are the game's own; `effect(before, code, draws, after)`, what a move did in short, if
    that is more than the difference of the scores; `ending(state, ranks)`, how a game ended, and
    `ENDING`, its Struct (see `genial.core.ending`); `redact_position(position, seat, options)`, a
    position as a seat may see it, which a game with hidden information needs for views of games
    that begin from one; `complete_position(record, position)`, a position with all that follows
    from the rest of it (see `Game.complete`), and `Position`, the Struct that describes its data,
    which editors need; `draw(view, picture)`, which draws a view, `track_end(view)`, the
    points at which its tracks end, and `draw_move(played, picture)`, which draws the tile or card
    of a move (see `genial.core.drawing`); `resources(options)`, something that
    must live as long as a game with these options, such as data that its records only refer to.
    """

    __name__: str
    __file__: str
    FACTS: Facts
    View: type[View]

    @property
    def rules(self) -> ModuleType:
        """The rules module (see `genial.core.kernel`)."""

    def options(self, given: Options) -> dict[str, Any]:
        """All options, checked, in the order of the record's header."""

    def configure(self, record: Record, options: Options) -> None:
        """Write the options into a record and set up an empty game."""

    def tracks(self, options: Options) -> tuple[int, ...]:
        """The score track of every seat, from 0."""

    def longest_game(self, options: Options) -> int:
        """A bound: no game has more moves."""

    def most_draws(self, options: Options) -> int:
        """A bound: no game draws more outcomes."""

    def spell(self, code: int) -> str:
        """The text of a move."""

    def read(self, text: str) -> int:
        """The code of a move's text; raises BadText."""

    def refusal(self, record: Record, code: int) -> IllegalMove:
        """Why a move is not legal now."""

    def chance_lines(self, trace: Sequence[int], seat: int | None, options: Options) -> list[str]:
        """The lines of these outcomes; `seat` (from 1) has just moved, none at set-up."""

    def read_chance(self, line: str) -> list[int]:
        """The outcomes of a chance line; raises BadText."""

    def redact(self, line: str, seat: int | None, options: Options) -> str:
        """A chance line as a seat (from 1; none: a spectator) may see it."""

    def revealed_lines(self, record: Record, code: int) -> list[str]:
        """What a move shows to all seats, as extra lines of a redacted log."""

    def scores(self, record: Record) -> list[dict[str, int]]:
        """The points by colour, one entry a track."""

    def visible(self, record: Record, seat: int | None) -> Data:
        """The fields that the game's own View adds, for a seat from 1 or a spectator."""

    def private_fields(self, record: Record, seat: int | None) -> Data:
        """Those of them that differ from seat to seat."""

    def explain(self, record: Record, code: int) -> Explanation:
        """What a move would score and why."""

    def position(self, record: Record) -> Data:
        """The whole truth, canonical: equal positions give equal data."""

    def restore(self, record: Record, position: Mapping[str, Any]) -> None:
        """Write a position into a configured record; raises BadPosition."""


def explanations_of(kit: Kit) -> tuple[type[Explanation], ...]:
    """Return the Structs that a game explains its moves with."""
    own: tuple[type[Explanation], ...] = getattr(kit, "EXPLANATIONS", (PlainExplanation,))
    return own


def choices_of(kit: Kit) -> tuple[type[Choices], ...]:
    """Return the Structs in which a game tells its legal moves; a list is always one of them."""
    own: tuple[type[Choices], ...] = getattr(kit, "CHOICES", ())
    return (MoveList, *own)


def resources_of(kit: Kit, options: Options) -> object:
    """Return what a game with these options must keep alive; none for most games."""
    resources = getattr(kit, "resources", None)
    return None if resources is None else resources(options)


def whole_number(name: str, value: object, allowed: Sequence[int] | range) -> int:
    """An option's value as a whole number out of those allowed; a header's text will do.

    >>> whole_number("players", "3", range(2, 5))
    3
    """
    number = value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        number = int(value)
    if isinstance(number, int) and not isinstance(number, bool) and number in allowed:
        return number
    if isinstance(allowed, range) and len(allowed) > 6:
        raise BadOption(
            f"{name} must be {allowed[0]} to {allowed[-1]}, not {quote(value)}",
            reason="range", option=name, least=allowed[0], most=allowed[-1], value=shorten(value),
        )  # fmt: skip
    raise _not_allowed(name, value, allowed)


def one_word(name: str, value: object, allowed: Sequence[str]) -> str:
    """An option's value out of the words allowed."""
    if isinstance(value, str) and value in allowed:
        return value
    raise _not_allowed(name, value, allowed)


def _not_allowed(name: str, value: object, allowed: Sequence[int] | Sequence[str]) -> BadOption:
    words = [str(word) for word in allowed]
    hint = nearest(value, words) if isinstance(value, str) else ""
    return BadOption(
        f"{name} must be {one_of(words)}, not {quote(value)}{hint}",
        reason="choice", option=name, allowed=", ".join(words), value=shorten(value),
    )  # fmt: skip


def head_start(given: Options, players: int, facts: Facts) -> dict[str, str]:
    """The option `headstart` as it is written, one number a seat; nothing if no seat has one.

    >>> from genial.games.phoenix import FACTS
    >>> head_start({"headstart": (0, 3)}, 2, FACTS), head_start({"headstart": "0 0"}, 2, FACTS)
    ({'headstart': '0 3'}, {})
    """
    value = given.get(HEAD_START, "")
    if value == "":
        return {}
    words = value.split(" ") if isinstance(value, str) else value
    if not isinstance(words, Sequence) or len(words) != players:
        raise BadOption(
            f"headstart needs a number for each of {players} seats, not {quote(value)}",
            reason="head-start-count", players=players, value=shorten(value),
        )  # fmt: skip
    numbers = [whole_number(HEAD_START, word, facts.head_starts) for word in words]
    if not any(numbers):
        return {}
    if players == 1:
        raise BadOption("a head start needs an opponent", reason="head-start-alone")
    return {HEAD_START: " ".join(map(str, numbers))}


def head_starts(options: Options) -> list[int]:
    """The head starts of all seats in a game's options.

    >>> head_starts({"players": 2, "headstart": "0 3"}), head_starts({"players": 2})
    ([0, 3], [0, 0])
    """
    text = options.get(HEAD_START)
    return [int(word) for word in text.split(" ")] if text else [0] * int(options["players"])


def refuse_unknown(given: Options, known: Sequence[str]) -> None:
    """Refuse options that the game does not have."""
    for name in given:
        if name not in known:
            hint = nearest(str(name), known)
            raise BadOption(
                f"there is no option {quote(name)}{hint}; there are {one_of(known)}",
                reason="unknown-option", option=shorten(name), allowed=", ".join(known),
            )  # fmt: skip
