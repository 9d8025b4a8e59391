"""`genial seat`: let a bot take a seat at a table of a running server."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.exit_codes import OK

if TYPE_CHECKING:
    from genial.bots import Bot
    from genial.core.game import Game

FORFEITED = 1


def seat(
    url: Annotated[str, Parameter(metavar="URL", help="The server, as in https://genial.example.")],
    /,
    *program: Annotated[
        str,
        Parameter(
            metavar="PROGRAM",
            allow_leading_hyphen=True,
            help="After --: a program that plays, with its arguments.",
        ),
    ],
    table: Annotated[
        str,
        Parameter(
            metavar="TABLE", help="The table's ID, as in its link.", allow_leading_hyphen=True
        ),
    ],
    token: Annotated[
        str | None, Parameter(help="The access token (default: GENIAL_TOKEN).", show_default=False)
    ] = None,
    seat: Annotated[
        int | None, Parameter(metavar="N", help="The seat (default: the first free one).")
    ] = None,
    bot: Annotated[
        str | None, Parameter(help="A built-in bot instead, as in search:seconds=2.")
    ] = None,
    limit: Annotated[
        float | None, Parameter(metavar="SECONDS", help="The time limit for a move.")
    ] = None,
) -> int:
    """Take a seat, play the game and return the exit code."""
    from genial.cli.output import complain
    from genial.core.errors import BadOption
    from genial.server.bots.remote_seat import Forfeited, RemoteSeat

    token = token or os.environ.get("GENIAL_TOKEN")
    if not token:
        raise BadOption("an access token is needed: use --token or GENIAL_TOKEN")
    if bool(program) == (bot is not None):
        raise BadOption("give either a program after -- or a built-in bot with --bot")
    bridge = RemoteSeat(url, token, table, say=complain)
    game = bridge.sit(seat)
    with contextlib.ExitStack() as stack:
        player = _player(game, bot, program, limit)
        if hasattr(player, "close"):
            stack.callback(player.close)
        print(f"{player.name} takes seat {bridge.seat}.", flush=True)
        try:
            result = bridge.play(player)
        except Forfeited as error:
            complain(str(error))
            return FORFEITED
    ranks = "" if result.ranks is None else f"; ranks by seat: {' '.join(map(str, result.ranks))}"
    print(f"The game is over ({result.how}){ranks}.")
    return OK


def _player(game: Game, bot: str | None, program: tuple[str, ...], limit: float | None) -> Bot:
    """Compile and return the bot that plays; raises GenialError."""
    import secrets

    from genial.arena.external import Program
    from genial.arena.lineup import check_names, make_bot, read
    from genial.cli.compilation import compile_bots, compile_games
    from genial.cli.i18n.messages import Messages

    say = Messages("en")
    seed = secrets.randbits(53)
    if bot is None:
        compile_games([game.name], say)
        return Program(game, program, seed=seed, limit=limit)
    entrant = read(bot)
    check_names([entrant], game)
    compile_games([game.name], say)
    if entrant.kind == "bot":
        compile_bots(game, [entrant.source], say)
    told = {} if limit is None else {"seconds": limit}
    return make_bot(entrant, game, seed=seed, told=told)
