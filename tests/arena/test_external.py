"""Programs in any language, well-behaved and otherwise."""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import genial
from genial.arena import match, play, protocol
from genial.arena.external import BrokenProgram, Program, legal_moves
from genial.arena.play import OutOfTime
from genial.bots import Clock
from tests.arena import bots
from tests.cases import CASES, name_of, random_states
from tests.server.waiting import eventually

GAME = genial.game("phoenix")
EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"

# A good program, whose answer to its third question is `misbehave()`.
FRAME = """
import json, os, sys, time
asked = 0
heard = open(sys.argv[1], "w", 1) if sys.argv[1:] else None
def misbehave():
    {misbehaviour}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        {hello}
    elif heard:
        heard.write(line)
    if message["type"] == "move":
        asked += 1
        if asked == 3:
            misbehave()
        print(json.dumps({{"move": message["legal"][0]}}), flush=True)
"""
HELLO = 'print(json.dumps({"protocol": 1, "name": "good"}), flush=True)'

Write = Callable[..., list[str]]


@pytest.fixture
def program(tmp_path: Path) -> Write:
    """The command of a program that does this instead of its third answer."""

    def write(misbehaviour: str = "pass", hello: str = HELLO) -> list[str]:
        path = tmp_path / "program.py"
        path.write_text(FRAME.format(misbehaviour=misbehaviour, hello=hello))
        return [sys.executable, str(path)]

    return write


def forfeited(command: list[str], limit: float = 20.0) -> tuple[str, str]:
    """Why a program forfeits a game, and in which words."""
    guest = Program(GAME, command, limit=limit)
    try:
        played = play(GAME, [bots.First(GAME, seed=1), guest], seed=1, limit=limit + 5)
    finally:
        guest.close()
    assert played.forfeit is not None
    assert played.forfeit.seat == 2
    assert played.ranks == (1, 2)
    assert genial.replay(played.record).game == GAME
    return played.forfeit.why, played.forfeit.reason


def test_a_good_program_plays_to_the_end_and_more_than_once(program: Write) -> None:
    guest = Program(GAME, program(), limit=20)
    for seed in (1, 2):
        played = play(GAME, [guest, bots.First(GAME, seed=1)], seed=seed)
        expected = play(GAME, [bots.First(GAME, seed=1), bots.First(GAME, seed=1)], seed=seed)
        assert played.forfeit is None
        assert played.ranks == expected.ranks
    assert guest.alive
    guest.close()
    assert not guest.alive


