"""Texts that go the short way look like those of the library."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from genial.server.transport.direct_texts import ends_with_a_frame, frame_header, masked_text


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_text_has_the_header_of_its_size(size: int) -> None:
    text = b"x" * size
    assert frame_header(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


def masked(text: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, text, fin=fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 4_000])
def test_a_short_text_is_read_as_the_library_masks_it(size: int) -> None:
    assert masked_text(masked(b"x" * size)) == b"x" * size


@pytest.mark.parametrize(
    "data",
    [
        b"",
        masked(b"Hi")[:-1],
        masked(b"Hi") + b"\x81",
        masked(b"Hi") * 2,
        masked(b"Hi", fin=False),
        masked(b"Hi", Opcode.BINARY),
        masked(b"", Opcode.PING),
        Frame(Opcode.TEXT, b"12345").serialize(mask=False),
        bytes((0x81, 0xFF)) + bytes(4 + 127),
        bytes((0xC1,)) + masked(b"Hi")[1:],
        masked(b"x" * 5_000),
    ],
    ids=[  # masks are random: the data would have another name in each process
        "nothing",
        "incomplete",
        "and-more",
        "two",
        "not-the-last",
        "binary",
        "ping",
        "not-masked",
        "long-by-its-length",
        "reserved-bit",
        "too-long",
    ],
)
def test_all_other_data_is_left_to_the_library(data: bytes) -> None:
    assert masked_text(data) is None


def test_the_short_way_is_taken_only_between_whole_frames() -> None:
    whole = [masked(b"Hi"), masked(b"x" * 300), masked(b"x" * 70_000), masked(b"", Opcode.PING)]
    assert all(map(ends_with_a_frame, whole))
    assert ends_with_a_frame(b"".join(whole))
    assert ends_with_a_frame(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    for frame in whole:
        for cut in {1, 2, 3, 5, len(frame) - 1}:
            assert not ends_with_a_frame(whole[0] + frame[:cut])
