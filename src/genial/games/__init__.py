"""The four games, a package each; `make` gives a game with its options."""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING, Any, cast

from genial.core.errors import BadOption, nearest, one_of, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from genial.core.game import Game

PACKAGES = {
    "ingenious": "ingenious",
    "tile-challenge": "tile_challenge",
    "spezial": "spezial",
    "phoenix": "phoenix",
}
NAMES = tuple(PACKAGES)


def make(name: str, options: Mapping[str, Any]) -> Game:
    """The rules of a game with its options; raises BadOption."""
    if not isinstance(name, str) or name not in PACKAGES:
        hint = nearest(name, NAMES) if isinstance(name, str) else ""
        raise BadOption(f"there is no game {quoted(name)}{hint}; there are {one_of(NAMES)}")
    from genial.core.kit import Kit

    kit = cast(Kit, importlib.import_module(f"genial.games.{PACKAGES[name]}"))
    return _made(name, tuple(kit.options(options).items()))


@functools.lru_cache(maxsize=256)
def _made(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    from genial.core.game import Game
    from genial.core.kit import Kit

    kit = cast(Kit, importlib.import_module(f"genial.games.{PACKAGES[name]}"))
    return Game(kit, dict(options))
