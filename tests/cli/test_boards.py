"""Boards fit their terminal and show everything without colours, too."""

from __future__ import annotations

import io
import random
import re
from collections import Counter

import pytest
from rich.console import Console

import genial
from genial.cli.i18n.messages import Messages
from genial.cli.terminal.boards import board_of
from genial.cli.terminal.history import create_scene
from genial.core.state import State

CASES = [
    ("ingenious", 1),
    ("ingenious", 2),
    ("ingenious", 3),
    ("ingenious", 4),
    ("tile-challenge", 2),
    ("tile-challenge", 4),
    ("spezial", 2),
    ("spezial", 3),
    ("spezial", 4),
    ("phoenix", 2),
]


def played(game: str, moves: int, **options: object) -> State:
    chooser = random.Random(moves)
    state = genial.game(game, **options).start(seed=1)
    while moves and not state.over:
        state = state.play(chooser.choice(state.legal()))
        moves -= 1
    return state


def drawn(
    state: State, *, width: int = 100, lang: str = "en", encoding: str = "utf-8", **options: object
) -> list[str]:
    """The lines of a board as a terminal without colours shows them."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=stream, width=width, no_color=True, highlight=False, markup=False)
    say = Messages(lang)  # type: ignore[arg-type]
    names = {seat: say.bot("casual") for seat in range(1, state.game.players + 1)}
    scene = create_scene(state, console, say, **{"seat": state.turn, "names": names} | options)  # type: ignore[arg-type]
    board = board_of(state.game.name)
    lines = board.draw(scene)
    for line in lines:
        console.print(line, soft_wrap=True)
    if not state.over:
        assert board.question(scene)
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    text = stream.buffer.getvalue().decode(encoding)
    assert "\x1b" not in text
    return text.splitlines()


@pytest.mark.parametrize(("game", "players"), CASES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_boards_fit_into_100_by_40(game: str, players: int, lang: str) -> None:
    for moves in (0, 1, 17, 60, 10_000):
        lines = drawn(played(game, moves, players=players), lang=lang)
        assert max(map(len, lines)) <= 100
        assert len(lines) <= 38  # the question and the prompt come below
        open_ = drawn(played(game, moves, players=players), lang=lang, seat=None, open_hands=True)
        assert max(map(len, open_)) <= 100
        assert len(open_) <= 38


@pytest.mark.parametrize(("game", "players"), CASES)
def test_boards_fit_into_80_columns(game: str, players: int) -> None:
    for moves in (0, 1, 17, 60, 10_000):
        lines = drawn(played(game, moves, players=players), width=80, lang="de")
        assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(("game", "players"), CASES)
def test_boards_can_be_drawn_on_any_terminal(game: str, players: int) -> None:
    state = played(game, 30, players=players)
    for width in (1, 20, 50, 79, 130, 250):
        assert drawn(state, width=width)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_cell_of_ingenious_has_its_name_once(players: int) -> None:
    text = "\n".join(drawn(played("ingenious", 20, players=players)))
    board = re.sub(r"Seat \d.*|: .*", "", text)
    names = Counter(re.findall(r"(?<![a-z])[a-o](?:1[0-5]|[1-9])(?!\d)", board))
    assert len(names) == {1: 91, 2: 91, 3: 127, 4: 169}[players]
    assert set(names.values()) == {1}


def test_pieces_differ_by_letters_and_symbols() -> None:
    state = played("ingenious", 12)
    text = "\n".join(line[:56] for line in drawn(state))
    colours = Counter(state.view(None)["board"].values())
    symbols = {"R": "✹", "G": "●", "B": "✶", "O": "⬢", "Y": "☼", "P": "○"}
    for colour, count in colours.items():
        assert text.count(colour + symbols[colour]) == count


def test_printed_symbols_the_last_tile_and_others_since_are_marked() -> None:
    state = genial.game("ingenious", players=3).start(seed=1)
    chooser = random.Random(1)
    for _ in range(9):
        state = state.play(chooser.choice(state.legal()))
    text = "\n".join(drawn(state, seat=1))
    events = [line for line in state.log if line[0] in "23"][-2:]
    assert [line[0] for line in events] == ["2", "3"]
    assert len(re.findall(r"\( .. \)", text)) == 6
    assert text.count("[") >= 1
    assert text.count("<") >= 1
    assert f"Seat 3: {events[1].split()[1]}" in text


def test_lowest_colours_are_marked() -> None:
    state = played("ingenious", 30)
    lines = [line[56:] for line in drawn(state)]
    marked = [line.split()[0][0] for line in lines if "◄ lowest" in line]
    expected = [c for track in state.scores for c, n in track.items() if n == min(track.values())]
    assert marked == expected


def test_only_the_own_rack_is_shown_unless_hands_are_open() -> None:
    state = played("ingenious", 4)
    own = "\n".join(drawn(state, seat=1))
    open_ = "\n".join(drawn(state, seat=None, open_hands=True))
    assert "Your rack" in own
    assert "Rack 2" not in own
    symbols = {"R": "✹", "G": "●", "B": "✶", "O": "⬢", "Y": "☼", "P": "○"}
    for seat in (1, 2):
        tiles = ["".join(c + symbols[c] for c in tile) for tile in state.view(seat)["rack"]]
        assert f"Rack {seat} {' '.join(tiles)}" in open_


@pytest.mark.parametrize(("lang", "title"), [("en", "Rack of seat 4 (your partner)"),
                                             ("de", "Bank von Platz 4 (Partner)")])  # fmt: skip
@pytest.mark.parametrize("width", [100, 80])
def test_the_rack_of_a_partner_who_shares_it_is_shown(lang: str, title: str, width: int) -> None:
    state = played("ingenious", 60, players=4, variant="teams", partners="shared")
    lines = drawn(state, seat=2, lang=lang, width=width)
    assert max(map(len, lines)) <= width
    assert len(lines) <= 38
    text = "\n".join(lines)
    assert title in text
    below = " ".join(text.partition(title)[2].split())
    symbols = {"R": "✹", "G": "●", "B": "✶", "O": "⬢", "Y": "☼", "P": "○"}
    for tile in state.view(4)["rack"]:
        assert "".join(colour + symbols[colour] for colour in tile) in below
    for seat in (None, 1):
        assert title not in "\n".join(drawn(state, seat=seat, lang=lang, width=width))
    silent = played("ingenious", 60, players=4, variant="teams")
    assert title not in "\n".join(drawn(silent, seat=2, lang=lang, width=width))


def test_spezial_says_that_its_layout_is_a_reconstruction() -> None:
    state = played("spezial", 3)
    assert any("reconstruction" in line for line in drawn(state))
    assert any("Rekonstruktion" in line for line in drawn(state, lang="de", width=80))


def test_spezial_shows_towers_large_and_small_with_their_chips() -> None:
    state = genial.game("spezial", players=3).start(seed=1)
    text = "\n".join(drawn(state)[:30])
    assert len(re.findall(r"\[[OPBG][12]\]", text)) == 8
    assert len(re.findall(r"\([OPBG][12]\)", text)) == 12
    assert text.count("+1") == 11


def test_black_chips_have_small_letters() -> None:
    state = genial.game("spezial").start(seed=1).play("g11g12")
    text = "\n".join(drawn(state)[:30])
    assert len(re.findall(r"[(\[][opbg][23][)\]]", text)) == 2


def test_phoenix_shows_the_own_line_below_and_the_hand_as_cards() -> None:
    state = played("phoenix", 1)
    lines = drawn(state, seat=2)
    rows = [place for place, line in enumerate(lines) if re.search(r"Seat \d \(casual\) +\S", line)]
    assert "Seat 1" in lines[rows[0]]
    assert "Seat 2" in lines[rows[1]]
    assert sum(line.count("╭") for line in lines) == 5


def test_a_failed_draw_is_shown() -> None:
    state = genial.game("tile-challenge").start(seed=1)
    while state.turn == 1:
        state = state.play("draw")
    assert any("failed" in line for line in drawn(state, seat=2))


def test_a_player_still_sees_their_own_failed_draw_after_the_others_have_moved() -> None:
    state = genial.game("tile-challenge").start(seed=1)
    while state.turn == 1:
        state = state.play("draw")
    while state.turn == 2:
        state = state.play("draw")
    moves = [line for line in drawn(state, seat=1) if "failed" in line]
    assert [line.split(":")[0] for line in moves] == ["Seat 1", "Seat 2"]


def test_the_next_game_of_a_series_is_announced() -> None:
    state = genial.game("tile-challenge", games=2).start(seed=1)
    chooser = random.Random(1)
    while state.position()["finished"] == 0:
        state = state.play(chooser.choice(state.legal()))
    assert any("the next one begins" in line for line in drawn(state, seat=None))
    assert "game 2 of 2" in drawn(state)[0]


def test_a_finished_round_of_phoenix_is_announced() -> None:
    state = genial.game("phoenix").start(seed=1)
    chooser = random.Random(1)
    while state.position()["round"] == 1:
        state = state.play(chooser.choice(state.legal()))
    text = "\n".join(drawn(state))
    assert "Round 1 ended" in text
    assert "and a new round" in text
    later = state.play(state.legal()[0])
    assert "Round 1 ended" in "\n".join(drawn(later))


def test_bonus_moves_are_asked_for() -> None:
    state = genial.game("ingenious").start(seed=1)
    position = state.position()
    position["scores"][0] |= {"R": 17}
    position["racks"][0] = ["RR", "RO", "RO", "RO", "RO", "RO"]
    kinds = {"RR": 5, "RO": 6} | {kind: n for kind, n in position["bag"].items() if len(kind) < 2}
    bag = {kind: (5 if kind[0] == kind[1] else 6) for kind in position["bag"]} | kinds
    for rack in position["racks"]:
        for tile in rack:
            bag[tile] -= 1
    position["bag"] = bag
    state = state.game.at(position).play("Rh4Rh5")
    assert state.turn == 1
    say, console = Messages("en"), Console(file=io.StringIO(), width=100)
    scene = create_scene(state, console, say, seat=1)
    assert board_of("ingenious").question(scene) == ("Ingenious! Bonus moves: 1. Lay another tile.")


@pytest.mark.parametrize("game", genial.games())
def test_boards_need_nothing_but_ascii(game: str) -> None:
    text = "\n".join(drawn(played(game, 20), encoding="ascii"))
    assert text.isascii()


def test_colours_are_used_where_there_are_any() -> None:
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=True, color_system="truecolor", width=100)
    scene = create_scene(played("ingenious", 5), console, Messages("en"), seat=1)
    for line in board_of("ingenious").draw(scene):
        console.print(line)
    assert "48;2;198;40;40" in stream.getvalue()
