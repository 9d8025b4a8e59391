"""Every rule of the printed books names its code and its test, and both exist (docs/rulebook)."""

from __future__ import annotations

import ast
import functools
import importlib
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "rulebook"
BOOKS = {  # document: its game
    "ingenious": "ingenious",
    "ingenious-summary": "ingenious",
    "tile-challenge": "tile-challenge",
    "spezial": "spezial",
    "phoenix": "phoenix",
}
MARKS = ("known", "ruling", "reconstruction")
NOT_NEEDED = "Not needed here"

every_book = pytest.mark.parametrize("book", BOOKS)


@dataclass
class Entry:
    number: int
    rule: str
    is_needed: bool  # not in the last chapter
    points: list[str]  # what is said below the rule

    def said(self, start: str) -> list[str]:
        """What the points that begin like this go on to say."""
        return [
            point.removeprefix(start).strip() for point in self.points if point.startswith(start)
        ]

    def names(self, start: str) -> list[str]:
        """The names in the only point that begins like this."""
        (point,) = self.said(start)
        assert re.fullmatch(r"`[^`]+`(, `[^`]+`)*", point), self
        return re.findall(r"`([^`]+)`", point)


def entries_of(text: str) -> list[Entry]:
    """The numbered entries of a page, chapter by chapter."""
    entries = []
    for chapter in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, body = chapter.partition("\n")
        for number, entry in re.findall(
            r"^(\d+)\. (.*?)(?=^\d+\. |\Z)", body, re.MULTILINE | re.DOTALL
        ):
            rule, *points = [" ".join(part.split()) for part in re.split(r"\n +- ", entry)]
            entries.append(Entry(int(number), rule, title != NOT_NEEDED, points))
    return entries


def page(book: str) -> str:
    return (FOLDER / f"{book}.md").read_text(encoding="utf-8")


def rules(book: str) -> list[Entry]:
    return [entry for entry in entries_of(page(book)) if entry.is_needed]


@functools.cache
def functions_in(file: str) -> frozenset[str]:
    """The names of the functions that a file defines; none if there is no such file."""
    path = ROOT / file
    if not path.is_file():
        return frozenset()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def is_code(name: str) -> bool:
    """Is this the dotted name of a function, in the module that defines it, or a client file?"""
    if name.startswith("web/"):
        return (ROOT / name).is_file()
    module, _, function = name.rpartition(".")
    try:
        found = getattr(importlib.import_module(module), function, None)
    except ImportError:
        return False
    return callable(found) and getattr(found, "py_func", found).__module__ == module


def is_test(name: str) -> bool:
    file, _, test = name.partition("::")
    return test.startswith("test_") and test in functions_in(file)


@every_book
def test_entries_are_numbered_without_gaps(book: str) -> None:
    entries = entries_of(page(book))
    assert [entry.number for entry in entries] == [*range(1, len(entries) + 1)]
    assert len(rules(book)) >= 20
    listed = re.findall(r"^ *(\d+)\.", page(book), re.MULTILINE)
    assert [int(number) for number in listed] == [entry.number for entry in entries]


@every_book
def test_every_rule_names_code_that_exists(book: str) -> None:
    for entry in rules(book):
        assert [name for name in entry.names("code:") if not is_code(name)] == [], entry


@every_book
def test_every_rule_names_tests_that_exist(book: str) -> None:
    for entry in rules(book):
        assert [name for name in entry.names("test:") if not is_test(name)] == [], entry


@every_book
def test_marks_say_what_is_known_and_how(book: str) -> None:
    mark = re.compile(rf"\*\*\[(?:{'|'.join(MARKS)})\]\*\* \S.{{10,}}")
    for entry in rules(book):
        others = [p for p in entry.points if not p.startswith(("code:", "test:"))]
        assert len(others) <= 1, entry
        assert all(mark.fullmatch(point) for point in others), entry


@every_book
def test_what_is_not_needed_says_why(book: str) -> None:
    left_out = [entry for entry in entries_of(page(book)) if not entry.is_needed]
    assert left_out
    for entry in left_out:
        (reason,) = entry.said("not needed:")
        assert len(reason) > 10, entry
        assert len(entry.points) == 1, entry


@every_book
def test_pages_and_rules_pages_link_to_each_other(book: str) -> None:
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    assert f"<{book}>" in index
    if book != BOOKS[book]:
        return
    assert f"(../games/{book}.en.md)" in page(book)
    for language in ("en", "de"):
        rules_page = ROOT / "docs" / "games" / f"{book}.{language}.md"
        assert f"(../rulebook/{book}.md)" in rules_page.read_text(encoding="utf-8")


def test_there_is_a_page_for_every_document_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == {*BOOKS, "index"}
