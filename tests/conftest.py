"""The order of the tests: the longest first, or all processes but one wait for them in the end."""

from __future__ import annotations

import pytest

LONGEST = "tests/wasm/"  # a game is compiled anew, and whole games are compared


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
