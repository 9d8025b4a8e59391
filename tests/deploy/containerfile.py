"""Carry out deploy/Containerfile without a container engine, and run what it makes.

As root on Linux: `python -m tests.deploy.containerfile`. Every stage is an overlay of this
machine's root, with this Python in the place of the image's; RUN steps run there by chroot. Then
the last stage is mounted read-only, and the server runs in it as its user, without any capability,
until its health check succeeds. What the image's own Debian and a real engine would add is not
checked.
"""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONTAINERFILE = ROOT / "deploy" / "Containerfile"
_NETWORK = re.compile(r"(PIP|UV|SSL|NPM|NODE)_|.*_proxy$", re.I)  # how this machine gets packages
_CHROOT = shutil.which("chroot") or "/usr/sbin/chroot"
_WAIT = 240  # seconds for the server, which has to compile nothing before it answers


Step = tuple[str, str, dict[str, str]]  # RUN or COPY, its arguments, and the environment so far


@dataclass
class Stage:
    """A stage of a Containerfile, and what its instructions have set."""

    name: str
    steps: list[Step] = field(default_factory=list)  # in order
    environment: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str = "0:0"
    volumes: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)
    entry: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Yield the instructions of a Containerfile with their arguments."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n\s*", " ", "\n".join(lines)).splitlines():
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield word.upper(), rest.strip()


def stages(text: str) -> list[Stage]:
    """Return the stages of a Containerfile; raise ValueError for what is not understood."""
    found: list[Stage] = []
    for word, rest in instructions(text):
        if word == "FROM":
            words = rest.split()
            found.append(Stage(words[2] if len(words) == 3 else ""))
            continue
        stage = found[-1]
        match word:
            case "RUN" | "COPY":
                stage.steps.append((word, rest, dict(stage.environment)))
            case "ENV":
                stage.environment |= dict(one.split("=", 1) for one in shlex.split(rest))
            case "WORKDIR":
                stage.folder = rest
            case "USER":
                stage.user = rest
            case "VOLUME":
                stage.volumes = json.loads(rest)
            case "HEALTHCHECK":
                stage.health = json.loads(rest.partition(" CMD ")[2])
            case "ENTRYPOINT":
                stage.entry = json.loads(rest)
            case "CMD":
                stage.command = json.loads(rest)
            case "EXPOSE":
                int(rest)
            case _:
                raise ValueError(f"{word} is not understood")
    return found


def context_files(root: Path) -> list[str]:
    """Return the files of a folder that .dockerignore lets into an image."""
    patterns = [
        line
        for line in (root / ".dockerignore").read_text().splitlines()
        if line and not line.startswith("#")
    ]
    found = []
    for folder, names, files in os.walk(root):
        here = Path(folder).relative_to(root).as_posix().removeprefix(".").lstrip("/")
        names[:] = [one for one in names if one not in (".git", ".venv")]
        found += [
            path for one in files if _is_let_in(path := f"{here}/{one}".lstrip("/"), patterns)
        ]
    return sorted(found)


def _is_let_in(path: str, patterns: list[str]) -> bool:
    """Is a file let in? The last pattern that matches it, or a folder that it is in, decides."""
    parts = path.split("/")
    above = ["/".join(parts[: k + 1]) for k in range(len(parts))]
    is_in = True
    for pattern in patterns:
        name = pattern.removeprefix("!")
        anywhere = name.removeprefix("**/")
        candidates = parts if name != anywhere else above
        if any(
            fnmatch.fnmatchcase(one, anywhere) and _is_as_deep(one, anywhere) for one in candidates
        ):
            is_in = pattern.startswith("!")
    return is_in


def _is_as_deep(path: str, pattern: str) -> bool:
    return path.count("/") == pattern.count("/")


class Machine:
    """Overlays of this machine's root, one for each stage."""

    def __init__(self, work: Path) -> None:
        self._work = work
        self._folders: dict[str, Path] = {}

    def start(self, name: str) -> Path:
        """Return the root of a new stage, writable."""
        upper, inner, merged = (self._work / name / part for part in ("upper", "inner", "root"))
        for folder in (upper, inner, merged):
            folder.mkdir(parents=True)
        options = f"lowerdir=/,upperdir={upper},workdir={inner}"
        mount("-t", "overlay", "overlay", "-o", options, str(merged))
        mount("--bind", sys.base_prefix, str(merged / "usr/local"))
        for above in Path(sys.base_prefix).parents:  # its libraries are found there, by any user
            (merged / str(above).lstrip("/")).chmod(0o755)
        for node in ("usr/bin/node", "usr/bin/npm", "usr/bin/npx"):
            (merged / node).unlink(missing_ok=True)
        for system in ("proc", "dev"):
            mount("--rbind", f"/{system}", str(merged / system))
        mount("-t", "tmpfs", "tmpfs", str(merged / "tmp"))
        self._folders[name] = merged
        return merged

    def carry_out(self, stage: Stage, root: Path) -> None:
        """Run the steps of a stage."""
        (root / stage.folder.lstrip("/")).mkdir(parents=True, exist_ok=True)
        for word, rest, environment in stage.steps:
            began = time.monotonic()
            if word == "COPY":
                self._copy(rest.split(), root)
            else:
                enter(root, ["/bin/sh", "-c", rest], environment, stage.folder)
            print(f"{time.monotonic() - began:6.1f} s  {word} {rest[:90]}", flush=True)

    def _copy(self, words: list[str], root: Path) -> None:
        *sources, to = [word for word in words if not word.startswith("--")]
        target = root / to.lstrip("/")
        if words[0].startswith("--from="):
            other = self._folders[words[0].partition("=")[2]]
            shutil.copytree(other / sources[0].lstrip("/"), target, symlinks=True)
            return
        known = context_files(ROOT)
        for source in sources:
            for path in known if source == "." else [one for one in known if one == source]:
                (target / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / path, target / path)


def mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True)


def surroundings(environment: dict[str, str]) -> dict[str, str]:
    """Return the environment of a step: the image's, and how packages are fetched here."""
    kept = {name: value for name, value in os.environ.items() if _NETWORK.match(name)}
    path = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
    return {**kept, "PATH": path, "HOME": "/root", **environment}


def enter(root: Path, words: list[str], environment: dict[str, str], folder: str = "/") -> None:
    """Run a command in another root."""
    inside = [_CHROOT, str(root), "/usr/bin/env", "-C", folder, *words]
    subprocess.run(inside, check=True, env=surroundings(environment))


def run_image(stage: Stage, root: Path, port: int) -> None:
    """Run the server as its user in a root that is read-only, and ask for its health."""
    user, _, group = stage.user.partition(":")
    for volume in stage.volumes:  # owned as in the image, which an engine copies
        owner = (root / volume.lstrip("/")).stat()
        options = f"uid={owner.st_uid},gid={owner.st_gid},mode=700"
        mount("-t", "tmpfs", "-o", options, "tmpfs", str(root / volume.lstrip("/")))
    mount("-t", "tmpfs", "-o", "mode=1777", "tmpfs", str(root / "tmp"))
    mount("-o", "remount,ro", str(root))
    mount("-o", "remount,ro,bind", str(root / "usr/local"))
    drop = [
        "/usr/bin/setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups",
        "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all",
    ]  # fmt: skip
    environment = {**stage.environment, "GENIAL_PORT": str(port)}
    clean = {"HOME": "/var/lib/genial", "PATH": stage.environment["PATH"], **environment}

    def inside(*words: str) -> list[str]:
        return [_CHROOT, str(root), *drop, *words]

    for place in ("/opt/genial/x", "/etc/x", "/usr/local/x"):
        tried = subprocess.run(inside("touch", place), env=clean, capture_output=True, text=True)
        assert "Read-only file system" in tried.stderr, tried
    server = subprocess.Popen(inside(*stage.entry, *stage.command), env=clean)
    try:
        began = time.monotonic()
        while subprocess.run(inside(*stage.health), env=clean, capture_output=True).returncode:
            assert server.poll() is None, "the server has ended"
            assert time.monotonic() - began < _WAIT, "the health check never succeeds"
            time.sleep(0.2)
        print(f"healthy after {time.monotonic() - began:.1f} s, as user {stage.user}")
        status = Path(f"/proc/{server.pid}/status").read_text()
        for line in ("Uid:", "CapEff:", "NoNewPrivs:"):
            (found,) = re.findall(rf"^{line}.*$", status, re.M)
            print(found)
        doctor = subprocess.run(inside(*stage.entry, "doctor"), env=clean)
        assert doctor.returncode == 0
    finally:
        server.terminate()
        print(f"stopped with {server.wait(30)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=18000)
    chosen = parser.parse_args()
    if os.environ.get("GENIAL_INSIDE") != "1":  # in a mount namespace, which ends with us
        words = ["unshare", "--mount", "--propagation=private", sys.executable, "-m", __spec__.name]
        inner = subprocess.run([*words, *sys.argv[1:]], env={**os.environ, "GENIAL_INSIDE": "1"})
        sys.exit(inner.returncode)
    with tempfile.TemporaryDirectory() as work, contextlib.ExitStack() as stack:
        # Overlays on overlays are refused, so the work is on the disk and not in /tmp of a stage.
        stack.callback(subprocess.run, ["umount", "--recursive", "--lazy", work], check=False)
        machine = Machine(Path(work))
        mount("--bind", work, work)
        found = stages(CONTAINERFILE.read_text())
        for number, stage in enumerate(found):
            root = machine.start(stage.name or str(number))
            machine.carry_out(stage, root)
        size = subprocess.run(
            ["du", "-sm", str(root / "opt/genial")], capture_output=True, text=True, check=True
        )
        print(f"/opt/genial: {size.stdout.split()[0]} MB")
        run_image(found[-1], root, chosen.port)


if __name__ == "__main__":
    main()
