"""Measure the modules in Node beside native code: `python -m benchmarks.browser --json`.

For every game: random playouts and iterations of the search (of Tile Challenge: turns that are
solved) as shares of native speed, the bytes that a page loads, the milliseconds until the first
legal moves, and whether both said the same. Medians of rounds in turns. No browser is measured.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import importlib
import json
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np

from genial.bots.model import weights_for
from genial.bots.tile_challenge.search import plan_turn
from genial.bots.tree import SETTINGS, SearchTree, prepare_root
from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.game import Game
from genial.games import make
from genial.wasm.manifest import FOLDER, files_of
from genial.wasm.names import packages
from genial.wasm.tables import weights_name

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "build/engine/measure.mjs"
ROUNDS = 7
SECONDS = 0.3  # of a native round
PLIES = 8  # moves before the position that is searched
Data = dict[str, Any]


def bundle() -> None:
    """Make one script of the TypeScript sources."""
    SCRIPT.parent.mkdir(parents=True, exist_ok=True)
    command = ["node_modules/.bin/rolldown", str(ROOT / "benchmarks/browser/measure.ts"),
               "--platform", "node", "--format", "esm", "--file", str(SCRIPT)]  # fmt: skip
    subprocess.run(command, cwd=ROOT / "web", check=True, stdout=subprocess.DEVNULL)


class Native:
    """The work in this process."""

    def __init__(self, package: str, game: Game) -> None:
        self.game = game
        self.model = importlib.import_module(f"genial.bots.{package}.model")
        self.weights = weights_for(game, self.model, None)
        state = game.start(seed=1)
        for _ in range(PLIES):
            state = state.play(state.legal()[0])
        self.root = state.array
        self.seat = (state.turn or 1) - 1
        settings = np.array([float(self.model.SETTINGS[name]) for name in SETTINGS])
        self.tree = SearchTree(game, self.model, settings, self.weights)

    def playouts(self, count: int) -> tuple[float, Any]:
        """Play random games."""
        template, work = self.game.template, self.game.template.copy()
        utilities, wins = np.zeros(self.game.players), np.zeros(self.game.players)
        stream, start = fast_stream(1), time.perf_counter()
        moves = engine.random_games(template, work, count, stream, utilities, wins)
        return time.perf_counter() - start, [moves, wins.tolist()]

    def iterations(self, count: int) -> tuple[float, Any]:
        """Grow a tree."""
        self.tree.clear()
        prepare_root(self.root, self.tree.root_features)
        stream, start = fast_stream(1), time.perf_counter()
        self.tree.grow(self.root, self.seat, count, stream)
        seconds = time.perf_counter() - start
        found = self.tree.first_moves()
        order = sorted(found, key=lambda m: (found[m][0], found[m][1][self.seat]), reverse=True)
        return seconds, [[move, found[move][0]] for move in order]

    def turns(self, count: int) -> tuple[float, Any]:
        """Solve turns of Tile Challenge."""
        moves, values = np.zeros(2, np.int32), np.zeros(2 + self.game.players)
        plans, work = np.zeros(2, self.model.FEATURES), self.game.template.copy()
        start = time.perf_counter()
        for _ in range(count):
            plans["is_solved"] = False
            plan_turn(self.root, self.weights, True, plans, work, moves, values)
        return time.perf_counter() - start, values.tolist()


def measure(package: str) -> Data:
    """Measure a game."""
    game = make(importlib.import_module(f"genial.games.{package}").FACTS.name, {"players": 2})
    native, search = Native(package, game), "turns" if package == "tile_challenge" else "iterations"
    command = ["node", str(SCRIPT), str(FOLDER), package, json.dumps(game.options)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    ready = json.loads(process.stdout.readline())["ready"]
    record = base64.b64encode(native.root.tobytes()).decode()
    ratios, same = {}, True
    for name, what in (("playouts", "playouts"), ("iterations", search)):
        run = getattr(native, what)
        run(8)
        count = max(8, int(8 * SECONDS / run(8)[0]))
        shares = []
        for _ in range(ROUNDS):
            ours, told = run(count)
            process.stdin.write(json.dumps({"what": what, "count": count, "record": record}) + "\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            shares.append(ours / answer["seconds"])
            same = same and answer["told"] == json.loads(json.dumps(told))
        ratios[name] = round(statistics.median(shares), 3)
    process.stdin.close()
    process.wait()
    return {**ratios, "bytes_gzipped": page_bytes(package, game), "ready_ms": round(ready, 1),
            "identical": same}  # fmt: skip


def page_bytes(package: str, game: Game) -> int:
    """Return what a page loads to play a game with these options, gzipped."""
    names = {
        f"{package}.wasm",
        f"{package}.json",
        f"{package}-{weights_name(package, game)}.weights",
    }
    files = [path for path in files_of(package) if path.name in names]
    return sum(len(gzip.compress(path.read_bytes(), 9, mtime=0)) for path in files)


def main() -> None:
    """Measure all games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("games", nargs="*", default=packages())
    given = parser.parse_args()
    bundle()
    found = {package.replace("_", "-"): measure(package) for package in given.games}
    if given.json:
        print(json.dumps(found))
        return
    for name, figures in found.items():
        print(name, figures)


if __name__ == "__main__":
    main()
