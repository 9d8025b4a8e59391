"""`genial admin`: looking after people, tables and reports, while the server runs or not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from cyclopts import Parameter

from genial.cli.hosting import Bus, Config, Database, administered, run, settings_of, when
from genial.cli.parameters import flag

if TYPE_CHECKING:
    from genial.server.accounts.admin import Admin, ReportRow

Who = Annotated[
    str, Parameter(metavar="WHO", help="An account, or a name.", allow_leading_hyphen=True)
]
Page = Annotated[int, Parameter(metavar="N", help="Which page.")]
AsJson = Annotated[bool, flag("Print JSON.")]


def _asked(
    work: Callable[[Admin], Awaitable[str | None]],
    database: str | None,
    bus: str | None,
    config: Path | None,
) -> None:
    """Let somebody look after the home, and say what he says."""

    async def do() -> str | None:
        async with administered(settings_of(database, config, bus)) as admin:
            return await work(admin)

    said = run(do())
    if said:
        print(said)


def people(
    *,
    search: Annotated[str, Parameter(help="A part of the name.")] = "",
    kind: Annotated[
        Literal["guest", "kept", "bot", "admin", "banned"] | None, Parameter(help="Only such.")
    ] = None,
    page: Page = 1,
    json: AsJson = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """People, the newest first."""

    async def work(admin: Admin) -> str:
        found = await admin.accounts(search, kind, max(1, page))
        return _listed(
            found, json, ("account", "name", "kinds", "arrived"),
            [(p.account, p.name, " ".join(p.kinds), when(p.created)) for p in found],
        )  # fmt: skip

    _asked(work, database, None, config)


def tables(
    *,
    phase: Annotated[
        Literal["waiting", "playing", "over"] | None, Parameter(help="Only such.")
    ] = None,
    game: Annotated[str, Parameter(help="Only of this game.")] = "",
    of: Annotated[
        str, Parameter(metavar="WHO", help="Only where he sits.", allow_leading_hyphen=True)
    ] = "",
    page: Page = 1,
    json: AsJson = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Tables, private ones too, the liveliest first."""

    async def work(admin: Admin) -> str:
        account = (await admin.find(of)).account if of else ""
        found = await admin.tables(phase, game, account, max(1, page))
        return _listed(
            found, json, ("table", "game", "phase", "events", "last event"),
            [(t.table, t.game, t.phase, str(t.number), when(t.changed)) for t in found],
        )  # fmt: skip

    _asked(work, database, None, config)


def reports(
    *,
    closed: Annotated[bool, flag("Those that are closed.")] = False,
    page: Page = 1,
    json: AsJson = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Reports, the newest first."""

    async def work(admin: Admin) -> str:
        found = await admin.reports(closed=closed, page=max(1, page))
        return _listed(
            found, json, ("report", "when", "by", "about", "table", "text", "said", "note"),
            [(r.report, when(r.at), r.account, r.about, r.table or "–", r.text, _said(r), r.note)
             for r in found],
        )  # fmt: skip

    _asked(work, database, None, config)


def ban(who: Who, /, *, database: Database = None, bus: Bus = None, config: Config = None) -> None:
    """Refuse somebody from now on."""

    async def work(admin: Admin) -> str:
        account = await admin.find(who)
        await admin.ban(account)
        return f"{account.name} is banned."

    _asked(work, database, bus, config)


def unban(who: Who, /, *, database: Database = None, config: Config = None) -> None:
    """Welcome somebody again."""

    async def work(admin: Admin) -> str:
        account = await admin.find(who)
        await admin.unban(account)
        return f"{account.name} is welcome again."

    _asked(work, database, None, config)


def rename(
    who: Who,
    name: Annotated[str, Parameter(metavar="NAME", help="The new name.")],
    /,
    *,
    database: Database = None,
    config: Config = None,
) -> None:
    """Give somebody another name."""

    async def work(admin: Admin) -> str:
        account = await admin.find(who)
        renamed = await admin.rename(account, name)
        return f"{account.name} is called {renamed.name} now."

    _asked(work, database, None, config)


def delete(
    who: Who,
    /,
    *,
    yes: Annotated[bool, flag("Do not ask.")] = False,
    database: Database = None,
    bus: Bus = None,
    config: Config = None,
) -> None:
    """Delete an account; games stay, without its name."""

    async def work(admin: Admin) -> str:
        account = await admin.find(who)
        if not yes and not _sure(f"Delete the account {account.account} of {account.name}?"):
            return "Nothing was deleted."
        await admin.delete(account)
        return f"The account {account.account} is deleted."

    _asked(work, database, bus, config)


def make_admin(
    who: Who,
    /,
    *,
    off: Annotated[bool, flag("Make somebody no longer an admin.")] = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Make an admin of somebody who keeps a name with a password."""

    async def work(admin: Admin) -> str:
        account = await admin.find(who)
        await admin.make_admin(account, on=not off)
        return f"{account.name} is {'no longer an' if off else 'an'} admin."

    _asked(work, database, None, config)


def end(
    table: Annotated[
        str, Parameter(metavar="TABLE", help="Its name, as in its link.", allow_leading_hyphen=True)
    ],
    /,
    *,
    database: Database = None,
    bus: Bus = None,
    config: Config = None,
) -> None:
    """End a table; nobody wins."""

    async def work(admin: Admin) -> str:
        await admin.end(table)
        return f"The table {table} is over."

    _asked(work, database, bus, config)


def close(
    report: Annotated[
        str,
        Parameter(metavar="REPORT", help="Its name, as it is listed.", allow_leading_hyphen=True),
    ],
    /,
    *,
    note: Annotated[str, Parameter(help="What was done.")] = "",
    database: Database = None,
    config: Config = None,
) -> None:
    """Close a report."""

    async def work(admin: Admin) -> str:
        await admin.close(report, note)
        return f"The report {report} is closed."

    _asked(work, database, None, config)


def _said(report: ReportRow) -> str:
    """What was said, in one line; the line that was reported is marked."""
    return " / ".join(
        f"{'» ' if line.number == report.line else ''}{line.name}: {line.text}"
        for line in report.said
    )


def _sure(question: str) -> bool:
    from rich.prompt import Confirm

    from genial.cli.consoles import err
    from genial.core.errors import BadOption

    console = err()
    if not console.is_terminal:
        raise BadOption(f"{question} Say --yes.")
    return Confirm.ask(question, console=console, default=False)


def _listed(
    found: Sequence[msgspec.Struct], json: bool, heads: Sequence[str], rows: list[tuple[str, ...]]
) -> str:
    """Rows for people, or as JSON."""
    from genial.cli.exits import one_line

    if json:
        return msgspec.json.encode(found).decode()
    if not rows:
        return "There are none."
    lines = [tuple(heads), *(tuple(map(one_line, row)) for row in rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(heads))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
