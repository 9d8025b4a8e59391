"""The examples on the rules pages are true, and the pages keep to the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import genial
from genial import State
from tests.games import test_ingenious as ingenious
from tests.games import test_phoenix as phoenix
from tests.games import test_tile_challenge as tile_challenge

DOCS = Path(__file__).parents[1] / "docs"
LANGUAGES = ("en", "de")
HEADERS = {
    "ingenious": "game: ingenious\nplayers: 2\nvariant: standard\n\n",
    "tile-challenge": "game: tile-challenge\nplayers: 3\ngames: 1\n\n",
    "spezial": "game: spezial\nplayers: 2\nboard: rebuilt\n\n",
    "phoenix": "game: phoenix\nplayers: 2\n\n",
}


def rules(game: str, language: str) -> str:
    """The page without its chapter for programs."""
    page = (DOCS / "games" / f"{game}.{language}.md").read_text(encoding="utf-8")
    return re.split(r"^## (?:Encoding|Kodierung)$", page, flags=re.MULTILINE)[0]


def blocks(game: str, language: str) -> list[str]:
    return re.findall(r"^```text\n(.*?)^```", rules(game, language), re.MULTILINE | re.DOTALL)


def record(game: str, language: str = "en") -> str:
    """The lines of a game on the page."""
    (lines,) = (block for block in blocks(game, language) if block.startswith("* "))
    return lines


def replayed(game: str, lines: str) -> State:
    return genial.replay(HEADERS[game] + lines, seed=1)


def played_move_by_move(game: str) -> Iterator[tuple[State, str]]:
    """Every move of the page's record with the state before it."""
    lines = record(game).splitlines(keepends=True)
    for number, line in enumerate(lines):
        if not line.startswith("*"):
            yield replayed(game, "".join(lines[:number])), line.split()[1]


def rows(game: str, language: str, first_cell: str) -> list[list[str]]:
    """The rows of the tables whose first cell looks like this."""
    found = re.findall(rf"^\| ({first_cell}) \| (.*) \|$", rules(game, language), re.MULTILINE)
    return [[first, *rest.split(" | ")] for first, rest in found]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


# --- both languages


@pytest.mark.parametrize("game", HEADERS)
def test_both_languages_show_the_same_game(game: str) -> None:
    assert record(game, "en") == record(game, "de")
    assert replayed(game, record(game)).log == record(game).splitlines()


@pytest.mark.parametrize("game", HEADERS)
def test_both_languages_have_the_same_marks_figures_and_moves(game: str) -> None:
    english, german = (rules(game, language) for language in LANGUAGES)
    marks = {
        "[Festlegung]": "[ruling]",
        "[Rekonstruktion]": "[reconstruction]",
        "[bekannt]": "[known]",
    }
    found = re.findall(r"\[(?:Festlegung|Rekonstruktion|bekannt)\]", german)
    assert [marks[mark] for mark in found] == re.findall(
        r"\[(?:ruling|reconstruction|known)\]", english
    )
    for same in (r"\{figure\} (\S+)", r"^\| (`.*?`) \|"):
        assert re.findall(same, english, re.MULTILINE) == re.findall(same, german, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["ingenious", "tile-challenge", "spezial"])
def test_ranks_follow_from_the_numbers_beside_them(game: str, language: str) -> None:
    table = [(numbers(row[1]), int(row[2])) for row in rows(game, language, "[A-C]")]
    assert len(table) == 3
    assert all(counts == sorted(counts) for counts, _ in table)
    assert [counts for counts, _ in sorted(table, key=lambda row: row[1])] == sorted(
        (counts for counts, _ in table), reverse=True
    )
    assert sorted(rank for _, rank in table) == [1, 2, 3]


@pytest.mark.parametrize("game", HEADERS)
def test_both_languages_give_the_same_number_of_tips(game: str) -> None:
    english, german = (tips(game, language) for language in LANGUAGES)
    assert len(english) == len(german) >= 5


