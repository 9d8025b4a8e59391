"""How bots are written on the command line."""

from __future__ import annotations

import pytest

import genial
from genial.arena.lineup import entrants, make_bot, read, with_own_name
from genial.core.errors import BadOption

GAME = genial.game("phoenix")


def test_a_bot_may_be_told_things_of_its_own() -> None:
    bot = read("search:seconds=0.5,effort=1000,style=calm")
    assert (bot.kind, bot.source) == ("bot", "search")
    assert bot.told == {"seconds": 0.5, "effort": 1000, "style": "calm"}
    assert bot.name == "search:seconds=0.5,effort=1000,style=calm"


def test_a_name_may_stand_before_a_bot() -> None:
    assert read("new one=search:effort=5").name == "new one"
    assert read("new one=search:effort=5").source == "search"
    assert read("mine=cmd:python3 bot.py --level=3").source == "python3 bot.py --level=3"


def test_programs_and_classes() -> None:
    assert read("cmd:python3 'my bot.py'").kind == "cmd"
    own = read("py:tests.arena.bots:First:turns=3")
    assert (own.kind, own.source, own.told) == ("py", "tests.arena.bots:First", {"turns": 3})
    assert own.name == "First:turns=3"


def test_equal_bots_share_an_entry_unless_there_is_no_other() -> None:
    bots, places = entrants(["a", "b", "b"])
    assert [bot.name for bot in bots] == ["a", "b"]
    assert places == (0, 1, 1)
    bots, places = entrants(["a", "a"])
    assert [bot.name for bot in bots] == ["a", "a #2"]
    assert places == (0, 1)


def test_names_are_given_once() -> None:
    bots, _ = entrants(["x=a", "x=b", "x=c"])
    assert [bot.name for bot in bots] == ["x", "x #2", "x #3"]


def test_programs_name_themselves_unless_they_were_named() -> None:
    assert with_own_name(read("cmd:a b"), "Deep Tile", []).name == "Deep Tile"
    assert with_own_name(read("mine=cmd:a b"), "Deep Tile", []).name == "mine"


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("cmd:", "cmd:COMMAND"),
        ("cmd:'open", "not a command line"),
        ("py:module", "py:MODULE:CLASS"),
        ("search:quick", "KEY=VALUE"),
        ("search:seconds=", "KEY=VALUE"),
        ("search:seconds=0", "seconds must be"),
        ("search:seconds=nan", "seconds must be"),
        ("search:effort=0", "effort must be"),
        ("search:effort=1.5", "effort must be"),
        ("search:threads=-1", "threads must be"),
    ],
)
def test_what_cannot_be_read_is_refused(written: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        read(written)


def test_what_all_are_told_is_for_the_bots_that_understand_it() -> None:
    assert (
        make_bot(read("py:tests.arena.bots:First"), GAME, seed=1, told={"seconds": 3}).name
        == "first"
    )


def test_what_one_alone_is_told_must_be_understood() -> None:
    with pytest.raises(BadOption, match=r"First cannot be told seconds"):
        make_bot(read("py:tests.arena.bots:First:seconds=3"), GAME, seed=1, told={})


def test_classes_that_cannot_be_imported() -> None:
    with pytest.raises(BadOption, match="nowhere"):
        make_bot(read("py:nowhere:Bot"), GAME, seed=1, told={})
    with pytest.raises(BadOption, match="Nobody"):
        make_bot(read("py:tests.arena.bots:Nobody"), GAME, seed=1, told={})
