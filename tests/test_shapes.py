"""Data of the wrong shape are refused in plain words, whatever msgspec calls the fault."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

from genial.core.shapes import shape_fault


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    number: Annotated[int, msgspec.Meta(ge=1, le=4)]
    word: Literal["place", "over"] = "over"
    text: Annotated[str, msgspec.Meta(max_length=3, pattern="^[a-z]*$")] = ""
    pair: tuple[int, int] = (1, 2)
    few: Annotated[list[int], msgspec.Meta(max_length=2)] = []
    counts: dict[Literal["R", "G"], Annotated[int, msgspec.Meta(ge=0)]] = {}
    maybe: int | None = None


class Outer(msgspec.Struct, forbid_unknown_fields=True):
    inner: list[Inner]


@pytest.mark.parametrize(
    ("data", "code", "field", "sentence"),
    [
        ({}, "missing-field", "number", "the field number is missing"),
        ({"number": 1, "x": 2}, "unknown-field", "x", "there is no field x"),
        ({"number": 5}, "wrong-value", "number", "number must be at most 4"),
        ({"number": 0}, "wrong-value", "number", "number must be at least 1"),
        ({"number": "1"}, "wrong-value", "number", "number must be a whole number, not a text"),
        ({"number": 1.5}, "wrong-value", "number", "number must be a whole number, not a fraction"),
        ({"word": "end"}, "wrong-value", "word", "word cannot be 'end'"),
        ({"text": "long"}, "wrong-value", "text", "text must have at most 3 characters"),
        ({"text": "A"}, "wrong-value", "text", "text is not written as it must be"),
        ({"pair": [1]}, "wrong-value", "pair", "pair must have 2 entries"),
        ({"few": [1, 2, 3]}, "wrong-value", "few", "few must have at most 2 entries"),
        ({"counts": {"R": -1}}, "wrong-value", "counts", "an entry of counts must be at least 0"),
        ({"counts": {"B": 1}}, "wrong-value", "counts", "a name in counts cannot be 'B'"),
        (
            {"maybe": "1"},
            "wrong-value",
            "maybe",
            "maybe must be a whole number or nothing, not a text",
        ),
        ([], "unreadable", "", "it must be an object, not a list"),
    ],
)
def test_a_fault_is_one_plain_sentence(data: Any, code: str, field: str, sentence: str) -> None:
    given = {"number": 1, **data} if isinstance(data, dict) and data else data
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(given, Inner)
    assert shape_fault(caught.value) == (code, field, sentence)


def test_the_way_to_a_field_is_named() -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"inner": [{"number": 9}]}, Outer)
    assert shape_fault(caught.value).sentence == "inner[0].number must be at most 4"
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"inner": [{}]}, Outer)
    assert shape_fault(caught.value).sentence == "the field inner[0].number is missing"


@pytest.mark.parametrize("text", ["", "{", '{"inner": []} x', "nonsense"])
def test_what_is_no_json_is_called_so(text: str) -> None:
    with pytest.raises(msgspec.DecodeError) as caught:
        msgspec.json.decode(text, type=Outer)
    assert shape_fault(caught.value) == ("unreadable", "", "it is not written as JSON")
