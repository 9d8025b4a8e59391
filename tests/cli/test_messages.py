"""German and English say the same things."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import genial
from genial.cli.i18n import english, german, german_reasons
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
                     if not path.stem.startswith(("english", "german")))  # fmt: skip
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


def _reasons(folder: str, kind: str) -> set[str]:
    """Return the reasons with which the sources refuse options or positions."""
    found = set()
    for path in (SOURCES / folder).rglob("*.py"):
        for refusal in re.findall(rf"{kind}\((.*?)\n(?! {{12}})", path.read_text(), re.DOTALL):
            found |= set(re.findall(r'reason="([a-z-]+)"', refusal))
    return found


@pytest.mark.parametrize(
    ("kind", "folders", "texts"),
    [
        (
            "BadOption",
            ("core", "games", "cli"),
            german_reasons.OPTIONS | german_reasons.BOARDS | german.FAULTS,
        ),
        ("BadPosition", ("core", "games", "cli"), german_reasons.POSITIONS | {"shape": ""}),
    ],
)
def test_every_reason_for_a_refusal_has_a_german_sentence(
    kind: str, folders: tuple[str, ...], texts: dict[str, str]
) -> None:
    reasons = set().union(*(_reasons(folder, kind) for folder in folders))
    assert len(reasons) > 10
    assert reasons - set(texts) == set()


def test_every_reason_for_a_refused_setting_has_a_german_sentence() -> None:
    source = (SOURCES / "server" / "settings.py").read_text()
    reasons = re.findall(r'reason="([a-z-]+)"', source)
    assert len(reasons) == source.count("raise BadSetting(")
    assert "raise BadOption(" not in source
    assert set(reasons) == set(german_reasons.SETTINGS)


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("ingenious", {"headstart": "0 9"}, "headstart kann 0 bis 6 sein, nicht „9“"),
        ("ingenious", {"headstart": "3"}, "headstart braucht eine Zahl für jeden der 2 Plätze"),
        ("ingenious", {"players": 9}, "players: Möglich sind 1, 2, 3, 4, nicht „9“"),
        ("ingenious", {"colour": 9}, "Eine Option „colour“ gibt es nicht; es gibt players, "),
        ("ingenious", {"variant": "teams"}, "Die Variante teams ist für 4 Spieler"),
        ("ingenious", {"players": 1, "headstart": "2"}, "Für einen Vorsprung braucht es"),
        ("chess", {}, "Ein Spiel „chess“ gibt es nicht; es gibt "),
        ("spezial", {"board": "generated-x"}, "Ein erzeugter Spielplan heißt generated-N mit"),
        ("spezial", {"board": "printed"}, "Einen Spielplan „printed“ gibt es nicht"),
        ("spezial", {"layout": '{"name": "x"}'}, "Das Feld fields fehlt"),
    ],
)
def test_refused_options_are_translated(game: str, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(genial.BadOption) as caught:
        genial.game(game, **options)
    assert sentence in Messages("de").reason(caught.value)
    assert Messages("en").reason(caught.value) == str(caught.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"turn": 4}, "Am Zug ist einer der Plätze 1 bis 2"),
        ({"turn": 9}, "Der Wert von turn ist nicht erlaubt"),
        ({"extra": 9}, "Ein Feld extra gibt es nicht"),
        ({"finished": 1}, "Alle Partien zählen als beendet, aber die letzte"),
        ({"stack": dict.fromkeys("RGBOYP", 1)}, "Von R gibt es 21 Steine, nicht 1"),
    ],
)
def test_refused_positions_are_translated(change: dict[str, Any], sentence: str) -> None:
    game = genial.game("tile-challenge")
    with pytest.raises(genial.BadPosition) as caught:
        game.at(game.start(seed=1).position() | change)
    assert sentence in Messages("de").reason(caught.value)
    assert Messages("en").reason(caught.value) == str(caught.value)


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
