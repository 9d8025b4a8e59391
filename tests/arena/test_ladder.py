"""Ladders: which bots meet, and the table that comes out."""

from __future__ import annotations

import genial
from genial.arena import Match
from genial.arena.host import Setup
from genial.arena.ladder import build_ladder, markdown, pairs
from genial.arena.lineup import entrants
from genial.arena.match import in_this_process
from genial.arena.schedule import duels


def test_neighbours_and_the_baseline_play_each_other() -> None:
    assert pairs([[0, 1, 2, 3]], 1, all_pairs=False) == [(1, 0), (2, 1), (3, 1), (3, 2)]
    assert pairs([[0, 1, 2]], None, all_pairs=False) == [(1, 0), (2, 1)]
    assert len(pairs([[0, 1, 2], [0, 3, 4]], 1, all_pairs=True)) == 10


def test_a_ladder_of_three() -> None:
    rules = genial.game("ingenious", players=2)
    written = [f"{n}=py:tests.arena.bots:{n}" for n in ("Raises", "Chance", "Last")]
    rungs, _ = entrants([written[0] + ":turns=3", *written[1:]])
    chains = [[0, 1, 2]]
    planned = duels(rules, pairs(chains, 1, all_pairs=False))
    setup = Setup(game="ingenious", options=rules.options, entrants=rungs, seed=1, limit=30.0)
    running = Match(setup, planned, games=24)
    for _ in running.run(in_this_process):
        pass
    ladder = build_ladder(running, chains, 1)
    by_name = {rung.name: rung for rung in ladder.bots}
    assert ladder.bots[0].name == "Raises"
    assert by_name["Chance"].below == "Raises"
    assert by_name["Chance"].share == 1.0
    assert by_name["Raises"].share is None
    assert by_name["Raises"].baseline == 0.0
    assert by_name["Raises"].forfeits == 12
    last = by_name["Last"]
    assert last.share == last.baseline
    assert last.interval is not None
    assert last.interval[0] <= (last.share or 0) <= last.interval[1]
    assert by_name["Raises"].elo == 0.0
    text = markdown(ladder, "genial ladder ingenious")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 5
    assert len({row.count("|") for row in rows}) == 1
    assert "    genial ladder ingenious" in text
    assert "24 games of 12 deals" in text
