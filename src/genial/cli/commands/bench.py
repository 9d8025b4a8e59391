"""`genial bench`: measure the speed of kernels and library, side by side with other programs.

The work is deterministic; only the times differ between runs. The behaviour hash changes only
when the games play differently. The other programs (a C program, MOMAland, OpenSpiel) are in the
folder `benchmarks` of a checkout and are measured in the same run, in turns with our own games.
"""

from __future__ import annotations

import hashlib
import importlib
import json as json_text
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import genial
from genial.cli.parameters import Json

CASES: list[tuple[str, int, str]] = [
    ("ingenious", 2, "standard"),
    ("ingenious", 3, "standard"),
    ("ingenious", 4, "standard"),
    ("ingenious", 4, "teams"),
    ("ingenious", 1, "standard"),
    ("tile-challenge", 2, "standard"),
    ("tile-challenge", 3, "standard"),
    ("tile-challenge", 4, "standard"),
    ("spezial", 2, "standard"),
    ("spezial", 3, "standard"),
    ("spezial", 4, "standard"),
    ("phoenix", 2, "standard"),
]
ROUNDS = 5  # of each measurement; the median counts
_PEERS = Path(__file__).parents[4] / "benchmarks"
_FIRST_USE = "import genial; genial.game({game!r}).start(seed=1).legal()"
Data = dict[str, Any]


def _game(name: str, players: int, variant: str) -> genial.Game:
    options: Data = {"players": players}
    if name == "ingenious":
        options["variant"] = variant
    return genial.game(name, **options)


class _Runner:
    """Plays random games of one case in rounds of a fixed number."""

    def __init__(self, case: tuple[str, int, str], seconds: float) -> None:
        from genial.core.chance import fast_stream

        self.case = case
        game = _game(*case)
        self._template, self._work = game.template, game.template.copy()
        self._stream = fast_stream(1)
        self.initial = self._stream.copy()
        self._players = game.players
        self.play(64)
        self.games = max(64, int(64 * seconds / ROUNDS / max(1e-6, self.play(64)[1])))

    def play(self, games: int) -> tuple[int, float]:
        """Play games, and return the number of moves and the seconds taken."""
        import numpy as np

        from genial.core import engine

        utilities, wins = np.zeros(self._players), np.zeros(self._players)
        self._stream[:] = self.initial
        start = time.perf_counter()
        moves = engine.random_games(
            self._template, self._work, games, self._stream, utilities, wins
        )
        return moves, time.perf_counter() - start


def _results(runners: list[_Runner], rounds: list[list[tuple[int, float]]]) -> list[Data]:
    results = []
    for runner, times in zip(runners, rounds, strict=True):
        name, players, variant = runner.case
        seconds = statistics.median(taken for _, taken in times)
        results.append(
            {
                "game": name,
                "players": players,
                "variant": variant,
                "games_per_second": round(runner.games / seconds),
                "moves_per_second": round(times[0][0] / seconds),
            }
        )
    return results


def behaviour_hash() -> str:
    """Return a hash of seeded games of every kind: moves, deals, scores and results."""
    digest = hashlib.blake2b(digest_size=8)
    for case in CASES:
        chooser = random.Random(str(case))
        state = _game(*case).start(seed=1)
        while not state.over:
            state = state.play(chooser.choice(sorted(state.legal())))
        digest.update(json_text.dumps([state.log, state.scores, state.ranks]).encode())
    return digest.hexdigest()


def _measure_library(seconds: float) -> Data:
    game = genial.game("ingenious", players=2)
    chooser = random.Random(1)
    plies, seed = 0, 0
    state = game.start(seed=0)
    while not state.over:
        state = state.play(state.legal()[0])
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.start(seed=seed)
        seed += 1
        while not state.over:
            state = state.play(chooser.choice(state.legal()))
            plies += 1
    plies_per_second = plies / (time.perf_counter() - start)
    batch = game.batch(1000, seed=1)
    order = [chooser.randrange(1000) for _ in range(20000)]
    start = time.perf_counter()
    for target in order:
        batch.records[target] = batch.records[0]
    copying = (time.perf_counter() - start) / len(order)
    return {
        "plies_per_second": round(plies_per_second),
        "copy_microseconds": round(copying * 1e6, 3),
        "record_bytes": {name: genial.game(name).template.itemsize for name in genial.games()},
    }


