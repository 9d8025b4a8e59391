"""The menu: choose a game, the number of players and the level of the bots."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from genial.cli.game_facts import DEFAULT_PLAYERS, GAMES, GameName
from genial.cli.i18n.messages import Messages
from genial.cli.output import one_line
from genial.cli.terminal.boards.palette import STRONG
from genial.cli.terminal.keyboard import Keyboard
from genial.cli.terminal.opponents import default_bot

Choice = tuple[GameName, dict[str, object], list[str]]


def choose(
    given: Mapping[str, object],
    humans: int | None,
    bots: list[str],
    console: Console,
    say: Messages,
) -> Choice | None:
    """Ask for a game, its options and the bots; return None if the user quits."""
    keyboard = Keyboard(console)
    console.print(say("menu.title"))
    for number, name in enumerate(GAMES, 1):
        console.print(Text(f"  {number}  {say(f'{name}.title')}", STRONG), soft_wrap=True)
        console.print(f"     {say(f'{name}.about')}", soft_wrap=True)
    try:
        game = _ask_game(keyboard, console, say)
        options = dict(given)
        if "players" not in options and len(GAMES[game].players) > 1:
            options["players"] = _ask_players(keyboard, console, say, game, humans or 1)
        if not bots:
            bots = _ask_level(
                keyboard, console, say, game, options, 1 if humans is None else humans
            )
    except EOFError:
        console.print(say("menu.bye"))
        return None
    return game, options, bots


def _ask_game(keyboard: Keyboard, console: Console, say: Messages) -> GameName:
    names = list(GAMES)
    keyboard.complete_from(lambda: names)
    while True:
        text = keyboard.ask(f"{say('menu.game', default=1)} ").lower() or "1"
        found = [name for name in names if name.startswith(text)]
        if text.isdecimal() and text.isascii() and len(text) == 1 and 1 <= int(text) <= len(names):
            return names[int(text) - 1]
        if len(found) == 1:
            return found[0]
        if say.command(text) == "quit":
            raise EOFError
        console.print(say("menu.no-game", text=one_line(text)), soft_wrap=True)


def _ask_players(
    keyboard: Keyboard, console: Console, say: Messages, game: GameName, humans: int
) -> int:
    allowed = GAMES[game].players
    default = max(DEFAULT_PLAYERS, min(humans, allowed[-1]))
    keyboard.complete_from(lambda: [str(number) for number in allowed])
    while True:
        span = f"{allowed[0]}–{allowed[-1]}"
        text = keyboard.ask(f"{say('menu.players', span=span, default=default)} ")
        if not text:
            return default
        if text in map(str, allowed):
            return int(text)
        if say.command(text.lower()) == "quit":
            raise EOFError
        console.print(say("menu.no-number", text=one_line(text), span=span), soft_wrap=True)


def _ask_level(
    keyboard: Keyboard,
    console: Console,
    say: Messages,
    game: GameName,
    options: dict[str, object],
    humans: int,
) -> list[str]:
    """Ask for the bot on the other seats; return nothing if people take them all."""
    from genial import game as game_of
    from genial.bots import levels
    from genial.bots import names as bot_names

    rules = game_of(game, **options)
    if humans >= rules.players:
        return []
    names = levels(rules) or bot_names(rules)
    default = default_bot(rules)
    titles = [say.bot(name) for name in names]
    for number, title in enumerate(titles, 1):
        console.print(Text.assemble((f"  {number}  {title}", STRONG)), soft_wrap=True)
    keyboard.complete_from(lambda: titles)
    while True:
        text = keyboard.ask(f"{say('menu.level', default=say.bot(default))} ").lower()
        if not text:
            return [default]
        if text in map(str, range(1, len(names) + 1)):
            return [names[int(text) - 1]]
        for name, title in zip(names, titles, strict=True):
            if text in (name, title.lower()):
                return [name]
        if say.command(text) == "quit":
            raise EOFError
        console.print(say("menu.no-level", text=one_line(text)), soft_wrap=True)
