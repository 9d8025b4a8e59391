"""German and English say the same things."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import genial
from genial.cli.i18n import english, german
from genial.cli.i18n.messages import Messages, language
from genial.cli.terminal.session import COMMANDS

SOURCES = Path(genial.__file__).parent


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_texts_with_the_same_placeholders() -> None:
    assert list(english.TEXTS) == list(german.TEXTS)
    for key, text in english.TEXTS.items():
        assert _placeholders(text) == _placeholders(german.TEXTS[key]), key


def test_german_is_not_english() -> None:
    same = {key for key, text in english.TEXTS.items() if german.TEXTS[key] == text}
    names = {"phoenix.title", "spezial.title", "tile.chance-tile"}
    assert same == names


@pytest.mark.parametrize("texts", [english.TEXTS, german.TEXTS])
def test_the_list_of_commands_fits_into_80_columns(texts: dict[str, str]) -> None:
    for command in COMMANDS:
        line = f"  {texts[f'help.{command}.usage']:<18}{texts[f'help.{command}']}"
        assert len(line) < 80, line


def test_every_text_is_used_and_every_used_text_is_there() -> None:
    source = "".join(path.read_text() for path in (SOURCES / "cli").rglob("*.py")
                     if path.stem not in ("english", "german"))  # fmt: skip
    literal = set(re.findall(r'say\(\s*"([^"]+)"', source))
    assert literal <= set(english.TEXTS)
    families = {one or other for one, other in re.findall(r"""f"([^"\n]+)"|f'([^'\n]+)'""", source)}
    patterns = [re.sub(r"\\\{.*?\\\}", ".+", re.escape(family)) for family in families]
    for key in set(english.TEXTS) - literal:
        assert key in source or any(re.fullmatch(pattern, key) for pattern in patterns), key


def test_every_refusal_that_a_player_meets_has_a_german_sentence() -> None:
    codes = set()
    for path in (SOURCES / "games").rglob("*.py"):
        codes |= set(re.findall(r'code="([a-z-]+)"', path.read_text()))
    of_options = {"unknown-board", "bad-layout", "wrong-layout", "bad-key"}
    assert codes - of_options - set(german.REFUSALS) == set()


@pytest.mark.parametrize(
    ("game", "moves", "code", "sentence"),
    [
        ("ingenious", ["Rh3Gi3"], "printed", "h3 trägt ein aufgedrucktes Symbol"),
        ("ingenious", ["nonsense"], "bad-text", "„nonsense“ ist kein Zug; "),
        ("ingenious", ["swap"], "no-swap", "Du darfst jetzt nicht tauschen"),
        ("tile-challenge", ["stop"], "nothing-drawn", "Du kannst erst aufhören"),
        ("tile-challenge", ["take"], "no-single-lowest", "R, G, B, O, Y, P liegen gleichauf"),
        ("spezial", ["g9g10"], "tower", "Auf g10 steht ein Turm"),
        ("spezial", ["m12m11"], "not-canonical", "m12m11 wird m11m12 geschrieben"),
        ("spezial", ["m10m11"], "bonus-colours", "Hänge für jedes eine Farbe an"),
        ("phoenix", ["X:11"], "no-such-place", "Eine Stelle 11 gibt es nicht"),
    ],
)
def test_refusals_are_translated(game: str, moves: list[str], code: str, sentence: str) -> None:
    state = genial.game(game).start(seed=1)
    with pytest.raises(genial.IllegalMove) as caught:
        state.play(moves[0])
    assert caught.value.code == code
    said = Messages("de").refusal(caught.value, game=game, text=moves[0])
    assert sentence in said
    assert Messages("en").refusal(caught.value, game=game, text=moves[0]) == str(caught.value)


def test_a_refusal_without_translation_stays_english() -> None:
    error = genial.IllegalMove("the moon is in the way", code="moon")
    assert Messages("de").refusal(error, game="phoenix", text="X:1") == "the moon is in the way"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "del_US"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_ALL": "de_CH.UTF-8", "LC_MESSAGES": "fr_FR"}, "de"),
        ({"LC_ALL": "", "LANG": "de_DE"}, "de"),
    ],
)
def test_language_is_that_of_the_environment(environment: dict[str, str], expected: str) -> None:
    assert language(None, environment) == expected
    assert language("de", environment) == "de"