def _run_fresh(code: str, **environment: str) -> tuple[float, float, float]:
    """Run code in a fresh Python; return seconds, CPU seconds and megabytes."""
    tail = "; import resource as r; u = r.getrusage(r.RUSAGE_SELF); print(u.ru_maxrss)"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code + tail],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    seconds = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, cpu, int(done.stdout) / 1024


def _measure_starts() -> Data:
    """Measure import, warm start and memory (median of five), and the cold start of each game."""
    bare = statistics.median(_run_fresh("pass")[0] for _ in range(5))
    imports = [_run_fresh("import genial")[0] for _ in range(5)]
    first = _FIRST_USE.format(game="ingenious")
    _run_fresh(first)
    warm = [_run_fresh(first) for _ in range(5)]
    cold = {}
    for name in genial.games():
        with tempfile.TemporaryDirectory() as folder:
            cold[name] = round(
                _run_fresh(_FIRST_USE.format(game=name), NUMBA_CACHE_DIR=folder)[1], 2
            )
    return {
        "python_seconds": round(bare, 3),
        "import_seconds": round(statistics.median(imports), 3),
        "warm_seconds": round(statistics.median(seconds for seconds, _, _ in warm), 3),
        "warm_megabytes": round(statistics.median(size for _, _, size in warm)),
        "cold_cpu_seconds": cold,
    }


def _measure_threads(seconds: float) -> Data:
    """Measure the speed of two threads as a multiple of one."""
    one, two = _Runner(CASES[0], seconds), _Runner(CASES[0], seconds)
    ratios = []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(ROUNDS):
            alone = one.play(one.games)[1]
            start = time.perf_counter()
            list(pool.map(lambda runner: runner.play(one.games), (one, two)))
            ratios.append(2 * alone / (time.perf_counter() - start))
    return {"threads": 2, "ratio": round(statistics.median(ratios), 2)}


def _peer_module(name: str) -> Any:
    sys.path.insert(0, str(_PEERS))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(_PEERS))


def _against_c(runners: list[_Runner]) -> Data:
    """Measure the C program, which plays the same games, in turns with ours."""
    yardstick = _peer_module("yardstick")
    binary = yardstick.build(_PEERS / "build")
    if binary is None:
        return {"skipped": "no C compiler found"}
    found: Data = {}
    for runner in runners:
        name, players, variant = runner.case
        if name != "ingenious":
            continue
        state = (int(runner.initial[1]), int(runner.initial[2]))
        ratios, speeds = [], []
        for _ in range(2 * ROUNDS + 1):
            moves, ours = runner.play(runner.games)
            theirs = yardstick.run(binary, players, int(variant == "teams"), runner.games, state)
            if theirs["moves"] != moves:
                raise RuntimeError("the C program played different games")
            ratios.append(theirs["seconds"] / ours)
            speeds.append(runner.games / theirs["seconds"])
        found[f"{players} {variant}"] = {
            "games_per_second": round(statistics.median(speeds)),
            "ratio": round(statistics.median(ratios), 3),
        }
    return found


def _against_python(runners: list[_Runner], seconds: float) -> Iterator[tuple[str, Data]]:
    """Measure MOMAland's Ingenious and some OpenSpiel games, in their own environment."""
    peers = _peer_module("peers.run")
    try:
        python = peers.environment(_PEERS.parent / ".peers")
    except RuntimeError as error:
        yield "momaland", {"skipped": str(error)}
        yield "openspiel", {"skipped": str(error)}
        return
    found: Data = {}
    for runner in runners:
        name, players, variant = runner.case
        if name == "ingenious" and variant == "standard" and players > 1:
            ratios, speeds = [], []
            for _ in range(3):
                ours = runner.games / runner.play(runner.games)[1]
                theirs = peers.momaland(python, players, max(2.0, seconds))
                speeds.append(theirs["games"] / theirs["seconds"])
                ratios.append(ours / speeds[-1])
            found[str(players)] = {
                "games_per_second": round(statistics.median(speeds), 1),
                "ratio": round(statistics.median(ratios)),
            }
    yield "momaland", found
    yield "openspiel", peers.openspiel(python, max(1.0, seconds / 2))


