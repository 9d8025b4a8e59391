"""`genial worker`: thinks for a server, in a process or on a machine of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def worker(
    *,
    database: Annotated[
        str | None, Parameter(help="The server's database; otherwise a file among your data.")
    ] = None,
    bus: Annotated[str | None, Parameter(help="The server's bus, nats://…")] = None,
    thinkers: Annotated[
        int | None, Parameter(help="Threads in which bots think; otherwise one a core.")
    ] = None,
    analysis_effort: Annotated[
        int | None, Parameter(help="Playouts for each move of an analysis; otherwise 5000.")
    ] = None,
    log_json: Annotated[
        bool | None, Parameter(help="Write the log as JSON lines.", negative=())
    ] = None,
    config: Annotated[
        Path | None, Parameter(help="A TOML file with these settings.", metavar="FILE")
    ] = None,
) -> int:
    """Think for a server: for its bots, for hints, and about finished games.

    Every setting can also come from the environment (GENIAL_DATABASE=…) or from a TOML file.
    """
    from genial.server.settings import read
    from genial.server.worker import run

    return run(
        read(
            {
                "database": database, "bus": bus, "thinkers": thinkers,
                "analysis_effort": analysis_effort, "log_json": log_json,
            },
            config,
        )
    )  # fmt: skip
