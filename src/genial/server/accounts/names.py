"""Names of players: which are allowed, and which look alike.

Unicode's own tables decide, as its technical standard 39 describes. Properties of characters come
from the `regex` library. For look-alikes there is no well-kept library (see docs/ratings.md), so
Unicode's `confusables.txt` is a part of this package, unchanged, with its licence: `unicode/`.
"""

from __future__ import annotations

import functools
import unicodedata
from importlib import resources

import regex

from genial.server.errors import Refusal

LONGEST_NAME = 24  # characters
_MOST_MARKS = 3  # on one letter: scripts that need more are rare, and floods cover other lines

# Characters that print nothing, change the direction of the text or the name of a tag, are for
# private use, or are unknown. The last two are blank, though Unicode does not
# list them as ignorable.
_REFUSED = regex.compile(r"[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<>\u2800\U0001d159]")
_FLOOD = regex.compile(rf"^\p{{M}}|[\p{{Mn}}\p{{Me}}]{{{_MOST_MARKS + 1}}}|([\p{{Mn}}\p{{Me}}])\1")
_IGNORABLE = regex.compile(r"\p{Default_Ignorable_Code_Point}+")
_VARIATION = regex.compile(r"\p{Variation_Selector}+")  # phones add one to every heart

_MOST_ROUNDS = 8  # until a skeleton stays as it is; two or three are the rule

# What the client calls guests without a name of their own, in its languages. No account can take
# these names, since then no guest could use them.
FOR_GUESTS = ("Guest", "Gast")


def check_name(name: str) -> str:
    """Return the name without needless spaces; raise Refusal if it cannot be one.

    >>> check_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    name = " ".join(unicodedata.normalize("NFC", _VARIATION.sub("", name)).split())
    if not 1 <= len(name) <= LONGEST_NAME or _REFUSED.search(name):
        raise Refusal(f"A name has 1 to {LONGEST_NAME} visible characters.", code="bad-name")
    if _FLOOD.search(unicodedata.normalize("NFD", name)):
        raise Refusal("This name has too many marks above or below a letter.", code="bad-marks")
    return name


def fold_name(name: str) -> str:
    """Return a name as it is compared when logging in: Ada, ADA and ａｄａ are the same.

    >>> fold_name("ＡＤＡ ")
    'ada'
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def skeleton(name: str) -> str:
    """Return what a name looks like: two names with the same skeleton cannot be told apart.

    Capitals count as small letters. So Unicode's step and that of letters are repeated until
    nothing changes.

    >>> skeleton("Ada") == skeleton("АDА")  # two Cyrillic letters
    True
    >>> skeleton("Tim") == skeleton("Tirn")
    True
    >>> skeleton("Ella") == skeleton("Elia")
    False
    """
    text = unicodedata.normalize("NFKC", name)
    for _ in range(_MOST_ROUNDS):
        before, text = text, _prototype(text).casefold()
        if text == before:
            break
    return " ".join(text.split())


def lookalikes(name: str) -> set[str]:
    """Return the skeletons that other accounts must not have: as written, and in small letters.

    A capital I looks like a small L, a small i does not: hence both.
    """
    return {skeleton(name), skeleton(fold_name(name))}


def is_for_guests(name: str) -> bool:
    """Is this the name of guests without a name of their own?"""
    return not lookalikes(name).isdisjoint(skeleton(one) for one in FOR_GUESTS)


def _prototype(text: str) -> str:
    """Return Unicode's skeleton of a text (UTS 39, section 4)."""
    text = _IGNORABLE.sub("", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFD", text.translate(_confusables()))


@functools.cache
def _confusables() -> dict[int, str]:
    """Read Unicode's table: what each character looks like."""
    file = resources.files("genial.server.accounts") / "unicode" / "confusables.txt"
    table = {}
    for line in file.read_text("utf-8-sig").splitlines():
        fields = line.partition("#")[0].split(";")
        if len(fields) >= 2:
            source, target = (
                "".join(chr(int(code, 16)) for code in field.split()) for field in fields[:2]
            )
            table[ord(source)] = target
    return table
