"""`genial games`: the four games and their options."""

from __future__ import annotations

from genial.cli.game_facts import DEFAULT_PLAYERS, GAMES, About
from genial.cli.i18n.messages import Messages, language
from genial.cli.parameters import Lang


def games(*, lang: Lang = None) -> None:
    """List the games with their options, the defaults in brackets."""
    from rich.table import Table

    from genial.cli.consoles import out

    say = Messages(language(lang))
    console = out()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(say("games.name"), style="bold", no_wrap=True)
    table.add_column(say("games.players"), no_wrap=True)
    table.add_column(say("games.options"), no_wrap=True)
    table.add_column(say("games.title"), no_wrap=True, overflow="ellipsis")
    for about in GAMES.values():
        options = ", ".join(_option(*option) for option in about.options)
        table.add_row(about.name, _span(about), options or "–", say(f"{about.name}.title"))
    console.print(table)
    console.print(say("games.every", players=DEFAULT_PLAYERS), soft_wrap=True)


def _option(name: str, default: str, values: str) -> str:
    return f"{name} {values or 'NAME'} ({default})"


def _span(about: About) -> str:
    first, last = about.players[0], about.players[-1]
    return str(first) if first == last else f"{first}–{last}"
