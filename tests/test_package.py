"""The package as its users get it: wheel, sdist, imports, the compile cache."""

from __future__ import annotations

import email
import functools
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_genial_imports_neither_numpy_nor_numba() -> None:
    loaded = run("import sys, genial; genial.games(); print(*sys.modules)").split()
    assert "genial" in loaded
    assert not {"numpy", "numba", "rich", "cyclopts"} & set(loaded)


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def distributions(requirements: Iterable[str]) -> set[str]:
    """Return everything that pip installs for these requirements."""
    found: set[str] = set()
    seen: set[str] = set()
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        one = waiting.pop()
        if str(one) in seen:
            continue
        seen.add(str(one))
        if one.name == "genial":
            waiting += [Requirement(text) for extra in one.extras for text in of_extra(extra)]
            continue
        found.add(canonicalize_name(one.name))
        for needed in map(Requirement, importlib.metadata.requires(one.name) or []):
            extras = ("", *one.extras)
            if needed.marker is None or any(needed.marker.evaluate({"extra": e}) for e in extras):
                waiting.append(needed)
    return found


def of_extra(extra: str) -> list[str]:
    return PROJECT["optional-dependencies"][extra]


@functools.cache
def modules_without(extras: str) -> set[str]:
    """Return the modules that are missing where only the base and these extras are installed."""
    wanted = [*PROJECT["dependencies"], *(t for e in extras.split() for t in of_extra(e))]
    installed_here = distributions(wanted) | {"genial"}
    return {
        module
        for module, names in importlib.metadata.packages_distributions().items()
        if not installed_here & {canonicalize_name(name) for name in names}
    }


def run_with(extras: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run code as if genial were installed with nothing but its base and these extras."""
    missing = modules_without(extras)
    blocker = f"""
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocker())
"""
    return subprocess.run(
        [sys.executable, "-c", blocker + code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )


LIBRARY = """
import random, genial
from genial import arena, bots
from genial.arena import host, ladder, lineup, match, report, workers
for name in genial.games():
    game = genial.game(name)
    state, chooser = game.start(seed=1), random.Random(1)
    player = bots.make(game, "random", seed=1)
    while not state.over:
        move = player.choose(state.view(state.turn)) if state.turn == 1 else None
        state = state.play(move or chooser.choice(state.legal()))
    assert genial.verify(state.record())[0] == state
    strong = bots.make(game, bots.names(game)[1], seed=1)
    print(name, strong.choose(game.start(seed=1).view(1)) in game.start(seed=1).legal())
"""


def test_the_base_install_is_the_library_with_its_bots() -> None:
    base = {Requirement(text).name for text in PROJECT["dependencies"]}
    assert base == {"msgspec", "numba", "numpy", "platformdirs"}
    done = run_with("", LIBRARY)
    assert done.returncode == 0, done.stderr
    assert [line.split()[1] for line in done.stdout.splitlines()] == ["True"] * 4


def test_the_command_line_without_its_extra_is_one_sentence() -> None:
    done = run_with("", "from genial.cli import main; sys.exit(main(['games']))")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        'genial: the command line needs the extra "play"; '
        'install it with: pip install "genial[play]"\n'
    )


def test_the_extra_play_is_enough_for_the_terminal() -> None:
    code = "from genial.cli import main; sys.exit(main(['play', 'phoenix', '--humans', '0']))"
    done = run_with("play", f"import os; os.environ['XDG_STATE_HOME'] = os.devnull\n{code}")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1. Seat" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        "serve",
        "doctor",
        "worker",
        "backup monday.backup",
        "restore monday.backup",
        "seat http://127.0.0.1:9 --table x --token x --bot random",
        "admin list people",
    ],
)
def test_a_command_of_the_server_without_its_extra_is_one_sentence(words: str) -> None:
    done = run_with("play", f"from genial.cli import main; sys.exit(main({words.split()!r}))")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f'genial: genial {words.split()[0]} needs the extra "server"; '
        'install it with: pip install "genial[server]"\n'
    )


def test_the_extra_server_is_enough_for_the_server() -> None:
    modules = sorted(
        ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        for path in (ROOT / "src/genial/server").rglob("*.py")
        if "migrations" not in path.parts and path.stem not in ("__init__", "__main__")
    )
    assert len(modules) > 40
    done = run_with("server", f"import importlib\nfor m in {modules!r}: importlib.import_module(m)")
    assert done.returncode == 0, done.stderr


def test_ray_without_its_extra_is_one_sentence() -> None:
    words = ["arena", "phoenix", "random", "random", "--games", "2", "--ray"]
    done = run_with("play", f"from genial.cli import main; sys.exit(main({words!r}))")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "genial: Ray is not installed; pip install 'genial[ray]' brings it\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    return folder


def installed(package: Path, folder: Path) -> Path:
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation",
         "--no-compile", "--disable-pip-version-check", "--target", str(folder), str(package)],
        check=True, capture_output=True,
    )  # fmt: skip
    return folder


@pytest.fixture(scope="module")
def installed_wheel(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the wheel, to be copied."""
    (wheel,) = built.glob("*.whl")
    return installed(wheel, tmp_path_factory.mktemp("wheel") / "site")


