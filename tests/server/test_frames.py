"""Texts that are sent the short way look like those of the library."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from genial.server.transport.direct_send import frame_header


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_text_has_the_header_of_its_size(size: int) -> None:
    text = b"x" * size
    assert frame_header(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)
