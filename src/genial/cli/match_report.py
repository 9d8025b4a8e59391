"""Print the results of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genial.cli.output import stdout_console

if TYPE_CHECKING:
    from rich.table import Table

    from genial.arena.report import BotReport, Report
    from genial.arena.statistics import Interval

_SHOWN_FORFEITS = 5


def percent(share: float | None) -> str:
    """Format a share as a percentage.

    >>> percent(0.7254)
    '72.5 %'
    """
    return "–" if share is None else f"{100 * share:.1f} %"


def span(interval: Interval | None) -> str:
    """Format the interval of a share.

    >>> span((0.661, 0.78))
    '66.1–78.0'
    """
    return "" if interval is None else f"{100 * interval[0]:.1f}–{100 * interval[1]:.1f}"


def elo_span(elo: float | None, interval: Interval | None) -> str:
    """Format an Elo difference with its interval.

    >>> elo_span(168.2, (115.0, 222.4))
    '+168 [+115, +222]'
    """
    if elo is None:
        return "–"
    if interval is None:
        return f"{elo:+.0f}" if round(elo) else "0"
    return f"{elo:+.0f} [{interval[0]:+.0f}, {interval[1]:+.0f}]"


def number(value: float | None) -> str:
    """Format a number with three or four significant digits.

    >>> number(0.123), number(12.34), number(1234.5)
    ('0.12', '12.3', '1,234')
    """
    if value is None:
        return "–"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def summarise(report: Report) -> str:
    """Summarise the standing in a few words, for the progress bar."""
    if not report.deals:
        return "…"
    first = report.bots[0]
    words = f"{first.name[:20]} {percent(first.share)} [{span(first.interval)}]"
    if report.options["players"] == 1:
        words = f"{first.name[:20]}: {number(first.lowest)}"
    if report.sprt is not None:
        low, high = report.sprt.bounds
        words += f" LLR {report.sprt.llr:+.2f} [{low:.2f}, {high:.2f}]"
    return words


def plain_table() -> Table:
    """Return a table without borders."""
    from rich.table import Table

    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")


def headline(report: Report) -> str:
    """Say what was played: the game, its options, the number of games."""
    options = {"players": "players", "games": "games per series"}
    words = []
    for key, value in report.options.items():
        if key == "layout":  # its board is named
            continue
        if key in ("variant", "board", "start") and value in ("standard", "rebuilt", 1):
            continue
        if key == "games" and value == 1:
            continue
        words.append(f"{value} {options[key]}" if key in options else f"{key} {value}")
    if report.options["players"] == 1:
        words[0] = "solo"
    count = f"{plural(report.games, 'game')} of {plural(report.deals, 'deal')}"
    return f"{', '.join([report.game, *words])}: {count}"


def plural(count: int, what: str) -> str:
    """Format a number of things.

    >>> plural(1, "game"), plural(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def print_report(report: Report) -> None:
    """Print a report: a table and a few sentences."""
    console = stdout_console()
    console.print(headline(report), soft_wrap=True)
    if not report.deals:
        console.print("No deal was finished.")
        return
    console.print()
    console.print(_table(report))
    console.print()
    for line in _remarks(report):
        console.print(line, soft_wrap=True)


def _table(report: Report) -> Table:
    solo, crowd = report.options["players"] == 1, report.fair < 0.5
    table = plain_table()
    table.add_column("bot", style="bold", overflow="fold", min_width=8)
    lowest = report.score_label
    if solo:
        table.add_column(lowest, justify="right", no_wrap=True)
        table.add_column("95 %", no_wrap=True)
    if not solo or len(report.bots) > 1:
        table.add_column("best" if solo else "won", justify="right", no_wrap=True)
        table.add_column("95 %", no_wrap=True)
        if crowd and not solo:
            table.add_column("ahead", justify="right", no_wrap=True)
        table.add_column("Elo [95 %]", no_wrap=True)
    if not solo:
        table.add_column(lowest, justify="right", no_wrap=True)
    table.add_column("ms/move", justify="right", no_wrap=True)
    table.add_column("max", justify="right", no_wrap=True)
    for bot in report.bots:
        table.add_row(*_row(bot, solo=solo, crowd=crowd, alone=len(report.bots) == 1))
    return table


def _row(bot: BotReport, *, solo: bool, crowd: bool, alone: bool) -> list[str]:
    cells = [bot.name]
    if solo:
        interval = bot.lowest_interval
        cells += [number(bot.lowest), "" if interval is None else _range(interval)]
    if not (solo and alone):
        cells += [percent(bot.share), span(bot.interval)]
        if crowd and not solo:
            cells.append(percent(bot.utility))
        cells.append(elo_span(bot.elo, bot.elo_interval))
    if not solo:
        cells.append(number(bot.lowest))
    return [*cells, number(bot.ms_per_move), number(bot.max_ms)]


def _range(interval: Interval) -> str:
    return f"{interval[0]:.2f}–{interval[1]:.2f}"


def _remarks(report: Report) -> list[str]:
    from genial.arena.report import stronger

    lines = []
    if report.pairs is not None:
        counts, first = " ".join(map(str, report.pairs)), report.bots[0].name
        lines.append(f"Deals by the score of {first}, from all lost to all won: {counts}")
    if report.superiority is not None:
        lines.append(stronger(report))
    if report.fair not in (0.5, 1.0):
        lines.append(f"Equal bots would each win {percent(report.fair)}; ties are shared equally.")
    if report.sprt is not None:
        lines.append(sprt_line(report))
    if report.unpaired:
        lines.append(f"{plural(report.unpaired, 'game')} of unfinished deals are not counted.")
    if report.forfeits:
        lines += _forfeit_lines(report)
    lines.append(f"Intervals: 95 %, with deals as independent samples. Seed {report.seed}.")
    return lines


def sprt_line(report: Report) -> str:
    """State the result of the sequential test."""
    sprt = report.sprt
    assert sprt is not None
    says = {"accept-h0": "H0 accepted", "accept-h1": "H1 accepted", None: "undecided"}
    low, high = sprt.bounds
    return (
        f"SPRT of {sprt.elo0:g} against {sprt.elo1:g} Elo: {says[sprt.verdict]} "
        f"(LLR {sprt.llr:.2f}, bounds {low:.2f} and {high:.2f})."
    )


def _forfeit_lines(report: Report) -> list[str]:
    count = len(report.forfeits)
    lines = [f"{plural(count, 'game')} forfeited:"]
    for forfeit in report.forfeits[:_SHOWN_FORFEITS]:
        lines.append(f"  game {forfeit.game}, seat {forfeit.seat}, {forfeit.bot}: {forfeit.reason}")
    if count > _SHOWN_FORFEITS:
        lines.append(f"  and {count - _SHOWN_FORFEITS:,} more")
    return lines
