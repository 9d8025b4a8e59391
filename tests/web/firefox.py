"""A Firefox for the tests: $GENIAL_FIREFOX, the system's, or Playwright's own.

Playwright drives the system's Firefox by WebDriver BiDi, through a bridge (`bidi_bridge`).

`python -m tests.web.firefox` installs what is missing: Debian's, where it may, or Playwright's.
Without a Firefox its tests are skipped; all others run in Chromium.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.web.installing import first_of, install_playwrights, install_soon

_PROGRAMS = ("firefox", "firefox-esr")
_ROOT = Path(__file__).parents[2]

PREFERENCES: dict[str, str | float | bool] = {
    "ui.prefersReducedMotion": 1,  # WebDriver cannot ask for it
}
NONE = (
    "there is no Firefox, and none could be installed: its tests are skipped. Install one "
    "(`apt-get install firefox-esr`), or name one in GENIAL_FIREFOX."
)
_PATIENCE = 120  # seconds for each step of fetching it


def program() -> str | None:
    """Return the path of a Firefox that was installed on this machine."""
    return os.environ.get("GENIAL_FIREFOX") or first_of(_PROGRAMS)


def is_there(playwright: Playwright) -> bool:
    """Is there any Firefox, the system's or Playwright's?"""
    return program() is not None or Path(playwright.firefox.executable_path).exists()


def launch(playwright: Playwright, folder: Path) -> Browser:
    """Start Firefox without a window; the folder is for the script that starts the bridge."""
    installed = program()
    if installed is None:
        return playwright.firefox.launch(firefox_user_prefs=PREFERENCES)
    script = folder / "firefox"
    words = [sys.executable, "-m", "tests.web.bidi_bridge", installed]
    script.write_text(f'#!/bin/sh\ncd {shlex.quote(str(_ROOT))}\nexec {shlex.join(words)} "$@"\n')
    script.chmod(0o700)
    return playwright.firefox.launch(
        channel="moz-firefox", executable_path=script, firefox_user_prefs=PREFERENCES
    )


def main() -> int:
    """See to it that there is a Firefox, if possible; the exit code."""
    with sync_playwright() as playwright:
        for install in (None, _install_debians, _install_playwrights):
            if install is not None:
                install()
            if is_there(playwright):
                return 0
    print(NONE, file=sys.stderr)
    return 0


def _install_debians() -> None:
    install_soon("firefox-esr", patience=_PATIENCE)


def _install_playwrights() -> None:
    install_playwrights("firefox", patience=_PATIENCE)


if __name__ == "__main__":
    sys.exit(main())