@pytest.mark.parametrize(
    ("misbehaviour", "why", "part"),
    [
        ("raise ValueError('lost my mind')", "crash", "ended with exit code 1"),
        ("raise ValueError('lost my mind')", "crash", "ValueError: lost my mind"),
        ("sys.exit(0)", "crash", "ended with exit code 0"),
        ("os.kill(os.getpid(), 9)", "crash", "was killed by signal 9"),
        ("os.close(1); time.sleep(60)", "crash", "closed its output"),
        ("print('I resign')", "crash", "wrote 'I resign', which is not an answer"),
        ("print('[1, 2]')", "crash", "not an answer"),
        ("print('{}')", "crash", "an answer without a move"),
        ("print(json.dumps({'error': 'too hard'}))", "crash", "said: too hard"),
        ("print(json.dumps({'move': 7}))", "crash", "not an answer"),
        ("print(json.dumps({'move': 'X:99'}))", "illegal", "illegal move 'X:99'"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n')", "crash", "not an answer"),
        ("print('x' * 10**6)", "crash", "wrote a line of more than 65536 bytes"),
        ("sys.stdout.write('x' * 10**6); time.sleep(60)", "crash", "more than 65536 bytes"),
        (
            "sys.stdout.write('{\"mo'); sys.exit(3)",
            "crash",
            "code 3 after an unfinished line '{\"mo'",
        ),
        ("[print('{}') for _ in range(10**5)]", "crash", "answer without a move"),
    ],
)
def test_a_program_that_misbehaves_forfeits_and_the_reason_says_how(
    program: Write, misbehaviour: str, why: str, part: str
) -> None:
    begun = time.monotonic()
    got, reason = forfeited(program(misbehaviour))
    assert got == why
    assert part in reason
    assert len(reason) < 400
    assert time.monotonic() - begun < 30


@pytest.mark.parametrize(
    ("misbehaviour", "part"),
    [
        ("time.sleep(60)", "no move within 2 s"),
        ("sys.stdout.write('{\"move\"'); sys.stdout.flush(); time.sleep(60)", "only '{\"move\"'"),
        (
            "print('thinking hard', file=sys.stderr, flush=True); time.sleep(60)",
            "last words: thinking hard",
        ),
        ("[sys.stderr.write('x' * 1000) for _ in iter(int, 1)]", "no move within 2 s"),
        (
            "signal = __import__('signal'); signal.signal(15, signal.SIG_IGN); time.sleep(60)",
            "no move",
        ),
        ("os.fork() or time.sleep(60)\n    time.sleep(60)", "no move within 2 s"),
    ],
)
def test_a_program_that_hangs_is_killed_and_forfeits_on_time(
    program: Write, misbehaviour: str, part: str
) -> None:
    command = program(misbehaviour)
    guest = Program(GAME, command, limit=2.0)
    played = play(GAME, [bots.First(GAME, seed=1), guest], seed=1)
    assert played.forfeit is not None
    assert played.forfeit.why == "time"
    assert part in played.forfeit.reason
    assert not guest.alive
    guest.close()


def test_a_second_answer_to_one_question_is_noticed(program: Write) -> None:
    answer = "json.dumps({'move': message['legal'][0]})"
    twice = f"print({answer} + chr(10) + {answer}, flush=True); time.sleep(0.3)"
    why, reason = forfeited(program(twice))
    assert why == "crash"
    assert "without being asked" in reason


def test_what_hides_behind_a_shell_is_killed_too(program: Write, tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    hidden = program(f"open({str(mark)!r}, 'w').write(str(os.getpid())); time.sleep(60)")
    guest = Program(GAME, ["sh", "-c", f"'{hidden[0]}' '{hidden[1]}'; true"], limit=3.0)
    play(GAME, [bots.First(GAME, seed=1), guest], seed=1)
    guest.close()
    eventually(lambda: not _runs(int(mark.read_text())), what="the hidden program goes on")


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(")")[-1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(
    ("hello", "part"),
    [
        ("sys.exit('bad settings')", "ended with exit code 1; its last words: bad settings"),
        ("print('hello', flush=True)", "which is not a hello"),
        (
            "print(json.dumps({'protocol': 2, 'name': 'new'}), flush=True)",
            "speaks protocol 2, not 1",
        ),
        ("print(json.dumps({'protocol': 1}), flush=True)", "not a hello"),
    ],
)
def test_a_program_that_does_not_greet_cannot_take_part(
    program: Write, hello: str, part: str
) -> None:
    with pytest.raises(BrokenProgram, match="(?s)" + part.replace("(", r"\(")):
        Program(GAME, program(hello=hello))


def test_a_silent_start_ends_in_time(program: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "START_SECONDS", 0.5)
    with pytest.raises(OutOfTime, match=r"no hello within 0\.5 s"):
        Program(GAME, program(hello="time.sleep(60)"))


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(BrokenProgram, match="nowhere/bot cannot be started: No such file"):
        Program(GAME, ["nowhere/bot"])


def test_what_it_is_told(program: Write, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    command = [*program(), str(heard)]
    guest = Program(GAME, command, seed=42, told={"seconds": 0.5}, limit=9.0)
    played = play(GAME, [bots.First(GAME, seed=1), guest], seed=3, clock=Clock(600, 2))
    guest.close()
    messages = [json.loads(line) for line in heard.read_text().splitlines()]
    new, over = messages[0], messages[-2]
    assert new == {
        "type": "new", "game": "phoenix", "options": {"players": 2, "start": 1}, "seat": 2,
        "seed": 42, "told": {"seconds": 0.5}, "limit": 9.0,
    }  # fmt: skip
    moves = [message for message in messages if message["type"] == "move"]
    states = genial.replay(played.record).history
    mine = [state for state in states if state.turn == 2]
    assert [message["view"] for message in moves] == [state.view(2) for state in mine]
    assert [message["legal"] for message in moves] == [list(state.legal()) for state in mine]
    assert moves[0]["clock"] == {"left": 600, "increment": 2}
    assert over["type"] == "over"
    assert over["ranks"] == list(played.ranks)
    assert over["view"] == states[-1].view(2)
    assert messages[-1] == {"type": "quit"}


def test_a_program_that_needs_no_legal_moves_gets_none(program: Write) -> None:
    short = HELLO.replace('"good"', '"good", "legal": False')
    guest = Program(GAME, program("print(json.dumps({'error': str(message['legal'])}))", short))
    with pytest.raises(BrokenProgram):
        guest.choose(GAME.start(seed=1).view(1))
    guest.close()


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_legal_moves_follow_from_the_view_alone(case: tuple[str, dict[str, object]]) -> None:
    name, options = case
    for place, state in enumerate(random_states(name, options, seed=5)):
        if state.turn is not None and place % 7 == 0:
            told = legal_moves(state.game, state.view(state.turn))
            assert sorted(told) == sorted(state.legal())


COMMANDS = {
    "python": f"cmd:{sys.executable} {EXAMPLES / 'random_bot.py'}",
    "javascript": f"cmd:node {EXAMPLES / 'random_bot.mjs'}",
}


@pytest.mark.parametrize("language", COMMANDS)
@pytest.mark.parametrize("name", genial.games())
def test_the_examples_play_every_game(language: str, name: str) -> None:
    if language == "javascript" and shutil.which("node") is None:
        pytest.skip("node is not installed")
    written = [COMMANDS[language], "py:tests.arena.bots:Chance"]
    first = match(genial.game(name), written, games=2, seed=1)
    assert first.forfeits == []
    again = match(genial.game(name), written, games=2, seed=1)
    assert [bot.share for bot in again.bots] == [bot.share for bot in first.bots]
    assert [bot.lowest for bot in again.bots] == [bot.lowest for bot in first.bots]


@pytest.mark.parametrize("language", COMMANDS)
def test_the_examples_have_an_idea_of_ingenious(language: str) -> None:
    if language == "javascript" and shutil.which("node") is None:
        pytest.skip("node is not installed")
    written = [COMMANDS[language], "py:tests.arena.bots:Chance"]
    report = match(genial.game("ingenious"), written, games=8, seed=1)
    assert report.bots[0].share == 1.0
