"""The host's own defaults of options: the board that new tables of Genial Spezial get."""

from __future__ import annotations

from collections.abc import Mapping

import genial
from genial.core.errors import BadOption, GenialError
from genial.core.game import Game
from genial.server.settings import Settings

Options = dict[str, int | str]

_GAME = "spezial"
_NAMES = ("board", "layout")  # options that choose a board


class DefaultOptions:
    """What a game's options are where a player chooses none.

    Keeps the host's board in use: tables come and go.
    """

    def __init__(self, settings: Settings) -> None:
        self._board = _board_of(settings.spezial_board)

    def game(self, name: str) -> Game:
        """Return a game with its defaults on this server."""
        return self._board if name == _GAME else genial.game(name)

    def fill(self, game: str, options: Mapping[str, int | str], *, rated: bool) -> Options:
        """Return options with the host's board, if they name none and the game is not rated."""
        if game != _GAME or rated or any(name in options for name in _NAMES):
            return dict(options)
        own = {name: value for name, value in self._board.options.items() if name in _NAMES}
        return {**own, **options}


def _board_of(setting: str) -> Game:
    """Return Genial Spezial on the board of the setting; raise BadOption."""
    if not setting:
        return genial.game(_GAME)
    from genial.games.spezial.board_folder import find_board

    try:
        return genial.game(_GAME, **find_board(setting))
    except GenialError as error:
        raise BadOption(
            f"the setting spezial_board cannot be {setting!r}: {error}",
            value=setting,
        ) from None
