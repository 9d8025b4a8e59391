"""A browser for the tests: $GENIAL_CHROMIUM, the system's, or Playwright's own.

`python -m tests.web.chromium` installs one where there is none: Debian's, where it may, or
Playwright's.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

NONE = (
    "the browser tests need Chromium or Chrome, and none could be installed. Install one "
    "(`apt-get install chromium`), or name one in GENIAL_CHROMIUM."
)
_PATIENCE = 600  # seconds until something must be installed


def program() -> str | None:
    """A browser that was installed on this machine."""
    named = os.environ.get("GENIAL_CHROMIUM")
    if named:
        return named
    return next((found for name in _PROGRAMS if (found := shutil.which(name))), None)


def _has_playwrights() -> bool:
    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()


def _install_debians() -> None:
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    packages = ["chromium", "fonts-dejavu-core"]
    for words in (["update"], ["install", "--no-install-recommends", *packages]):
        subprocess.run(
            ["apt-get", "-qq", "-y", *words],
            check=False,
            env=quiet,
            stdout=sys.stderr,
            timeout=_PATIENCE,
        )


def _install_playwrights() -> None:
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    subprocess.run(command, check=False, stdout=sys.stderr, timeout=_PATIENCE)


def main() -> int:
    """See to it that there is a browser; the exit code."""
    for install in (None, _install_debians, _install_playwrights):
        if install is not None:
            install()
        if program() is not None or _has_playwrights():
            return 0
    print(NONE, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
