"""Patterns of whole texts: a newline at the end fits none of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from genial.cli.i18n.messages import language
from genial.games.ingenious import view as ingenious
from genial.games.phoenix import view as phoenix
from genial.games.spezial import view as spezial
from genial.games.tile_challenge import view as tile_challenge
from genial.server.api import accounts, daily, notifications, profiles, tables
from genial.server.live import protocol

ROOT = Path(__file__).parents[1]
_SEARCHES = {
    "compile",
    "match",
    "search",
    "fullmatch",
    "sub",
    "subn",
    "split",
    "findall",
    "finditer",
}


def of_parameter(kind: Any) -> Any:
    """What Litestar makes of a parameter's pattern."""
    return Annotated[str, msgspec.Meta(pattern=kind.__metadata__[0].pattern)]


CLOSED = [
    pytest.param(tables.Nonce, "", id="no nonce"),
    pytest.param(tables.Nonce, "0f" * 32, id="nonce"),
    pytest.param(protocol.TableName, "aZ09_-", id="table"),
    pytest.param(profiles.AccountId, "aZ09_-", id="account"),
    pytest.param(profiles.ShortName, "ingenious-2", id="variant"),
    pytest.param(of_parameter(profiles.GameName), "tile-challenge", id="game"),
    pytest.param(daily.Day, "2026-11-15", id="day"),
    pytest.param(ingenious.Tile, ingenious.TYPE_NAMES[0], id="Ingenious: tile"),
    pytest.param(ingenious.Colour, "R", id="Ingenious: colour"),
    pytest.param(tile_challenge.Colour, "R", id="Tile Challenge: colour"),
    pytest.param(spezial.Chip, spezial.CHIP_NAMES[0], id="Genial Spezial: chip"),
    pytest.param(phoenix.Spectrum, phoenix.COLOURS[: phoenix.SPECTRUM], id="Phoenix: spectrum"),
    pytest.param(phoenix.LineText, phoenix.COLOURS[0] * phoenix.LINE, id="Phoenix: line"),
]


@pytest.mark.parametrize(("kind", "text"), CLOSED)
def test_a_newline_at_the_end_is_refused(kind: Any, text: str) -> None:
    assert msgspec.convert(text, kind) == text
    for more in ("\n", "\r\n", "\n\n", "x\n", "$"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(text + more, kind)


@pytest.mark.parametrize("kind", [accounts.Name, notifications.Endpoint])
def test_what_is_stored_has_no_nul_wherever_it_stands(kind: Any) -> None:
    assert msgspec.convert("two\nlines\n", kind) == "two\nlines\n"
    for text in ("\0", "a\0", "a\0\n", "\0a", "a\n\0\n"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(text, kind)


@pytest.mark.parametrize(
    ("named", "found"), [("de", "de"), ("de_AT.UTF-8", "de"), ("den", "en"), ("de\n", "de")]
)
def test_a_language_is_known_by_its_first_letters(named: str, found: str) -> None:
    assert language(None, {"LANG": named}) == found


def patterns_of(source: str) -> Iterator[tuple[int, str]]:
    """Every literal part of a pattern in a program, with its line."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        is_search = (
            isinstance(called, ast.Attribute)
            and called.attr in _SEARCHES
            and isinstance(called.value, ast.Name)
            and called.value.id == "re"
        )
        given = [keyword.value for keyword in node.keywords if keyword.arg in ("pattern", "regex")]
        for part in [*node.args[:1]] * is_search + given:
            for inner in ast.walk(part):
                if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                    yield inner.lineno, inner.value


def has_loose_end(pattern: str) -> bool:
    """Does a pattern end with `$`, which a newline may follow?

    >>> [has_loose_end(text) for text in ("a$", r"a[$]", r"a\\$", r"a(?!b)", "(a$|b)")]
    [True, False, False, False, True]
    """
    return "$" in re.sub(r"\\.|\[[^\]]*\]", "", pattern)


def test_no_pattern_of_ours_ends_with_a_dollar() -> None:
    loose = [
        f"{path.relative_to(ROOT)}:{line}: {pattern}"
        for folder in ("src", "benchmarks", "examples")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, pattern in patterns_of(path.read_text(encoding="utf-8"))
        if has_loose_end(pattern)
    ]
    assert not loose, "use genial.core.patterns.whole or fullmatch:\n" + "\n".join(loose)


def test_the_search_for_loose_ends_finds_them() -> None:
    written = """
Nonce = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?$")]
Chip = Annotated[str, Meta(pattern="^(" + "|".join(NAMES) + ")$")]
Line = Annotated[str, Meta(pattern=f"^[{COLOURS}]{{{LINE}}}$", max_length=LINE)]
Game = Annotated[str | None, Parameter(pattern=r"^[a-z-]+$")]
found = re.match(r"de($|[^a-z])", text)
fine = re.compile(r"[$]|\\$"), re.fullmatch("a", text), "costs 3 $"
"""
    loose = sorted(line for line, pattern in patterns_of(written) if has_loose_end(pattern))
    assert loose == [2, 3, 4, 5, 6]


def test_no_pattern_of_the_browser_ends_at_every_line() -> None:
    """In JavaScript `$` is the very end, unless the flag m makes it the end of any line."""
    by_line = re.compile(r"(?<![\w)\]])/(?![/*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\\[])+/([a-z]+)")
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in sorted((ROOT / "web/src").rglob("*"))
        if path.suffix in (".ts", ".svelte", ".js")
        for match in by_line.finditer(path.read_text(encoding="utf-8"))
        if "m" in match[1] and set(match[1]) <= set("dgimsuvy")
    ]
    assert not found, found