def tips(game: str, language: str) -> list[str]:
    """The pieces of advice on the page."""
    title = {"en": "Tips", "de": "Tipps"}[language]
    (chapter,) = re.findall(rf"^## {title}\n(.*?)^## ", rules(game, language), re.M | re.S)
    return re.findall(r"^- \*", chapter, re.M)


# --- Ingenious


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_scoring_example_of_ingenious_scores_what_the_page_says(language: str) -> None:
    laid = "Rh7Rh6 Gh5Oi4 Bg8Rg9 Re11Pd11 Bj7Bk6 Bl5Ym4 Bi9Ri10"
    told = ingenious.at(board=laid, rack="RB").explain("Rh8Bi8")
    assert told["gains"] == {"R": 3, "B": 4}
    said = {"en": "scores 3 red and 4 blue", "de": "bringt 3 Punkte in Rot und 4\nin Blau"}
    assert said[language] in rules("ingenious", language)


def test_the_first_moves_of_ingenious_score_a_point_each() -> None:
    gains = [state.explain(move)["gains"] for state, move in played_move_by_move("ingenious")]
    assert gains == [{"R": 1}, {"G": 1}]


def test_a_double_in_teams_is_scored_in_the_better_order() -> None:
    """The halves are worth 3 and 5, green stands at 16: 23, not 21."""
    scores = [ingenious.EVEN | {"G": 16}, ingenious.EVEN]
    board = "Gg8Gf8 Ge8Rd8 Gj8Gk8 Gl8Ri7 Gi9Gi10"
    state = ingenious.at(4, board=board, rack="GG", scores=scores, variant="teams")
    assert [part["points"] for part in state.explain("Gh8Gi8")["parts"]] == [3, 5]
    assert state.play("Gh8Gi8").scores[0]["G"] == 23


# --- Tile Challenge


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tile_can_be_taken_as_the_table_says(language: str) -> None:
    table = rows("tile-challenge", language, r"\d(?: \d){5}")
    assert len(table) == 4
    colours = {"en": {"blue": "B", "purple": "P"}, "de": {"Blau": "B", "Violett": "P"}}[language]
    for collection, said in table:
        state = tile_challenge.at(
            tile_challenge.rows(*numbers(collection)), players=3, middle="RGBOYP"
        )
        alone = re.match(r"(\w+) (?:alone|allein):", said)
        assert ("take" in state.legal()) is bool(alone)
        if alone:
            assert state.explain("take")["gains"] == {colours[alone[1]]: 1}


def test_the_four_turns_of_tile_challenge_end_as_told() -> None:
    state = replayed("tile-challenge", record("tile-challenge"))
    assert state.scores[0] == tile_challenge.rows(0, 3, 0, 4, 0, 2)
    assert state.scores[1:] == [tile_challenge.EMPTY] * 2
    assert state.view(None)["middle"] == tile_challenge.rows(0, 0, 1, 0, 3, 0)
    assert state.turn == 2


# --- Genial Spezial


