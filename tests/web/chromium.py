"""A browser for the tests: $GENIAL_CHROMIUM, the system's, or Playwright's own.

Most tests run in Chromium's headless shell: the same engine without windows, toolbars and profiles,
which takes half of the processor time. What the shell cannot do is tested in the whole browser, and
so is everything where there is no shell.

`python -m tests.web.chromium` installs what is missing: Debian's, where it may, or Playwright's.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.web.installing import first_of, install_playwrights, install_soon, run_apt

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
_SHORT = 60  # seconds to fetch what could be done without


def program() -> str | None:
    """A browser that was installed on this machine."""
    return os.environ.get("GENIAL_CHROMIUM") or first_of(_PROGRAMS)


def shell() -> str | None:
    """A headless shell that was installed on this machine, unless a browser is named."""
    return None if os.environ.get("GENIAL_CHROMIUM") else first_of(_SHELLS)


def launch(playwright: Playwright, *, whole: bool = False) -> Browser:
    """Start a headless shell or, where there is none or the whole browser is needed, that."""
    installed = program() if whole else shell() or program()
    if installed is not None:
        return playwright.chromium.launch(executable_path=installed, args=FLAGS)
    # Playwright's own has a shell, too, and calls the whole browser a channel.
    return playwright.chromium.launch(channel="chromium" if whole else None, args=FLAGS)


def has_playwrights(playwright: Playwright) -> bool:
    """Is Playwright's own browser installed?"""
    return Path(playwright.chromium.executable_path).exists()


def _is_there() -> bool:
    if program() is not None:
        return True
    with sync_playwright() as playwright:
        return has_playwrights(playwright)


def _install_debians() -> None:
    run_apt("update")
    run_apt("install", "--no-install-recommends", "chromium", "fonts-dejavu-core")


def _install_debians_shell() -> None:
    """Install the shell beside Debian's browser, if it can be fetched soon: it only saves time."""
    if shell() is not None or program() != "/usr/bin/chromium":
        return
    install_soon("chromium-headless-shell", patience=_SHORT)


def main() -> int:
    """See to it that there is a browser; the exit code."""
    for install in (None, _install_debians, lambda: install_playwrights("chromium")):
        if install is not None:
            install()
        if _is_there():
            _install_debians_shell()
            return 0
    print(NONE, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
