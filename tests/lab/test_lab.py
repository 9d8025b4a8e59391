"""The lab as its users get it: extras, pictures, pages, examples."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from benchmarks.lab import __main__ as bench

import genial
from genial import bots
from genial.lab import compilation
from genial.lab.curves import curve
from genial.lab.kernels.compiling import cache_folder
from genial.lab.texts import text
from tests.cases import CASES, name_of, random_states

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "lab"


@pytest.mark.parametrize("module", ["pettingzoo", "gymnasium", "openspiel"])
def test_a_missing_extra_is_told_in_one_sentence(module: str) -> None:
    code = f"""
import sys
for name in ("pettingzoo", "gymnasium", "pyspiel"):
    sys.modules[name] = None
try:
    import genial.lab.{module}
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("is not installed; pip install 'genial[lab]' brings it\n")
    assert done.stdout.count("\n") == 1


def test_the_lab_itself_needs_none_of_the_extras() -> None:
    code = "import sys, genial.lab; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"pettingzoo", "gymnasium", "pyspiel", "PIL"} & set(done.stdout.split())


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_every_position_can_be_written(case: tuple[str, dict[str, object]]) -> None:
    name, options = case
    states = [*random_states(name, options, seed=1)]
    for state in (states[0], states[len(states) // 2], states[-1]):
        for seat in (None, 1):
            words = text(state.view(seat))
            assert ("over" if state.over else f"seat {state.turn} to move") in words.splitlines()[0]


def test_a_curve_rises_with_its_shares_and_shows_all_its_words() -> None:
    drawing = ElementTree.fromstring(curve("wins", [0.2, 0.9, 0.5]).svg())
    left, top, wide, high = map(float, drawing.attrib["viewBox"].split())
    dots = [shape for shape in drawing if shape.tag.endswith("circle")]
    heights = [float(dot.attrib["cy"]) for dot in dots]
    assert heights[1] < heights[2] < heights[0]
    for words in (shape for shape in drawing if shape.tag.endswith("text")):
        reach = 0.25 * float(words.attrib["font-size"]) * len(words.text or "")
        assert left <= float(words.attrib["x"]) - reach
        assert float(words.attrib["x"]) + reach <= left + wide
        assert top <= float(words.attrib["y"]) <= top + high


def test_a_text_for_spectators_shows_no_rack() -> None:
    state = genial.game("ingenious").start(seed=1)
    assert "rack" not in text(state.view(None))
    assert "rack: " in text(state.view(1))


def test_a_text_shows_the_rack_of_a_partner_who_shares_it() -> None:
    silent, shared = (
        genial.game("ingenious", players=4, variant="teams", partners=partners).start(seed=1)
        for partners in ("silent", "shared")
    )
    assert f"partner's rack: {' '.join(shared.view(3)['rack'])}\n" in text(shared.view(1))
    assert "rack:" not in text(shared.view(None))
    assert "partner" not in text(silent.view(1))


@pytest.mark.parametrize("name", genial.games())
def test_the_published_pages_of_observations_are_those_of_the_code(name: str) -> None:
    published = (ROOT / "docs" / "lab" / f"{name}.md").read_text()
    assert published == loaded(ROOT / "docs" / "observations.py").page(name), "run `make schemas`"


def test_what_was_warmed_is_not_compiled_again() -> None:
    game = genial.game("tile-challenge")
    for step in compilation.pending_steps(game):
        step.run()
    assert compilation.pending_steps(game) == []
    code = """
import genial
from genial.lab.gymnasium import Games, Seat
from genial.lab.kernels import stepping
from genial.lab.pettingzoo import raw_env
env = raw_env("tile-challenge", players=3, rewards="vector")
env.reset(seed=1)
for agent in env.agent_iter(9):
    env.observe("seat_1"), env.observe("seat_2")
    env.step(env.legal_actions()[0])
games = Games("tile-challenge", 9, players=4, masks="bits", opponent="random")
games.reset(seed=1)
games.step(games.sample())
Seat("tile-challenge").reset(seed=1)
compiled = [name for name, entry in vars(stepping).items()
            if hasattr(entry, "stats") and sum(entry.stats.cache_misses.values())]
assert not compiled, compiled
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_environments_also_run_as_plain_python() -> None:
    code = """
import genial
from genial.lab.pettingzoo import raw_env
for name in genial.games():
    env = raw_env(name)
    env.reset(seed=1)
    for agent in env.agent_iter(3):
        mask = env.last()[0]["action_mask"].nonzero()[0]
        assert [env.text(action) for action in mask] == list(env.game_state().legal())
        env.step(mask[0])
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("bits", "momaland", "wanted"),
    [
        (150_000, {"ratio": 20.0}, {"bits": True, "momaland": True}),
        (149_999, {"ratio": 19.9}, {"bits": False, "momaland": False}),
        (150_000, {"skipped": "no network"}, {"bits": True, "momaland": None}),
    ],
)
def test_the_benchmark_tells_of_every_bar_whether_it_was_reached(
    bits: int, momaland: dict[str, object], wanted: dict[str, bool | None]
) -> None:
    speeds = {"bare": 1_000_000, "bits": bits, "bytes": 150_000}
    found: dict[str, object] = {"vector": {"ingenious": speeds}, "momaland": momaland}
    bars = bench.reached(found)
    assert bars == {"bare": True, "bytes": True, **wanted}
    told = "\n".join(bench.verdict(found | {"bars": bars}))
    assert told.count("reached") == sum(held is True for held in bars.values())
    assert ("MISSED" in told) == (False in bars.values())
    assert ("NOT MEASURED" in told) == ("no network" in told) == (None in bars.values())


def test_compiled_code_of_the_lab_has_a_folder_of_its_own() -> None:
    folder = cache_folder()
    assert folder.name.startswith("lab-")
    assert folder.is_dir()


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(script: str, *arguments: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / script), *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_of_a_random_agent_runs(tmp_path: Path) -> None:
    out = run("random_agent.py", "tile-challenge", folder=tmp_path)
    assert [line.split()[0] for line in out.splitlines()] == [
        "PettingZoo",
        "Gymnasium",
        "OpenSpiel",
    ]


@pytest.mark.slow
def test_the_example_learner_learns_and_is_evaluated(tmp_path: Path) -> None:
    lines = run("self_play.py", "4", folder=tmp_path).splitlines()
    shares = [float(line.split()[2].rstrip("%")) for line in lines]
    assert len(shares) == 5
    assert shares[-1] > shares[0] + 15  # of some 1,500 games each: 27 points were measured
    drawn = ElementTree.fromstring((tmp_path / "curve.svg").read_text())
    assert "".join(drawn.itertext()).count(f"{shares[-1] / 100:.0%}") == 1
    out = run("evaluate.py", "4", folder=tmp_path)
    levels = bots.levels(genial.game("tile-challenge"))
    assert [line.split()[0] for line in out.splitlines()] == ["random", *levels]


def test_the_example_of_pictures_writes_all_three_kinds(tmp_path: Path) -> None:
    out = run("render_game.py", "tile-challenge", str(tmp_path), folder=tmp_path)
    assert "end.png end.svg game.gif" in out
    assert (tmp_path / "end.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "game.gif").read_bytes().startswith(b"GIF89a")


def test_texts_of_genial_spezial_say_that_the_board_is_a_reconstruction() -> None:
    assert "reconstruction" in text(genial.game("spezial").start(seed=1).view(None))
