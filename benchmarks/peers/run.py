"""The peers' environment, and their measurements as subprocesses of it.

    python benchmarks/peers/run.py [SECONDS]
    python benchmarks/peers/run.py environment

The second only makes the environment. Needs nothing but the standard library.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, TypedDict

HERE = Path(__file__).resolve().parent
LOCK = HERE / "requirements.lock"
SECONDS = 5.0
GRACE = 120.0  # seconds for start, warm-up and a slow machine


class Momaland(TypedDict):
    games: int
    moves: int
    seconds: float
    version: str
    players: int


class OpenSpielGame(TypedDict):
    name: str
    about: str
    games_per_second: float
    moves_per_second: float
    rollout_games_per_second: float
    rollout_moves_per_second: float


class OpenSpiel(TypedDict):
    version: str
    games: list[OpenSpielGame]


def installed(folder: Path) -> Path | None:
    """The Python of the peers' environment in `folder`; none if there is none for this lock."""
    python, stamp = folder.resolve() / "venv" / "bin" / "python", folder / "stamp"
    is_there = python.exists() and stamp.is_file() and stamp.read_text() == wanted()
    return python if is_there else None


def wanted() -> str:
    """What the stamp of an environment says that is complete and of this lock."""
    return f"{hashlib.sha256(LOCK.read_bytes()).hexdigest()} {sys.version}\n"


def environment(folder: Path) -> Path:
    """The Python of the peers' environment in `folder`, installed anew if the lock has changed."""
    ready = installed(folder)
    if ready is not None:
        return ready
    folder = folder.resolve()
    venv, stamp = folder / "venv", folder / "stamp"
    python = venv / "bin" / "python"
    stamp.unlink(missing_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".gitignore").write_text("*\n")
    show(f"peers: making {venv}")
    install(sys.executable, "-m", "venv", "--clear", str(venv))
    show("peers: installing uv")
    install(str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", "uv")
    show("peers: installing MOMAland and OpenSpiel")
    # --no-build: without a wheel, OpenSpiel would compile for an hour instead of failing.
    install(
        str(venv / "bin" / "uv"),
        *("pip", "install", "-q", "--python", str(python)),
        *("--require-hashes", "--no-deps", "--no-build", "-r", str(LOCK)),
    )
    stamp.write_text(wanted())
    show("peers: ready")
    return python


def momaland(python: Path, players: int, seconds: float) -> Momaland:
    """Random games of MOMAland's MOIngenious."""
    result: Momaland = measure(
        python, "momaland_ingenious.py", str(seconds), str(players), timeout=seconds + GRACE
    )
    return result


def openspiel(python: Path, seconds: float) -> OpenSpiel:
    """Random playouts of some OpenSpiel games, `seconds` for each of them."""
    result: OpenSpiel = measure(
        python, "openspiel_games.py", str(seconds), timeout=20 * seconds + GRACE
    )
    return result


def measure(python: Path, script: str, *arguments: str, timeout: float) -> Any:
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    try:
        done = subprocess.run(
            [str(python), "-I", str(HERE / script), *arguments],
            env=os.environ | one_thread,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise RuntimeError(f"The peer {script} could not be measured: {reason(error)}") from error
    return json.loads(done.stdout.splitlines()[-1])


def install(*command: str) -> None:
    settings = {"UV_PYTHON_DOWNLOADS": "never"}
    if "SSL_CERT_FILE" not in os.environ:
        settings["UV_SYSTEM_CERTS"] = "1"
    try:
        subprocess.run(
            command,
            env=os.environ | settings,
            cwd=HERE,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise RuntimeError(
            f"The peers' environment could not be installed: {reason(error)}"
        ) from error


def reason(error: Exception) -> str:
    """What went wrong, in one line: the innermost error that the command named."""
    if isinstance(error, subprocess.TimeoutExpired):
        return f"it was not done after {error.timeout:.0f} seconds"
    if isinstance(error, subprocess.CalledProcessError):
        named: list[str] = re.findall(r"(?:error|cause): (.+)", error.stderr, re.IGNORECASE)
        if named:
            return named[-1]
    return str(error)


def show(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def main(seconds: float) -> None:
    python = environment(HERE.parent.parent / ".peers")
    for players in (2, 3, 4):
        print(json.dumps(momaland(python, players, seconds)), flush=True)
    print(json.dumps(openspiel(python, seconds)))


if __name__ == "__main__":
    try:
        if sys.argv[1:] == ["environment"]:
            environment(HERE.parent.parent / ".peers")
        else:
            main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
    except RuntimeError as refusal:
        sys.exit(str(refusal))
