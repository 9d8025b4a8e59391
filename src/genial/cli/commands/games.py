"""`genial games`: list the games and their options."""

from __future__ import annotations

from genial.cli.game_facts import DEFAULT_PLAYERS, GAMES
from genial.cli.i18n.messages import Messages, language
from genial.cli.parameters import Lang
from genial.core.facts import Facts, Option


def games(*, lang: Lang = None) -> None:
    """List the games with their options, the defaults in brackets."""
    from rich.table import Table

    from genial.cli.output import stdout_console

    say = Messages(language(lang))
    console = stdout_console()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(say("games.name"), style="bold", no_wrap=True)
    table.add_column(say("games.players"), no_wrap=True)
    table.add_column(say("games.options"), no_wrap=True)
    table.add_column(say("games.title"))
    for facts in GAMES.values():
        options = ", ".join(_describe(option) for option in facts.options if option.default != "")
        table.add_row(facts.name, _player_range(facts), options or "–", say(f"{facts.name}.title"))
    console.print(table)
    console.print(say("games.every", players=DEFAULT_PLAYERS), soft_wrap=True)


def _describe(option: Option) -> str:
    return f"{option.name} {option.span or 'NAME'} ({option.default})"


def _player_range(facts: Facts) -> str:
    first, last = facts.players[0], facts.players[-1]
    return str(first) if first == last else f"{first}–{last}"
