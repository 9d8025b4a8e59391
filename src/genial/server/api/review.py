"""Reviews: positions, variations, uploaded records, and the proof of fair deals."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, delete, get, post

import genial
from genial.core.errors import NotProven
from genial.core.record import split
from genial.core.state import State
from genial.server.accounts.accounts import Account
from genial.server.analysis import review
from genial.server.analysis.jobs import Analysis, upload_subject
from genial.server.analysis.review import LARGEST_SEED, ReviewPosition
from genial.server.analysis.uploads import LARGEST, Upload
from genial.server.api.dependencies import AppServices, ClientAddress, Me, Viewer, seats_of
from genial.server.errors import NotFound, Refusal
from genial.server.live.protocol import STORABLE, MoveText, TableName
from genial.server.services import Services
from genial.server.tables.projection import check_unsealed, may_see
from genial.server.tables.records import record_of

_Short = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
_Text = Annotated[str, msgspec.Meta(min_length=1, max_length=2 * LARGEST, pattern=STORABLE)]
_Seed = Annotated[int, msgspec.Meta(ge=0, le=LARGEST_SEED)]
_Number = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class ReviewRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Moves to try out: in a finished game, an upload, the text of a record, or a new game.

    They follow the position after `at` moves; without it, the last one. Later deals follow from
    `seed`; without one the answer contains a new seed.
    """

    table: TableName | None = None
    upload: TableName | None = None
    record: _Text | None = None
    game: _Short | None = None
    options: dict[str, int | str] = {}
    at: _Number | None = None
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=200)] = []
    seed: _Seed | None = None


class NewUpload(msgspec.Struct, forbid_unknown_fields=True):
    """The text of a record."""

    text: _Text


class UploadedRecord(msgspec.Struct, kw_only=True):
    """An uploaded record."""

    upload: str
    at: float
    mine: bool
    headers: dict[str, str]
    total: int  # moves
    text: str  # empty in a list


class Proof(msgspec.Struct, kw_only=True):
    """Whether the deals of a game were fair, and what is needed to check that."""

    proven: bool
    code: str  # why it is not: a stable code, empty if it is
    sentence: str
    commitment: str  # published before the game: the SHA-256 of the key
    key: str
    nonces: dict[int, str]  # of the players, by seat
    record: str  # its address
    command: str  # that checks the saved record


