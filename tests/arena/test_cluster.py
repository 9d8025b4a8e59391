"""The same games on a real Ray, on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import genial
from genial.arena import Match, cluster
from genial.arena.host import Setup
from genial.arena.lineup import entrants
from genial.arena.schedule import plans
from genial.core.errors import BadOption

GENIAL = Path(sys.executable).with_name("genial")
SOURCES = f"{Path(genial.__file__).parents[1]}:{Path(__file__).parents[2]}"
CHANCE, FIRST = "chance=py:tests.arena.bots:Chance", "first=py:tests.arena.bots:First"


@pytest.mark.slow
def test_ray_plays_the_same_games() -> None:
    pytest.importorskip("ray")
    reports = [arena(), arena("--ray", "--workers", "2")]
    for report in reports:
        for bot in report["bots"]:
            bot["ms_per_move"] = bot["max_ms"] = 0.0
    assert reports[0]["games"] == 4
    assert reports[0] == reports[1]


def arena(*more: str) -> dict[str, Any]:
    """A short match by the command, in a process of its own: Ray leaves things open."""
    command = [str(GENIAL), "arena", "ingenious", CHANCE, FIRST,
               "--games", "4", "--seed", "4", "--limit", "60", "--json", *more]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300,
                          env=os.environ | {"PYTHONPATH": SOURCES})  # fmt: skip
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_without_ray_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"Ray is not installed; pip install 'genial\[ray\]'"):
        cluster.on_ray()


def test_a_cluster_that_is_not_there_is_not_waited_for() -> None:
    pytest.importorskip("ray")
    game = genial.game("ingenious", players=2)
    bots, places = entrants([CHANCE, FIRST])
    setup = Setup(game="ingenious", options=game.options, entrants=bots, seed=4, limit=60.0)
    running = Match(setup, plans(game, places), games=4)
    with pytest.raises(cluster.ClusterFailure, match=r"no Ray cluster answers at 127\.0\.0\.1:1"):
        next(running.run(cluster.on_ray("127.0.0.1:1")))
