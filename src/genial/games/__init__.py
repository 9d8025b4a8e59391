"""The games, a package each, and the registry that knows them by name.

A game's package has its facts (`FACTS`) and a module `kit` with all that `Game` and `State` ask
for. `register` adds a game from elsewhere; see docs/adding-a-game.md.
"""

from __future__ import annotations

import functools
import importlib
import os
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

from genial.core.errors import BadOption, nearest, one_of, quote, shorten
from genial.core.facts import Facts

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

    from genial.core.game import Game
    from genial.core.kit import Kit

VARIABLE = "GENIAL_GAMES"  # of the environment: more packages, separated by commas
_OURS = "genial.games."
_PACKAGES = [f"{_OURS}{name}" for name in ("ingenious", "tile_challenge", "spezial", "phoenix")]


def register(package: str) -> None:
    """Make a game known by the name of its package, here and in processes started from here.

    Raises BadOption if another game has its name.
    """
    facts = _facts_of(package)
    known = _packages()
    if known.setdefault(facts.name, package) != package:
        raise BadOption(f"there is already a game {quote(facts.name)}: {known[facts.name]}")
    named = [name for name in os.environ.get(VARIABLE, "").split(",") if name]
    if not package.startswith(_OURS) and package not in named:
        os.environ[VARIABLE] = ",".join([*named, package])


@functools.cache
def _packages() -> dict[str, str]:
    """Packages by the names of their games."""
    others = [name for name in os.environ.get(VARIABLE, "").split(",") if name]
    return {_facts_of(package).name: package for package in [*_PACKAGES, *others]}


def _facts_of(package: str) -> Facts:
    facts: Facts = importlib.import_module(package).FACTS
    return facts


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_packages())


def _package(name: str) -> str:
    packages = _packages()
    if not isinstance(name, str) or name not in packages:
        hint = nearest(name, packages) if isinstance(name, str) else ""
        raise BadOption(
            f"there is no game {quote(name)}{hint}; there are {one_of(names())}",
            reason="unknown-game", game=shorten(name), allowed=", ".join(names()),
        )  # fmt: skip
    return packages[name]


def facts(name: str) -> Facts:
    """Return what is true of a game before its rules are loaded; raise BadOption.

    >>> facts("phoenix").players
    (2,)
    """
    return _facts_of(_package(name))


@functools.cache
def module_of(name: str, layer: str) -> ModuleType | None:
    """Return what a layer above keeps for a game; none if there is no such module.

    Our own games have it there (`genial.bots.phoenix`, `genial.lab.kernels.phoenix`), others in
    their own packages (`mine.bots`, `mine.lab`).

    >>> module_of("phoenix", "bots").__name__
    'genial.bots.phoenix'
    """
    package = _package(name)
    if package.startswith(_OURS):
        module = f"genial.{layer}.{package.removeprefix(_OURS)}"
    else:
        module = f"{package}.{layer.partition('.')[0]}"
    return None if find_spec(module) is None else importlib.import_module(module)


def kit(name: str) -> Kit:
    """Return a game's kit; raise BadOption."""
    return cast("Kit", importlib.import_module(f"{_package(name)}.kit"))


def make(name: str, options: Mapping[str, Any]) -> Game:
    """Return the rules of a game with its options; raise BadOption."""
    return _make(name, tuple(kit(name).options(options).items()))


@functools.lru_cache(maxsize=256)
def _make(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    from genial.core.game import Game

    return Game(kit(name), dict(options))
