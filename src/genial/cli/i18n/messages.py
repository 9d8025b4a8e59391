"""The texts that a person sees in a game, in English and German."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from genial.cli.output import one_line

if TYPE_CHECKING:
    from genial.core.errors import GenialError

Language = Literal["de", "en"]


class Messages:
    """Says things in one language.

    >>> Messages("de")("seat", seat=2)
    'Platz 2'
    """

    def __init__(self, language: Language) -> None:
        from genial.cli.i18n import english, german

        self.language = language
        module = german if language == "de" else english
        self._texts: Mapping[str, str] = module.TEXTS
        self._refusals: Mapping[str, tuple[str, ...]] = module.REFUSALS

    def __call__(self, key: str, **facts: object) -> str:
        """The text of this name with its facts filled in."""
        return self._texts[key].format(**facts)

    def command(self, word: str) -> str:
        """The English name of a command that may be typed in German; other words as they are."""
        from genial.cli.i18n.german import COMMANDS

        return COMMANDS.get(word, word)

    def translated(self, english: str) -> str:
        """What the compiler does, in this language."""
        return self._texts.get(f"warm.{english}") or self.bot(english)

    def bot(self, name: str) -> str:
        """What a bot of this name is called.

        >>> Messages("de").bot("expert")
        'Könner'
        """
        return self._texts.get(f"bot.{name}", name)

    def refusal(self, error: GenialError, *, game: str, text: str) -> str:
        """A refusal's sentence, translated if there is a translation for its code and facts."""
        facts: dict[str, object] = {"text": one_line(text), "examples": self(f"{game}.examples")}
        for name, fact in error.facts.items():
            facts[name] = ", ".join(map(str, fact)) if isinstance(fact, list) else fact
        for template in self._refusals.get(error.code, ()):
            try:
                return template.format(**facts)
            except KeyError:
                continue
        return str(error)


def language(asked: Language | None, environment: Mapping[str, str] = os.environ) -> Language:
    """The language asked for, otherwise that of the environment, otherwise English.

    >>> language(None, {"LC_ALL": "de_AT.UTF-8"})
    'de'
    """
    if asked is not None:
        return asked
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name)
        if value:
            return "de" if re.match(r"de(?![a-z])", value.lower()) else "en"
    return "en"
