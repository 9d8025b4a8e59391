"""The naive oracle: every game a second time, written from rules.md alone.

The differential tests feed a record's body to it, line by line, and compare it with the
kernels. Obviously correct comes before fast; nothing here may import from src.
"""

from typing import Any, Protocol

from . import ingenious, phoenix, spezial, tile_challenge

__all__ = ["GameOracle", "oracle"]


class GameOracle(Protocol):
    """What the four oracles have in common (tile-challenge has `series` as well)."""

    @property
    def chance_due(self) -> bool: ...

    @property
    def turn(self) -> int | None: ...

    @property
    def scores(self) -> list[dict[str, int]]: ...

    @property
    def over(self) -> bool: ...

    @property
    def ranks(self) -> tuple[int, ...] | None: ...

    def feed(self, line: str) -> None: ...

    def legal(self) -> set[str]: ...


def oracle(game: str, **options: Any) -> GameOracle:
    """The oracle of `game` before its first line.

    >>> oracle("ingenious", players=3).chance_due
    True
    """
    if game == "ingenious":
        return ingenious.Oracle(**options)
    if game == "tile-challenge":
        return tile_challenge.Oracle(**options)
    if game == "spezial":
        return spezial.Oracle(**options)
    if game == "phoenix":
        return phoenix.Oracle(**options)
    raise ValueError(f"there is no game {game!r}")
