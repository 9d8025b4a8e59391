"""A browser for the tests: $GENIAL_CHROMIUM, the system's, or Playwright's own.

Most tests run in Chromium's headless shell: the same engine without windows, toolbars and profiles,
which takes half of the processor time. What the shell cannot do is tested in the whole browser, and
so is everything where there is no shell.

`python -m tests.web.chromium` installs what is missing: Debian's, where it may, or Playwright's.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

_SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
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
_SHORT = 60  # seconds to fetch what could be done without


def program() -> str | None:
    """A browser that was installed on this machine."""
    return os.environ.get("GENIAL_CHROMIUM") or _first_of(_PROGRAMS)


def shell() -> str | None:
    """A headless shell that was installed on this machine, unless a browser is named."""
    return None if os.environ.get("GENIAL_CHROMIUM") else _first_of(_SHELLS)


def launch(playwright: Playwright, *, whole: bool = False) -> Browser:
    """Start a headless shell or, where there is none or the whole browser is needed, that."""
    installed = program() if whole else shell() or program()
    if installed is not None:
        return playwright.chromium.launch(executable_path=installed, args=FLAGS)
    # Playwright's own has a shell, too, and calls the whole browser a channel.
    return playwright.chromium.launch(channel="chromium" if whole else None, args=FLAGS)


def _first_of(names: tuple[str, ...]) -> str | None:
    return next((found for name in names if (found := shutil.which(name))), None)


def has_playwrights(playwright: Playwright) -> bool:
    """Is Playwright's own browser installed?"""
    return Path(playwright.chromium.executable_path).exists()


def _is_there() -> bool:
    if program() is not None:
        return True
    with sync_playwright() as playwright:
        return has_playwrights(playwright)


def _run_apt(*words: str, patience: float = _PATIENCE) -> bool:
    """Run apt-get, where there is one and we may; tell if it succeeded in time."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return False
    command = ["apt-get", "-qq", "-y", *words]
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    with contextlib.suppress(subprocess.TimeoutExpired):
        ran = subprocess.run(command, check=False, env=quiet, stdout=sys.stderr, timeout=patience)
        return ran.returncode == 0
    return False


def _install_debians() -> None:
    _run_apt("update")
    _run_apt("install", "--no-install-recommends", "chromium", "fonts-dejavu-core")


def _install_debians_shell() -> None:
    """Install the shell beside Debian's browser, if it can be fetched soon: it only saves time."""
    if shell() is not None or program() != "/usr/bin/chromium":
        return
    install = ("install", "--no-install-recommends", "--no-remove", "chromium-headless-shell")
    fetch = (*install, "--download-only")
    if _run_apt(*fetch, patience=_SHORT) or (
        _run_apt("update", patience=_SHORT) and _run_apt(*fetch, patience=_SHORT)
    ):
        _run_apt(*install)


def _install_playwrights() -> None:
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    subprocess.run(command, check=False, stdout=sys.stderr, timeout=_PATIENCE)


def main() -> int:
    """See to it that there is a browser; the exit code."""
    for install in (None, _install_debians, _install_playwrights):
        if install is not None:
            install()
        if _is_there():
            _install_debians_shell()
            return 0
    print(NONE, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
