"""A match as one HTML page that needs nothing else: tables, plots, light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from genial.arena.plots import COLOURS, Curve, curves, histogram, times
from genial.arena.report import BotReport, Report, stronger
from genial.arena.standing import Deal, Standing
from genial.arena.statistics import Interval, share_interval

_POINTS = 120  # of a curve
_SHOWN = 50  # forfeits

_STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5c6675; --paper: #fff; --line: #d9dee5;
  --c0: #0b62b8; --c1: #c2410c; --c2: #15803d; --c3: #9333ea; --c4: #b45309; --c5: #0e7490; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --soft: #9aa5b4; --paper: #14181f;
  --line: #333b47; --c0: #6cb2f5; --c1: #fb923c; --c2: #4ade80; --c3: #c084fc; --c4: #fbbf24;
  --c5: #22d3ee; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; line-height: 1.25; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .5rem 0; max-width: 45rem; } .soft { color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .6rem; text-align: right; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th { color: var(--soft); font-weight: 600; font-size: .85rem; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
td small { display: block; color: var(--soft); }
td.text { white-space: normal; text-align: left; overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; font-size: .9em; }
.plots { display: grid; gap: 0 2rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--soft); font: 13px system-ui, sans-serif; }
svg .grid { stroke: var(--line); } svg .level { stroke: var(--soft); stroke-dasharray: 4 4; }
svg .line { fill: none; stroke-width: 2; stroke: var(--c); } svg .bar { fill: var(--c); }
svg .band { fill: var(--c); opacity: .15; }
.dot { display: inline-block; width: .7em; height: .7em; border-radius: 50%; margin-right: .5em;
  background: var(--c); }
.c0 { --c: var(--c0); } .c1 { --c: var(--c1); } .c2 { --c: var(--c2); } .c3 { --c: var(--c3); }
.c4 { --c: var(--c4); } .c5 { --c: var(--c5); }
"""


def page(report: Report, standing: Standing, *, command: str) -> str:
    """Return the whole page."""
    title = f"{report.game}: {' – '.join(bot.name for bot in report.bots)}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="soft">{escape(_about(report))}</p>',
        _results(report),
        *(f"<p>{escape(line)}</p>" for line in _remarks(report)),
    ]
    if report.deals:
        last = report.deals if report.sprt is not None and report.sprt.verdict else None
        parts.append(_plots(report, standing, standing.complete(last)))
    if report.forfeits:
        parts.append(_forfeits(report))
    parts.append(f"<h2>How it was made</h2><p><code>{escape(command)}</code></p>{_footer(report)}")
    return document(title, parts)


