"""Looking back: positions, branches, uploaded records, and the proof of honest deals."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post

import genial
from genial.core.errors import NotProven
from genial.core.game import State
from genial.core.record import split
from genial.server.accounts.accounts import Account
from genial.server.analysis import review
from genial.server.analysis.jobs import Analysis, AnalysisJobs, upload_subject
from genial.server.analysis.review import LARGEST_SEED, Position, ReviewThread
from genial.server.analysis.uploads import LARGEST, Upload, Uploads
from genial.server.api.requests import address_of, asking, somebody
from genial.server.errors import NotFound, Refusal
from genial.server.live.protocol import STORABLE, MoveText, TableName
from genial.server.tables.projection import check_unsealed, may_see
from genial.server.tables.records import record_of
from genial.server.tables.registry import TableRegistry

Anybody = Request[Any, Any, Any]

_Short = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
_Text = Annotated[str, msgspec.Meta(min_length=1, max_length=2 * LARGEST, pattern=STORABLE)]
_Seed = Annotated[int, msgspec.Meta(ge=0, le=LARGEST_SEED)]
_Number = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class Trial(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Moves to be tried: in a finished game, an upload, the text of a record, or a new game.

    They follow the position `at` (after so many moves; without it, the last one). What is dealt
    then follows from `seed`; without one a new seed is used and told.
    """

    table: TableName | None = None
    upload: TableName | None = None
    record: _Text | None = None
    game: _Short | None = None
    options: dict[str, Any] = {}
    at: _Number | None = None
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=200)] = []
    seed: _Seed | None = None


class NewUpload(msgspec.Struct, forbid_unknown_fields=True):
    """The text of a record."""

    text: _Text


class Uploaded(msgspec.Struct, kw_only=True):
    """An uploaded record."""

    upload: str
    at: float
    mine: bool
    headers: dict[str, str]
    total: int  # moves
    text: str  # empty in a list


class Proof(msgspec.Struct, kw_only=True):
    """Were the deals of a game honest? And how to check that oneself."""

    proven: bool
    code: str  # why it is not: a stable code, empty if it is
    sentence: str
    commitment: str  # published before the game: the SHA-256 of the key
    key: str
    nonces: dict[int, str]  # the players', by seat
    record: str  # where the record is
    command: str  # that checks it, once it is saved


