"""What a seat may see, as a versioned value of its own, with no reference to the truth.

And positions: the whole truth as plain data, whose shape is checked by a Struct too.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from genial.core.errors import BadPosition
from genial.core.shapes import shape_fault

PlainData = Annotated[Any, msgspec.Meta(description="Any JSON.")]


class View(msgspec.Struct, kw_only=True):
    """What every game's view has; each game adds its own fields in a subclass."""

    version: int = 1  # of this game's view: grows when a field changes its meaning
    game: str
    options: dict[str, int | str]
    seat: int | None  # whose view this is; none for a spectator
    turn: int | None  # the seat to move; none when the game is over
    over: bool
    ranks: list[int] | None  # by seat
    scores: list[dict[str, int]]  # by track
    log: list[str]  # the record's body with `?` for what this seat may not see
    # Only with the log of a game that began from a position: that one, as this seat may see it.
    beginning: dict[str, PlainData] | UnsetType = UNSET


class Position(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A position as plain data; each game has its own fields in a subclass."""


Shape = TypeVar("Shape", bound=Position)


def read_position(data: Any, shape: type[Shape]) -> Shape:
    """Data of unknown shape as a game's Position; raises BadPosition."""
    try:
        return msgspec.convert(data, shape, strict=True)
    except msgspec.ValidationError as error:
        raise _not_a_position(*shape_fault(error)[::-1]) from None
    except (TypeError, ValueError, RecursionError):
        raise _not_a_position("it is not plain JSON data") from None


def _not_a_position(detail: str, field: str = "", fault: str = "unreadable") -> BadPosition:
    sentence = f"this is not a position: {detail}"
    return BadPosition(sentence, reason="shape", fault=fault, field=field, detail=detail)


def read_json(text: str) -> Any:
    """Return the plain data of a position's JSON text; raise BadPosition."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        raise BadPosition(
            "the position is not written as JSON",
            reason="shape", fault="unreadable", field="", detail="it is not written as JSON",
        ) from None  # fmt: skip
