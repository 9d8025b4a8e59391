"""Dealing: the stream, its specification, commitments and proofs."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

import genial
from genial.core import engine
from genial.core.chance import dealer_stream, dealing_key, fast_stream, fast_streams, key_from
from tests.cases import CASES, name_of, random_states


class Specified:
    """The dealer as docs/dealing.md specifies it, written with another ChaCha20."""

    def __init__(self, key: bytes, nonces: dict[int, bytes]) -> None:
        message = b"genial dealer 1" + b"".join(bytes([s]) + nonces[s] for s in sorted(nonces))
        stream_key = hmac.new(key, message, hashlib.sha256).digest()
        self._cipher = Cipher(algorithms.ChaCha20(stream_key, bytes(16)), mode=None).encryptor()

    def below(self, n: int) -> int:
        while True:
            word = int.from_bytes(self._cipher.update(bytes(4)), "little")
            if word * n % 2**32 >= 2**32 % n:
                return word * n >> 32


NONCES = [{}, {1: bytes(range(32))}, {1: b"a" * 32, 2: b"b" * 32}]


@pytest.mark.parametrize("nonces", NONCES, ids=len)
def test_the_stream_is_the_one_that_the_docs_specify(nonces: dict[int, bytes]) -> None:
    key = key_from(99)
    stream, specified = dealer_stream(key, nonces), Specified(key, nonces)
    for bound in [1, 2, 3, 6, 120, 2**31 + 1, 2**32 - 1] * 50:
        assert engine.number_below(stream, bound) == specified.below(bound)


def test_ingenious_is_dealt_as_the_docs_say() -> None:
    """Set-up of two racks with nothing but the specification."""
    key = key_from(7)
    specified = Specified(key, {})
    colours = "RGBOYP"
    bag = [a + b for i, a in enumerate(colours) for b in colours[i:] for _ in range(6 - (a == b))]
    racks = [[bag.pop(specified.below(len(bag))) for _ in range(6)] for _ in range(2)]
    expected = [f"* rack {seat} {' '.join(rack)}" for seat, rack in enumerate(racks, 1)]
    assert genial.game("ingenious", players=2).start(seed=key).log == expected


def test_numbers_below_a_bound_are_uniform() -> None:
    for stream in (fast_stream(1), dealer_stream(bytes(32))):
        seen = Counter(engine.number_below(stream, 12) for _ in range(24000))
        assert set(seen) == set(range(12))
        assert sum((n - 2000) ** 2 / 2000 for n in seen.values()) < 50


def test_streams_for_playouts_differ() -> None:
    assert len({row.tobytes() for row in fast_streams(1, 1000)}) == 1000
    assert not np.array_equal(fast_streams(1, 3), fast_streams(2, 3))


def test_nonces_change_the_deal_and_the_commitment_does_not_tell_the_stream() -> None:
    key = bytes(32)
    assert dealing_key(key, {}).hex() != genial.commitment(key)
    keys = {dealing_key(key, nonces) for nonces in [*NONCES, {2: bytes(range(32))}]}
    assert len(keys) == 4
    game = genial.game("ingenious")
    assert game.start(key).log != game.start(key, nonces={1: bytes(32)}).log


@pytest.mark.parametrize("seed", ["7", 1.5, True, b"short"])
def test_a_bad_seed_is_refused(seed: object) -> None:
    with pytest.raises(genial.BadOption):
        genial.game("phoenix").start(seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_a_finished_record_proves_its_deals(case: tuple[str, dict[str, object]]) -> None:
    state = [*random_states(case[0], case[1], 21)][-1]
    text = state.record()
    assert genial.verify(text)[0] == state
    key = re.search("key: (.*)", text)
    assert key is not None
    other = key_from(22)
    forged = text.replace(key[1], other.hex())
    with pytest.raises(genial.NotProven, match="commitment promised"):
        genial.verify(forged)
    promise = re.search("commitment: (.*)", text)
    assert promise is not None
    forged = forged.replace(promise[1], genial.commitment(other))
    with pytest.raises(genial.NotProven, match="the key deals"):
        genial.verify(forged)


def test_a_touched_deal_is_found() -> None:
    text = [*random_states("ingenious", {"players": 2}, 21)][-1].record()
    lines = text.splitlines()
    k = max(i for i, line in enumerate(lines) if line.startswith("* rack"))
    original = lines[k].split()[-1]
    lines[k] = lines[k].replace(original, "RR" if original != "RR" else "GG")
    with pytest.raises(genial.NotProven, match=f"line {k + 1}: the key deals"):
        genial.verify("\n".join(lines))


def test_players_nonces_are_part_of_the_proof() -> None:
    game = genial.game("phoenix")
    state = game.start(seed=5, nonces={1: b"x" * 32, 2: b"y" * 32})
    while not state.over:
        state = state.play(state.legal()[0])
    text = state.record()
    assert "nonce 2: " + (b"y" * 32).hex() in text
    genial.verify(text)
    with pytest.raises(genial.NotProven):
        genial.verify(text.replace("nonce 2: 79", "nonce 2: 78"))
    with pytest.raises(genial.NotProven, match="32 bytes"):
        genial.verify(text.replace("nonce 2: 79", "nonce 2: zz"))


def test_an_unfinished_record_cannot_be_proven_yet() -> None:
    with pytest.raises(genial.NotProven, match="no key"):
        genial.verify(genial.game("phoenix").start(seed=1).record())
