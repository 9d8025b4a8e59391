"""The messages between an arena and a program that plays: one JSON object a line.

`docs/external-bots.md` explains them with examples.
"""

from __future__ import annotations

from typing import Any

import msgspec

PROTOCOL = 1
LONGEST_LINE = 64 * 1024  # bytes of a line that a program writes
START_SECONDS = 20.0  # for a program's hello


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message to a program."""

    protocol: int
    arena: str  # the name and version of the arena


class New(msgspec.Struct, frozen=True, tag_field="type", tag="new", kw_only=True):
    """A game begins. It is not answered."""

    game: str
    options: dict[str, int | str]
    seat: int  # of the program, from 1
    seed: int  # for programs that play alike under the same seed
    told: dict[str, int | float | str] = {}  # seconds, effort and threads, if they were given
    limit: float | None = None  # the longest time in seconds for a move


class Ask(msgspec.Struct, frozen=True, tag_field="type", tag="move", kw_only=True):
    """It is the program's turn. It answers with an `Answer`."""

    view: Any
    legal: list[str] | None = None  # unless the program said that it needs none
    clock: dict[str, float] | None = None


class Over(msgspec.Struct, frozen=True, tag_field="type", tag="over", kw_only=True):
    """The game has ended, by its rules or for a reason. It is not answered."""

    view: Any
    ranks: list[int]  # by seat
    reason: str | None = None


class Quit(msgspec.Struct, frozen=True, tag_field="type", tag="quit"):
    """There is nothing more to play: the program ends."""


Message = Hello | New | Ask | Over | Quit


class Greeting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A program's answer to Hello."""

    protocol: int
    name: str
    legal: bool = True  # does it want to be told the legal moves?
    type: str = "hello"


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A program's answer to Ask: a move, or a sentence about why it cannot play."""

    move: str | None = None
    error: str | None = None


_encoder = msgspec.json.Encoder()
messages = msgspec.json.Decoder(Message)
greetings = msgspec.json.Decoder(Greeting)
answers = msgspec.json.Decoder(Answer)


def line(message: msgspec.Struct) -> bytes:
    """Return a message as it is sent.

    >>> line(Answer(move="draw"))
    b'{"move":"draw"}\\n'
    """
    return _encoder.encode(message) + b"\n"