class ReviewApi(Controller):
    """Positions, variations, uploads and proofs."""

    path = "/api"
    tags = ("review",)

    @get("/tables/{name:str}/positions/{number:int}", summary="Get a position of a table")
    async def position(
        self, services: AppServices, viewer: Viewer, address: ClientAddress, name: TableName,
        number: int,
    ) -> ReviewPosition:  # fmt: skip
        """Return the position after a number of moves; during a game, what your seats saw."""
        _count_review(services, viewer, address)
        table, now = await services.registry.table(name), services.now()
        mine = seats_of(table, viewer)
        if not may_see(table, mine, now):
            raise NotFound("There is no such table.", code="no-such-table")
        if table.phase == "over":
            check_unsealed(table, now)
        return await services.review_thread.run(review.table_position, table, number, mine)

    @post("/review", summary="Try out moves", status_code=200)
    async def review(
        self, services: AppServices, viewer: Viewer, address: ClientAddress, data: ReviewRequest
    ) -> ReviewPosition:
        """Play moves from any position of a finished game or a record, or in a new game."""
        _count_review(services, viewer, address)
        thread = services.review_thread
        _check_source(data)
        if data.game is not None:
            await services.compilation.require(data.game)
            return await thread.run(review.new_game, data.game, data.options, data.moves, data.seed)
        state = await _load_source(services, data)
        at = state.move_count if data.at is None else data.at
        if not data.moves and data.seed is None:
            return await thread.run(review.open_position, state, at)
        return await thread.run(review.branch, state, at, data.moves, data.seed)

    @get("/tables/{name:str}/verify", summary="Verify the deals of a finished game")
    async def verify(
        self, services: AppServices, viewer: Viewer, address: ClientAddress, name: TableName
    ) -> Proof:
        """Return the commitment, the key, and whether all deals follow from the key."""
        _count_review(services, viewer, address)
        table, now = await services.registry.table(name), services.now()
        state = review.finished_state(table)
        check_unsealed(table, now)
        code, sentence = await services.review_thread.run(_verify, record_of(table, [], now))
        if state.origin.key is None:
            code = "taken-back"
            sentence = "Moves were taken back, so the deals do not follow from the key alone."
        return Proof(
            proven=not code,
            code=code,
            sentence=sentence,
            commitment=table.commitment,
            key=table.key_at(now),
            nonces={seat: nonce.hex() for seat, nonce in state.origin.nonces.items()},
            record=f"/api/tables/{name}/record",
            command=f"genial verify ./{name}.genial",
        )

    @post("/uploads", summary="Upload a record")
    async def upload(self, services: AppServices, me: Me, data: NewUpload) -> UploadedRecord:
        """Upload a record to review it. Errors name the line."""
        services.limits.uploads.use(me.account)
        return _uploaded_record(await services.uploads.add(me.account, data.text), me)

    @get("/uploads", summary="List my uploaded records")
    async def uploads(self, services: AppServices, me: Me) -> list[UploadedRecord]:
        """Return the newest first, without their texts."""
        services.limits.reviews.use(me.account)
        found = await services.uploads.by_account(me.account)
        return await services.review_thread.run(
            lambda: [_uploaded_record(one, me, whole=False) for one in found]
        )

    @get("/uploads/{upload:str}", summary="Get an uploaded record")
    async def show_upload(
        self, services: AppServices, viewer: Viewer, address: ClientAddress, upload: TableName
    ) -> UploadedRecord:
        """Return a record to any client that knows its name."""
        _count_review(services, viewer, address)
        return _uploaded_record(await services.uploads.find(upload), viewer)

    @delete("/uploads/{upload:str}", summary="Delete an uploaded record", status_code=204)
    async def remove(self, services: AppServices, me: Me, upload: TableName) -> None:
        """Delete one of my records."""
        await services.uploads.delete(upload, me.account)
        await services.analyses.forget(upload_subject(upload))

    @get("/uploads/{upload:str}/positions/{number:int}", summary="Get a position of a record")
    async def upload_position(
        self, services: AppServices, viewer: Viewer, address: ClientAddress, upload: TableName,
        number: int,
    ) -> ReviewPosition:  # fmt: skip
        """Return the position after a number of moves. A record hides nothing."""
        _count_review(services, viewer, address)
        state = await services.uploads.state(upload)
        return await services.review_thread.run(review.open_position, state, number)

    @post(
        "/uploads/{upload:str}/analysis", summary="Start the analysis of a record", status_code=202
    )
    async def analyse(
        self, services: AppServices, me: Me, address: ClientAddress, upload: TableName
    ) -> Analysis:
        """Analyse the record once, move by move."""
        services.limits.analyses.use(me.account)
        return await services.analyses.ask(
            upload_subject(upload), account=me.account, place=address
        )

    @get("/uploads/{upload:str}/analysis", summary="Get the analysis of a record")
    async def analysis(self, services: AppServices, upload: TableName) -> Analysis:
        """Return the analysis as far as it has come."""
        await services.uploads.find(upload)  # raises NotFound
        return await services.analyses.find(upload_subject(upload))


def _count_review(services: Services, viewer: Account | None, address: str) -> None:
    """Count a request by account or address; raise TooMuch."""
    services.limits.reviews.use(address if viewer is None else viewer.account)


def _check_source(data: ReviewRequest) -> None:
    if sum(one is not None for one in (data.table, data.upload, data.record, data.game)) != 1:
        raise Refusal("Give exactly one of table, upload, record and game.", code="no-source")


async def _load_source(services: Services, data: ReviewRequest) -> State:
    if data.table is not None:
        table = await services.registry.table(data.table)
        check_unsealed(table, services.now())
        return review.finished_state(table)
    if data.upload is not None:
        return await services.uploads.state(data.upload)
    return await services.uploads.read(data.record or "")


def _verify(text: str) -> tuple[str, str]:
    """Return why a record is not proven: a code, which is empty if it is, and a sentence."""
    try:
        (state,) = genial.verify(text)
    except NotProven as error:
        return error.code, str(error)
    deals = "all deals" if state.origin.from_setup else "all deals after the position"
    return "", f"The key matches the commitment, and {deals} follow from it."


def _uploaded_record(
    upload: Upload, viewer: Account | None, *, whole: bool = True
) -> UploadedRecord:
    record = split(upload.text)[0]
    return UploadedRecord(
        upload=upload.upload,
        at=upload.at,
        mine=viewer is not None and viewer.account == upload.account,
        headers=dict(record.headers),
        total=sum(not line.startswith("*") for line in record.body),
        text=upload.text if whole else "",
    )