def test_the_four_tiles_of_spezial_score_what_the_page_says() -> None:
    told = [s.explain(move) for s, move in played_move_by_move("spezial") if s.turn == 1]
    assert [step["gains"] for step in told] == [
        {"O": 2, "P": 2},
        {"O": 3, "B": 1},
        {"O": 2, "P": 2, "B": 2, "G": 2},
        {"G": 1},
    ]
    assert [{part["kind"] for part in step["parts"]} for step in told] == [
        {"chip"},
        {"chip"},
        {"large"},
        {"bonus"},
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_spezial_tells_the_tiles_of_its_record(language: str) -> None:
    steps = re.findall(r"^\d\. `(\w+)`", rules("spezial", language), re.MULTILINE)
    moves = re.findall(r"^1 (\w+)", record("spezial", language), re.MULTILINE)
    assert steps == moves


# --- Phoenix


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_do_to_line_and_spectrum_what_the_page_shows(language: str) -> None:
    (table,) = (b for b in blocks("phoenix", language) if not b.startswith("* "))
    shown = ["".join(re.findall(r"\b[A-Z]\b", line)) for line in table.splitlines() if line]
    hands = {"M3:2>5": "M3", "S2:4-6": "S2", "R": "R", "X:7": "X", "N2:1>3": "N2", "N1:2>3": "N1"}
    spectrum, line, opposite = "OYBPRG", "YRBOGPYRBO", "GPOYRBGOPR"
    told = {
        move: phoenix.at(line, opposite, spectrum=spectrum, hand=f"{card} S1 S1 S1 S1").explain(
            move
        )
        for move, card in hands.items()
    }
    assert shown == [
        "",
        line,
        *(told[move]["lines"][0] for move in ("M3:2>5", "S2:4-6", "R", "X:7")),
        spectrum,
        *(told[move]["spectrum"] for move in ("N2:1>3", "N1:2>3")),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_match_as_the_table_says(language: str) -> None:
    table = rows("phoenix", language, "`[A-Z]{10}`")
    assert len(table) == 4
    for line, said in table:
        assert worth(line.strip("`"))[0] is said.startswith(("yes", "ja"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_are_worth_what_the_page_says(language: str) -> None:
    text = rules("phoenix", language)
    sums = re.findall(r"`([A-Z]{10})`[^`=]*?(\d(?: \+ \d)+) = (\d+)", text)
    assert len(sums) == 3
    for line, parts, total in sums:
        assert sum(numbers(parts)) == int(total) == worth(line)[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_colours_and_a_run_are_worth_more_than_a_match_as_the_tip_says(language: str) -> None:
    said = {"en": r"worth 6\s+points, one more", "de": r"bringen 6 Punkte, einen mehr"}
    assert re.search(said[language], rules("phoenix", language))
    assert worth("RRROBYGPBP") == (False, 6)
    assert worth("OOYYBBPPRR") == (True, 5)


def worth(line: str) -> tuple[bool, int]:
    """Whether a line matches the spectrum of the page, and its points at the end of a round."""
    before = line[-1] + line[1:-1] + line[0]  # as it was before a Rotate
    told = phoenix.at(before, "GPOYRBGOPR", spectrum="OYBPRG", hand="R S1 S1 S1 S1").explain("R")
    assert told["lines"][0] == line
    return told["matches"][0], told["line_points"][0]


# --- words


AVOIDED = {
    "en": r"\b(?:weakest|whoever|somebody|nobody|everybody|anybody|he|his|him)\b",
    "de": r"\b(?:niedrigsten? Farben?|Zugstapel|Remis|Brett|Mitschrift|Aufzeichnung|man)\b",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", HEADERS)
def test_pages_use_the_words_of_the_glossary(game: str, language: str) -> None:
    page = (DOCS / "games" / f"{game}.{language}.md").read_text(encoding="utf-8")
    assert re.findall(AVOIDED[language], page) == []


def test_in_german_a_place_in_a_line_is_no_seat() -> None:
    page = rules("phoenix", "de")
    assert set(re.findall(r"Platz (\d+)", page)) == {"1", "2"}
    assert "Plätze" not in page


def terms(page: str) -> list[tuple[str, str]]:
    """The first two cells of every row of a glossary."""
    text = (DOCS / page).read_text(encoding="utf-8")
    rows = (line.strip("|").split("|") for line in text.splitlines() if line.startswith("| "))
    return [(first.strip(), second.strip()) for first, second, *_ in rows]


def test_both_glossaries_have_the_same_words_in_every_row() -> None:
    english, german = terms("glossary.md"), terms("de/glossar.md")
    assert len(english) > 100
    assert all(first and second for first, second in english)
    headings = ("English", "Deutsch", "English command", "deutscher Befehl")
    assert [(de, en) for en, de in english if en not in headings] == [
        (de, en) for de, en in german if de not in headings
    ]
