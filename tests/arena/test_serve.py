"""Bots of ours as programs: they answer the arena's own messages."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

import genial
from genial.arena.serve import maker, serve
from genial.core.errors import BadOption

GAME = genial.game("phoenix")
FIRST = "py:tests.arena.bots:First"
NEW = {"type": "new", "game": "phoenix", "options": {}, "seat": 1, "seed": 1}


def told(*messages: object, written: str = FIRST) -> list[dict[str, Any]]:
    """What it answers to these messages."""
    lines = [m if isinstance(m, str) else json.dumps(m) for m in messages]
    sink = io.BytesIO()
    serve("ours", maker("phoenix", written, {}, None), io.BytesIO("\n".join(lines).encode()), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def asked(seed: int = 1) -> dict[str, Any]:
    return {"type": "move", "view": GAME.start(seed=seed).view(1)}


def test_it_greets_plays_and_leaves() -> None:
    answers = told(
        {"type": "hello", "protocol": 1, "arena": "x"}, NEW, asked(), {"type": "quit"}, asked()
    )
    assert answers == [
        {"protocol": 1, "name": "ours", "legal": False},
        {"move": GAME.start(seed=1).legal()[0]},
    ]


def test_it_says_what_is_wrong_and_goes_on() -> None:
    answers = told(
        asked(),
        "nonsense",
        {"type": "dance"},
        NEW | {"game": "ingenious"},
        asked(),
        NEW | {"options": {"players": 3}},
        asked(),
        NEW,
        {"type": "move", "view": {"game": "phoenix"}},
        {"type": "over", "view": {}, "ranks": [1, 2]},
        asked(),
    )
    errors = [answer.get("error") for answer in answers]
    assert "no game has begun" in errors[0]
    assert "nonsense" in errors[1]
    assert "dance" in errors[2]
    assert "plays phoenix, not 'ingenious'" in errors[3]
    assert "players must be 2" in errors[4]
    assert errors[5]
    assert errors[6] is None
    assert answers[6]["move"] in GAME.start(seed=1).legal()


def test_the_seed_that_it_is_told_counts() -> None:
    chance = "py:tests.arena.bots:Chance"
    moves = {told(NEW | {"seed": seed}, asked(), written=chance)[0]["move"] for seed in range(8)}
    assert len(moves) > 1


def test_a_program_is_not_served() -> None:
    with pytest.raises(BadOption, match="a program already"):
        maker("phoenix", "cmd:python3 bot.py", {}, None)
