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
from genial.cli.i18n.messages import Messages, language, translate_refusals
from genial.cli.output import complain
from genial.cli.parameters import (
    Board,
    HeadStart,
    Lang,
    Layout,
    Partners,
    Players,
    Seed,
    Series,
    Start,
    Variant,
    add_layout,
    choose_board,
)
from genial.cli.terminal.beginnings import state_in_position, state_in_record
from genial.cli.terminal.opponents import (
    assign_bots,
    bots_in_record,
    create_bots,
    player_names,
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
EveningFile = Annotated[
    str | None,
    Parameter(
        name="--evening",
        metavar="FILE",
        help="Write the score sheet of all games that you play to this CSV file.",
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


FromRecord = Annotated[
    str | None,
    Parameter(
        name="--from",
        metavar="FILE[:MOVE]",
        help="Play on from a record, after this many moves (default: from its last position).",
    ),
]
PositionFile = Annotated[
    str | None,
    Parameter(metavar="FILE", help="Begin from a position: JSON as state.position() gives it."),
]


@translate_refusals
def play(
    game: Annotated[GameName | None, Parameter(metavar="GAME", help="The game.")] = None,
    /,
    *,
    players: Players = None,
    variant: Variant = None,
    partners: Partners = None,
    games: Series = None,
    board: Board = None,
    start: Start = None,
    headstart: HeadStart = None,
    humans: Humans = None,
    bot: Bots = None,
    seed: Seed = None,
    resume: Resume = None,
    from_: FromRecord = None,
    position: PositionFile = None,
    evening: EveningFile = None,
    layout: Layout = None,
    lang: Lang = None,
) -> int:
    """Play a game in the terminal and return the exit code; without GAME, a menu asks."""
    from genial.cli.compilation import compile_games
    from genial.cli.output import stdout_console

    say = Messages(language(lang))
    console = stdout_console()
    options = {
        "players": players, "variant": variant, "partners": partners, "games": games,
        "start": start,
    }  # fmt: skip
    given: dict[str, object] = {key: value for key, value in options.items() if value is not None}
    if layout is not None:
        game = game or "spezial"
        add_layout(layout)
    if board is not None:
        given["board"] = board
    if headstart is not None:
        given["headstart"] = headstart
    if sum(source is not None for source in (resume, from_, position)) > 1:
        raise BadOption("give only one of --resume, --from and --position", reason="one-source")
    is_played_on = resume is not None or from_ is not None
    if is_played_on and (given or (game is not None and layout is None)):
        raise BadOption("a game that is played on has its own game and options",
                        reason="own-options")  # fmt: skip
    if resume is not None:
        return _resume(resume, humans, bot, seed, evening, console, say)
    given = choose_board(given, layout)
    if from_ is not None or position is not None:
        try:
            if from_ is not None:
                begun = state_in_record(from_, seed, say)
            else:
                begun = state_in_position(str(position), game, given, seed, say)
        except BadRecord as error:
            complain(f"{from_}: {error}")
            return WRONG_RECORD
        seats = _bot_seats(1 if humans is None else humans, begun.game.players)
        bots = assign_bots(begun.game, bot or [], seats)
        path = new_saved_game(begun.game.name)
        return _run_evening(begun, bots, path, {}, seed, evening, console, say)
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
    state, path = rules.start(seed), new_saved_game(game)
    return _run_evening(state, bots, path, {}, seed, evening, console, say)


def _bot_seats(humans: int, players: int) -> range:
    """Return the seats of the bots if people take the first ones."""
    if not 0 <= humans <= players:
        raise BadOption(f"humans must be 0 to {players}, not {humans}", reason="humans",
                        most=players, value=humans)  # fmt: skip
    return range(humans + 1, players + 1)


def _resume(
    names: list[str],
    humans: int | None,
    asked: list[str] | None,
    seed: int | None,
    sheet: str | None,
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
    return _run_evening(state, bots, path, kept, seed, sheet, console, say)


def _run_evening(
    state: State,
    bots: dict[int, str],
    path: Path,
    kept: dict[str, str],
    seed: int | None,
    sheet: str | None,
    console: Console,
    say: Messages,
) -> int:
    """Play a game, and others with the same opponents as long as they are wanted."""
    from genial.cli.compilation import compile_bots
    from genial.cli.terminal.evening import TerminalEvening
    from genial.cli.terminal.session import Session

    names = player_names(state.game.players, bots, say)
    evening = TerminalEvening(names, say, None if sheet is None else Path(sheet))
    compile_bots(state.game, bots.values(), say)
    while True:
        headers = {"date": date.today().isoformat()} | kept | seat_headers(state.game, bots)
        session = Session(
            state,
            bots=create_bots(state.game, bots, seed),
            dealer=random.Random() if seed is None else random.Random(f"{seed} dealer"),
            path=path,
            headers=headers,
            evening=evening,
            console=console,
            say=say,
        )
        code = session.run()
        if not session.is_continued:
            return code
        seed, kept = _next_seed(seed), {}
        state = evening.next_game(state.game).start(seed)
        path = new_saved_game(state.game.name)


def _next_seed(seed: int | None) -> int | None:
    """Return the seed of the next game of an evening."""
    return None if seed is None else random.Random(f"{seed} next game").getrandbits(64)
