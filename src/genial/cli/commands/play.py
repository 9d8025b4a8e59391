"""`genial play`: a game in the terminal."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.files import BadFile, last_saved_game, new_saved_game, read_text
from genial.cli.game_facts import DEFAULT_PLAYERS, GAMES, GameName
from genial.cli.i18n.messages import Messages, language
from genial.cli.output import FINE, WRONG_RECORD, complain
from genial.cli.parameters import Board, Games, Lang, Layout, Players, Seed, Start, Variant
from genial.cli.terminal.opponents import made, named_in, seat_headers, seated
from genial.core.errors import BadOption, BadRecord

if TYPE_CHECKING:
    from rich.console import Console

    from genial.core.game import State


Humans = Annotated[
    int | None,
    Parameter(metavar="N", help="How many people play, on the first seats; otherwise 1."),
]
Bots = Annotated[
    list[str] | None,
    Parameter(
        name="--bot",
        negative=(),
        metavar="NAME",
        help="Whom to play against: kid, novice, casual, club, expert, genius, or another bot of "
        "the game; once for each, the last takes all seats that remain.",
    ),
]
Resume = Annotated[
    list[str] | None,
    Parameter(
        consume_multiple=(0, 1),
        negative=(),
        metavar="[FILE]",
        help="Go on with a saved game; without a file, with the last that has not ended.",
    ),
]


def play(
    game: Annotated[GameName | None, Parameter(metavar="GAME", help="What to play.")] = None,
    /,
    *,
    players: Players = None,
    variant: Variant = None,
    games: Games = None,
    board: Board = None,
    start: Start = None,
    humans: Humans = None,
    bot: Bots = None,
    seed: Seed = None,
    resume: Resume = None,
    layout: Layout = None,
    lang: Lang = None,
) -> int:
    """Play a game in the terminal, against bots or with others at the same keyboard.

    Without GAME a short menu asks.
    """
    from genial.cli.commands.warm import warm_up
    from genial.cli.consoles import out

    say = Messages(language(lang))
    console = out()
    options = {"players": players, "variant": variant, "games": games, "start": start}
    given: dict[str, object] = {key: value for key, value in options.items() if value is not None}
    if layout is not None:
        from genial.games.spezial.layouts import add

        layout_name = add(layout)
        game = game or "spezial"
        if resume is None:
            board = board or layout_name
    if board is not None:
        given["board"] = board
    if resume is not None:
        if given or (game is not None and layout is None):
            raise BadOption("a game that is resumed brings its own game and options")
        return _resume(resume, humans, bot, seed, console, say)
    if game is None:
        from genial.cli.terminal.menu import choose

        chosen = choose(given, humans, bot or [], console, say)
        if chosen is None:
            return FINE
        game, given, bot = chosen
    from genial import game as game_of

    if "players" not in given and humans is not None and humans in GAMES[game].players:
        given["players"] = max(humans, DEFAULT_PLAYERS)
    rules = game_of(game, **given)
    bots = seated(rules, bot or [], _left_to_bots(1 if humans is None else humans, rules.players))
    warm_up([game], say)
    return _sit_down(rules.start(seed), bots, new_saved_game(game), {}, seed, console, say)


def _left_to_bots(humans: int, players: int) -> range:
    """The seats where nobody sits if people sit on the first ones."""
    if not 0 <= humans <= players:
        raise BadOption(f"humans must be 0 to {players}, not {humans}")
    return range(humans + 1, players + 1)


def _resume(
    names: list[str],
    humans: int | None,
    asked: list[str] | None,
    seed: int | None,
    console: Console,
    say: Messages,
) -> int:
    from genial import replay
    from genial.cli.commands.warm import warm_up
    from genial.core.record import split

    found = Path(names[0]) if names else last_saved_game()
    if found is None:
        raise BadFile(say("resume.none"))
    text = read_text(str(found))
    try:
        headers = split(text)[0].headers
        warm_up([headers["game"]], say)
        state = replay(text, seed=seed)
    except BadRecord as error:
        complain(f"{found}: {error}")
        return WRONG_RECORD
    bots = named_in(headers, state.game)
    if humans is not None:
        seats = _left_to_bots(humans, state.game.players)
        bots = seated(state.game, [], seats) | {seat: bots[seat] for seat in seats if seat in bots}
    if asked:
        bots = seated(state.game, asked, bots)
    path = found if not names else new_saved_game(state.game.name)
    kept = {"date": headers["date"]} if "date" in headers else {}
    if headers.get("takebacks", "").isdecimal():
        kept["takebacks"] = headers["takebacks"]
    return _sit_down(state, bots, path, kept, seed, console, say)


def _sit_down(
    state: State,
    bots: dict[int, str],
    path: Path,
    kept: dict[str, str],
    seed: int | None,
    console: Console,
    say: Messages,
) -> int:
    from genial.cli.commands.warm import warm_up_bots
    from genial.cli.terminal.session import Session

    warm_up_bots(state.game, bots.values(), say)
    headers = {"date": date.today().isoformat()} | kept | seat_headers(state.game, bots)
    session = Session(
        state,
        bots=made(state.game, bots, seed),
        dealer=random.Random() if seed is None else random.Random(f"{seed} dealer"),
        path=path,
        headers=headers,
        console=console,
        say=say,
    )
    return session.run()
