"""The set phrases of the chat: all that silent partners may say while they play.

A phrase has a key, which is stored and sent. Clients show it in the language of the reader; the
English text is for programs that do not.
"""

from __future__ import annotations

import msgspec

from genial.server.errors import Refusal

PHRASES = {
    "hello": "Hello!",
    "good-luck": "Good luck!",
    "thanks": "Thank you.",
    "welcome": "You’re welcome.",
    "one-moment": "One moment, please.",
    "take-your-time": "Take your time.",
    "back": "I’m back.",
    "sorry": "Sorry!",
    "well-played": "Well played!",
    "good-game": "Good game!",
    "must-go": "I have to go.",
    "goodbye": "Goodbye!",
}
_MARK = "\x1f"  # begins a stored phrase; no user can type it: the chat removes such characters


class Phrase(msgspec.Struct, frozen=True):
    """A set phrase of the chat, and its text in English."""

    phrase: str
    text: str


def check_phrase(phrase: str) -> str:
    """Return the text of a phrase; raise Refusal if there is no such phrase."""
    if phrase not in PHRASES:
        raise Refusal("There is no such phrase.", code="no-such-phrase")
    return PHRASES[phrase]


def stored_text(text: str, phrase: str | None) -> str:
    """Return how a line is stored, said freely or as a phrase.

    >>> stored_text("Hello!", "hello")
    '\\x1fhello'
    """
    return text if phrase is None else _MARK + phrase


def from_stored(stored: str) -> tuple[str, str | None]:
    """Return the text of a stored line, and its phrase if it is one.

    >>> from_stored("Hi"), from_stored("\\x1fhello")
    (('Hi', None), ('Hello!', 'hello'))
    """
    if not stored.startswith(_MARK):
        return stored, None
    phrase = stored.removeprefix(_MARK)
    return PHRASES.get(phrase, phrase), phrase