class ReviewApi(Controller):
    """Positions, branches, uploads, proofs."""

    path = "/api"
    tags = ("review",)

    @get("/tables/{name:str}/positions/{number:int}", summary="A table after so many moves")
    async def position(self, request: Anybody, name: TableName, number: int) -> Position:
        """Of a finished game everything; while it runs, what my seats or spectators saw then."""
        me, registry = await _limited(request), _registry(request)
        table = await registry.table(name)
        mine = () if me is None else tuple(table.seats_of(me.account))
        if not may_see(table, mine, registry.now()):
            raise NotFound("there is no such table", code="no-such-table")
        if table.phase == "over":
            check_unsealed(table, registry.now())
        return await _review_thread(request).run(review.table_position, table, number, mine)

    @post("/review", summary="Try moves", status_code=200)
    async def review(self, request: Anybody, data: Trial) -> Position:
        """From any position of a finished game or a record, or in a new game: for tutorials."""
        await _limited(request)
        thread = _review_thread(request)
        if data.game is not None:
            _one_source(data)
            await request.app.state.compilation.require(data.game)
            return await thread.run(review.new_game, data.game, data.options, data.moves, data.seed)
        state = await _source(request, data)
        at = state.move_count if data.at is None else data.at
        if not data.moves and data.seed is None:
            return await thread.run(review.open_position, state, at)
        return await thread.run(review.branch, state, at, data.moves, data.seed)

    @get("/tables/{name:str}/verify", summary="Were the deals honest?")
    async def verify(self, request: Anybody, name: TableName) -> Proof:
        """After the end: the commitment, the key, and whether all deals follow from it."""
        await _limited(request)
        registry = _registry(request)
        table = await registry.table(name)
        state = review.finished_state(table)
        check_unsealed(table, registry.now())
        code, sentence = await _review_thread(request).run(
            _verified, record_of(table, [], registry.now())
        )
        if state.origin.key is None:
            code = "taken-back"
            sentence = "moves were taken back, so the deals do not follow from the key alone"
        return Proof(
            proven=not code,
            code=code,
            sentence=sentence,
            commitment=table.commitment,
            key=table.key_at(registry.now()),
            nonces={seat: nonce.hex() for seat, nonce in state.origin.nonces.items()},
            record=f"/api/tables/{name}/record",
            command=f"genial verify ./{name}.genial",
        )

    @post("/uploads", summary="Upload a record")
    async def upload(self, request: Anybody, data: NewUpload) -> Uploaded:
        """To look at it. What is wrong with it is told with its line."""
        me = await somebody(request)
        request.app.state.uploading.use(me.account)
        return _shown(await _uploads(request).add(me.account, data.text), me)

    @get("/uploads", summary="My uploaded records")
    async def uploads(self, request: Anybody) -> list[Uploaded]:
        """The newest first, without their texts."""
        me = await somebody(request)
        request.app.state.reviewing.use(me.account)
        found = await _uploads(request).by_account(me.account)
        return await _review_thread(request).run(
            lambda: [_shown(one, me, whole=False) for one in found]
        )

    @get("/uploads/{upload:str}", summary="An uploaded record")
    async def uploaded(self, request: Anybody, upload: TableName) -> Uploaded:
        """Who has its name has the link."""
        me = await _limited(request)
        return _shown(await _uploads(request).find(upload), me)

    @delete("/uploads/{upload:str}", summary="Delete an uploaded record", status_code=204)
    async def remove(self, request: Anybody, upload: TableName) -> None:
        """Only its owner can."""
        me = await somebody(request)
        await _uploads(request).delete(upload, me.account)
        await _analyses(request).forget(upload_subject(upload))

    @get("/uploads/{upload:str}/positions/{number:int}", summary="A record after so many moves")
    async def uploaded_position(self, request: Anybody, upload: TableName, number: int) -> Position:
        """Nothing is hidden in a record."""
        await _limited(request)
        state = await _uploads(request).state(upload)
        return await _review_thread(request).run(review.open_position, state, number)

    @post("/uploads/{upload:str}/analysis", summary="Have a record analysed", status_code=202)
    async def analyse(self, request: Anybody, upload: TableName) -> Analysis:
        """As the game of a table is."""
        me = await somebody(request)
        request.app.state.analysing.use(me.account)
        place = address_of(request)
        return await _analyses(request).ask(upload_subject(upload), account=me.account, place=place)

    @get("/uploads/{upload:str}/analysis", summary="The analysis of a record")
    async def analysis(self, request: Anybody, upload: TableName) -> Analysis:
        """As far as it is."""
        return await _analyses(request).find(upload_subject(upload))


async def _limited(request: Anybody) -> Account | None:
    """Who asks, if anybody we know; raises TooMuch."""
    me = await asking(request)
    request.app.state.reviewing.use(address_of(request) if me is None else me.account)
    return me


def _one_source(data: Trial) -> None:
    if sum(one is not None for one in (data.table, data.upload, data.record, data.game)) != 1:
        raise Refusal("name one of table, upload, record and game", code="no-source")


async def _source(request: Anybody, data: Trial) -> State:
    _one_source(data)
    if data.table is not None:
        registry = _registry(request)
        table = await registry.table(data.table)
        check_unsealed(table, registry.now())
        return review.finished_state(table)
    if data.upload is not None:
        return await _uploads(request).state(data.upload)
    return await _uploads(request).read(data.record or "")


def _verified(text: str) -> tuple[str, str]:
    """Why a record is not proven, as a code that is empty if it is, and as a sentence."""
    try:
        genial.verify(text)
    except NotProven as error:
        return error.code, str(error)
    return "", "the key is the one promised, and all deals follow from it"


def _shown(upload: Upload, me: Account | None, *, whole: bool = True) -> Uploaded:
    record = split(upload.text)[0]
    return Uploaded(
        upload=upload.upload,
        at=upload.at,
        mine=me is not None and me.account == upload.account,
        headers=dict(record.headers),
        total=sum(not line.startswith("*") for line in record.body),
        text=upload.text if whole else "",
    )


def _registry(request: Anybody) -> TableRegistry:
    registry: TableRegistry = request.app.state.registry
    return registry


def _review_thread(request: Anybody) -> ReviewThread:
    thread: ReviewThread = request.app.state.review_thread
    return thread


def _uploads(request: Anybody) -> Uploads:
    uploads: Uploads = request.app.state.uploads
    return uploads


def _analyses(request: Anybody) -> AnalysisJobs:
    analyses: AnalysisJobs = request.app.state.analyses
    return analyses
