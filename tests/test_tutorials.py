"""The browser client's tutorials: what they ask for can be done, and what they say is true.

Answers are judged here as in web/src/pages/learn/steps.ts.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import genial
from genial.core.state import State
from genial.games.ingenious.kit import PARTNERS

FOLDER = Path(__file__).parents[1] / "web" / "src" / "pages" / "learn" / "steps"
STEPS: dict[str, list[dict[str, Any]]] = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))["steps"]
    for path in sorted(FOLDER.glob("*.json"))
}
pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="the sources of the client are not here"
)
EVERY = [(game, number) for game, steps in STEPS.items() for number in range(1, len(steps) + 1)]


def state_of(game: str, number: int) -> State:
    """The position of a step, as the server makes it."""
    spec = STEPS[game][number - 1]["position"]
    if "record" in spec:
        state = genial.replay(spec["record"])
        if "seed" in spec:
            state = state.branch(spec["seed"])
    else:
        state = genial.game(game, **spec["options"]).start(seed=spec["seed"])
    for move in spec.get("moves", []):
        state = state.play(move)
    return state


def asks_of(game: str, number: int) -> list[dict[str, Any]]:
    asks: list[dict[str, Any]] = STEPS[game][number - 1]["asks"]
    return asks


def found(explained: Any, path: str) -> Any:
    for name in path.split("."):
        explained = explained[int(name) if isinstance(explained, list) else name]
    return len(explained) if isinstance(explained, list) else explained


def is_right(ask: dict[str, Any], move: str, explained: dict[str, Any]) -> bool:
    gains = explained["gains"]
    kinds = [part["kind"] for part in explained["parts"]]
    return (
        move in ask.get("moves", [move])
        and any(move.startswith(start) for start in ask.get("starts", [""]))
        and ("covers" not in ask or bool({*ask["covers"]} & {*re.findall(r"[a-y]\d+", move)}))
        and ("tile" not in ask or re.sub("[^A-Z]", "", move) == ask["tile"])
        and all(gains.get(colour, 0) >= n for colour, n in ask.get("gains", {}).items())
        and sum(gains.values()) >= ask.get("total", 0)
        and sum(n > 0 for n in gains.values()) >= ask.get("colours", 0)
        and all(kinds.count(kind) >= n for kind, n in ask.get("parts", {}).items())
        and all(
            found(explained, path) is wanted
            if isinstance(wanted, bool)
            else found(explained, path) >= wanted
            for path, wanted in ask.get("says", {}).items()
        )
    )


def right_moves(state: State, ask: dict[str, Any]) -> list[str]:
    return [move for move in state.legal() if is_right(ask, move, state.explain(move))]


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_what_a_step_shows_is_right(game: str, number: int) -> None:
    state = state_of(game, number)
    for ask in asks_of(game, number):
        if "question" in ask:
            assert ask["right"] in ask["question"]
            continue
        assert state.turn == 1
        assert is_right(ask, ask["show"], state.explain(ask["show"]))
        assert all(move in state.legal() for move in ask.get("moves", []))
        state = state.play(ask["show"])


@pytest.mark.parametrize("game", STEPS)
def test_a_tutorial_has_ten_steps(game: str) -> None:
    assert len(STEPS[game]) == 10


# --- what the texts say


def test_ingenious_says_what_is_true() -> None:
    threes = right_moves(state_of("ingenious", 3), asks_of("ingenious", 3)[0])
    assert {move[:3] for move in threes} == {"Rg5"}
    assert state_of("ingenious", 6).scores[0]["B"] == 16
    after = state_of("ingenious", 6).play(asks_of("ingenious", 6)[0]["show"]).view(1)
    assert (after["turn"], after["scores"][0]["B"], len(after["rack"])) == (1, 18, 5)
    end = state_of("ingenious", 7)
    assert end.over
    assert end.ranks == (2, 1)
    assert [sum(scores.values()) for scores in end.scores] == [82, 80]
    assert (end.scores[0]["G"], end.scores[1]["P"]) == (3, 7)
    assert [min(scores.values()) for scores in end.scores] == [3, 7]
    weak = state_of("ingenious", 8)
    assert weak.scores[0]["Y"] == 4 == min(weak.scores[0].values())
    assert sum("Y" in tile for tile in weak.view(1)["rack"]) == 1
    asked = state_of("ingenious", 9)
    assert set(asked.legal()) == {"keep", "swap"}
    assert asked.scores[0]["Y"] == min(asked.scores[0].values())
    assert any("Y" in tile for tile in asked.play("swap").view(1)["rack"])


def test_the_team_step_of_ingenious_says_what_is_true() -> None:
    teams = state_of("ingenious", 10)
    ask, question = asks_of("ingenious", 10)
    assert len(teams.scores) == 2
    assert teams.view(1)["full"] == [18, 36]
    assert sorted(teams.scores[0].items(), key=lambda one: one[1])[0] == ("B", 1)
    assert sum("B" in tile for tile in teams.view(1)["rack"]) == 1
    assert {move[3:] for move in right_moves(teams, ask)} == {"Be4"}
    assert question["question"] == list(PARTNERS)
    after = teams.play(ask["show"])
    assert after.view(1)["partner_rack"] == after.view(3)["rack"]
    for partners in question["question"]:
        game = genial.game("ingenious", players=4, variant="teams", partners=partners)
        sees_rack = "partner_rack" in game.start(seed=1).view(1)
        assert sees_rack is (partners == question["right"])


def test_tile_challenge_says_what_is_true() -> None:
    game = "tile-challenge"
    assert state_of(game, 2).view(1)["staging"] == ["G"]
    assert state_of(game, 2).explain("stop")["gains"] == {"G": 2}
    risk = state_of(game, 4)
    assert state_of(game, 3) == risk
    assert sorted(risk.view(1)["staging"]) == ["O", "Y"]
    said = risk.explain("draw")
    assert (said["failing"], said["stack"]) == (80, 119)
    assert {part["colour"] for part in said["parts"] if part["kind"] == "join"} == {"R", "B"}
    failed = risk.play("draw")
    assert failed.log[-1] == "* tile Y"
    assert failed.turn == 2
    rich = state_of(game, 5)
    assert rich.view(1)["middle"]["R"] == 3
    drawn = rich.play("draw").play("draw")
    assert [line for line in drawn.log if line.startswith("* tile")][-2:] == [
        "* tile P",
        "* tile R",
    ]
    assert drawn.explain("stop")["gains"] == {"R": 4, "P": 2}
    level = state_of(game, 6).view(1)
    assert (level["scores"][0]["R"], level["scores"][0]["P"]) == (0, 0)
    assert level["middle"]["R"]
    assert level["middle"]["P"]
    assert list(state_of(game, 6).legal()) == ["draw"]
    assert state_of(game, 7).explain("take")["gains"] == {"R": 1}
    full = state_of(game, 8)
    assert (full.scores[0]["B"], full.view(1)["middle"]["B"], full.view(1)["quota"]) == (3, 3, 7)
    assert full.play("stop").turn == 1
    surplus = state_of(game, 9)
    assert (surplus.scores[0]["B"], surplus.view(1)["staging"]) == (7, ["B"])
    assert surplus.explain("stop")["gains"] == {}
    assert (surplus.explain("draw")["failing"], surplus.explain("draw")["stack"]) == (30, 94)
    assert surplus.play("draw").view(1)["staging"] == ["B", "O"]
    won = state_of(game, 10).play("stop")
    assert won.ranks == (1, 2)


def test_spezial_says_what_is_true() -> None:
    game = "spezial"
    longer = state_of(game, 3)
    assert longer.scores[0] == {"O": 2, "P": 0, "B": 1, "G": 0}
    assert all(
        longer.explain(move)["gains"] == {"G": 2}
        for move in right_moves(longer, asks_of(game, 3)[0])
    )
    second = state_of(game, 4)
    assert second.undo().undo().undo().explain("t4u4")["gains"] == {"O": 2, "G": 2}
    assert second.explain("r5s5")["gains"] == {"O": 3, "G": 3}
    again = state_of(game, 5)
    assert again.undo().undo().explain("s5s6")["gains"] == {"O": 2, "B": 1}
    for move in asks_of(game, 5)[0]["moves"]:
        said = again.explain(move)
        assert said["gains"]["B"] == 2
        assert len(said["chain"]["cells"]) == 2
    large = state_of(game, 6)
    assert large.explain("t8t9")["gains"] == {"O": 2, "P": 4, "B": 2, "G": 2}
    assert min(state_of(game, 7).scores[0].items(), key=lambda one: one[1]) == ("G", 2)
    end = state_of(game, 8)
    assert end.ranks == (1, 2)
    assert [sum(scores.values()) for scores in end.scores] == [65, 70]
    assert [min(scores.values()) for scores in end.scores] == [15, 14]
    threat = state_of(game, 9)
    ahead = threat.play("y2y3")
    kinds = [part["kind"] for part in ahead.explain("t8t9")["parts"]]
    assert kinds.count("large") == 2
    blocking = right_moves(threat, asks_of(game, 9)[0])
    assert blocking
    for move in blocking:
        after = threat.play(move)
        assert not any("large" in str(after.explain(reply)["parts"]) for reply in after.legal())
    weak = state_of(game, 10)
    assert weak.scores[0]["B"] == 3 == min(weak.scores[0].values())
    assert max(sum(weak.explain(move)["gains"].values()) for move in weak.legal()) > 3


def test_phoenix_says_what_is_true() -> None:
    game = "phoenix"
    assert state_of(game, 2).explain("M3:1>4")["lines"][0].startswith("RGGB")
    assert "O" not in state_of(game, 4).view(1)["lines"][0]
    assert state_of(game, 5).explain("-R")["line_points"][0] == 7
    assert state_of(game, 6).explain("-R")["line_points"][0] == 4
    assert state_of(game, 8).explain("N1:4>5")["spectrum"] == "RGBYPO"
    near = state_of(game, 9)
    disturbing = set(right_moves(near, asks_of(game, 9)[0]))
    for move in near.legal():
        if near.explain(move)["ends_round"]:  # X:9 completes the other line itself
            assert move not in disturbing
            continue
        after = near.play(move)
        replies = [reply for reply in after.legal() if reply.startswith("S1")]
        assert replies
        assert (move in disturbing) is not any(after.explain(r)["matches"][1] for r in replies)
    last = state_of(game, 10).explain("S1:8-9")
    assert (last["line_points"][0], last["ends_round"]) == (9, True)
