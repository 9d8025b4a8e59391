"""The dealer's stream of randomness, its commitment and its proof.

A stream is an array of 16 words and is one of two things: the *dealer*, the ChaCha20
keystream of a secret key, from which games are dealt; or a *fast* generator
(xoroshiro128++) for playouts. `docs/dealing.md` specifies the dealer, so that anybody can
check a deal without this code.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping

import numpy as np

from genial.core.errors import BadOption, quoted
from genial.core.kernel import Stream, cold, rule

DEALER = 1  # the version of the dealing algorithm, written into records
KEY_BYTES = 32
NONCE_BYTES = 32
STREAM_WORDS = 16

_KIND, _STATE, _KEY, _COUNTER, _USED, _BLOCK = 0, 1, 1, 5, 6, 7  # where a stream keeps what
_FAST, _DEALER = np.uint64(0), np.uint64(1)
_BLOCK_WORDS = np.uint64(16)

_U1, _U2 = np.uint64(1), np.uint64(2)
_U32, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)
_U64, _ALL = np.uint64(64), np.uint64(0xFFFFFFFFFFFFFFFF)
_R7, _R8, _R12, _R16 = np.uint64(7), np.uint64(8), np.uint64(12), np.uint64(16)
_R17, _R21, _R28 = np.uint64(17), np.uint64(21), np.uint64(28)
_CONSTANTS = np.frombuffer(b"expand 32-byte k", "<u4").astype(np.uint64)
_C0, _C1, _C2, _C3 = (np.uint64(word) for word in _CONSTANTS)


def checked_key(key: bytes) -> bytes:
    """The key, if it is one: 32 bytes."""
    if not isinstance(key, bytes) or len(key) != KEY_BYTES:
        raise BadOption(f"a key is {KEY_BYTES} bytes", code="bad-key")
    return key


def key_from(seed: int | bytes | None) -> bytes:
    """The host's key: 32 bytes as they are, an int expanded, none from the operating system.

    >>> key_from(7).hex()[:16]
    '827394a1181ea8da'
    """
    if seed is None:
        return secrets.token_bytes(KEY_BYTES)
    if isinstance(seed, bytes):
        return checked_key(seed)
    if isinstance(seed, int) and not isinstance(seed, bool):
        return hashlib.sha256(f"genial seed {seed}".encode()).digest()
    raise BadOption(f"a seed is a whole number or {KEY_BYTES} bytes, not {quoted(seed)}")


def commitment(key: bytes) -> str:
    """What is published before a game: the SHA-256 of its key.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(checked_key(key)).hexdigest()


def dealing_key(key: bytes, nonces: Mapping[int, bytes]) -> bytes:
    """The stream's key: HMAC-SHA-256, under the host's key, of the players' nonces by seat.

    A plain hash of key and nonces would be open to length extension of the published
    commitment; the HMAC is not.
    """
    message = b"genial dealer %d" % DEALER
    for seat in sorted(nonces):
        if len(nonces[seat]) != NONCE_BYTES:
            raise BadOption(f"a nonce is {NONCE_BYTES} bytes", code="bad-nonce")
        message += bytes([seat]) + nonces[seat]
    return hmac.digest(checked_key(key), message, "sha256")


def dealer_stream(key: bytes, nonces: Mapping[int, bytes] | None = None) -> Stream:
    """The stream a game is dealt from."""
    stream = np.zeros(STREAM_WORDS, np.uint64)
    stream[_KIND] = _DEALER
    stream[_KEY : _KEY + 4] = np.frombuffer(dealing_key(key, nonces or {}), "<u8")
    stream[_USED] = _BLOCK_WORDS
    return stream


def fast_stream(seed: int) -> Stream:
    """A stream for playouts: quick, of good quality, not secret."""
    return fast_streams(seed, 1)[0]


def fast_streams(seed: int, count: int) -> Stream:
    """So many independent streams for playouts, a row each."""
    streams = np.zeros((count, STREAM_WORDS), np.uint64)
    expanded = hashlib.shake_256(f"genial playout {seed}".encode()).digest(16 * count)
    streams[:, _STATE : _STATE + 2] = np.frombuffer(expanded, "<u8").reshape(count, 2)
    return streams


