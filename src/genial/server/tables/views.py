"""Views of a state, the same as `State.view` gives but quicker: every move needs them."""

from __future__ import annotations

from functools import cache
from typing import cast

import msgspec

from genial.core.kit import Data
from genial.core.state import State
from genial.core.view import View

_encode = msgspec.json.Encoder().encode


class Views:
    """The views of one state; what all of them share is worked out and encoded once.

    Views are JSON, which messages carry as it is.
    """

    def __init__(self, state: State) -> None:
        game = state.game
        self._state, self._kit = state, game.kit
        self._record = state.fields
        ranks = state.ranks
        same = {
            "version": _version(self._kit.View),
            "game": game.name,
            "options": game.options,
            "turn": state.turn,
            "over": state.over,
            "ranks": None if ranks is None else list(ranks),
            "scores": state.scores,
            **self._kit.visible(self._record, None),
        }
        for name in self._kit.private_fields(self._record, None):
            del same[name]
        self._same = _encode(same)[:-1] + b","

    def of(self, seat: int | None, log: list[str], *, beginning: Data | None = None) -> View:
        """Return the view of a seat, or of spectators (None), with this part of the log.

        With the whole log of a game that began from a position goes that `beginning`. It is a view
        in all but its class: already encoded, to be put into messages only.
        """
        own = {"seat": seat, "log": log, **self._kit.private_fields(self._record, seat)}
        if beginning is not None:
            own["beginning"] = beginning
        return cast(View, msgspec.Raw(self._same + _encode(own)[1:]))

    def log(self, seat: int | None) -> list[str]:
        """Return all that a seat may know of what happened."""
        return [line for state in self._state.history for line in state.news(seat)]


@cache
def _version(view: type[View]) -> int:
    fields = {field.name: field for field in msgspec.structs.fields(view)}
    version: int = fields["version"].default
    return version
