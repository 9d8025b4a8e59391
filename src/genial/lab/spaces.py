"""Spaces of copied environments."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any


def twin(space: Any) -> Any:
    """Return a space that samples as the given one will, and alone; its bounds are shared.

    Quicker than a deep copy, which a search that copies environments would feel.
    """
    one = object.__new__(type(space))
    one.__dict__.update(space.__dict__)
    # The public `np_random` would seed a generator that nothing has asked for yet.
    one._np_random = copy.deepcopy(space._np_random)  # noqa: SLF001
    parts = getattr(space, "spaces", None)
    if isinstance(parts, Mapping):
        one.spaces = {name: twin(part) for name, part in parts.items()}
    return one


def twins(spaces: Mapping[str, Any]) -> dict[str, Any]:
    """Return twins of the spaces of several agents."""
    return {agent: twin(space) for agent, space in spaces.items()}
