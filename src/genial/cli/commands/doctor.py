"""`genial doctor`: what is wrong with an installation, and how to fix it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from genial.cli.exit_codes import OK, PROBLEM_FOUND
from genial.cli.i18n.messages import Messages, language
from genial.cli.output import one_line, stdout_console
from genial.cli.parameters import Lang, flag
from genial.cli.server_database import run_quietly
from genial.cli.server_settings import Config, ServerOptions, read_settings

if TYPE_CHECKING:
    from genial.server.diagnosis.finding import Finding

_STYLES = {"good": "green", "warning": "yellow", "error": "bold red"}
_WIDE = 500  # columns where no terminal wraps lines


def doctor(
    *,
    options: ServerOptions = ServerOptions(),
    config: Config = None,
    json: Annotated[bool, flag("Print JSON.")] = False,
    lang: Lang = None,
) -> int:
    """Print a line for each check; 1 if anything does not work."""
    say = Messages(language(lang))
    findings = _examine(options, config, say)
    if json:
        _print_json(findings, say)
    else:
        _print_table(findings, say)
    return PROBLEM_FOUND if any(one.state == "error" for one in findings) else OK


def _examine(options: ServerOptions, config: Path | None, say: Messages) -> list[Finding]:
    """Return all findings; with settings that are refused, those of the machine only."""
    from genial.core.errors import BadOption
    from genial.server.diagnosis.database import DatabaseReport
    from genial.server.diagnosis.doctor import diagnose, diagnose_machine
    from genial.server.diagnosis.finding import error

    try:
        settings = read_settings(options, config)
    except BadOption as refused:
        why = say.reason(refused)
        return [error("settings", "refused", why=why), *diagnose_machine(DatabaseReport())]
    return run_quietly(lambda: diagnose(settings, config))


def _sentence(finding: Finding, say: Messages) -> str:
    from genial.server.diagnosis.finding import TIMED_OUT

    facts = dict(finding.facts)
    if facts.get("why") == TIMED_OUT:
        facts["why"] = say("doctor.why.timed-out")
    return one_line(say(f"doctor.{finding.check}.{finding.code}", **facts))


def _print_json(findings: list[Finding], say: Messages) -> None:
    import msgspec

    rows = [{**msgspec.structs.asdict(one), "sentence": _sentence(one, say)} for one in findings]
    print(msgspec.json.encode(rows).decode())


def _print_table(findings: list[Finding], say: Messages) -> None:
    from rich.table import Table
    from rich.text import Text

    console = stdout_console()
    if not console.is_terminal:
        console.width = _WIDE
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    for one in findings:
        state = Text(say(f"doctor.state.{one.state}"), style=_STYLES[one.state])
        table.add_row(state, say(f"doctor.check.{one.check}"), _sentence(one, say))
    states = [one.state for one in findings]
    errors, warnings = states.count("error"), states.count("warning")
    code = "wrong" if errors else "look" if warnings else "well"
    with console.capture() as printed:
        console.print(table)
        console.print(say(f"doctor.result.{code}", errors=errors, warnings=warnings))
    print("\n".join(line.rstrip() for line in printed.get().splitlines()))
