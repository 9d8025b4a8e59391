"""Look up texts in English or German."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, ParamSpec, TypeVar

from genial.cli.output import one_line

if TYPE_CHECKING:
    from genial.core.errors import GenialError
    from genial.games.spezial.layout_check import Fault

Language = Literal["de", "en"]
Given = ParamSpec("Given")
Result = TypeVar("Result")


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

    def reason(self, error: GenialError) -> str:
        """Return the sentence of an option or a position that is refused."""
        if self.language == "en":
            return str(error)
        from genial.cli.i18n import german, german_reasons

        reason, facts = str(error.facts.get("reason", "")), dict(error.facts)
        match error.code:
            case "bad-option":
                template = german_reasons.OPTIONS.get(reason)
            case "bad-setting":
                template = german_reasons.SETTINGS.get(reason)
            case "unknown-board":
                template = german_reasons.BOARDS.get(reason)
            case "bad-layout":
                template = german.FAULTS.get(reason)
                facts["kind"] = german.KINDS.get(str(facts.get("kind")), "")
            case "bad-position" if reason == "shape":
                template = german_reasons.SHAPES.get(str(facts["fault"]))
            case "bad-position":
                template = german_reasons.POSITIONS.get(reason)
            case _:
                template = None
        return str(error) if template is None else one_line(template.format(**facts))

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


def translate_refusals(command: Callable[Given, Result]) -> Callable[Given, Result]:
    """Let a command with an option `lang` refuse in that language."""

    @functools.wraps(command)
    def in_language(*words: Given.args, **options: Given.kwargs) -> Result:
        from genial.core.errors import GenialError

        try:
            return command(*words, **options)
        except GenialError as error:
            given = options.get("lang")
            said = Messages(language("de" if given == "de" else "en" if given else None))
            error.args = (said.reason(error),)
            raise

    return in_language


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
