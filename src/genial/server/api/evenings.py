"""Evenings: the score sheets of rematches and series, as data and as CSV."""

from __future__ import annotations

import datetime
from typing import Literal

from litestar import Controller, Response, get

from genial.core.score_sheet_csv import Headings, csv_text
from genial.server.accounts.accounts import Account
from genial.server.api.dependencies import AppServices, ClientAddress, Viewer
from genial.server.live.protocol import TableName
from genial.server.results.evenings import Evening
from genial.server.services import Services
from genial.server.tables.projection import check_seen
from genial.server.tables.records import DELETED, name_of

Language = Literal["de", "en"]

_HEADINGS = {
    "en": Headings("Game", "Game of the series", "Date", "Order of turns", "Won by", "Sum", "Wins"),
    "de": Headings("Partie", "Partie der Serie", "Datum", "Zugfolge", "Gewonnen von", "Summe",
                   "Siege"),
}  # fmt: skip
_DELETED = {"en": DELETED, "de": "(gelöscht)"}


class EveningsApi(Controller):
    """Score sheets of evenings."""

    path = "/api"
    tags = ("tables",)

    @get("/tables/{name:str}/evening", summary="Get the score sheet of an evening")
    async def evening(
        self, services: AppServices, viewer: Viewer, address: ClientAddress, name: TableName
    ) -> Evening:
        """Return the games that the same players have played one after the other, by rematches.

        A series is included with each of its games, also while it is being played.
        """
        return await _evening(services, viewer, address, name)

    @get(
        "/tables/{name:str}/evening.csv", summary="Get the score sheet as CSV",
        media_type="text/csv",
    )  # fmt: skip
    async def evening_csv(
        self, services: AppServices, viewer: Viewer, address: ClientAddress, name: TableName,
        language: Language = "en",
    ) -> Response[str]:  # fmt: skip
        """Return the same as CSV: a row for each game; points, sum and wins for each player.

        It is UTF-8 with a byte order mark. Bots have the names of their levels.
        """
        evening = await _evening(services, viewer, address, name)
        names = [name_of(sitter, _DELETED[language]) for sitter in evening.players]
        dates = [
            datetime.datetime.fromtimestamp(game.at, datetime.UTC).date().isoformat()
            for game in evening.games
        ]
        text = await services.review_thread.run(
            csv_text, evening.lines, names, dates, _HEADINGS[language]
        )
        headers = {"content-disposition": f'attachment; filename="{evening.evening}.csv"'}
        return Response(text, media_type="text/csv", headers=headers)


async def _evening(services: Services, viewer: Account | None, address: str, name: str) -> Evening:
    services.limits.score_sheets.use(address if viewer is None else viewer.account)
    table = await services.registry.table(name)
    mine = () if viewer is None else tuple(table.seats_of(viewer.account))
    check_seen(table, mine, services.now())
    return await services.evenings.sheet(table)