@rule
def _rotated(word: np.uint64, by: np.uint64) -> np.uint64:
    return ((word << by) | (word >> (_U32 - by))) & _LOW


@rule
def _quarter(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    a = (a + b) & _LOW
    d = _rotated(d ^ a, _R16)
    c = (c + d) & _LOW
    b = _rotated(b ^ c, _R12)
    a = (a + b) & _LOW
    d = _rotated(d ^ a, _R8)
    c = (c + d) & _LOW
    b = _rotated(b ^ c, _R7)
    return a, b, c, d


@cold
def _next_block(stream: Stream) -> None:
    """The next 64 bytes of the ChaCha20 keystream (RFC 8439, nonce 0) into the stream."""
    k0, k1 = stream[_KEY] & _LOW, stream[_KEY] >> _U32
    k2, k3 = stream[_KEY + 1] & _LOW, stream[_KEY + 1] >> _U32
    k4, k5 = stream[_KEY + 2] & _LOW, stream[_KEY + 2] >> _U32
    k6, k7 = stream[_KEY + 3] & _LOW, stream[_KEY + 3] >> _U32
    counter = stream[_COUNTER]
    nothing = np.uint64(0)
    x0, x1, x2, x3 = _C0, _C1, _C2, _C3
    x4, x5, x6, x7 = k0, k1, k2, k3
    x8, x9, x10, x11 = k4, k5, k6, k7
    x12, x13, x14, x15 = counter, nothing, nothing, nothing
    for _ in range(10):
        x0, x4, x8, x12 = _quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter(x3, x4, x9, x14)
    stream[_BLOCK] = ((x0 + _C0) & _LOW) | ((x1 + _C1) & _LOW) << _U32
    stream[_BLOCK + 1] = ((x2 + _C2) & _LOW) | ((x3 + _C3) & _LOW) << _U32
    stream[_BLOCK + 2] = ((x4 + k0) & _LOW) | ((x5 + k1) & _LOW) << _U32
    stream[_BLOCK + 3] = ((x6 + k2) & _LOW) | ((x7 + k3) & _LOW) << _U32
    stream[_BLOCK + 4] = ((x8 + k4) & _LOW) | ((x9 + k5) & _LOW) << _U32
    stream[_BLOCK + 5] = ((x10 + k6) & _LOW) | ((x11 + k7) & _LOW) << _U32
    stream[_BLOCK + 6] = ((x12 + counter) & _LOW) | x13 << _U32
    stream[_BLOCK + 7] = x14 | x15 << _U32
    stream[_COUNTER] = counter + _U1
    stream[_USED] = nothing


@rule
def _dealer_word(stream: Stream) -> np.uint64:
    if stream[_USED] == _BLOCK_WORDS:
        _next_block(stream)
    used = stream[_USED]
    stream[_USED] = used + _U1
    pair = stream[_BLOCK + int(used >> _U1)]
    return (pair >> ((used & _U1) * _U32)) & _LOW


@rule
def _fast_word(stream: Stream) -> np.uint64:
    first, second = stream[_STATE], stream[_STATE + 1]
    mixed = first + second
    result = ((mixed << _R17) | (mixed >> (_U64 - _R17))) + first
    second ^= first
    stream[_STATE] = (
        ((first << np.uint64(49)) | (first >> np.uint64(15))) ^ second ^ (second << _R21)
    )
    stream[_STATE + 1] = (second << _R28) | (second >> (_U64 - _R28))
    return result >> _U32


@rule
def word(stream: Stream) -> np.uint64:
    """The next 32 random bits."""
    if stream[_KIND] == _FAST:
        return _fast_word(stream)
    return _dealer_word(stream)


@rule
def below(stream: Stream, bound: int) -> int:
    """A number from 0 to bound - 1, each exactly equally likely (Lemire's method)."""
    n = np.uint64(bound)
    product = word(stream) * n
    if product & _LOW < n:
        rest = ((_U1 << _U32) - n) % n
        while product & _LOW < rest:
            product = word(stream) * n
    return int(product >> _U32)
