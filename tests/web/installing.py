"""Find programs of the system, and install Debian's packages where we may."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys

PATIENCE = 600  # seconds until something must be installed


def first_of(names: tuple[str, ...]) -> str | None:
    """Return the path of the first of these programs that is installed."""
    return next((found for name in names if (found := shutil.which(name))), None)


def run_apt(*words: str, patience: float = PATIENCE) -> bool:
    """Run apt-get, where there is one and we may; tell if it succeeded in time."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return False
    command = ["apt-get", "-qq", "-y", *words]
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    with contextlib.suppress(subprocess.TimeoutExpired):
        ran = subprocess.run(command, check=False, env=quiet, stdout=sys.stderr, timeout=patience)
        return ran.returncode == 0
    return False


def install_soon(*packages: str, patience: float) -> None:
    """Install packages that could be done without, if they can be fetched soon."""
    install = ("install", "--no-install-recommends", "--no-remove", *packages)
    fetch = (*install, "--download-only")
    if run_apt(*fetch, patience=patience) or (
        run_apt("update", patience=patience) and run_apt(*fetch, patience=patience)
    ):
        run_apt(*install)


def install_playwrights(browser: str, *, patience: float = PATIENCE) -> None:
    """Let Playwright download a browser of its own."""
    command = [sys.executable, "-m", "playwright", "install", browser]
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run(command, check=False, stdout=sys.stderr, timeout=patience)
