"""`genial play`: play a game in the terminal."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.exit_codes import OK, WRONG_RECORD
from genial.cli.files import BadFile, read_text
from genial.cli.game_facts import DEFAULT_PLAYERS, GAMES, GameName
from genial.cli.i18n.messages import Messages, language
from genial.cli.output import complain
from genial.cli.parameters import (
    Board,
    Lang,
    Layout,
    Players,
    Seed,
    Series,
    Start,
    Variant,
    add_layout,
    choose_board,
)
from genial.cli.terminal.opponents import (
    assign_bots,
    bots_in_record,
    create_bots,
    seat_headers,
)
from genial.cli.terminal.saved_games import last_saved_game, new_saved_game
from genial.core.errors import BadOption, BadRecord

if TYPE_CHECKING:
    from rich.console import Console

    from genial.core.state import State


Humans = Annotated[
    int | None,
    Parameter(metavar="N", help="Number of human players, on the first seats (default: 1)."),
]
Bots = Annotated[
    list[str] | None,
    Parameter(
        name="--bot",
        negative=(),
        metavar="NAME",
        help="A level from kid to genius, or another bot of the game. Repeat it for several bots; "
        "the last one takes all remaining seats.",
    ),
]
Resume = Annotated[
    list[str] | None,
    Parameter(
        consume_multiple=(0, 1),
        negative=(),
        metavar="[FILE]",
        help="Resume a saved game; without a file, the last unfinished one.",
    ),
]


def play(
    game: Annotated[GameName | None, Parameter(metavar="GAME", help="The game.")] = None,
    /,
    *,
    players: Players = None,
    variant: Variant = None,
    games: Series = None,
    board: Board = None,
    start: Start = None,
    humans: Humans = None,
    bot: Bots = None,
    seed: Seed = None,
    resume: Resume = None,
    layout: Layout = None,
    lang: Lang = None,
) -> int:
    """Play a game in the terminal and return the exit code; without GAME, a menu asks."""
    from genial.cli.compilation import compile_games
    from genial.cli.output import stdout_console

    say = Messages(language(lang))
    console = stdout_console()
    options = {"players": players, "variant": variant, "games": games, "start": start}
    given: dict[str, object] = {key: value for key, value in options.items() if value is not None}
    if layout is not None:
        game = game or "spezial"
        add_layout(layout)
    if board is not None:
        given["board"] = board
    if resume is not None:
        if given or (game is not None and layout is None):
            raise BadOption("a resumed game has its own game and options")
        return _resume(resume, humans, bot, seed, console, say)
    given = choose_board(given, layout)
    if game is None:
        from genial.cli.terminal.menu import choose

        chosen = choose(given, humans, bot or [], console, say)
        if chosen is None:
            return OK
        game, given, bot = chosen
    from genial import game as game_of

    if "players" not in given and humans is not None and humans in GAMES[game].players:
        given["players"] = max(humans, DEFAULT_PLAYERS)
    rules = game_of(game, **given)
    bots = assign_bots(rules, bot or [], _bot_seats(1 if humans is None else humans, rules.players))
    compile_games([game], say)
    return _run_session(rules.start(seed), bots, new_saved_game(game), {}, seed, console, say)


def _bot_seats(humans: int, players: int) -> range:
    """Return the seats of the bots if people take the first ones."""
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
    from genial.cli.compilation import compile_games
    from genial.core.record import split

    found = Path(names[0]) if names else last_saved_game()
    if found is None:
        raise BadFile(say("resume.none"))
    text = read_text(str(found))
    try:
        headers = split(text)[0].headers
        compile_games([headers["game"]], say)
        state = replay(text, seed=seed)
    except BadRecord as error:
        complain(f"{found}: {error}")
        return WRONG_RECORD
    bots = bots_in_record(headers, state.game)
    if humans is not None:
        seats = _bot_seats(humans, state.game.players)
        bots = assign_bots(state.game, [], seats) | {
            seat: bots[seat] for seat in seats if seat in bots
        }
    if asked:
        bots = assign_bots(state.game, asked, bots)
    path = found if not names else new_saved_game(state.game.name)
    kept = {"date": headers["date"]} if "date" in headers else {}
    if headers.get("takebacks", "").isdecimal():
        kept["takebacks"] = headers["takebacks"]
    return _run_session(state, bots, path, kept, seed, console, say)


def _run_session(
    state: State,
    bots: dict[int, str],
    path: Path,
    kept: dict[str, str],
    seed: int | None,
    console: Console,
    say: Messages,
) -> int:
    from genial.cli.compilation import compile_bots
    from genial.cli.terminal.session import Session

    compile_bots(state.game, bots.values(), say)
    headers = {"date": date.today().isoformat()} | kept | seat_headers(state.game, bots)
    session = Session(
        state,
        bots=create_bots(state.game, bots, seed),
        dealer=random.Random() if seed is None else random.Random(f"{seed} dealer"),
        path=path,
        headers=headers,
        console=console,
        say=say,
    )
    return session.run()
