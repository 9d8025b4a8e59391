"""Run all checks: those that wait for others at the same time."""

from __future__ import annotations

import asyncio
from pathlib import Path

from genial.server.diagnosis.addresses import check_public_address, check_server
from genial.server.diagnosis.bus import check_bus
from genial.server.diagnosis.database import DatabaseReport, check_database
from genial.server.diagnosis.finding import Finding
from genial.server.diagnosis.machine import (
    check_clock,
    check_compiled,
    check_disk,
    check_versions,
)
from genial.server.diagnosis.settings import check_settings
from genial.server.settings import Settings


async def diagnose(settings: Settings, file: Path | None) -> list[Finding]:
    """Return what is right and wrong with a server of these settings, read from a file or not."""
    report, bus, server, public = await asyncio.gather(
        check_database(settings.database),
        check_bus(settings.bus),
        check_server(settings),
        check_public_address(settings),
    )
    return [
        *check_settings(settings, file),
        *report.findings, *bus, *server, *public,
        *await asyncio.to_thread(diagnose_machine, report),
    ]  # fmt: skip


def diagnose_machine(report: DatabaseReport) -> list[Finding]:
    """Return what is right and wrong with this machine; no settings are needed for that."""
    return [*check_clock(report), *check_disk(report), *check_versions(), *check_compiled()]
