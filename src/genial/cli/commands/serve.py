"""`genial serve`: the home of all games, for a browser near you."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter


def serve(
    *,
    host: Annotated[
        str | None, Parameter(help="The address to listen at; otherwise 127.0.0.1.")
    ] = None,
    port: Annotated[
        int | None, Parameter(help="The port; otherwise 8000, 0 for any free one.")
    ] = None,
    database: Annotated[
        str | None,
        Parameter(help="sqlite:///FILE or postgresql://…; otherwise a file among your data."),
    ] = None,
    bus: Annotated[
        str | None, Parameter(help="nats://…, when several processes serve one database.")
    ] = None,
    origin: Annotated[
        str | None, Parameter(help="Where browsers find this server, as in https://genial.example.")
    ] = None,
    proxies: Annotated[
        int | None, Parameter(help="How many proxies stand in front; they tell who asks.")
    ] = None,
    connections: Annotated[
        int | None,
        Parameter(help="Most connections at once; otherwise 10000, or what open files allow."),
    ] = None,
    connections_per_address: Annotated[
        int | None, Parameter(help="Most of them from one address; otherwise 256.")
    ] = None,
    thinkers: Annotated[
        int | None, Parameter(help="Threads in which bots think; 0: only workers do.")
    ] = None,
    analysis_effort: Annotated[
        int | None, Parameter(help="Playouts for each move of an analysis; otherwise 5000.")
    ] = None,
    stand_in: Annotated[
        str | None, Parameter(help="The level that plays on for somebody who is gone.")
    ] = None,
    patience: Annotated[
        float | None,
        Parameter(help="Seconds until somebody without a connection counts as gone (60)."),
    ] = None,
    log_json: Annotated[
        bool | None, Parameter(help="Write the log as JSON lines.", negative=())
    ] = None,
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"] | None,
        Parameter(help="What is logged; otherwise info. With debug every request is."),
    ] = None,
    metrics: Annotated[
        Literal["local", "open", "off"] | None,
        Parameter(help="Who may read /metrics; otherwise only this machine."),
    ] = None,
    imprint: Annotated[
        str | None, Parameter(metavar="FILE", help="The host's imprint, text or Markdown.")
    ] = None,
    privacy: Annotated[
        str | None, Parameter(metavar="FILE", help="The host's privacy notice.")
    ] = None,
    contact: Annotated[
        str | None, Parameter(help="An e-mail address that push services may write to.")
    ] = None,
    mail: Annotated[
        str | None,
        Parameter(help="smtp://USER:PASSWORD@HOST:587/?from=ADDRESS, or smtps://…, to send mail."),
    ] = None,
    webhook: Annotated[
        str | None, Parameter(help="An address that is told when somebody away is to move.")
    ] = None,
    webhook_secret: Annotated[
        str | None, Parameter(help="What is told there is signed with it.")
    ] = None,
    notify_after: Annotated[
        float | None,
        Parameter(metavar="SECONDS", help="How long a turn lasts until it is told; otherwise 20."),
    ] = None,
    push_locally: Annotated[bool | None, Parameter(show=False, negative=())] = None,
    config: Annotated[
        Path | None, Parameter(help="A TOML file with these settings.", metavar="FILE")
    ] = None,
    browser: Annotated[
        bool, Parameter(name="--open", help="Open a browser.", negative=(), show_default=False)
    ] = False,
) -> int:
    """Serve all games to browsers and programs.

    Every setting can also come from the environment (GENIAL_DATABASE=…) or from a TOML file.
    """
    import gc

    gc.disable()  # until everything is there, nothing is to be collected
    from genial.server.run import run
    from genial.server.settings import read

    settings = read(
        {
            "host": host, "port": port, "database": database, "bus": bus, "origin": origin,
            "proxies": proxies, "thinkers": thinkers, "stand_in": stand_in, "patience": patience,
            "analysis_effort": analysis_effort, "log_json": log_json, "log_level": log_level,
            "metrics": metrics, "imprint": imprint, "privacy": privacy, "contact": contact,
            "mail": mail, "webhook": webhook, "webhook_secret": webhook_secret,
            "notify_after": notify_after, "push_locally": push_locally,
            "connections": connections, "connections_per_address": connections_per_address,
        },
        config,
    )  # fmt: skip
    return run(settings, browser=browser)
