"""The dealer's stream of randomness, its commitment and its proof.

A stream is an array of words and is one of two things: the *dealer*, the ChaCha20
keystream of a secret key, from which games are dealt; or a *fast* generator
(xoroshiro128++) for playouts. `docs/dealing.md` specifies the dealer, so that others can
check a deal without this code.

The dealer's code is short rather than quick: it is compiled into everything that draws.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping

import numpy as np

from genial.core.errors import BadOption, quote
from genial.core.kernel import Stream, rule

DEALER = 1  # the version of the dealing algorithm, written into records
KEY_BYTES = 32
NONCE_BYTES = 32

# Where a stream keeps what. Fast: two words of state. Dealer: how much of the block has been
# used, the input of the block function, and the block, a word for each of their 16 numbers.
_KIND, _STATE, _USED, _INPUT, _BLOCK = 0, 1, 1, 2, 18
_FAST_WORDS, _DEALER_WORDS = 3, 34
_FAST, _DEALER = np.uint64(0), np.uint64(1)
_BLOCK_WORDS = 16
_KEY, _COUNTER = _INPUT + 4, _INPUT + 12  # before the key four constants, behind the counter 0

_U1, _U32, _U64 = np.uint64(1), np.uint64(32), np.uint64(64)
_LOW = np.uint64(0xFFFFFFFF)
_R7, _R8, _R12, _R16 = np.uint64(7), np.uint64(8), np.uint64(12), np.uint64(16)
_R17, _R21, _R28, _R49 = np.uint64(17), np.uint64(21), np.uint64(28), np.uint64(49)


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
    raise BadOption(f"a seed is a whole number or {KEY_BYTES} bytes, not {quote(seed)}")


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
    stream = np.zeros(_DEALER_WORDS, np.uint64)
    stream[_KIND] = _DEALER
    stream[_USED] = _BLOCK_WORDS
    stream[_INPUT:_KEY] = np.frombuffer(b"expand 32-byte k", "<u4")
    stream[_KEY:_COUNTER] = np.frombuffer(dealing_key(key, nonces or {}), "<u4")
    return stream


def fast_stream(seed: int) -> Stream:
    """A stream for playouts: quick, of good quality, not secret."""
    stream: Stream = fast_streams(seed, 1)[0]
    return stream


def fast_streams(seed: int, count: int) -> Stream:
    """Return a number of independent streams for playouts, a row each."""
    streams = np.zeros((count, _FAST_WORDS), np.uint64)
    expanded = hashlib.shake_256(f"genial playout {seed}".encode()).digest(16 * count)
    streams[:, _STATE : _STATE + 2] = np.frombuffer(expanded, "<u8").reshape(count, 2)
    return streams


@rule
def _mix(stream: Stream, place: int, other: int, turned: int, by: np.uint64) -> None:
    """One of the four steps of a quarter round: add, exclusive or, rotate."""
    total = (stream[place] + stream[other]) & _LOW
    word = stream[turned] ^ total
    stream[place] = total
    stream[turned] = ((word << by) | (word >> (_U32 - by))) & _LOW


@rule
def _next_block(stream: Stream) -> None:
    """The next 64 bytes of the ChaCha20 keystream (RFC 8439, nonce 0) into the stream."""
    for k in range(_BLOCK_WORDS):
        stream[_BLOCK + k] = stream[_INPUT + k]
    for quarter in range(80):
        slant = (quarter >> 2) & 1  # four columns, then four diagonals
        a = _BLOCK + (quarter & 3)
        b = _BLOCK + 4 + ((quarter + slant) & 3)
        c = _BLOCK + 8 + ((quarter + 2 * slant) & 3)
        d = _BLOCK + 12 + ((quarter + 3 * slant) & 3)
        _mix(stream, a, b, d, _R16)
        _mix(stream, c, d, b, _R12)
        _mix(stream, a, b, d, _R8)
        _mix(stream, c, d, b, _R7)
    for k in range(_BLOCK_WORDS):
        stream[_BLOCK + k] = (stream[_BLOCK + k] + stream[_INPUT + k]) & _LOW
    stream[_COUNTER] += _U1
    stream[_USED] = np.uint64(0)


@rule
def _dealer_word(stream: Stream) -> np.uint64:
    if stream[_USED] == _BLOCK_WORDS:
        _next_block(stream)
    used = stream[_USED]
    stream[_USED] = used + _U1
    word: np.uint64 = stream[_BLOCK + np.int64(used)]
    return word


@rule
def _fast_word(stream: Stream) -> np.uint64:
    first, second = stream[_STATE], stream[_STATE + 1]
    mixed = first + second
    result: np.uint64 = ((mixed << _R17) | (mixed >> (_U64 - _R17))) + first
    second ^= first
    turned = (first << _R49) | (first >> (_U64 - _R49))
    stream[_STATE] = turned ^ second ^ (second << _R21)
    stream[_STATE + 1] = (second << _R28) | (second >> (_U64 - _R28))
    return result >> _U32


@rule
def word(stream: Stream) -> np.uint64:
    """The next 32 random bits."""
    if stream[_KIND] == _FAST:
        return _fast_word(stream)
    return _dealer_word(stream)


@rule
def _is_unfair(rest: np.uint64, n: np.uint64) -> bool:
    """Would a word with this rest make one of n numbers likelier than another?"""
    return bool(rest < n and rest < ((_U1 << _U32) - n) % n)


@rule
def below(stream: Stream, bound: int) -> int:
    """A number from 0 to bound - 1, each exactly equally likely (Lemire's method)."""
    n = np.uint64(bound)
    product = word(stream) * n
    while _is_unfair(product & _LOW, n):
        product = word(stream) * n
    return int(np.int64(product >> _U32))


@rule
def two_below(stream: Stream, first: int, second: int) -> tuple[int, int]:
    """A number below each of two bounds, each pair exactly equally likely, from one word.

    The second number is made of what the first leaves of the word (Lemire and
    Brackett-Rozinsky); the product of the bounds is at most 2**32.
    """
    m, n = np.uint64(first), np.uint64(second)
    high = word(stream) * m
    low = (high & _LOW) * n
    while _is_unfair(low & _LOW, m * n):
        high = word(stream) * m
        low = (high & _LOW) * n
    return int(np.int64(high >> _U32)), int(np.int64(low >> _U32))