def measure(*, seconds: float, peers: bool, tell: Callable[[str], None]) -> Data:
    """Measure everything and return it as one JSON object."""
    tell("compiling")
    runners = [_Runner(case, seconds) for case in CASES]
    rounds: list[list[tuple[int, float]]] = [[] for _ in runners]
    for number in range(ROUNDS):
        tell(f"random games, round {number + 1} of {ROUNDS}")
        for runner, times in zip(runners, rounds, strict=True):
            times.append(runner.play(runner.games))
    found: Data = {
        "machine": machine(),
        "results": _results(runners, rounds),
        "peers": {},
    }
    tell("two threads")
    found["threads"] = _measure_threads(seconds)
    tell("the library")
    found["face"] = _measure_library(seconds)
    tell("cold and warm starts")
    found["face"] |= _measure_starts()
    if peers and (_PEERS / "yardstick.py").exists():
        tell("the C program")
        found["peers"]["c"] = _against_c(runners)
        tell("MOMAland and OpenSpiel")
        found["peers"] |= dict(_against_python(runners, seconds))
    tell("behaviour")
    found["hash"] = behaviour_hash()
    return found


def machine() -> str:
    """Describe the machine."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _show(found: Data, console: Console) -> None:
    console.print(f"Machine: {found['machine']}")
    table = Table(
        "game", "players", "variant", "games/s", "moves/s", title="Random games, one core"
    )
    for row in found["results"]:
        table.add_row(
            row["game"], str(row["players"]), row["variant"],
            f"{row['games_per_second']:,}", f"{row['moves_per_second']:,}",
        )  # fmt: skip
    console.print(table)
    console.print(f"Two threads: {found['threads']['ratio']} x one")
    for key, value in found["face"].items():
        console.print(f"{key.replace('_', ' ')}: {value}")
    for name, rows in found["peers"].items():
        console.print(_peer_table(name, rows))
    console.print(f"behaviour hash: {found['hash']}")


def _peer_table(name: str, rows: Data) -> Table:
    """Return a table of another program's figures; the ratio is ours to theirs."""
    if name == "openspiel":
        table = Table("game", "moves/s in a Python loop", "moves/s in C++ rollouts", title=name)
        for row in rows.get("games", []):
            rollouts = row.get("rollout_moves_per_second", 0)
            table.add_row(row["name"], f"{row['moves_per_second']:,.0f}", f"{rollouts:,.0f}")
    else:
        table = Table("Ingenious", "games/s", "genial is x times as fast", title=name)
        for case, row in rows.items():
            if isinstance(row, dict):
                speed, ratio = row["games_per_second"], row["ratio"]
                table.add_row(case, f"{speed:,}", f"{ratio:,}")
    if "skipped" in rows:
        table.caption = f"skipped: {rows['skipped']}"
    return table


def bench(
    *,
    json: Json = False,
    seconds: Annotated[float, Parameter(help="How long to measure each game.")] = 2.0,
    peers: Annotated[
        bool,
        Parameter(
            negative="--no-peers",
            show_default=False,
            help="Measure other programs, too, if they are installed (default: yes).",
        ),
    ] = True,
    out: Annotated[
        Path | None, Parameter(metavar="FILE", help="Write the results to this file.")
    ] = None,
) -> None:
    """Measure, and print tables or, with `json`, one JSON object."""
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)
        found = measure(
            seconds=seconds,
            peers=peers,
            tell=lambda what: progress.update(task, description=what),
        )
    text = json_text.dumps(found, indent=None if json else 2)
    if out is not None:
        out.write_text(text + "\n")
    if json:
        print(text)
    else:
        _show(found, Console())
