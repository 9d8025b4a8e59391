"""`genial serve`: run the website."""

from __future__ import annotations

from typing import Annotated

from genial.cli.parameters import flag
from genial.cli.server_settings import Config, ServerOptions, read_settings


def serve(
    *,
    options: ServerOptions = ServerOptions(),
    config: Config = None,
    open: Annotated[bool, flag("Open a browser.")] = False,
) -> int:
    """Run the server until it is stopped, and return the exit code."""
    import gc

    gc.disable()  # the server turns it on again; nothing loaded until then is garbage
    from genial.server.run import run

    return run(read_settings(options, config), browser=open)
