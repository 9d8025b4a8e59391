"""The bytes on the wire are a contract: clients of yesterday read them."""

from __future__ import annotations

import pytest

from tests.golden.wire import HERE, PLAYTHROUGHS, messages


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS)
def test_a_position_is_sent_as_it_always_was(playthrough: str) -> None:
    assert messages(playthrough) == (HERE / f"{playthrough}.wire").read_text()
