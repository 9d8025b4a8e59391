"""`genial admin`: manage accounts, tables and reports of a server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from cyclopts import Parameter

from genial.cli.parameters import flag
from genial.cli.server_database import format_time, open_admin, run_quietly
from genial.cli.server_settings import BusOptions, Config, DatabaseOptions, read_settings

if TYPE_CHECKING:
    from genial.server.accounts.admin import Admin, ReportRow

Account = Annotated[
    str,
    Parameter(
        metavar="ACCOUNT", help="The ID or the name of an account.", allow_leading_hyphen=True
    ),
]
Page = Annotated[int, Parameter(metavar="N", help="The page.")]
AsJson = Annotated[bool, flag("Print JSON.")]


def _run(
    work: Callable[[Admin], Awaitable[str]], options: DatabaseOptions, config: Path | None
) -> None:
    """Do something as an admin and print the answer."""

    async def do() -> str:
        async with open_admin(read_settings(options, config)) as admin:
            return await work(admin)

    print(run_quietly(do))


def people(
    *,
    search: Annotated[str, Parameter(help="Part of the name.")] = "",
    kind: Annotated[
        Literal["guest", "kept", "bot", "admin", "banned"] | None,
        Parameter(help="Only accounts of this kind."),
    ] = None,
    page: Page = 1,
    json: AsJson = False,
    options: DatabaseOptions = DatabaseOptions(),
    config: Config = None,
) -> None:
    """List accounts, newest first."""

    async def work(admin: Admin) -> str:
        found = await admin.accounts(search, kind, max(1, page))
        return _format_rows(
            found, json, ("account", "name", "kinds", "arrived"),
            [(p.account, p.name, " ".join(p.kinds), format_time(p.created)) for p in found],
        )  # fmt: skip

    _run(work, options, config)


def tables(
    *,
    phase: Annotated[
        Literal["waiting", "playing", "over"] | None, Parameter(help="Only tables in this phase.")
    ] = None,
    game: Annotated[str, Parameter(help="Only tables of this game.")] = "",
    of: Annotated[
        str,
        Parameter(
            metavar="ACCOUNT", help="Only tables with this player.", allow_leading_hyphen=True
        ),
    ] = "",
    page: Page = 1,
    json: AsJson = False,
    options: DatabaseOptions = DatabaseOptions(),
    config: Config = None,
) -> None:
    """List tables, including private ones, most active first."""

    async def work(admin: Admin) -> str:
        account = (await admin.find(of)).account if of else ""
        found = await admin.tables(phase, game, account, max(1, page))
        return _format_rows(
            found, json, ("table", "game", "phase", "events", "last event"),
            [(t.table, t.game, t.phase, str(t.number), format_time(t.changed)) for t in found],
        )  # fmt: skip

    _run(work, options, config)


def reports(
    *,
    closed: Annotated[bool, flag("List closed reports instead.")] = False,
    page: Page = 1,
    json: AsJson = False,
    options: DatabaseOptions = DatabaseOptions(),
    config: Config = None,
) -> None:
    """List reports, newest first."""

    async def work(admin: Admin) -> str:
        found = await admin.reports(closed=closed, page=max(1, page))
        return _format_rows(
            found, json, ("report", "when", "by", "about", "table", "text", "chat", "note"),
            [(r.report, format_time(r.at), r.account, r.about, r.table or "–", r.text,
              _quote_chat(r), r.note) for r in found],
        )  # fmt: skip

    _run(work, options, config)


def ban(account: Account, /, *, options: BusOptions = BusOptions(), config: Config = None) -> None:
    """Ban an account."""

    async def work(admin: Admin) -> str:
        found = await admin.find(account)
        await admin.ban(found)
        return f"{found.name} is banned."

    _run(work, options, config)


def unban(
    account: Account, /, *, options: DatabaseOptions = DatabaseOptions(), config: Config = None
) -> None:
    """Lift the ban of an account."""

    async def work(admin: Admin) -> str:
        found = await admin.find(account)
        await admin.unban(found)
        return f"{found.name} is no longer banned."

    _run(work, options, config)


def rename(
    account: Account,
    name: Annotated[str, Parameter(metavar="NAME", help="The new name.")],
    /,
    *,
    options: DatabaseOptions = DatabaseOptions(),
    config: Config = None,
) -> None:
    """Rename an account."""

    async def work(admin: Admin) -> str:
        found = await admin.find(account)
        renamed = await admin.rename(found, name)
        return f"{found.name} is now called {renamed.name}."

    _run(work, options, config)


def delete(
    account: Account,
    /,
    *,
    yes: Annotated[bool, flag("Do not ask for confirmation.")] = False,
    options: BusOptions = BusOptions(),
    config: Config = None,
) -> None:
    """Delete an account; its games stay, without its name."""

    async def work(admin: Admin) -> str:
        found = await admin.find(account)
        if not yes and not _confirm(f"Delete account {found.account} ({found.name})?"):
            return "Nothing deleted."
        await admin.delete(found)
        return f"Account {found.account} is deleted."

    _run(work, options, config)


def make_admin(
    account: Account,
    /,
    *,
    off: Annotated[bool, flag("Withdraw the rights of an admin.")] = False,
    options: DatabaseOptions = DatabaseOptions(),
    config: Config = None,
) -> None:
    """Make a registered account an admin, or withdraw these rights."""

    async def work(admin: Admin) -> str:
        found = await admin.find(account)
        await admin.make_admin(found, on=not off)
        return f"{found.name} is {'no longer an' if off else 'an'} admin."

    _run(work, options, config)


def setup(
    *,
    name: Annotated[str | None, Parameter(help="The name of the first admin.")] = None,
    password_file: Annotated[
        str | None,
        Parameter(metavar="FILE", help="A file with the password, or - for standard input."),
    ] = None,
    options: DatabaseOptions = DatabaseOptions(),
    config: Config = None,
) -> None:
    """Create the first admin, or promote an account with its password."""
    settings = read_settings(options, config)

    async def do() -> str:
        async with open_admin(settings, new=True) as admin:
            await admin.check_no_admin()
            account, is_new = await admin.set_up(*_name_and_password(name, password_file))
            how = "An account with this name has been created" if is_new else "The account existed"
            return f"{account.name} is the first admin. {how}; sign in with it in the browser."

    print(run_quietly(do))


def _name_and_password(name: str | None, password_file: str | None) -> tuple[str, str]:
    """Return what the options or the person at the terminal say; raise GenialError."""
    import getpass
    import sys

    from genial.cli.files import read_text
    from genial.core.errors import BadOption

    has_all = name is not None and password_file is not None
    if not has_all and not sys.stdin.isatty():
        raise BadOption(
            "without a terminal, use --name NAME and --password-file FILE (- for standard input)"
        )
    try:
        if name is None:
            name = input("Name of the first admin: ")
        if password_file is not None:
            password = read_text(password_file).rstrip("\r\n")
            if "\n" in password or "\r" in password:
                raise BadOption("the password must be one line")
            return name, password
        password = getpass.getpass("Password: ")
        if getpass.getpass("The same password again: ") != password:
            raise BadOption("the two passwords differ: start again")
    except EOFError:
        raise BadOption("no name or no password was typed") from None
    return name, password


def end(
    table: Annotated[
        str,
        Parameter(
            metavar="TABLE", help="The table's ID, as in its link.", allow_leading_hyphen=True
        ),
    ],
    /,
    *,
    options: BusOptions = BusOptions(),
    config: Config = None,
) -> None:
    """End the game at a table without a result."""

    async def work(admin: Admin) -> str:
        await admin.end(table)
        return f"The game at table {table} is over."

    _run(work, options, config)


def close(
    report: Annotated[
        str,
        Parameter(metavar="REPORT", help="The report's ID, as listed.", allow_leading_hyphen=True),
    ],
    /,
    *,
    note: Annotated[str, Parameter(help="A note, such as what was done.")] = "",
    options: DatabaseOptions = DatabaseOptions(),
    config: Config = None,
) -> None:
    """Close a report."""

    async def work(admin: Admin) -> str:
        await admin.close(report, note)
        return f"Report {report} is closed."

    _run(work, options, config)


def _quote_chat(report: ReportRow) -> str:
    """Return the chat in one line, with a mark at the reported message."""
    return " / ".join(
        f"{'» ' if line.number == report.line else ''}{line.name}: {line.text}"
        for line in report.said
    )


def _confirm(question: str) -> bool:
    from rich.prompt import Confirm

    from genial.cli.output import stderr_console
    from genial.core.errors import BadOption

    console = stderr_console()
    if not console.is_terminal:
        raise BadOption(f"{question} Use --yes to confirm.")
    return Confirm.ask(question, console=console, default=False)


def _format_rows(
    found: Sequence[msgspec.Struct], json: bool, heads: Sequence[str], rows: list[tuple[str, ...]]
) -> str:
    """Format rows as a table or as JSON."""
    from genial.cli.output import one_line

    if json:
        return msgspec.json.encode(found).decode()
    if not rows:
        return "Nothing found."
    lines = [tuple(heads), *(tuple(map(one_line, row)) for row in rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(heads))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
