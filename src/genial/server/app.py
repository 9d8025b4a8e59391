"""The ASGI application: everything a server serves."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
import structlog
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, websocket
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Empty

import genial
from genial.core.errors import BadOption, GenialError, IllegalMove
from genial.server import pages
from genial.server.accounts import Accounts
from genial.server.analysis import Analyses
from genial.server.analysts import Analysts
from genial.server.api.admin import Admins
from genial.server.api.company import Company
from genial.server.api.daily import Challenges
from genial.server.api.docs import NotDone, PlainPage, documented
from genial.server.api.guards import address_of, asking, from_here, guard, token_of
from genial.server.api.lists import Lists
from genial.server.api.notices import Telling
from genial.server.api.pairing import Pairs
from genial.server.api.people import People
from genial.server.api.programs import Programs
from genial.server.api.review import Reviews
from genial.server.api.tables import Tables
from genial.server.api.thinking import Thinking
from genial.server.books import Books
from genial.server.bus import connected
from genial.server.daily import Daily
from genial.server.door import LOGGED_OUT, SHOWN_OUT, Door
from genial.server.farewell import Farewell
from genial.server.hall import Hall
from genial.server.home import Home
from genial.server.keeper import Keeper
from genial.server.limits import Limit, LimitLog, TooMuch
from genial.server.listings import Listings
from genial.server.manners import Manners
from genial.server.measured import measured
from genial.server.notices import noticing
from genial.server.pairing import Pairing
from genial.server.places import Places
from genial.server.presence import Presence
from genial.server.profiles import Profiles
from genial.server.refusals import Refusal
from genial.server.review import Desk
from genial.server.settings import Settings
from genial.server.sockets import AWAY, TOO_MUCH, Client
from genial.server.steady import Steady
from genial.server.storage.store import Store, served_alone
from genial.server.storage.writer import failure_of
from genial.server.talk import Talk
from genial.server.thinkers import Thinkers
from genial.server.thinking import Advisers
from genial.server.tokens import Tokens
from genial.server.uploads import Uploads
from genial.server.warming import Warming

log = structlog.get_logger()

LARGEST_BODY = 256 * 1024

_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Health(msgspec.Struct):
    """How the server is, and how many steps of compiling there are."""

    status: str
    version: str
    compiled: int
    steps: int


@get("/health", summary="Is the server there?", tags=["server"])
async def health(request: Request[Any, Any, Any]) -> Health:
    """Asks the database, too, and tells how much is still to be compiled."""
    await request.app.state.home.store.last_beat()
    warming: Warming = request.app.state.warming
    return Health("well", genial.__version__, warming.done, warming.total)


@websocket("/api/live/v1")
async def live(socket: WebSocket[Any, Any, Any]) -> None:
    """Live play, see `messages`."""
    state = socket.app.state
    await socket.accept()
    if not state.requests.allows(address_of(socket)):
        state.limit_log.add("requests")
        await socket.close(code=TOO_MUCH)
        return
    if not from_here(socket):
        await socket.close(code=SHOWN_OUT)
        return
    try:
        account = await asking(socket)
        if account is not None:
            await state.places.note(account, address_of(socket))
    except Refusal:
        await socket.close(code=LOGGED_OUT)
        return
    except Exception as error:
        if failure_of(error) is None:
            raise
        await socket.close(code=AWAY)
        return
    whose = address_of(socket) if account is None else account.account
    client, token = Client(socket, account, state.hall, state.messages, whose), token_of(socket)
    _forget_headers(socket)
    with state.door.let_in(account, token, client):
        await client.serve()


def _forget_headers(socket: WebSocket[Any, Any, Any]) -> None:
    """They are much to keep for nothing, a socket each."""
    socket.scope["headers"] = []
    socket._connection_state.headers = Empty  # noqa: SLF001 (Litestar's copy of them)


ROUTES = documented((
    health, live, measured, People, Tables, Lists, Challenges, Pairs, Company, Thinking, Reviews,
    Programs, Admins, Telling, *pages.ROUTES,
))  # fmt: skip


@asynccontextmanager
async def opened(settings: Settings, steady: Steady | None = None) -> AsyncIterator[Litestar]:
    """The application with these settings, its store and bus open; raises GenialError."""
    async with AsyncExitStack() as stack:
        stack.enter_context(served_alone(settings.database))
        store = await Store.opened(settings.database)
        stack.push_async_callback(store.close)
        bus = await connected(settings.bus, await store.realm())
        stack.push_async_callback(bus.close)
        steady = steady or Steady()
        warming = await stack.enter_async_context(Warming())
        home = Home(store, bus, steady.now, warming)
        presence = Presence(home)
        keeper = Keeper(home, settings.stand_in, steady, presence)
        secret = await store.secret("cookies", secrets.token_bytes(32))
        accounts = Accounts(store, secret, steady.now)
        places = Places(store, await store.secret("places", secrets.token_bytes(32)), steady.now)
        texts = pages.Pages(settings)
        await stack.enter_async_context(presence)
        talk = await stack.enter_async_context(Talk(home))
        hall = Hall(home, presence, talk, stand_in=settings.stand_in, patience=settings.patience)
        manners = Manners(store, steady.now)
        books = await stack.enter_async_context(Books(home))
        pairing = await stack.enter_async_context(Pairing(home, manners))
        farewell = await stack.enter_async_context(Farewell(home, books, settings.stand_in))
        thinkers = await stack.enter_async_context(Thinkers(home, warming, settings.thinkers))
        if not thinkers.threads and bus.is_local:
            log.warning("nobody thinks: bots do not move", thinkers=0)
        desk = Desk()
        stack.callback(desk.close)
        uploads = Uploads(store, desk, warming, steady.now)
        analyses = Analyses(home, uploads)
        if thinkers.threads:
            await stack.enter_async_context(Advisers(bus, warming, settings.thinkers))
            effort = settings.analysis_effort
            await stack.enter_async_context(Analysts(analyses, thinkers, warming, effort))
        door = await stack.enter_async_context(Door(home))
        notices = await stack.enter_async_context(noticing(settings, home, presence))
        app = Litestar(
            ROUTES,
            before_request=guard,
            after_request=_with_headers,
            exception_handlers={
                GenialError: _refused,
                HTTPException: _failed,
                RecursionError: _too_deep,
                Exception: _broken,
            },
            request_max_body_size=LARGEST_BODY,
            openapi_config=OpenAPIConfig(
                title="Genial",
                version=genial.__version__,
                path="/api/schema",
                use_handler_docstrings=True,
                render_plugins=[PlainPage(), JsonRenderPlugin()],
            ),
            logging_config=None,
            state=State(
                {
                    "settings": settings,
                    "home": home,
                    "hall": hall,
                    "accounts": accounts,
                    "tokens": Tokens(store, accounts, steady.now),
                    "door": door,
                    "places": places,
                    "pages": texts,
                    "thinkers": thinkers,
                    "notices": notices,
                    "pushes": notices.pushes,
                    "mail": notices.mail,
                    "warming": warming,
                    "manners": manners,
                    "pairing": pairing,
                    "farewell": farewell,
                    "daily": Daily(home, books),
                    "listings": Listings(store.engine),
                    "profiles": Profiles(store.engine),
                    "limit_log": LimitLog(),
                    "exports": Limit(3, 1 / 600),
                    "requests": Limit(200, 20),  # by address, sockets too
                    "arrivals": Limit(20, 0.05),
                    "passwords": Limit(10, 0.1),  # tried from one address
                    "guesses": Limit(10, 1 / 60),  # from one address at one name
                    "labels": Limit(20, 0.05),  # tokens made by one account
                    "letters": Limit(20, 0.05),  # to confirm an address, asked for by one
                    "opening": Limit(30, 1 / 60),  # tables of one account
                    "messages": Limit(100, 20),  # of one account, or address
                    "desk": desk,
                    "uploads": uploads,
                    "analyses": analyses,
                    "advice": Limit(10, 0.5),
                    "reviewing": Limit(200, 10),
                    "uploading": Limit(10, 0.05),
                    "analysing": Limit(10, 0.02),
                }
            ),
            debug=False,
        )
        # From now on time is charged.
        await stack.enter_async_context(keeper)
        yield app


async def _with_headers(response: Response[Any]) -> Response[Any]:
    response.headers.update(_HEADERS)
    return response


def _said(status: int, code: str, sentence: str, facts: Any = None) -> Response[Any]:
    content = NotDone(code, sentence, facts or {})
    return Response(content, status_code=status, media_type=MediaType.JSON, headers=_HEADERS)


def _refused(request: Request[Any, Any, Any], error: GenialError) -> Response[Any]:
    if isinstance(error, TooMuch):
        request.app.state.limit_log.add("requests")
    status = 422 if isinstance(error, IllegalMove | BadOption) else 400
    if isinstance(error, Refusal):
        status = error.status
    facts = {name: value if isinstance(value, int) else str(value)
             for name, value in error.facts.items()}  # fmt: skip
    answer = _said(status, error.code, str(error), facts)
    minutes = facts.get("minutes")
    if isinstance(minutes, int):
        answer.headers["retry-after"] = str(60 * minutes)
    return answer


def _failed(_: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    extra = error.extra if isinstance(error.extra, list) else []
    why = "; ".join(str(one.get("message", "")) for one in extra if isinstance(one, dict))
    return _said(error.status_code, "bad-request", f"{error.detail}{': ' if why else ''}{why}")


def _too_deep(_: Request[Any, Any, Any], __: RecursionError) -> Response[Any]:
    return _said(400, "bad-request", "this is nested too deeply")


def _broken(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    failure = failure_of(error)
    if failure is not None:
        log.warning("storage", path=request.url.path, error=failure.why)
        return _refused(request, failure)
    log.error("request failed", path=request.url.path, exc_info=error)
    return _said(500, "broken", "something went wrong here; it was written down")
