"""Make the fifth game known for a while, so that other tests see the four."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from genial.games import VARIABLE, _packages


@contextmanager
def registry_restored() -> Iterator[None]:
    """Forget the games registered meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, "")
        _packages.cache_clear()
        yield
    _packages.cache_clear()
