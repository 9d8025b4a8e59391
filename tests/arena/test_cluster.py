"""The same games on a real Ray, on this machine."""

from __future__ import annotations

import secrets
import sys

import msgspec
import pytest

import genial
from genial.arena import Match, cluster, match
from genial.arena.host import Setup
from genial.arena.lineup import entrants
from genial.arena.schedule import plans
from genial.core.errors import BadOption

CHANCE, FIRST = "chance=py:tests.arena.bots:Chance", "first=py:tests.arena.bots:First"


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_ray_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))  # else it writes one to the home
    game = genial.game("ingenious", players=2)
    everybody, places = entrants([CHANCE, FIRST])
    setup = Setup(game="ingenious", options=game.options, entrants=everybody, seed=4, limit=60.0)
    running = Match(setup, plans(game, places), games=4)
    for _ in running.run(cluster.on_ray(workers=2)):
        pass
    here = match(game, [CHANCE, FIRST], games=4, seed=4, limit=60.0)
    there = running.report()
    for report in (here, there):
        for bot in report.bots:
            bot.ms_per_move = bot.max_ms = 0.0
    assert msgspec.to_builtins(there) == msgspec.to_builtins(here)


def test_without_ray_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"Ray is not installed; pip install 'genial\[ray\]'"):
        cluster.on_ray()


def test_a_cluster_that_is_not_there_is_not_waited_for() -> None:
    pytest.importorskip("ray")
    game = genial.game("ingenious", players=2)
    everybody, places = entrants([CHANCE, FIRST])
    setup = Setup(game="ingenious", options=game.options, entrants=everybody, seed=4, limit=60.0)
    running = Match(setup, plans(game, places), games=4)
    with pytest.raises(cluster.ClusterFailure, match=r"no Ray cluster answers at 127\.0\.0\.1:1"):
        next(running.run(cluster.on_ray("127.0.0.1:1")))
