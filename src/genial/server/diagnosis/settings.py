"""Check settings that are valid one by one: files that they name, and how they fit together."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from urllib.parse import urlsplit

from genial.core.errors import BadOption, Fact
from genial.server.diagnosis.finding import Finding, error, good, warning
from genial.server.lan import LOOPBACK
from genial.server.settings import Settings, unknown_variables
from genial.server.tables.default_options import DefaultOptions
from genial.server.website.host_pages import host_pages


def check_settings(settings: Settings, file: Path | None) -> list[Finding]:
    """Return what is wrong with settings, and with the file that they come from."""
    found = [
        warning("settings", "unknown-variable", name=sentence.split()[0])
        for sentence in unknown_variables()
    ]
    for code, use in (("page", host_pages), ("board", DefaultOptions)):
        try:
            use(settings)
        except BadOption as refused:
            found.append(error("settings", code, **_texts(refused.facts)))
    if settings.lan and settings.origin:
        found.append(error("settings", "lan-and-origin"))
    is_sqlite = settings.database.startswith("sqlite")
    if settings.bus and is_sqlite:
        found.append(warning("settings", "bus-without-postgresql"))
    if settings.thinkers == 0 and not settings.bus:
        found.append(warning("settings", "no-thinkers"))
    if file is not None and _is_readable_for_others(file) and _has_secrets(settings):
        found.append(warning("settings", "readable", file=str(file)))
    return found or [good("settings", "good" if file is None else "file", file=str(file or ""))]


def _texts(facts: dict[str, Fact]) -> dict[str, str]:
    return {name: str(fact) for name, fact in facts.items()}


def listens_outside(settings: Settings) -> bool:
    """Do other machines reach the server's port?"""
    return settings.lan or settings.host not in LOOPBACK


def _has_secrets(settings: Settings) -> bool:
    addresses = (settings.database, settings.bus, settings.mail)
    return bool(settings.webhook_secret) or any(map(_has_password, addresses))


def _has_password(address: str) -> bool:
    try:
        return bool(urlsplit(address).password)
    except ValueError:
        return False


def _is_readable_for_others(file: Path) -> bool:
    return os.name == "posix" and bool(file.stat().st_mode & stat.S_IROTH)
