"""Score sheets: what each game adds, by player, and the sums."""

from __future__ import annotations

import csv
import io
import random

import pytest

import genial
from genial import State
from genial.core.score_sheet import CountedGame, Score, score_of, sheet_lines
from genial.core.score_sheet_csv import MARK, Headings, csv_text

WORDS = Headings("Game", "CountedGame", "Date", "Order", "Won by", "Sum", "Wins")


def whole_game(name: str, seed: int, **options: object) -> State:
    rng = random.Random(seed)
    state = genial.game(name, **options).start(seed)
    while not state.over:
        state = state.play(rng.choice(state.legal()))
    return state


def weakest(collections: list[dict[str, int]]) -> tuple[int, ...]:
    return tuple(min(tiles.values()) for tiles in collections)


@pytest.mark.parametrize(("players", "start"), [(2, 1), (3, 2), (4, 4)])
def test_a_series_adds_the_points_of_each_of_its_games(players: int, start: int) -> None:
    state = whole_game("tile-challenge", 5, players=players, games=3, start=start)
    score = score_of(state, state.ranks)
    assert state.series is not None
    assert score.is_series
    assert [sum(points) for points in zip(*(p.points for p in score.parts), strict=True)] == list(
        state.series
    )
    # A game of a series is the same as a game by itself: its collections were there at its end.
    ends = []
    for before, after in zip(state.history, state.history[1:], strict=False):
        if after.position()["finished"] > before.position()["finished"]:
            alone = genial.game("tile-challenge", players=players, start=start)
            position = before.position() | {"finished": 0, "series": [0] * players}
            del position["options"]
            last = alone.at(position).play(str(after.last_move))
            assert last.over
            ends.append(weakest(last.scores))
    assert [part.points for part in score.parts] == ends
    assert [part.start for part in score.parts] == [(start - 1 + k) % players + 1 for k in range(3)]


def test_a_series_that_is_being_played_adds_its_finished_games() -> None:
    state = whole_game("tile-challenge", 5, games=3)
    whole = score_of(state, state.ranks).parts
    for before in reversed(state.history[:-1]):
        finished = before.position()["finished"]
        assert score_of(before, None).parts == whole[:finished]
        if finished == 1:
            break
    broken_off = score_of(before, (1, 2))
    assert broken_off.parts[:1] == whole[:1]
    assert broken_off.parts[1] == CountedGame(weakest(before.scores), 2), "it counts as it stood"


def test_a_game_of_a_series_without_points_is_a_line_of_the_sheet() -> None:
    state = genial.game("tile-challenge", games=2).start(seed=1)
    while state.position()["finished"] == 0:
        state = state.play("draw" if "draw" in state.legal() else "stop")
    assert score_of(state, None).parts == (CountedGame((0, 0), 1),)


@pytest.mark.parametrize("name", ["ingenious", "spezial", "phoenix", "tile-challenge"])
def test_a_game_adds_the_lowest_colour_or_the_points(name: str) -> None:
    state = whole_game(name, 3, start=2)
    [part] = score_of(state, state.ranks).parts
    assert part.points == tuple(min(points.values()) for points in state.scores)
    assert part.start == 2
    if name == "phoenix":
        assert part.points == tuple(points["points"] for points in state.scores)


def test_partners_get_the_points_of_their_team() -> None:
    state = whole_game("ingenious", 3, players=4, variant="teams")
    first, second = weakest(state.scores)
    assert score_of(state, state.ranks).parts[0].points == (first, second, first, second)


def test_sums_wins_and_order_go_with_the_players() -> None:
    # Three players move on by a seat after each game; each wins from seat 1.
    scores = [
        Score((CountedGame((9, 4, 2), 1),), is_series=False, ranks=(1, 2, 3)).move_seats(k)
        for k in range(3)
    ]
    lines = sheet_lines(scores, 3)
    assert [line.points for line in lines] == [(9, 4, 2), (2, 9, 4), (4, 2, 9)]
    assert [line.sums for line in lines] == [(9, 4, 2), (11, 13, 6), (15, 15, 15)]
    assert [line.order for line in lines] == [(1, 2, 3), (2, 3, 1), (3, 1, 2)]
    assert [line.winners for line in lines] == [(1,), (2,), (3,)]
    assert lines[-1].wins == (1, 1, 1)


def test_shared_first_ranks_are_wins_and_a_draw_is_none() -> None:
    scores = [
        Score((CountedGame((5, 5, 1), 1),), is_series=False, ranks=(1, 1, 3)),
        Score((CountedGame((5, 5, 5), 2),), is_series=False, ranks=(1, 1, 1)),
    ]
    lines = sheet_lines(scores, 3)
    assert [line.winners for line in lines] == [(1, 2), ()]
    assert lines[-1].wins == (1, 1, 0)


def test_a_series_is_one_win_for_its_sum() -> None:
    parts = (CountedGame((7, 1), 1), CountedGame((0, 5), 2))
    lines = sheet_lines([Score(parts, is_series=True, ranks=(1, 2))], 2)
    assert [(line.game, line.part, line.winners) for line in lines] == [(1, 1, ()), (1, 2, (1,))]
    assert lines[-1].sums == (7, 6)


def test_a_csv_file_has_a_row_for_each_game_and_no_formula() -> None:
    names = ['=HYPERLINK("http://evil")', "@Bob, 'the' \"Rook\"\n"]
    scores = [
        Score((CountedGame((7, 3), 1),), False, (1, 2)),
        Score((CountedGame((4, 6), 2),), False, (2, 1)),
    ]
    text = csv_text(sheet_lines(scores, 2), names, ["2026-11-18", "2026-11-19"], WORDS)
    assert text.startswith(MARK)
    head, first, second = csv.reader(io.StringIO(text.removeprefix(MARK), newline=""))
    assert [len(row) for row in (head, first, second)] == [10] * 3
    assert head[4:7] == ["'" + names[0], f"'{names[0]}: Sum", f"'{names[0]}: Wins"]
    assert first[4:] == ["7", "7", "1", "3", "3", "0"]
    assert second[4:] == ["4", "11", "1", "6", "9", "1"]
    for cell in (*head, *first, *second):
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")), cell


def test_a_csv_file_of_series_numbers_their_games() -> None:
    lines = sheet_lines([Score((CountedGame((7, 1), 1), CountedGame((0, 5), 2)), True, (1, 2))], 2)
    rows = csv.reader(io.StringIO(csv_text(lines, ["Ada", "Bob"], ["2026-11-18"], WORDS)))
    assert [row[:4] for row in rows][1:] == [
        ["1", "1", "2026-11-18", "Ada, Bob"],
        ["1", "2", "2026-11-18", "Bob, Ada"],
    ]
