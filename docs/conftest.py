"""Examples in the documentation leave no game behind that they register."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.fifth.registration import registry_restored


@pytest.fixture(autouse=True)
def known_games() -> Iterator[None]:
    with registry_restored():
        yield
