"""`genial bot`: run a bot as a program that other programs can play against."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from genial.cli.parameters import Effort, Game, Seconds, Threads


def bot(
    game: Game,
    bot: Annotated[str, Parameter(metavar="BOT", help="The bot.")],
    /,
    *,
    seconds: Seconds = None,
    effort: Effort = None,
    threads: Threads = None,
    seed: Annotated[
        int | None,
        Parameter(metavar="N", help="Use this seed instead of the one sent for each game."),
    ] = None,
) -> None:
    """Answer messages on standard input and output, one JSON object per line."""
    import genial
    from genial.arena.lineup import check_settings, make_bot, read
    from genial.arena.serve import maker, serve

    given = {"seconds": seconds, "effort": effort, "threads": threads}
    told = check_settings({key: value for key, value in given.items() if value is not None})
    make = maker(game, bot, told, seed)
    make_bot(read(bot), genial.game(game), seed=0, told=told)  # refuse a bad bot at once
    serve(f"genial {bot}", make, sys.stdin.buffer, sys.stdout.buffer)
