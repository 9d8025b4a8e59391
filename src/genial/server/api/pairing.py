"""Quick pairing."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post

from genial.server.api.requests import a_person, address_of, somebody
from genial.server.errors import NotAllowed
from genial.server.lobby.pairing import Pairing, Seek, Waiting
from genial.server.tables.clocks import check_pace
from genial.server.tables.events import Pace

Anybody = Request[Any, Any, Any]


class Wanted(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What to play, with whoever wants the same."""

    game: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    options: dict[str, Any] = {}
    pace: Pace | None = None
    rated: bool = False


class PairingApi(Controller):
    """Being paired."""

    path = "/api/pairing"
    tags = ("pairing",)

    @post(summary="Wait to be paired", status_code=200)
    async def wait(self, request: Anybody, data: Wanted) -> Waiting:
        """With people of a similar rating; the longer you wait, the less similar.

        Ask again every few seconds: who gives no sign of life for 30 does not wait. A socket is
        told by `paired`, too.
        """
        me = await a_person(request)
        if data.rated and not me.kept:
            raise NotAllowed("keep your name with a password first", code="not-kept")
        await request.app.state.compilation.require(data.game)
        await request.app.state.places.note(me, address_of(request))
        wish = Seek(
            game=data.game, options=data.options, pace=check_pace(data.pace), rated=data.rated
        )
        return await _pairing(request).wait(me.account, wish)

    @get(summary="Am I paired?")
    async def standing(self, request: Anybody) -> Waiting:
        """The table, as soon as there is one. Asking is a sign of life."""
        return await _pairing(request).standing((await somebody(request)).account)

    @delete(summary="Wait no more", status_code=204)
    async def withdraw(self, request: Anybody) -> None:
        """Withdraw the wish."""
        await _pairing(request).withdraw((await somebody(request)).account)


def _pairing(request: Anybody) -> Pairing:
    pairing: Pairing = request.app.state.pairing
    return pairing
