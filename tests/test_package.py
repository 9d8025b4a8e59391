"""The package as its users get it: wheel, sdist, imports, the compile cache."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

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


USE = """
import genial
print(genial.__file__)
for name in genial.games():
    state = genial.game(name).start(seed=1)
    state = state.play(state.legal()[0])
    print(name, state.turn)
"""


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["*.whl", "*.tar.gz"])
def test_wheel_and_sdist_install_and_work(built: Path, tmp_path: Path, pattern: str) -> None:
    (package,) = built.glob(pattern)
    folder = installed(package, tmp_path / "site")
    out = run(USE, PYTHONPATH=str(folder), NUMBA_DISABLE_JIT="1")
    assert out.splitlines()[0].startswith(str(folder))
    assert out.count("\n") == 4
    assert (folder / "genial" / "py.typed").exists()


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
    built: Path, tmp_path: Path
) -> None:
    (wheel,) = built.glob("*.whl")
    folder = installed(wheel, tmp_path / "site")
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
def test_changed_sources_are_compiled_anew(built: Path, tmp_path: Path) -> None:
    """Numba alone would not notice a change in another file than the function's own."""
    (wheel,) = built.glob("*.whl")
    folder = installed(wheel, tmp_path / "site")
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
