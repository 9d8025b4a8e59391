"""What a finished game has changed: the ratings of its players."""

from __future__ import annotations

from litestar import Controller, get

from genial.server.api.dependencies import AppServices, Viewer, seats_of
from genial.server.live.protocol import TableName
from genial.server.results.rating_changes import RatingChange
from genial.server.tables.projection import check_seen


class ResultsApi(Controller):
    """Results of finished games."""

    path = "/api"
    tags = ("tables",)

    @get("/tables/{name:str}/ratings", summary="Get the ratings that a game has changed")
    async def ratings(
        self, services: AppServices, viewer: Viewer, name: TableName
    ) -> list[RatingChange]:
        """Return the rating of each player before and after; nothing if the game did not count."""
        table = await services.registry.table(name)
        check_seen(table, seats_of(table, viewer), services.now())
        return await services.rating_changes.of_table(table)