def document(title: str, parts: Sequence[str]) -> str:
    """Return a page that needs no other file, light or dark."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body><main>\n{chr(10).join(parts)}\n</main></body></html>\n"
    )


def _about(report: Report) -> str:
    options = ", ".join(f"{key} {value}" for key, value in report.options.items())
    return f"{report.games:,} games of {report.deals:,} deals; {options}"


def percent(share: float | None) -> str:
    """Return a share in per cent."""
    return "–" if share is None else f"{100 * share:.1f} %"


def _with(value: str, interval: Interval | None, kind: str, factor: float = 1) -> str:
    """Return a number and, smaller below it, its interval."""
    if interval is None:
        return value
    low, high = (format(factor * bound, kind) for bound in interval)
    return f"{value}<small>{low} to {high}</small>"


def _results(report: Report) -> str:
    rows = [_row(bot, report) for bot in report.bots]
    head = "".join(f"<th>{text}</th>" for text in ("bot", *rows[0]))
    lines = []
    for place, (bot, cells) in enumerate(zip(report.bots, rows, strict=True)):
        name = f'<span class="dot c{place % COLOURS}"></span>{escape(bot.name)}'
        lines.append(f"<tr><td>{name}</td>{''.join(f'<td>{c}</td>' for c in cells.values())}</tr>")
    return f'<div class="wide"><table><tr>{head}</tr>{"".join(lines)}</table></div>'


def _row(bot: BotReport, report: Report) -> dict[str, str]:
    """Return the cells of a bot by their headings."""
    elo = "–" if bot.elo is None else f"{bot.elo:+.0f}" if bot.elo_interval else "0"
    lowest = "–" if bot.lowest is None else f"{bot.lowest:.2f}"
    solo = report.options["players"] == 1
    cells = {"best" if solo else "won": _with(percent(bot.share), bot.interval, ".1f", 100)}
    if report.fair < 0.5 and not solo:
        cells["ahead of"] = _with(percent(bot.utility), bot.utility_interval, ".1f", 100)
    cells["Elo"] = _with(elo, bot.elo_interval, "+.0f")
    cells[report.score_label] = _with(lowest, bot.lowest_interval, ".2f")
    cells["ms a move"] = "–" if bot.ms_per_move is None else f"{bot.ms_per_move:,.2f}"
    cells["longest"] = "–" if bot.max_ms is None else f"{bot.max_ms:,.1f}"
    cells["won, tied, lost"] = f"{bot.wins:,}, {bot.ties:,}, {bot.losses:,}"
    if report.forfeits:
        cells["forfeits"] = f"{bot.forfeits:,}"
    return cells


def _remarks(report: Report) -> list[str]:
    solo = report.options["players"] == 1
    how = "by each bot alone" if solo else "once for each rotation of the seats"
    lines = [
        f"Every deal was played {how}. The intervals are 95 % intervals that take the deals, not "
        "the games, as independent. Elo points are above the last bot."
    ]
    if report.fair not in (0.5, 1.0):
        lines.append(f"Equal bots would each have a share of {percent(report.fair)}.")
    if report.superiority is not None:
        lines.append(stronger(report))
    if report.sprt is not None:
        test = report.sprt
        verdict = {"accept-h0": "H0 accepted", "accept-h1": "H1 accepted", None: "undecided"}
        lines.append(
            f"Sequential test of {test.elo0:g} against {test.elo1:g} Elo: {verdict[test.verdict]}, "
            f"log-likelihood ratio {test.llr:.2f} between {test.bounds[0]:.2f} and "
            f"{test.bounds[1]:.2f}."
        )
    return lines


def _plots(report: Report, standing: Standing, deals: Sequence[Deal]) -> str:
    games = [game for deal in deals for game in standing.games[deal.number]]
    lowest = [
        [points for g in games for seat, bot in enumerate(g.seats)
         if bot == place and (points := g.points(seat)) is not None]
        for place in range(len(report.bots))
    ]  # fmt: skip
    parts = []
    if len(deals) > 1 and len(report.bots) > 1:
        drawn = _curves(report, standing, deals)
        parts.append(f"<section><h2>Share of wins over games</h2>{drawn}</section>")
    if any(lowest):
        what = "Lowest colour" if report.score_label == "lowest" else "Points"
        title = f"{what} at the end"
        drawn = histogram(title, lowest)
        parts.append(f"<section><h2>{title}</h2>{drawn}</section>")
    rows = [(bot.name, bot.ms_per_move or 0.0, bot.max_ms or 0.0) for bot in report.bots]
    title = "Time for a move: mean (bar) and longest"
    parts.append(f"<section><h2>{title}</h2>{times(title, rows)}</section>")
    return f'<div class="plots">{"".join(parts)}</div>'


def _curves(report: Report, standing: Standing, deals: Sequence[Deal]) -> str:
    """Plot the shares of the bots; of two, which mirror each other, only the first."""
    shown = range(1) if len(report.bots) == 2 and report.fair == 0.5 else range(len(report.bots))
    step = max(1, len(deals) // _POINTS)
    stops = sorted({*range(2, len(deals) + 1, step), len(deals)})
    sizes = [len(standing.games[deal.number]) for deal in deals]
    lines = []
    for place in shown:
        values, bands = [], []
        for stop in stops:
            shares = [deal.shares[place] for deal in deals[:stop] if place in deal.shares]
            values.append(sum(shares) / len(shares) if shares else report.fair)
            bands.append(share_interval(shares))
        lines.append(Curve(place, values, bands))
    return curves("Share of wins", lines, [sum(sizes[:stop]) for stop in stops], report.fair)


def _forfeits(report: Report) -> str:
    rows = "".join(
        f"<tr><td>{forfeit.game}</td><td class=text>{escape(forfeit.bot)}</td>"
        f"<td>{forfeit.seat}</td><td class=text>{escape(forfeit.reason)}</td></tr>"
        for forfeit in report.forfeits[:_SHOWN]
    )
    more = len(report.forfeits) - _SHOWN
    rest = f"<p>And {more:,} more.</p>" if more > 0 else ""
    head = "<tr><th>game</th><th>bot</th><th>seat</th><th>reason</th></tr>"
    return f'<h2>Forfeits</h2><div class="wide"><table>{head}{rows}</table></div>{rest}'


def _footer(report: Report) -> str:
    told = "".join(f"; {key} {value}" for key, value in report.told.items())
    clock = "" if report.clock is None else f"; clock {report.clock[0]:g} s + {report.clock[1]:g} s"
    return (
        f'<p class="soft">genial {escape(report.version)}; seed {report.seed}{escape(told)}; '
        f"at most {report.limit:g} s a move{clock}.</p>"
    )
