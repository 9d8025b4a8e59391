"""The entrants of a match: bots by name, programs by command line, Python classes by path."""

from __future__ import annotations

import importlib
import inspect
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from genial.bots import LEVELS, Bot, make, names
from genial.core.errors import BadOption, quote
from genial.core.game import Game

Maker = Callable[..., Bot]
Value = int | float | str
Kind = Literal["bot", "cmd", "py"]

_NAMED = re.compile(r"([\w.+ -]{1,40})=(.+)", re.DOTALL)
_PATH = re.compile(r"([\w.]+):(\w+)(?::(.*))?")
_UNKNOWN = re.compile(r"unexpected keyword argument '(\w+)'")
_LEAST = {"seconds": 0.0, "effort": 1, "threads": 1}


class Entrant(msgspec.Struct, frozen=True):
    """A bot or program that takes part in a match, as it was written and as it is called."""

    name: str
    written: str
    kind: Kind
    source: str  # the bot's name, the command line, or module:class
    told: dict[str, Value] = {}  # settings for it alone


def entrants(written: Sequence[str]) -> tuple[tuple[Entrant, ...], tuple[int, ...]]:
    """Return every entrant once, and the place among them of each as written.

    Bots that are written alike are one entrant with several seats; if all are, each is its own.

    >>> lineup, places = entrants(["search:effort=100", "util", "util"])
    >>> [entrant.name for entrant in lineup], places
    (['search:effort=100', 'util'], (0, 1, 1))
    """
    alone = len(set(written)) == 1
    distinct = list(written) if alone else list(dict.fromkeys(written))
    found: list[Entrant] = []
    for text in distinct:
        entrant = read(text)
        found.append(msgspec.structs.replace(entrant, name=_free_name(entrant.name, found)))
    places = range(len(written)) if alone else [distinct.index(text) for text in written]
    return tuple(found), tuple(places)


def _free_name(name: str, others: Sequence[Entrant]) -> str:
    """Return the name, with a number if another entrant has it."""
    taken = {other.name for other in others}
    number = 2
    free = name
    while free in taken:
        free = f"{name} #{number}"
        number += 1
    return free


def read(written: str) -> Entrant:
    """Read an entrant as it is written on the command line; raises BadOption.

    >>> read("fast=search:seconds=0.1,threads=2")
    Entrant(name='fast', written='fast=search:seconds=0.1,threads=2', kind='bot', source='search', \
told={'seconds': 0.1, 'threads': 2})
    >>> read("cmd:python3 bot.py").kind
    'cmd'
    """
    named = _NAMED.fullmatch(written)
    name, rest = (named[1].strip(), named[2]) if named else ("", written)
    kind, colon, source = rest.partition(":")
    if kind == "cmd" and colon:
        try:
            command = shlex.split(source)
        except ValueError as error:
            raise BadOption(f"{quote(rest)} is not a command line: {error}".lower()) from None
        if not command:
            raise BadOption("a program is written cmd:COMMAND, as in cmd:python3 bot.py")
        return Entrant(name or command[-1], written, "cmd", source)
    if kind == "py" and colon:
        path = _PATH.fullmatch(source)
        if path is None:
            raise BadOption(f"{quote(rest)} is not written py:MODULE:CLASS")
        own = ":".join(part for part in path.groups()[1:] if part)
        return Entrant(
            name or own, written, "py", f"{path[1]}:{path[2]}", parse_settings(path[3] or "")
        )
    return Entrant(name or written, written, "bot", kind, parse_settings(source))


def with_own_name(entrant: Entrant, name: str, others: Sequence[Entrant]) -> Entrant:
    """Return the entrant with the name that it gives itself, unless it was given one."""
    if _NAMED.fullmatch(entrant.written):
        return entrant
    return msgspec.structs.replace(entrant, name=_free_name(name, others))


