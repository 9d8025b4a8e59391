"""A bot of ours as a program for others: it answers messages on standard input and output."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import BinaryIO

import msgspec

import genial
from genial.arena import protocol
from genial.arena.lineup import Value, make_bot, read
from genial.bots import Bot, Clock
from genial.core.errors import BadOption, GenialError, quote

Maker = Callable[[protocol.New], Bot]


def maker(game: str, written: str, told: Mapping[str, Value], seed: int | None) -> Maker:
    """Return what makes the bot for each new game; what the arena tells it yields to `told`."""
    entrant = read(written)
    if entrant.kind == "cmd":
        raise BadOption("a program is a program already")

    def make(new: protocol.New) -> Bot:
        if new.game != game:
            raise BadOption(f"this bot plays {game}, not {quote(new.game)}")
        rules = genial.game(game, **new.options)
        return make_bot(
            entrant, rules, seed=new.seed if seed is None else seed, told={**new.told, **told}
        )

    return make


def serve(name: str, make: Maker, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer messages until Quit, or until there are no more."""
    bot: Bot | str = "no game has begun"  # or why there is none
    for text in source:
        answer: msgspec.Struct | None = None
        try:
            message = protocol.messages.decode(text)
        except msgspec.DecodeError as error:
            answer = protocol.Answer(error=f"{quote(text.decode(errors='replace'))}: {error}")
        else:
            match message:
                case protocol.Hello():
                    answer = protocol.Greeting(protocol.PROTOCOL, name, legal=False)
                case protocol.New():
                    bot = _make_or_say_why(make, message)
                case protocol.Ask():
                    answer = _move(bot, message)
                case protocol.Quit():
                    return
        if answer is not None:
            sink.write(protocol.line(answer))
            sink.flush()


def _make_or_say_why(make: Maker, message: protocol.New) -> Bot | str:
    try:
        return make(message)
    except GenialError as error:
        return str(error)


def _move(bot: Bot | str, message: protocol.Ask) -> protocol.Answer:
    if isinstance(bot, str):
        return protocol.Answer(error=bot)
    clock = None if message.clock is None else Clock(**message.clock)
    try:
        view = message.view
        move = bot.choose(view) if clock is None else bot.choose(view, clock)
        return protocol.Answer(move=move)
    except GenialError as error:
        return protocol.Answer(error=str(error))
