"""`genial worker`: run bots, hints and analyses for a server."""

from __future__ import annotations

from genial.cli.server_settings import Config, WorkerOptions, read_settings


def worker(
    *,
    options: WorkerOptions = WorkerOptions(),
    config: Config = None,
) -> int:
    """Run a worker until it is stopped, and return the exit code."""
    from genial.server.cluster.worker import run

    return run(read_settings(options, config))
