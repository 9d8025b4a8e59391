"""Share games: pictures, animations, boards for other websites, score sheets."""

from __future__ import annotations

import datetime
import gzip
import hashlib
import re
from typing import Annotated, Literal, get_args

from litestar import Controller, Response, get
from litestar.params import Parameter, QueryParameter

from genial.core.palette import ThemeName
from genial.server.analysis.review import LARGEST_SEED
from genial.server.api.dependencies import AnyRequest, AppServices, ClientAddress
from genial.server.errors import NotFound
from genial.server.services import Services
from genial.server.sharing.pages import EMBED_POLICY, embedded_board, score_sheet
from genial.server.sharing.pictures import ANIMATIONS, Ending, Wish
from genial.server.sharing.shared_games import Kind, SharedGame
from genial.server.website.host_pages import Language, language_of

_FILE = re.compile(r"([A-Za-z0-9_-]{1,40})\.(svg|png|gif|webp)")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
_TYPES: dict[Ending, str] = {
    "svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
}  # fmt: skip
_MOST_TRIED = 200  # moves
_LASTING = "public, max-age=86400"  # of games that are over
_BRIEF = "public, max-age=10"

MoveNumber = Annotated[int | None, Parameter(ge=0, le=100_000)]
Seat = Annotated[int | None, Parameter(ge=1, le=4)]
Seed = Annotated[int, Parameter(ge=0, le=LARGEST_SEED)]
TriedMoves = Annotated[str, QueryParameter(name="try", max_length=8_000)]
GameKind = Literal["table", "record"]


class SharingApi(Controller):
    """Pictures and pages for other websites, the same for all clients."""

    tags = ("sharing",)

    @get("/pictures/{kind:str}/{file:str}", summary="Get a picture", media_type="image/png")
    async def picture(
        self, request: AnyRequest, services: AppServices, address: ClientAddress, kind: str,
        file: str, move: MoveNumber = None, seat: Seat = None, theme: ThemeName = "light",
        tried: TriedMoves = "", seed: Seed = 0, card: bool = False,
    ) -> Response[bytes]:  # fmt: skip
        """Return a position (`NAME.svg`, `NAME.png`) or a whole game (`NAME.gif`, `NAME.webp`).

        The kind is `table`, `record` (an uploaded one) or `game` (an example). Without `move` it is
        the last position. A running game is shown as spectators see it. After its end, `seat` adds
        what that seat held, and `try` plays other moves from there, separated by commas, with deals
        that follow from `seed`. A `card` is as wide as link previews.
        """
        parts = _FILE.fullmatch(file)
        if parts is None or kind not in get_args(Kind):
            raise NotFound("There is no such picture.", code="no-such-picture")
        name, ending = parts[1], _ending(parts[2])
        limit = services.limits.animations if ending in ANIMATIONS else services.limits.pictures
        limit.use(address)
        game = await services.shared_games.find(_kind(kind), name)
        moves = tuple(text for text in tried.split(",") if text)[:_MOST_TRIED]
        is_card = card and ending not in ANIMATIONS
        wish = Wish(ending, move, seat, theme, moves, seed, is_card)
        content = await services.pictures.draw(game, wish)
        return _send(request, content, _TYPES[ending], _LASTING if _lasts(game) else _BRIEF)

    @get("/embed/{kind:str}/{name:str}", summary="Get a board to embed", media_type="text/html")
    async def embed(
        self, request: AnyRequest, services: AppServices, address: ClientAddress, kind: str,
        name: str, move: MoveNumber = None, theme: ThemeName | None = None,
        lang: Language | None = None,
    ) -> Response[bytes]:  # fmt: skip
        """Return a page for an `<iframe>` that steps through a game."""
        game = await _find(services, address, kind, name)
        language = lang or language_of(request)
        page = await services.review_thread.run(
            embedded_board, game, language, move=move, theme=theme
        )
        headers = {"content-security-policy": EMBED_POLICY}
        return _send(request, page.encode(), "text/html", _BRIEF, headers)

    @get("/sheet/{kind:str}/{name:str}", summary="Get a score sheet", media_type="text/html")
    async def sheet(
        self, request: AnyRequest, services: AppServices, address: ClientAddress, kind: str,
        name: str, lang: Language | None = None,
    ) -> Response[bytes]:  # fmt: skip
        """Return a page to print, with the final scores and every move."""
        game = await _find(services, address, kind, name)
        language = lang or language_of(request)
        at = 0.0 if game.table is None else game.table.moved_at
        day = datetime.datetime.fromtimestamp(at, datetime.UTC).date().isoformat() if at else ""
        page = await services.review_thread.run(score_sheet, game, language, day=day)
        return _send(request, page.encode(), "text/html", _BRIEF)


async def _find(services: Services, address: str, kind: str, name: str) -> SharedGame:
    """Return the game of a page; raise NotFound."""
    services.limits.reviews.use(address)
    if kind not in get_args(GameKind) or not _NAME.fullmatch(name):
        raise NotFound("There is no such page.", code="no-such-page")
    return await services.shared_games.find(_kind(kind), name)


def _kind(kind: str) -> Kind:
    return "table" if kind == "table" else "record" if kind == "record" else "game"


def _ending(text: str) -> Ending:
    return next(ending for ending in _TYPES if ending == text)


def _lasts(game: SharedGame) -> bool:
    return game.is_over or game.kind == "game"


def _send(
    request: AnyRequest, content: bytes, media_type: str, cache: str,
    more: dict[str, str] | None = None,
) -> Response[bytes]:  # fmt: skip
    """Send a file: texts compressed, and not at all if the client has it."""
    etag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    vary = "accept-encoding, accept-language" if media_type == "text/html" else "accept-encoding"
    headers = {"etag": etag, "cache-control": cache, "vary": vary, **(more or {})}
    known = request.headers.get("if-none-match", "")
    if etag in [one.strip().removeprefix("W/") for one in known.split(",")]:
        return Response(b"", status_code=304, headers=headers, media_type=media_type)
    is_text = media_type in ("text/html", _TYPES["svg"])
    if is_text and "gzip" in request.headers.get("accept-encoding", ""):
        content = gzip.compress(content, compresslevel=5, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(content, headers=headers, media_type=media_type)
