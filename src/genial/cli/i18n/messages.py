"""Look up texts in English or German."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from genial.cli.output import one_line

if TYPE_CHECKING:
    from genial.core.errors import GenialError
    from genial.games.spezial.layout_check import Fault

Language = Literal["de", "en"]


class Messages:
    """The texts in one language.

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
        """Return a text with its facts filled in."""
        return self._texts[key].format(**facts)

    def command(self, word: str) -> str:
        """Return the English name of a command that may be German, or any other word unchanged."""
        from genial.cli.i18n.german import COMMANDS

        return COMMANDS.get(word, word)

    def compile_step(self, english: str) -> str:
        """Translate the name of a step of compilation, which may be that of a bot."""
        return self._texts.get(f"compile.{english}") or self.bot(english)

    def bot(self, name: str) -> str:
        """Return the title of a bot.

        >>> Messages("de").bot("expert")
        'Könner'
        """
        return self._texts.get(f"bot.{name}", name)

    def refusal(self, error: GenialError, *, game: str, text: str) -> str:
        """Return the sentence of a refusal, translated if there is a text for its code."""
        facts: dict[str, object] = {"text": one_line(text), "examples": self(f"{game}.examples")}
        for name, fact in error.facts.items():
            facts[name] = ", ".join(map(str, fact)) if isinstance(fact, list) else fact
        for template in self._refusals.get(error.code, ()):
            try:
                return template.format(**facts)
            except KeyError:
                continue
        return str(error)

    def fault(self, fault: Fault) -> str:
        """Return the sentence of a fault of a board's layout.

        >>> from genial.games.spezial.layout_check import Fault
        >>> Messages("de").fault(Fault("cell-twice", "m7 is listed twice", ("m7",)))
        'm7 kommt zweimal vor; ein Bonusfeld ist nie ein Turmfeld'
        """
        from genial.cli.i18n import german

        template = german.FAULTS.get(fault.code) if self.language == "de" else None
        if template is None:
            return fault.sentence
        kind = german.KINDS.get(str(fault.facts.get("kind")), "")
        return template.format(cells=", ".join(fault.cells), **{**fault.facts, "kind": kind})


def language(given: Language | None, environment: Mapping[str, str] = os.environ) -> Language:
    """Return the language given, or that of the environment, or English.

    >>> language(None, {"LC_ALL": "de_AT.UTF-8"})
    'de'
    """
    if given is not None:
        return given
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name)
        if value:
            return "de" if re.match(r"de(?![a-z])", value.lower()) else "en"
    return "en"
