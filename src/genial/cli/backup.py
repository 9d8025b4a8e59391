"""`genial backup` and `genial restore`: all that a server keeps, in one file."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from genial.cli.hosting import Config, Database, run, settings_of
from genial.cli.parameters import flag

File = Annotated[Path, Parameter(metavar="FILE", help="The backup.")]


def backup(
    file: File,
    /,
    *,
    replace: Annotated[bool, flag("Overwrite the file if it is there.")] = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Write all that a server keeps into one file, also while it runs."""
    from genial.server.storage.backup import write
    from genial.server.storage.store import open_engine

    settings = settings_of(database, config)

    async def work() -> dict[str, int]:
        async with open_engine(settings.database) as engine:
            with _bar("Writing") as progress:
                return await write(engine, file, time.time(), progress, replace=replace)

    counts = run(work())
    print(f"{file}: {_counted(counts)}, {file.stat().st_size / 1e6:.1f} MB")


def restore(
    file: File,
    /,
    *,
    replace: Annotated[bool, flag("Delete what is in the database.")] = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Fill an empty database from a backup, whole or not at all."""
    from genial.cli.hosting import when
    from genial.server.storage.backup import restore as fill
    from genial.server.storage.store import open_engine

    settings = settings_of(database, config)
    if not file.is_file():
        raise FileNotFoundError(2, "No such file", str(file))

    async def work() -> tuple[float, dict[str, int]]:
        async with open_engine(settings.database, new=True) as engine:
            with _bar("Reading") as progress:
                said, counts = await fill(engine, file, time.time(), progress, replace=replace)
                return said.at, counts

    at, counts = run(work())
    print(f"Restored as of {when(at)}: {_counted(counts)}")


def _counted(counts: Mapping[str, int]) -> str:
    shown = [("accounts", "people"), ("tables", "tables"), ("events", "events")]
    return ", ".join(f"{counts.get(name, 0)} {words}" for name, words in shown)


@contextmanager
def _bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error that shows how many rows are done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from genial.cli.consoles import err

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = err()
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
