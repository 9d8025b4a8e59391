"""Mutation testing of the four rules modules: `make mutation`.

Every mutant changes one operator, comparison or number inside a function of `rules.py` (and
`scoring.py` and `hidden.py`). It runs
un-jitted, in a forked process, against the golden playthroughs, the game's rules tests and small
checks of sampling and dealing. A mutant that nothing notices *survives*: either it behaves the
same (look at it), or a test is missing.

(mutmut leaves decorated functions alone, and every rule is decorated for the compiler.)
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import io
import os
import random
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # before Numba is loaded
ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
SECONDS = 45  # of CPU, after which a mutant counts as noticed: it hangs

FILES = ("rules", "scoring", "hidden")  # the modules of a game that hold its rules

SWAPS: dict[type[ast.AST], list[type[ast.AST]]] = {
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.Mult: [ast.Add],
    ast.FloorDiv: [ast.Mult],
    ast.Div: [ast.Mult],
    ast.Mod: [ast.FloorDiv],
    ast.LShift: [ast.RShift],
    ast.RShift: [ast.LShift],
    ast.BitAnd: [ast.BitOr],
    ast.BitOr: [ast.BitAnd],
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.And: [ast.Or],
    ast.Or: [ast.And],
}


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """Line, what was changed, and the changed source of every mutant."""
    tree = ast.parse(source)
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        for statement in function.body[1:] or function.body:
            for node in ast.walk(statement):
                yield from _changed(tree, node, f"{function.name}")


def _changed(tree: ast.Module, node: ast.AST, where: str) -> Iterator[tuple[int, str, str]]:
    def told(what: str) -> tuple[int, str, str]:
        return getattr(node, "lineno", 0), f"{where}: {what}", ast.unparse(tree)

    if isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp):
        operator = node.op
        for other in SWAPS.get(type(operator), []):
            before = ast.unparse(node)
            node.op = other()  # type: ignore[assignment]
            yield told(f"{before}  ->  {ast.unparse(node)}")
            node.op = operator
    elif isinstance(node, ast.Compare):
        for k, operator in enumerate(node.ops):
            for other in SWAPS.get(type(operator), []):
                before = ast.unparse(node)
                node.ops[k] = other()  # type: ignore[call-overload]
                yield told(f"{before}  ->  {ast.unparse(node)}")
                node.ops[k] = operator
    elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        value = node.value
        node.value = not value if isinstance(value, bool) else value + 1
        yield told(f"{value}  ->  {node.value}")
        node.value = value
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        operand = node.operand
        node.operand = ast.UnaryOp(ast.Not(), operand)
        yield told(f"not {ast.unparse(operand)}  ->  {ast.unparse(operand)}")
        node.operand = operand


def _check_golden(name: str) -> None:
    """Replay the golden games; scores and numbers of moves must be those written down."""
    import genial

    for path in sorted((ROOT / "tests" / "golden").glob(f"{name}-*.txt")) or [
        ROOT / "tests" / "golden" / f"{name}.txt"
    ]:
        states = genial.replay(path.read_text()).history
        notes = re.findall("^# (.*)", path.read_text(), re.MULTILINE)
        for state, note in list(zip(states, notes, strict=True))[:: 1 + len(states) // 60]:
            tracks = [dict(re.findall(r"([A-Za-z]+)(\d+)", part))
                      for part in note.split(";")[0].split(" series")[0].split(" | ")]  # fmt: skip
            assert [{c: str(n) for c, n in track.items()} for track in state.scores] == tracks
            count = re.search(r"has (\d+) moves", note)
            assert state.over == (count is None)
            assert count is None or len(state.legal()) == int(count[1])


def _check_chance(name: str) -> None:
    """Sampling stays within the legal moves and reaches many; draws are as published."""
    import numpy as np

    from genial.core import engine
    from tests.cases import CASES, random_states, with_array
    from tests.test_laws import test_chance_lists_what_draw_draws as check_draws

    for case in [case for case in CASES if case[0] == name][::2]:
        check_draws(case)
        states = [*random_states(*case, 1)]
        for state in states[:: 1 + len(states) // 4]:
            if state.over:
                continue
            codes = state.legal().codes
            batch = state.game.batch(60, seed=1)
            batch.records[:] = state.array[0]
            sampled = Counter(batch.sample().tolist())
            assert set(sampled) <= set(codes.tolist())
            assert len(sampled) > min(len(codes), 60) // 2
            assert len(codes) > 2 or len(sampled) == len(codes)
            for seat in range(state.game.players + 1):
                array = state.array.copy()
                engine.redeal(array, 0, seat - 1, batch.streams[seat])
                assert with_array(state, array).view(seat or None) == state.view(seat or None)
            utilities = np.array(state.utilities)
            assert ((utilities >= 0) & (utilities <= 1)).all()


def _check_hidden() -> None:
    """Ingenious: re-dealt racks keep every tile and agree with all that was public."""
    import genial
    from genial.core import engine
    from genial.core.chance import fast_stream
    from tests.cases import with_array
    from tests.test_hidden import is_possible, public_histories
    from tests.test_laws import pool

    for path in sorted((ROOT / "tests" / "golden").glob("ingenious-players[234]*.txt")):
        states = genial.replay(path.read_text()).history
        for state, racks in public_histories(states[len(states) // 2 :: 7]):
            for viewer in range(state.game.players + 1):
                array = state.array.copy()
                engine.redeal(array, 0, viewer - 1, fast_stream(viewer))
                other = with_array(state, array)
                assert pool(other.position()) == pool(state.position())
                for seat, rack in racks.items():
                    assert is_possible(rack, other.position()["racks"][seat - 1])


def _notices(package: str, name: str, file: str, source: str) -> bool:
    """Does any check fail with this source of a module?"""
    import pytest

    changed = importlib.import_module(f"genial.games.{package}.{file}")
    exec(compile(source, changed.__file__ or "", "exec"), changed.__dict__)
    if file != "rules":
        rules = importlib.import_module(f"genial.games.{package}.rules")
        whole = Path(rules.__file__ or "").read_text()
        exec(compile(whole, rules.__file__ or "", "exec"), rules.__dict__)
    try:
        _check_golden(name)
        _check_chance(name)
        if name == "ingenious":
            _check_hidden()
    except Exception:
        return True
    tests = map(str, sorted((ROOT / "tests" / "games").glob(f"test_{package}*.py")))
    return pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]) != 0


def _child(package: str, name: str, file: str, source: str, pipe: Any) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        noticed = _notices(package, name, file, source)
    pipe.send(noticed)


def survives(package: str, name: str, file: str, source: str) -> bool:
    """Run a mutant in a process of its own."""
    context = get_context("fork")
    mine, theirs = context.Pipe()
    process = context.Process(target=_child, args=(package, name, file, source, theirs))
    process.start()
    theirs.close()
    try:
        noticed = bool(mine.recv())
    except EOFError:  # the process died, or hung and was killed
        noticed = True
    process.kill()
    process.join()
    return not noticed


def _run(task: tuple[str, str, str, int, str, str]) -> tuple[str, str, bool]:
    package, name, file, line, what, source = task
    return name, f"{file}.py:{line} {what}", survives(package, name, file, source)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="names of games; all if none is given")
    parser.add_argument("--sample", type=int, help="this many mutants of each game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    import genial
    import tests.test_laws  # noqa: F401  (loaded once, before forking)

    tasks = []
    for name in genial.games():
        package = name.replace("-", "_")
        if asked.games and name not in asked.games:
            continue
        found = []
        for file in FILES:
            path = ROOT / "src" / "genial" / "games" / package / f"{file}.py"
            if path.exists():
                source = path.read_text()
                if not survives(package, name, file, ast.unparse(ast.parse(source))):
                    sys.exit(f"the checks of {name} fail without any mutation")
                found += [(file, *mutant) for mutant in mutants(source)]
        if asked.sample and asked.sample < len(found):
            found = random.Random(1).sample(found, asked.sample)
        tasks += [(package, name, *mutant) for mutant in found]
    start, alive, counted = time.monotonic(), Counter[str](), Counter[str]()
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(asked.jobs) as pool:
        for done, (name, what, survived) in enumerate(pool.map(_run, tasks), 1):
            counted[name] += 1
            alive[name] += survived
            if survived:
                print(f"\rsurvived: {name} {what}", flush=True)
            spent = time.monotonic() - start
            print(f"\r{done}/{len(tasks)} {spent:.0f} s ", end="", file=sys.stderr, flush=True)
    for name, number in counted.items():
        killed = number - alive[name]
        print(f"{name}: {killed} of {number} mutants noticed ({100 * killed / number:.1f} %)")


if __name__ == "__main__":
    main()
