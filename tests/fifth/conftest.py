"""The fifth game is known while its tests run, and unknown to all others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import genial
from tests.fifth.registration import registry_restored


@pytest.fixture(scope="package", autouse=True)
def registered() -> Iterator[None]:
    with registry_restored():
        genial.register("tests.fifth")
        yield
