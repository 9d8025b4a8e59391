"""Records: what is written is read back; what is broken is refused with its line."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import genial
from genial.core.record import split
from tests.cases import CASES, name_of, random_states

every_case = pytest.mark.parametrize("case", CASES, ids=name_of)
Case = tuple[str, dict[str, Any]]


def record_of(case: Case, seed: int, *, moves: int | None = None, **headers: str) -> str:
    states = [*random_states(*case, seed)]
    return states[-1 if moves is None else min(moves, len(states) - 1)].record(**headers)


@every_case
def test_write_read_write_is_the_identity(case: Case) -> None:
    for seed in range(2):
        for moves in (0, 7, None):
            text = record_of(
                case, seed, moves=moves, seat_1="Ada Ä", site="home", date="2026-11-15"
            )
            state = genial.replay(text)
            assert state.record() == text
            assert genial.replay(state.record()) == state
            assert split(text)[0].text() == text
            assert genial.replay(text.replace("\n", "\r\n")).record() == text


def test_annotations_are_kept_and_are_not_part_of_the_log() -> None:
    text = record_of(CASES[1], 1, moves=5)
    head, body = text.split("\n\n")
    lines = body.splitlines()
    noted = f"{head}\n# from a club night\n\n" + "\n".join(
        line + f"\n# clock {k}" for k, line in enumerate(lines)
    )
    state = genial.replay(noted)
    assert state.log == lines
    assert state.record() == noted + "\n"
    assert "# clock 3" in state.undo().record()


def test_a_file_may_hold_several_records() -> None:
    texts = [record_of(case, 1) for case in CASES]
    states = genial.replay_all("\n".join(texts))
    assert [state.record() for state in states] == texts
    with pytest.raises(genial.BadRecord, match="a second record"):
        genial.replay("\n".join(texts[:2]))


def test_a_replayed_state_plays_on_from_a_new_key_or_a_given_one() -> None:
    state = [*random_states(*CASES[1], 3)][6]
    text = state.record()
    assert "commitment" in text
    assert "key" not in text  # the game is not over: the key would give the deals away
    move = state.legal()[0]
    again = genial.replay(text)
    assert again.play(move).scores == state.play(move).scores
    assert "commitment" not in again.play(move).record()
    given = [genial.replay(text, seed=5).play(move).log for _ in range(2)]
    assert given[0] == given[1]
    free = [genial.replay(text).play(move).log[-1] for _ in range(40)]
    assert len(set(free)) > 1


def test_a_game_that_did_not_end_by_its_rules_says_so() -> None:
    state = [*random_states(*CASES[1], 3)][6]
    text = state.record(ended="resigned 2", result="1 2")
    assert genial.replay(text).record() == text
    with pytest.raises(genial.GenialError, match="ended is"):
        state.record(ended="gave up")
    with pytest.raises(genial.BadRecord, match="has not ended"):
        genial.replay(state.record(result="1 2"))


BAD = [
    ("players: 2", "players: 7", 1, "players must be"),
    ("players: 2\n", "", 1, "needs the header players"),
    ("game: ingenious", "game: chess", 1, "there is no game"),
    ("variant: standard", "variant: standard\nvariant: teams", 4, "stands twice"),
    ("variant: standard", "variant: stan\tdard", 3, "control character"),
    ("variant: standard", "Variant: standard", 3, "header name"),
    ("result: 1 2", "result: 2 1", 4, "the result is 1 2"),
    ("* rack 1 RO RY RG RB YY BO", "* rack 1 RO RY RG RB YY BQ", 9, "should look like"),
    ("* rack 1 RO RY RG RB YY BO", "* rack 1 OR RY RG RB YY BO", 9, "must be written RO"),
    ("* rack 1 RO RY RG RB YY BO", "* rack 2 RO RY RG RB YY BO", 9, "should read"),
    ("* rack 1 RO RY RG RB YY BO", "* rack 1 RO RY RG RB YY", 11, "must come before this move"),
    ("* rack 1 RO RY RG RB YY BO\n", "", 10, "must come before this move"),
    ("* rack 1 RO RY RG RB YY BO", "1 keep", 9, "must come before this move"),
    ("1 Rd12Bd11", "2 Rd12Bd11", 11, "seat 1's turn"),
    ("1 Rd12Bd11", "1 Rd12Gd11\n1 x", 12, "must come before this move"),
    ("1 Rd12Bd11", "1 Bd11Rd12", 11, "must be written Rd12Bd11"),
    ("1 Rd12Bd11", "1 Ph8Pi8", 11, "must touch a printed symbol"),
    ("1 Rd12Bd11", "one two", 11, "neither a chance line nor a seat"),
    ("1 Rd12Bd11\n", "1 Rd12Bd11\n* rack 1 RR RR\n", 12, "cannot be drawn"),
    ("1 Rd12Bd11\n", "1 Rd12Bd11\n\n", 12, "empty line"),
]


@pytest.mark.parametrize(("old", "new", "line", "reason"), BAD)
def test_a_bad_record_is_refused_with_its_line_and_the_reason(
    old: str, new: str, line: int, reason: str
) -> None:
    state = [*random_states("ingenious", {"players": 2}, 7)][-1]
    text = genial.game("ingenious").start(seed=7).record()
    head = "game: ingenious\nplayers: 2\nvariant: standard\nresult: 1 2\na: b\nc: d\ne: f\n\n"
    assert state.log[:2] == text.split("\n\n")[1].splitlines()
    body = "* rack 1 RO RY RG RB YY BO\n* rack 2 PP RG RO RO OO GG\n1 Rd12Bd11\n* rack 1 RR\n"
    if old == "result: 1 2":
        head = head.replace("result: 1 2\n", "")
        done = state.record()
        text = done.replace(f"result: {' '.join(map(str, state.ranks or ()))}", "result: 9 9")
        with pytest.raises(genial.BadRecord, match="line 4: the result is"):
            genial.replay(text)
        return
    head = head.replace("result: 1 2\n", "g: h\n")
    assert old in head + body
    with pytest.raises(genial.BadRecord, match=reason) as refused:
        genial.replay((head + body).replace(old, new, 1))
    assert refused.value.line == line
    assert str(refused.value).startswith(f"line {line}: ")


def mutated(text: str, chooser: random.Random) -> str:
    """A record with something broken, or not."""
    lines = text.splitlines()
    for _ in range(chooser.randint(1, 3)):
        k = chooser.randrange(len(lines))
        match chooser.randrange(7):
            case 0:
                del lines[k]
            case 1:
                lines.insert(k, lines[chooser.randrange(len(lines))])
            case 2:
                j = chooser.randrange(len(lines))
                lines[k], lines[j] = lines[j], lines[k]
            case 3 if lines[k]:
                place = chooser.randrange(len(lines[k]))
                lines[k] = (
                    lines[k][:place]
                    + chr(chooser.choice([63, 32, 48, 49, 57, 82, 97, 233, 0x2028, 42, 45]))
                    + lines[k][place + 1 :]
                )
            case 4:
                lines[k] = lines[k] * chooser.choice([0, 2, 50])
            case 5:
                lines = lines[:k] or ["x"]
            case 6:
                words = lines[k].split(" ")
                chooser.shuffle(words)
                lines[k] = " ".join(words)
        if not lines:
            lines = [""]
    return "\n".join(lines) + "\n"


@every_case
def test_a_broken_record_is_always_refused_with_a_line_number(case: Case) -> None:
    text = record_of(case, 4)
    short = record_of(case, 4, moves=10)
    refused = 0
    for seed in range(150):
        broken = mutated(text if seed % 10 == 0 else short, random.Random(seed))
        try:
            state = genial.replay(broken)
        except genial.BadRecord as error:
            refused += 1
            assert 1 <= error.line <= broken.count("\n") + 2
            assert str(error).startswith("line ")
            assert "\n" not in str(error)
        else:
            assert genial.replay(state.record()) == state
    assert refused > 75


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=300))
def test_any_text_as_a_record_is_refused_or_read(text: str) -> None:
    for candidate in (text, "game: " + text, "game: phoenix\nplayers: 2\n\n" + text):
        try:
            genial.replay_all(candidate)
        except genial.BadRecord as error:
            assert error.line >= 1


@every_case
@settings(max_examples=100, deadline=None)
@given(text=st.text(max_size=30) | st.from_regex(r"[A-Za-z0-9:>+\-*]{1,12}", fullmatch=True))
def test_any_text_as_a_move_is_refused_or_legal(case: Case, text: str) -> None:
    state = genial.game(case[0], **case[1]).start(seed=1)
    try:
        state.play(text)
    except genial.IllegalMove as error:
        assert error.code
        assert "\n" not in str(error)
    else:
        assert text in state.legal()


def mutated_data(data: Any, chooser: random.Random) -> Any:
    """Plain data with one value changed somewhere."""
    if isinstance(data, dict) and data and chooser.random() < 0.85:
        key = chooser.choice(list(data))
        if chooser.random() < 0.1:
            return {name: value for name, value in data.items() if name != key}
        return {**data, key: mutated_data(data[key], chooser)}
    if isinstance(data, list) and data and chooser.random() < 0.8:
        place = chooser.randrange(len(data))
        if chooser.random() < 0.2:
            return data[:place] + data[place + 1 :]
        return [*data[:place], mutated_data(data[place], chooser), *data[place + 1 :]]
    if isinstance(data, int) and not isinstance(data, bool) and chooser.random() < 0.8:
        return data + chooser.choice([-1, 1, 2, -7, 100, 10**20])
    return chooser.choice([None, -1, "", "R", "x" * 1000, [], {}, 1.5, True, [[1]], {"a": 1}])


@every_case
def test_a_broken_position_is_refused_or_can_be_played_to_an_end(case: Case) -> None:
    name, options = case
    game = genial.game(name, **options)
    states = [*random_states(name, options, 2)][::8]
    refused = 0
    for seed in range(400):
        chooser = random.Random(seed)
        data = mutated_data(chooser.choice(states).position(), chooser)
        try:
            state = game.at(data, seed=seed)
        except genial.BadPosition as error:
            refused += 1
            assert "\n" not in str(error)
            continue
        for _ in range(3000):
            if state.over:
                break
            state = state.play(chooser.choice(state.legal()))
        assert state.over
    assert refused > 150
