"""The speed of the environments, side by side with MOMAland's, in one run.

    python -m benchmarks.lab [--seconds S] [--json] [--out FILE]

Uniformly random play everywhere. `Games` chooses with its own `sample`. Ours and MOMAland's AEC
environment run in the same loop (`loop.py`: an action out of the mask, wrappers left out), in
turns, each in a process of its own. Medians; the ratios of all rounds are in the JSON.

Exits with 1 if a bar is missed, or could not be measured.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.lab.loop import aec
from benchmarks.peers import run as peers
from genial.cli.commands.bench import machine
from genial.lab.gymnasium import Games, Seat
from genial.lab.openspiel import load
from genial.lab.pettingzoo import env, raw_env

HERE = Path(__file__).resolve().parent
ROUNDS = 3
TURNS = 7  # with MOMAland, whose speed differs more from round to round
GAMES = 2048
NAMES = ("ingenious", "tile-challenge", "spezial", "phoenix")
BARS = {"bare": 1_000_000, "bits": 150_000, "bytes": 150_000, "momaland": 20}
WAYS: dict[str, dict[str, Any]] = {
    "bare": {"masks": "none", "observations": False},
    "bits": {"masks": "bits"},
    "bytes": {"masks": "bytes"},
}


def vector(name: str, way: str, seconds: float) -> float:
    """Steps of single games a second."""
    games = Games(name, GAMES, **WAYS[way])
    games.reset(seed=1)
    games.step(games.sample())
    steps, start = 0, time.perf_counter()
    while (taken := time.perf_counter() - start) < seconds:
        games.step(games.sample())
        steps += GAMES
    return steps / taken


def side_by_side(whose: str, python: Path, seconds: float) -> float:
    """Steps a second of Ingenious in the loop for both, in a process of its own."""
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [str(python), str(HERE / "loop.py"), whose, str(seconds)],
        env=os.environ | one_thread,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout.splitlines()[-1])


def momaland(seconds: float) -> dict[str, Any]:
    """Our steps a second and MOMAland's, measured in turns; or why not."""
    try:
        python = peers.environment(HERE.parents[1] / ".peers")
    except RuntimeError as error:
        return {"skipped": str(error)}
    ours, theirs = [], []
    for _ in range(TURNS):
        ours.append(side_by_side("genial", Path(sys.executable), seconds))
        theirs.append(side_by_side("momaland", python, seconds))
    ratios = [our / their for our, their in zip(ours, theirs, strict=True)]
    return {
        "ours": round(statistics.median(ours)),
        "theirs": round(statistics.median(theirs)),
        "ratio": round(statistics.median(ratios), 1),
        "ratios": [round(ratio, 1) for ratio in ratios],
    }


def pettingzoos(name: str) -> float:
    """Turns a second as PettingZoo's own performance_benchmark finds them."""
    from pettingzoo.test import performance_benchmark

    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        performance_benchmark(env(name))
    found = re.search(r"([\d.]+) turns per second", told.getvalue())
    assert found is not None
    return float(found[1])


def seat(name: str, seconds: float) -> float:
    """Steps a second of one seat against a random bot."""
    alone, chooser = Seat(name), random.Random(1)
    steps, start = 0, time.perf_counter()
    while (taken := time.perf_counter() - start) < seconds:
        _, info = alone.reset()
        over = False
        while not over:
            legal = info["action_mask"].nonzero()[0]
            _, _, over, _, info = alone.step(legal[int(chooser.random() * len(legal))])
            steps += 1
    return steps / taken


def openspiel(name: str, seconds: float) -> float:
    """Moves a second of OpenSpiel's loop in Python, chance nodes not counted."""
    game, chooser = load(name), random.Random(1)
    steps, start = 0, time.perf_counter()
    while (taken := time.perf_counter() - start) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal() and time.perf_counter() - start < seconds:
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chooser.choices(outcomes, chances)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(chooser.random() * len(legal))])
                steps += 1
    return steps / taken


def measure(seconds: float) -> dict[str, Any]:
    """Everything, as one JSON object."""
    found: dict[str, Any] = {"machine": machine(), "games_at_once": GAMES, "vector": {}, "aec": {}}
    for name in NAMES:
        for way in WAYS:
            vector(name, way, 0.0)
        speeds = {way: [vector(name, way, seconds) for _ in range(ROUNDS)] for way in WAYS}
        found["vector"][name] = {way: round(statistics.median(s)) for way, s in speeds.items()}
    found["momaland"] = momaland(seconds)
    for name in NAMES:
        found["aec"][name] = {
            "by_mask": round(aec(raw_env(name), seconds)),
            "by_list": round(aec(raw_env(name), seconds, listed=True)),
            "performance_benchmark": round(pettingzoos(name)),
            "gymnasium_seat": round(seat(name, seconds)),
            "openspiel": round(openspiel(name, seconds)),
        }
    found["bars"] = reached(found)
    return found


def reached(found: dict[str, Any]) -> dict[str, bool | None]:
    """Which bars were reached; none where there was nothing to compare."""
    bars: dict[str, bool | None] = {
        way: found["vector"]["ingenious"][way] >= BARS[way] for way in WAYS
    }
    ratio = found["momaland"].get("ratio")
    bars["momaland"] = None if ratio is None else ratio >= BARS["momaland"]
    return bars


def verdict(found: dict[str, Any]) -> list[str]:
    """A line for every bar."""
    words = {True: "reached", False: "MISSED", None: "NOT MEASURED"}
    lines = [f"bar {bar}, {BARS[bar]:,}: {words[held]}" for bar, held in found["bars"].items()]
    reason = found["momaland"].get("skipped")
    return lines if reason is None else [*lines, f"MOMAland: {reason}"]


def show(found: dict[str, Any], console: Console) -> None:
    console.print(f"Machine: {found['machine']}")
    table = Table("game", "neither", "bits and observations", "bytes and observations",
                  title=f"Games, {found['games_at_once']} at once: steps/s")  # fmt: skip
    for name, row in found["vector"].items():
        table.add_row(name, *(f"{row[way]:,}" for way in WAYS))
    console.print(table)
    table = Table("game", "AEC, by mask", "AEC, by list", "performance_benchmark", "Seat",
                  "OpenSpiel", title="One game at a time: steps/s")  # fmt: skip
    for name, row in found["aec"].items():
        table.add_row(name, *(f"{value:,}" for value in row.values()))
    console.print(table)
    console.print(f"MOMAland: {found['momaland']}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--out", type=Path, help="write the JSON to a file, too")
    told = parser.parse_args()
    found = measure(told.seconds)
    if told.out is not None:
        told.out.write_text(json.dumps(found, indent=2) + "\n")
    if told.json:
        print(json.dumps(found))
    else:
        show(found, Console())
    for line in verdict(found):
        print(line, file=sys.stderr)
    return 0 if all(found["bars"].values()) else 1


if __name__ == "__main__":
    sys.exit(main())