def parse_settings(text: str) -> dict[str, Value]:
    """Read the settings of a bot, as in `seconds=0.5,threads=2`; raises BadOption.

    >>> parse_settings("seconds=0.5,threads=2")
    {'seconds': 0.5, 'threads': 2}
    """
    values: dict[str, Value] = {}
    for part in text.split(",") if text else ():
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier() or not value:
            raise BadOption(f"{quote(part)} is not written KEY=VALUE, as in search:seconds=0.5")
        values[key] = _value(value)
    return check_settings(values)


def _value(text: str) -> Value:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def check_settings(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return the values, if seconds, effort and threads can be what they are; raises BadOption."""
    for key, least in _LEAST.items():
        value = values.get(key, 1)
        kinds = (int, float) if key == "seconds" else (int,)
        if not isinstance(value, kinds) or not least <= value < 1e12 or value <= 0:
            more = f"a number of at least {least}" if least else "a number above 0"
            raise BadOption(f"{key} must be {more}, not {quote(str(value))}")
    return dict(values)


def check_names(lineup: Sequence[Entrant], game: Game) -> None:
    """Refuse bots that a game does not have, before anything is compiled; raises BadOption."""
    for entrant in lineup:
        if entrant.kind != "bot" or entrant.source in names(game):
            continue
        if _looks_like_a_program(entrant.source):
            python = "python3 " if entrant.source.endswith(".py") else ""
            hint = quote(f"cmd:{python}{entrant.source}")
            raise BadOption(f"there is no bot {quote(entrant.source)}; a program is written {hint}")
        make(game, entrant.source)


def _looks_like_a_program(name: str) -> bool:
    return any(mark in name for mark in "/. ") or shutil.which(name) is not None


def notes(lineup: Sequence[Entrant], told: Mapping[str, Value]) -> list[str]:
    """Say which bots were told in vain, because a level keeps its own settings."""
    settings = ",".join(f"{key}={value}" for key, value in told.items())
    levels = dict.fromkeys(
        entrant.source for entrant in lineup if entrant.kind == "bot" and entrant.source in LEVELS
    )
    return [
        f"{level} keeps its own settings; to change them, write them behind its name: "
        f"{level}:{settings}"
        for level in levels
        if settings
    ]


def make_bot(entrant: Entrant, game: Game, *, seed: int, told: Mapping[str, Value]) -> Bot:
    """Make the bot of an entrant other than a program; raise GenialError or what its class raises.

    `told` is for every bot that understands it, except levels, whose settings are fixed. A bot
    must understand what it alone was told.
    """
    if entrant.kind != "py":
        return _call(_maker_by_name(entrant.source), entrant, game, seed, told)
    bot = _call(_import_maker(entrant.source), entrant, game, seed, told)
    if not callable(getattr(bot, "choose", None)):
        raise BadOption(f"py:{entrant.source} has no method choose")
    return bot


def _call(maker: Maker, entrant: Entrant, game: Game, seed: int, told: Mapping[str, Value]) -> Bot:
    values = {} if entrant.source in LEVELS else dict(told)
    values |= entrant.told
    while True:
        try:
            return maker(game, seed=seed, **values)
        except TypeError as error:
            unknown = _UNKNOWN.search(str(error))
            if unknown is None or unknown[1] not in values:
                raise
            if unknown[1] in entrant.told:
                what = f"{entrant.source} cannot be told {unknown[1]}"
                raise BadOption(what) from None
            del values[unknown[1]]


def _maker_by_name(name: str) -> Maker:
    return lambda game, **told: make(game, name, **told)


def _import_maker(path: str) -> Maker:
    module, _, name = path.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")  # bots of one's own lie in the folder one is in
    try:
        maker: Maker = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise BadOption(f"py:{path} cannot be imported: {error}") from None
    try:
        inspect.signature(maker).bind_partial(None, seed=0)
    except TypeError:
        raise BadOption(f"py:{path} cannot be called as {name}(game, seed=…)") from None
    return maker
