"""`genial bot`: a bot as a program that other programs can play against."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from genial.cli.matches import Effort, Seconds, Threads
from genial.cli.parameters import Game


def bot(
    game: Game,
    bot: Annotated[str, Parameter(metavar="BOT", help="Which bot.")],
    /,
    *,
    seconds: Seconds = None,
    effort: Effort = None,
    threads: Threads = None,
    seed: Annotated[
        int | None, Parameter(metavar="N", help="Instead of the seed it is told for each game.")
    ] = None,
) -> None:
    """Let a bot answer messages on standard input and output, one JSON object a line."""
    import genial
    from genial.arena.lineup import checked, made, read
    from genial.arena.serve import maker, serve

    given = {"seconds": seconds, "effort": effort, "threads": threads}
    told = checked({key: value for key, value in given.items() if value is not None})
    make = maker(game, bot, told, seed)
    made(read(bot), genial.game(game), seed=0, told=told)  # complains before anybody waits
    serve(f"genial {bot}", make, sys.stdin.buffer, sys.stdout.buffer)
