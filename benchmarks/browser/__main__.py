"""Measure the modules beside native code: `python -m benchmarks.browser --json`.

For every game: random playouts and iterations of the search (of Tile Challenge: turns that are
solved) in Node as shares of native speed, by processor time; the bytes that a page loads; the
milliseconds in headless Chromium until the first legal moves, from a server on this machine; those
until a bot's first answer, from opening the first page of a server that has compiled nothing; and
whether native code and Node said the same. Medians of rounds in turns, or of visits.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import importlib
import json
import shutil
import statistics
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from playwright.sync_api import sync_playwright
from tests.web.chromium import launch

from benchmarks.browser.first_answer import first_answer_time
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
BUILD = ROOT / "build/engine"
VISITS = 5  # of a browser that has cached nothing
FRESH_SERVERS = 3  # that have compiled nothing, each with a visit
ROUNDS = 7
SECONDS = 0.3  # of a native round, of the processor
PLIES = 8  # moves before the position that is searched
Data = dict[str, Any]


def bundle(name: str, platform: str) -> Path:
    """Make one script of TypeScript sources."""
    BUILD.mkdir(parents=True, exist_ok=True)
    script = BUILD / f"{name}.mjs"
    command = ["node_modules/.bin/rolldown", str(ROOT / f"benchmarks/browser/{name}.ts"),
               "--platform", platform, "--format", "esm", "--file", str(script)]  # fmt: skip
    subprocess.run(command, cwd=ROOT / "web", check=True, stdout=subprocess.DEVNULL)
    return script


class Files(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(script: Path) -> Iterator[str]:
    """Serve the modules and a page with a script; its address."""
    with TemporaryDirectory() as folder:
        shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
        shutil.copy(script, folder)
        page = f'<!doctype html><script type="module" src="/{script.name}"></script>'
        (Path(folder) / "index.html").write_text(page)
        files = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder))
        thread = threading.Thread(target=files.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{files.server_port}/"
        files.shutdown()
        thread.join()
        files.server_close()


def ready_times(package: str, options: Data) -> list[float]:
    """Return the milliseconds until the first legal moves in browsers that have cached nothing."""
    times = []
    with (
        served(bundle("ready", "browser")) as address,
        sync_playwright() as playwright,
        launch(playwright) as browser,
    ):
        for _ in range(VISITS):
            page = browser.new_page()
            page.goto(address)
            page.wait_for_function("globalThis.ready !== undefined")
            times.append(
                page.evaluate("([name, options]) => ready(name, options)", [package, options])
            )
            page.close()
    return times


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
        stream, start = fast_stream(1), time.process_time()
        moves = engine.random_games(template, work, count, stream, utilities, wins)
        return time.process_time() - start, [moves, wins.tolist()]

    def iterations(self, count: int) -> tuple[float, Any]:
        """Grow a tree."""
        self.tree.clear()
        prepare_root(self.root, self.tree.root_features)
        stream, start = fast_stream(1), time.process_time()
        self.tree.grow(self.root, self.seat, count, stream)
        seconds = time.process_time() - start
        found = self.tree.first_moves()
        order = sorted(found, key=lambda m: (found[m][0], found[m][1][self.seat]), reverse=True)
        return seconds, [[move, found[move][0]] for move in order]

    def turns(self, count: int) -> tuple[float, Any]:
        """Solve turns of Tile Challenge."""
        moves, values = np.zeros(2, np.int32), np.zeros(2 + self.game.players)
        plans, work = np.zeros(2, self.model.FEATURES), self.game.template.copy()
        start = time.process_time()
        for _ in range(count):
            plans["is_solved"] = False
            plan_turn(self.root, self.weights, True, plans, work, moves, values)
        return time.process_time() - start, values.tolist()


def measure(package: str) -> tuple[Data, dict[str, int]]:
    """Measure a game; also how much of each work Node does in a second of the processor at best."""
    game = make(importlib.import_module(f"genial.games.{package}").FACTS.name, {"players": 2})
    native, search = Native(package, game), "turns" if package == "tile_challenge" else "iterations"
    script = bundle("measure", "node")
    command = ["node", str(script), str(FOLDER), package, json.dumps(game.options)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    ready = statistics.median(ready_times(package, game.options))
    answers = [first_answer_time(game.name) for _ in range(FRESH_SERVERS)]
    record = base64.b64encode(native.root.tobytes()).decode()
    ratios, speeds, same = {}, {}, True
    for name, what in (("playouts", "playouts"), ("iterations", search)):
        run = getattr(native, what)
        run(8)
        count = max(8, int(8 * SECONDS / run(8)[0]))
        shares, speed = [], 0.0
        for _ in range(ROUNDS):
            ours, told = run(count)
            process.stdin.write(json.dumps({"what": what, "count": count, "record": record}) + "\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            shares.append(ours / answer["seconds"])
            speed = max(speed, count / answer["seconds"])
            same = same and answer["told"] == json.loads(json.dumps(told))
        ratios[name] = round(statistics.median(shares), 3)
        speeds[f"{what}_per_second"] = round(speed)
    process.stdin.close()
    process.wait()
    figures = {
        **ratios, "bytes_gzipped": page_bytes(package, game), "ready_ms": round(ready, 1),
        "first_answer_ms": round(statistics.median(answers)), "identical": same,
    }  # fmt: skip
    return figures, speeds


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
    found = {package.replace("_", "-"): measure(package) for package in given.games}
    if given.json:
        print(json.dumps({name: figures for name, (figures, _) in found.items()}))
        return
    for name, (figures, speeds) in found.items():
        print(name, figures | speeds)


if __name__ == "__main__":
    main()
