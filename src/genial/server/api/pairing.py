"""Quick pairing."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, delete, get, post

from genial.server.api.dependencies import AppServices, ClientAddress, HumanAccount, Me
from genial.server.errors import NotAllowed
from genial.server.lobby.pairing import PairingStatus, Seek
from genial.server.tables.clocks import check_pace
from genial.server.tables.events import Pace


class PairingRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The game to be played with any opponent who wants the same."""

    game: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    options: dict[str, int | str] = {}
    pace: Pace | None = None
    rated: bool = False


class PairingApi(Controller):
    """Quick pairing."""

    path = "/api/pairing"
    tags = ("pairing",)

    @post(summary="Wait for an opponent", status_code=200)
    async def wait(
        self,
        services: AppServices,
        person: HumanAccount,
        address: ClientAddress,
        data: PairingRequest,
    ) -> PairingStatus:
        """Wait for players of a similar rating; the range widens with time.

        Ask again every few seconds: a request expires after 30 seconds without one. The socket
        gets a `paired` message, too.
        """
        if data.rated and not person.kept:
            raise NotAllowed("Protect your name with a password first.", code="not-kept")
        await services.compilation.require(data.game)
        await services.networks.note(person, address)
        pace = check_pace(data.pace)
        options = services.default_options.fill(data.game, data.options, rated=data.rated)
        seek = Seek(game=data.game, options=options, pace=pace, rated=data.rated)
        return await services.pairing.wait(person.account, seek)

    @get(summary="Get the status of my pairing")
    async def status(self, services: AppServices, me: Me) -> PairingStatus:
        """Return the table as soon as there is one, and keep the request alive."""
        return await services.pairing.status(me.account)

    @delete(summary="Stop waiting for an opponent", status_code=204)
    async def withdraw(self, services: AppServices, me: Me) -> None:
        """Withdraw the request."""
        await services.pairing.withdraw(me.account)