USE = """
import genial
print(genial.__file__)
for name in genial.games():
    state = genial.game(name).start(seed=1)
    state = state.play(state.legal()[0])
    print(name, state.turn)
"""


@pytest.fixture(scope="module")
def installed_sdist(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the sdist."""
    (sdist,) = built.glob("*.tar.gz")
    return installed(sdist, tmp_path_factory.mktemp("sdist") / "site")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_wheel_and_sdist_install_and_work(request: pytest.FixtureRequest, kind: str) -> None:
    folder: Path = request.getfixturevalue(f"installed_{kind}")
    out = run(USE, PYTHONPATH=str(folder), NUMBA_DISABLE_JIT="1")
    assert out.splitlines()[0].startswith(str(folder))
    assert out.count("\n") == 4
    assert (folder / "genial" / "py.typed").exists()


def test_the_wheel_offers_the_extras(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    archive = zipfile.ZipFile(wheel)
    (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    metadata = email.message_from_bytes(archive.read(name))
    assert set(metadata.get_all("Provides-Extra", [])) == {
        "play", "pictures", "server", "lab", "ray", "all",
    }  # fmt: skip
    requirements = map(Requirement, metadata.get_all("Requires-Dist", []))
    base = {one.name for one in requirements if one.marker is None}
    assert base == {"msgspec", "numba", "numpy", "platformdirs"}


def test_the_archives_hold_no_rubbish(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "genial/games/spezial/layouts/rebuilt.json" in names
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests")]
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "Makefile", "pyproject.toml"} <= inside
    assert not [name for name in inside if ".venv" in name or "__pycache__" in name]


def test_wheel_and_sdist_carry_the_built_client(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    static = "genial/server/static/"
    for name in ("index.html", "sw.js", "manifest.webmanifest", "favicon.svg", "icons/icon.svg"):
        assert static + name in names
    page = zipfile.ZipFile(wheel).read(f"{static}index.html").decode()
    assets = re.findall(r'"/(assets/[^"]+)"', page)
    assert assets
    assert {static + name for name in assets} <= names
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    for root in (ROOT, unpacked):  # nothing has to be built again, here or there
        assert not is_stale(root)
    with (unpacked / "docs" / "games" / "phoenix.en.md").open("a") as rules:
        rules.write("One more rule.")
    assert is_stale(unpacked), "the client has the rules from there"


def test_npm_is_called_by_its_program_if_that_is_beside_node(tmp_path: Path) -> None:
    """The start file `npm` in the wheel of Node.js is the copy of a link, and finds nothing."""
    code = (
        "import hatch_build, pathlib, sys; print(*hatch_build._npm_of(pathlib.Path(sys.argv[1])))"
    )

    def called() -> str:
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "bin")],
            cwd=ROOT, check=True, capture_output=True, text=True,
        )  # fmt: skip
        return done.stdout.strip()

    assert called() == "npm", "the one on the path"
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "npm").touch()
    assert called() == f"{tmp_path}/bin/npm"
    program = tmp_path / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    program.parent.mkdir(parents=True)
    program.touch()
    assert called() == f"{tmp_path}/bin/node {program}"


def is_stale(root: Path) -> bool:
    code = (
        "from hatch_build import ClientHook; import sys\n"
        "print(ClientHook(sys.argv[1], {}, None, None, '', 'wheel').is_stale())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(root)],
        cwd=root, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout.strip() == "True"


@pytest.mark.slow
def test_the_compile_cache_moves_to_the_users_folder_when_the_package_is_not_writable(
    installed_wheel: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(installed_wheel, tmp_path / "site")
    code = "from genial.core.cache import cache_folder; print(cache_folder())"
    surroundings = {
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "HOME": str(tmp_path / "home"),
        "NUMBA_CACHE_DIR": "",
    }
    beside = Path(run(code, **surroundings))
    assert beside.is_relative_to(folder / "genial")
    for path in sorted(beside.parents[0].rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    beside.parents[0].rmdir()
    (folder / "genial" / "__pycache__").write_text("a file, so that no folder can be made here")
    elsewhere = Path(run(code, **surroundings))
    assert elsewhere.is_relative_to(tmp_path)
    assert not elsewhere.is_relative_to(folder)


@pytest.mark.slow
def test_changed_sources_are_compiled_anew(installed_wheel: Path, tmp_path: Path) -> None:
    """Numba alone would not notice a change in another file than the function's own."""
    folder = shutil.copytree(installed_wheel, tmp_path / "site")
    surroundings = {"PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    code = (
        "import numpy as np, genial\n"
        "from genial.core import engine\n"
        "print(engine.moves(genial.game('tile-challenge').start(seed=1).array, 0,"
        " np.zeros(100, np.int32)))"
    )
    before = run(code, **surroundings)
    rules = folder / "genial" / "games" / "tile_challenge" / "rules.py"
    text = rules.read_text()
    assert "def legal(" in text
    head, tail = text.split("def legal(", 1)
    doc_end = tail.index('"""', tail.index('"""') + 3) + 3
    rules.write_text(
        f"{head}def legal({tail[:doc_end]}\n    if True:\n        return 77{tail[doc_end:]}"
    )
    assert before != "77"
    assert run(code, **surroundings) == "77"
