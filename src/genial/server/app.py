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
from genial.server.accounts.accounts import Accounts
from genial.server.accounts.deletion import AccountDeletion
from genial.server.accounts.moderation import Moderation
from genial.server.accounts.networks import PlayerNetworks
from genial.server.accounts.revocation import LOGGED_OUT, SHOWN_OUT, SessionRevocation
from genial.server.accounts.tokens import Tokens
from genial.server.analysis.jobs import AnalysisJobs
from genial.server.analysis.review import ReviewThread
from genial.server.analysis.uploads import Uploads
from genial.server.analysis.worker import AnalysisWorker
from genial.server.api import pages
from genial.server.api.accounts import AccountsApi
from genial.server.api.admin import AdminApi
from genial.server.api.daily import DailyApi
from genial.server.api.hints import HintsApi
from genial.server.api.metrics import measured
from genial.server.api.moderation import ModerationApi
from genial.server.api.notifications import NotificationsApi
from genial.server.api.openapi import PlainPage, documented
from genial.server.api.pairing import PairingApi
from genial.server.api.profiles import ProfilesApi
from genial.server.api.requests import address_of, asking, from_here, guard, token_of
from genial.server.api.review import ReviewApi
from genial.server.api.tables import TablesApi
from genial.server.api.tokens import TokensApi
from genial.server.bots.hints import HintWorker
from genial.server.bots.runner import BotRunner
from genial.server.cluster.bus import connect
from genial.server.cluster.monotonic_clock import MonotonicClock
from genial.server.cluster.timekeeper import Timekeeper
from genial.server.compilation import Compilation
from genial.server.errors import NotDone, Refusal
from genial.server.limits import Limit, LimitLog, TooMuch
from genial.server.live.chat import Chat
from genial.server.live.connection import AWAY, TOO_MUCH, Connection
from genial.server.live.onlookers import OnlookerRegistry
from genial.server.live.presence import Presence
from genial.server.live.watching import LiveServices
from genial.server.lobby.daily import Daily
from genial.server.lobby.listings import Listings
from genial.server.lobby.pairing import Pairing
from genial.server.notifications.turns import turn_notifications
from genial.server.results.ledger import Ledger
from genial.server.results.profiles import Profiles
from genial.server.settings import Settings
from genial.server.storage.store import Store, serve_alone
from genial.server.storage.writer import failure_of
from genial.server.tables.registry import TableRegistry
from genial.server.tables.service import TableService

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
    await request.app.state.registry.store.last_beat()
    compilation: Compilation = request.app.state.compilation
    return Health("well", genial.__version__, compilation.done, compilation.total)


@websocket("/api/live/v1")
async def live(socket: WebSocket[Any, Any, Any]) -> None:
    """Live play, see `messages`."""
    state = socket.app.state
    await socket.accept()
    if not state.requests.try_use(address_of(socket)):
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
    connection = Connection(socket, account, state.live, state.messages, whose)
    token = token_of(socket)
    _forget_headers(socket)
    with state.door.let_in(account, token, connection):
        await connection.serve()


def _forget_headers(socket: WebSocket[Any, Any, Any]) -> None:
    """They are much to keep for nothing, a socket each."""
    socket.scope["headers"] = []
    socket._connection_state.headers = Empty  # noqa: SLF001 (Litestar's copy of them)


ROUTES = documented((
    health, live, measured, AccountsApi, TablesApi, ProfilesApi, DailyApi, PairingApi,
    ModerationApi, HintsApi, ReviewApi, TokensApi, AdminApi, NotificationsApi, *pages.ROUTES,
))  # fmt: skip


@asynccontextmanager
async def opened(
    settings: Settings, clock: MonotonicClock | None = None
) -> AsyncIterator[Litestar]:
    """The application with these settings, its store and bus open; raises GenialError."""
    async with AsyncExitStack() as stack:
        stack.enter_context(serve_alone(settings.database))
        store = await Store.open(settings.database)
        stack.push_async_callback(store.close)
        bus = await connect(settings.bus, await store.realm())
        stack.push_async_callback(bus.close)
        clock = clock or MonotonicClock()
        compilation = await stack.enter_async_context(Compilation())
        registry = TableRegistry(store, bus, clock.now, compilation)
        presence = Presence(registry)
        timekeeper = Timekeeper(registry, settings.stand_in, clock, presence.cut_off_since)
        secret = await store.secret("cookies", secrets.token_bytes(32))
        accounts = Accounts(store, secret, clock.now)
        places = PlayerNetworks(
            store, await store.secret("places", secrets.token_bytes(32)), clock.now
        )
        texts = pages.Pages(settings)
        await stack.enter_async_context(presence)
        onlookers = await stack.enter_async_context(OnlookerRegistry(registry))
        chat = await stack.enter_async_context(Chat(registry))
        table_service = TableService(
            registry, presence.gone_since, stand_in=settings.stand_in, patience=settings.patience
        )
        moderation = Moderation(store, clock.now)
        ledger = await stack.enter_async_context(Ledger(registry))
        pairing = await stack.enter_async_context(Pairing(registry, moderation))
        deletion = await stack.enter_async_context(
            AccountDeletion(registry, ledger, settings.stand_in)
        )
        thinkers = await stack.enter_async_context(
            BotRunner(registry, compilation, settings.thinkers)
        )
        if not thinkers.threads and bus.is_local:
            log.warning("nobody thinks: bots do not move", thinkers=0)
        review_thread = ReviewThread()
        stack.callback(review_thread.close)
        uploads = Uploads(store, review_thread, compilation, clock.now)
        analyses = AnalysisJobs(registry, uploads)
        if thinkers.threads:
            await stack.enter_async_context(HintWorker(bus, compilation, settings.thinkers))
            effort = settings.analysis_effort
            await stack.enter_async_context(AnalysisWorker(analyses, thinkers, compilation, effort))
        door = await stack.enter_async_context(SessionRevocation(registry))
        notices = await stack.enter_async_context(turn_notifications(settings, registry, presence))
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
                    "registry": registry,
                    "table_service": table_service,
                    "chat": chat,
                    "presence": presence,
                    "live": LiveServices(table_service, chat, presence, onlookers),
                    "accounts": accounts,
                    "tokens": Tokens(store, accounts, clock.now),
                    "door": door,
                    "places": places,
                    "pages": texts,
                    "thinkers": thinkers,
                    "notices": notices,
                    "pushes": notices.pushes,
                    "mail": notices.mail,
                    "compilation": compilation,
                    "moderation": moderation,
                    "pairing": pairing,
                    "deletion": deletion,
                    "daily": Daily(registry, ledger),
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
                    "review_thread": review_thread,
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
        await stack.enter_async_context(timekeeper)
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
