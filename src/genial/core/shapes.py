"""Say in plain words why data do not have the shape that a Struct asks for."""

from __future__ import annotations

import re
from typing import NamedTuple

_AT = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>.*)`\Z")
_FIELD = re.compile(r"Object (?P<fault>missing required|contains unknown) field `(?P<field>.*)`")
_TYPES = re.compile(r"Expected `(?P<expected>[^`]*)`, got `(?P<given>[^`]*)`")
_LIMIT = re.compile(r"Expected `(?P<kind>\w+)`(?P<length> of length)? "
                    r"(?:(?P<sign>[<>]=?) )?(?P<n>[\d.e+-]+)")  # fmt: skip
_VALUE = re.compile(r"Invalid (?:enum )?value (?P<value>.*)")
_WORDS = {
    "array": "a list", "bool": "true or false", "dict": "an object", "float": "a number",
    "int": "a whole number", "null": "nothing", "object": "an object", "str": "a text",
}  # fmt: skip
_GIVEN = {**_WORDS, "float": "a fraction"}
_SIGNS = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than"}


class ShapeFault(NamedTuple):
    """What is wrong with data: a stable code, the field concerned, and a sentence."""

    code: str  # missing-field, unknown-field, wrong-value or unreadable
    field: str  # empty: the data as a whole
    sentence: str


def shape_fault(error: Exception) -> ShapeFault:
    """Return what an error of msgspec says, in plain words.

    >>> from msgspec import ValidationError
    >>> shape_fault(ValidationError("Object missing required field `turn`")).sentence
    'the field turn is missing'
    >>> shape_fault(ValidationError("Expected `int` <= 4 - at `$.turn`")).sentence
    'turn must be at most 4'
    >>> shape_fault(ValidationError("Expected `int`, got `str` - at `$.racks[...]`")).sentence
    'an entry of racks must be a whole number, not a text'
    """
    text = str(error)
    at = _AT.search(text)
    path = at["path"].replace("[...]", "[]").strip(".") if at else ""
    where = _place(path, is_key=at is not None and at["key"] is not None)
    text = text[: at.start()] if at else text
    field = _FIELD.fullmatch(text)
    if field:
        name = f"{path}.{field['field']}".strip(".")
        if field["fault"] == "missing required":
            return ShapeFault("missing-field", name, f"the field {name} is missing")
        return ShapeFault("unknown-field", name, f"there is no field {name}")
    rule = _rule(text)
    if rule is None:
        return ShapeFault("unreadable", path, "it is not written as JSON")
    code = "wrong-value" if path else "unreadable"
    return ShapeFault(code, path.removesuffix("[]"), f"{where or 'it'} {rule}")


def _place(path: str, *, is_key: bool) -> str:
    """Return the place that a path such as `fields[0].cell` leads to; `[]` is any entry."""
    inner = path.removesuffix("[]")
    if is_key:
        return f"a name in {path}" if path else "a name"
    if inner != path:
        return f"an entry of {inner}" if inner else "an entry"
    return path


def _rule(text: str) -> str | None:
    """Return the rule that a value breaks, as what follows its name; None if it is another."""
    types = _TYPES.fullmatch(text)
    if types:
        expected = " or ".join(_WORDS.get(word, word) for word in types["expected"].split(" | "))
        return f"must be {expected}, not {_GIVEN.get(types['given'], types['given'])}"
    limit = _LIMIT.match(text)
    if limit:
        bound = f"{_SIGNS.get(limit['sign'] or '', '')} {limit['n']}".strip()
        if not limit["length"]:
            return f"must be {bound}"
        return f"must have {bound} {'characters' if limit['kind'] == 'str' else 'entries'}"
    value = _VALUE.match(text)
    if value:
        return f"cannot be {value['value']}"
    return "is not written as it must be" if text.startswith("Expected") else None
