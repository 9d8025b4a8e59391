"""`genial backup` and `genial restore`: a server's database as one file."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from genial.cli.parameters import flag
from genial.cli.server_database import format_time, run_quietly
from genial.cli.server_settings import Config, DatabaseOptions, read_settings

File = Annotated[Path, Parameter(metavar="FILE", help="The backup file.")]


def backup(
    file: File,
    /,
    *,
    replace: Annotated[bool, flag("Overwrite an existing file.")] = False,
    options: DatabaseOptions = DatabaseOptions(),
    config: Config = None,
) -> None:
    """Write a server's whole database to one file, even while the server runs."""
    from genial.server.storage.backup import write
    from genial.server.storage.store import open_engine

    settings = read_settings(options, config)

    async def work() -> dict[str, int]:
        async with open_engine(settings.database) as engine:
            with _progress_bar("Writing") as progress:
                return await write(engine, file, time.time(), progress, replace=replace)

    counts = run_quietly(work)
    print(f"{file}: {_summary(counts)}, {file.stat().st_size / 1e6:.1f} MB")


def restore(
    file: File,
    /,
    *,
    replace: Annotated[bool, flag("Delete the contents of the database first.")] = False,
    options: DatabaseOptions = DatabaseOptions(),
    config: Config = None,
) -> None:
    """Fill an empty database from a backup, completely or not at all."""
    from genial.server.storage.backup import restore as fill
    from genial.server.storage.store import open_engine

    settings = read_settings(options, config)
    if not file.is_file():
        raise FileNotFoundError(2, "No such file", str(file))

    async def work() -> tuple[float, dict[str, int]]:
        async with open_engine(settings.database, new=True) as engine:
            with _progress_bar("Reading") as progress:
                header, counts = await fill(engine, file, time.time(), progress, replace=replace)
                return header.at, counts

    at, counts = run_quietly(work)
    print(f"Restored as of {format_time(at)}: {_summary(counts)}")


def _summary(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{counts.get(name, 0)} {name}" for name in ("accounts", "tables", "events"))


@contextmanager
def _progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show on standard error how many rows are done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from genial.cli.output import stderr_console

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = stderr_console()
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
