"""The client's types are the server's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from genial.core.explanation import Choices, Explanation, MoveList, PlainExplanation
from genial.core.view import View
from genial.games import kit
from genial.server.api import typescript
from genial.server.api.game_types import structs_of

FILE = Path(__file__).parents[2] / "web" / "src" / "api" / "wire.ts"


def test_the_clients_types_fit_the_servers_structs() -> None:
    assert FILE.read_text() == typescript.typescript(), "run `make types`"


def test_what_differs_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "api" / "wire.ts"
    assert typescript.main(["--check", str(file)]) == 1
    assert typescript.main([str(file)]) == 0
    assert typescript.main(["--check", str(file)]) == 0
    file.write_text(file.read_text().replace("number", "string", 1))
    assert typescript.main(["--check", str(file)]) == 1


def test_a_struct_has_its_tag_its_fields_and_what_may_be_missing() -> None:
    text = typescript.typescript()
    assert 'export interface Play {\n  type: "play";\n  table: string;\n  seat: number;' in text
    assert "  command?: string;" in text
    assert "seats: (Person | Screen | Robot | Free)[];" in text
    assert 'wishes?: Partial<Record<"draw" | "rematch" | "resign" | "undo", number[]>>;' in text


def test_a_view_tells_its_game_and_so_its_fields() -> None:
    text = typescript.typescript()
    assert 'export interface PhoenixView {\n  version: number;\n  game: "phoenix";' in text
    assert '  "phoenix": PhoenixView;\n' in text
    assert "  views?: Record<string, View>;" in text
    assert "export type View = ViewOf[GameName];" in text


def test_options_are_those_of_the_games_facts() -> None:
    text = typescript.typescript()
    of_ingenious = text.partition("IngeniousOptions {")[2].partition("}")[0]
    assert '  variant: "standard" | "teams";\n' in of_ingenious
    assert '  partners?: "silent" | "open" | "shared";\n' in of_ingenious
    assert "  options: IngeniousOptions;" in text


def test_what_is_left_out_unless_set_may_be_missing() -> None:
    text = typescript.typescript()
    assert "  colour?: string;\n  places?: number[];\n}" in text
    assert "  partner_rack?: string[];\n" in text


def test_choices_and_explanations_are_told_apart_by_game() -> None:
    choices, explanations = typescript.typescript().partition("export interface ExplanationOf")[::2]
    assert '  "ingenious": MoveList | IngeniousPlaces;\n  "tile-challenge": MoveList;' in choices
    assert '  "tile-challenge": TileChallengeRisk | TileChallengeYield;' in explanations


def test_nothing_is_of_unknown_type() -> None:
    class Vague(msgspec.Struct):
        """A struct that says nothing."""

        what: Any

    with pytest.raises(typescript.NoCounterpart, match="no TypeScript type for AnyType"):
        typescript._interface(Vague, "Vague", {})
    assert "unknown" not in typescript.typescript()


def test_a_game_without_structs_of_its_own_has_those_of_the_library() -> None:
    class Fifth:
        View = kit("phoenix").View

    fifth: Any = Fifth
    assert structs_of(fifth, View) == (Fifth.View,)
    assert structs_of(fifth, Choices) == (MoveList,)
    assert structs_of(fifth, Explanation) == (PlainExplanation,)
