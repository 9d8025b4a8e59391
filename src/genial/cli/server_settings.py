"""The options of the commands that work with a server: one option for each of its settings."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from genial.server.settings import Settings

Config = Annotated[
    Path | None, Parameter(metavar="FILE", help="A TOML file with the server's settings.")
]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class DatabaseOptions:
    """Which database a command works on; None is as the environment or the file has it."""

    database: Annotated[
        str | None,
        Parameter(
            help="sqlite:///FILE or postgresql://… (default: a file in your data folder).",
        ),
    ] = None


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class BusOptions(DatabaseOptions):
    """A database, and the bus that connects the processes that work on it."""

    bus: Annotated[
        str | None, Parameter(help="nats://…, if several processes share a database.")
    ] = None


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class WorkerOptions(BusOptions):
    """The settings of a worker."""

    thinkers: Annotated[
        int | None,
        Parameter(help="Threads for bots (default: one per core); 0 leaves bots to workers."),
    ] = None
    analysis_effort: Annotated[
        int | None, Parameter(help="Playouts per move of an analysis (default: 5000).")
    ] = None
    log_json: Annotated[
        bool | None, Parameter(help="Write the log as JSON lines.", negative=())
    ] = None


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ServerOptions(WorkerOptions):
    """All settings of a server."""

    host: Annotated[
        str | None, Parameter(help="The address to listen on (default: 127.0.0.1).")
    ] = None
    port: Annotated[int | None, Parameter(help="The port (default: 8000); 0 picks a free one.")] = (
        None
    )
    lan: Annotated[
        bool | None,
        Parameter(
            help="Listen in the local network, and show the address as a QR code.", negative=()
        ),
    ] = None
    origin: Annotated[
        str | None, Parameter(help="The public address, as in https://genial.example.")
    ] = None
    proxies: Annotated[
        int | None, Parameter(help="Number of trusted reverse proxies in front of the server.")
    ] = None
    connections: Annotated[
        int | None,
        Parameter(help="Maximum number of connections (default: 10000, or the open-file limit)."),
    ] = None
    connections_per_address: Annotated[
        int | None, Parameter(help="Maximum number from one address (default: 256).")
    ] = None
    stand_in: Annotated[
        str | None, Parameter(help="The level of the bot that replaces an absent player.")
    ] = None
    patience: Annotated[
        float | None,
        Parameter(
            metavar="SECONDS",
            help="How long a player may be disconnected before they count as absent (default: 60).",
        ),
    ] = None
    spezial_board: Annotated[
        str | None,
        Parameter(
            metavar="BOARD",
            help="Genial Spezial: the board of new tables, a layout file, generated-N or a board "
            "that you added (default: rebuilt).",
        ),
    ] = None
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"] | None,
        Parameter(help="The log level (default: info); debug logs every request."),
    ] = None
    metrics: Annotated[
        Literal["local", "open", "off"] | None,
        Parameter(help="Access to /metrics (default: only from this machine)."),
    ] = None
    imprint: Annotated[
        str | None, Parameter(metavar="FILE", help="Your imprint, as text or Markdown.")
    ] = None
    privacy: Annotated[
        str | None, Parameter(metavar="FILE", help="Your privacy notice, as text or Markdown.")
    ] = None
    contact: Annotated[str | None, Parameter(help="Your e-mail address, for push services.")] = None
    mail: Annotated[
        str | None,
        Parameter(help="The mail server: smtp://USER:PASSWORD@HOST:587/?from=ADDRESS or smtps://…"),
    ] = None
    webhook: Annotated[
        str | None, Parameter(help="An address to call when it is an absent player's turn.")
    ] = None
    webhook_secret: Annotated[str | None, Parameter(help="The secret that signs these calls.")] = (
        None
    )
    notify_after: Annotated[
        float | None,
        Parameter(
            metavar="SECONDS", help="How long a turn lasts before a notification (default: 20)."
        ),
    ] = None
    push_locally: Annotated[bool | None, Parameter(show=False, negative=())] = None


def read_settings(options: DatabaseOptions, config: Path | None) -> Settings:
    """Return the server's settings from options, environment and file; raises BadOption."""
    from genial.server.settings import read

    return read(asdict(options), config)
