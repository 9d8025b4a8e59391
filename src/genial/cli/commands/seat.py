"""`genial seat`: a bot at a table of a running server."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.output import FINE

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
        str, Parameter(metavar="TABLE", help="Its name, as in its link.", allow_leading_hyphen=True)
    ],
    token: Annotated[
        str | None, Parameter(help="Who sits there; otherwise GENIAL_TOKEN.", show_default=False)
    ] = None,
    seat: Annotated[
        int | None, Parameter(metavar="N", help="Which seat; otherwise the first that is free.")
    ] = None,
    bot: Annotated[
        str | None, Parameter(help="One of our bots instead, as in search:seconds=2.")
    ] = None,
    limit: Annotated[
        float | None, Parameter(metavar="SECONDS", help="The longest time for a move.")
    ] = None,
) -> int:
    """Let a bot sit down, play and end with the game."""
    from genial.cli.output import complain
    from genial.core.errors import BadOption
    from genial.server.bridge import Bridge, Forfeited

    token = token or os.environ.get("GENIAL_TOKEN")
    if not token:
        raise BadOption("who sits there? Give a token with --token or GENIAL_TOKEN")
    if bool(program) == (bot is not None):
        raise BadOption("name either a program after --, or a bot of ours with --bot")
    bridge = Bridge(url, token, table, say=complain)
    game = bridge.sit(seat)
    with contextlib.ExitStack() as stack:
        player = _player(game, bot, program, limit)
        if hasattr(player, "close"):
            stack.callback(player.close)
        print(f"{player.name} sits on seat {bridge.seat}.", flush=True)
        try:
            result = bridge.play(player)
        except Forfeited as error:
            complain(str(error))
            return FORFEITED
    ranks = "" if result.ranks is None else f"; ranks by seat: {' '.join(map(str, result.ranks))}"
    print(f"The game is over ({result.how}){ranks}.")
    return FINE


def _player(game: Game, bot: str | None, program: tuple[str, ...], limit: float | None) -> Bot:
    """The bot that plays, compiled; raises GenialError."""
    import secrets

    from genial.arena.external import Program
    from genial.arena.lineup import check_names, made, read
    from genial.cli.commands.warm import warm_up, warm_up_bots
    from genial.cli.i18n.messages import Messages

    say = Messages("en")
    seed = secrets.randbits(53)
    if bot is None:
        warm_up([game.name], say)
        return Program(game, program, seed=seed, limit=limit)
    entrant = read(bot)
    check_names([entrant], game)
    warm_up([game.name], say)
    if entrant.kind == "bot":
        warm_up_bots(game, [entrant.source], say)
    told = {} if limit is None else {"seconds": limit}
    return made(entrant, game, seed=seed, told=told)
