"""Games that begin from a position: one of a record, or one in a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from genial.cli.files import read_text
from genial.cli.records import file_and_move
from genial.core.errors import BadOption, BadPosition, GenialError, quote

if TYPE_CHECKING:
    from genial.cli.i18n.messages import Messages
    from genial.core.state import State


def state_in_record(name: str, seed: int | None, say: Messages) -> State:
    """Return a new game from where a record stood, written FILE or FILE:MOVE; raises GenialError.

    Its deals follow from the seed.
    """
    from genial import replay
    from genial.cli.compilation import compile_games
    from genial.core.record import split

    file, move = file_and_move(name)
    text = read_text(file)
    compile_games([split(text)[0].headers["game"]], say)
    states = replay(text).history
    if move is None:
        move = len(states) - 1
    if move >= len(states):
        raise BadOption(say("from.too-far", file=file, count=len(states) - 1, move=move))
    return _begin(states[move].game.at(states[move].position(), seed), say)


def state_in_position(
    name: str, game: str | None, options: Mapping[str, object], seed: int | None, say: Messages
) -> State:
    """Return a new game from the position in a JSON file; raises GenialError.

    A position that names its game and options needs no others.
    """
    from genial.cli.compilation import compile_games
    from genial.core.view import read_json
    from genial.games import make

    try:
        data = read_json(read_text(name))
        if not isinstance(data, dict):
            raise BadPosition(f"a position is a mapping, not {quote(data)}", reason="shape",
                              fault="unreadable")  # fmt: skip
        named, told = data.get("game", game), data.get("options", {})
        if named is None:
            raise BadOption(say("position.which-game"))
        if not isinstance(told, dict):
            raise BadPosition("the options of a position are a mapping", reason="shape",
                              fault="wrong-value", field="options")  # fmt: skip
        rules = make(named, {**told, **options})
        if game not in (None, rules.name):
            raise BadPosition(f"this is a position of {rules.name}, not of {game}",
                              reason="own-game", game=rules.name, asked=str(game))  # fmt: skip
        compile_games([rules.name], say)
        return _begin(rules.at(data, seed), say)
    except BadPosition as error:
        raise BadPosition(f"{name}: {say.reason(error)}", code=error.code) from None


def _begin(state: State, say: Messages) -> State:
    if state.over:
        raise GenialError(say("position.over"), code="game-over")
    return state
