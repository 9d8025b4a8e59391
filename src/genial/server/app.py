"""The ASGI application: build the services and mount the routes."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import structlog
from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import genial
from genial.server.accounts.accounts import Accounts
from genial.server.accounts.boards import KeptBoards
from genial.server.accounts.deletion import AccountDeletion
from genial.server.accounts.moderation import Moderation
from genial.server.accounts.networks import PlayerNetworks
from genial.server.accounts.revocation import SessionRevocation
from genial.server.accounts.tokens import Tokens
from genial.server.analysis.jobs import AnalysisJobs
from genial.server.analysis.review import ReviewThread
from genial.server.analysis.uploads import Uploads
from genial.server.analysis.worker import AnalysisWorker
from genial.server.api import website
from genial.server.api.accounts import AccountsApi
from genial.server.api.admin import AdminApi
from genial.server.api.boards import BoardsApi
from genial.server.api.daily import DailyApi
from genial.server.api.dependencies import DEPENDENCIES
from genial.server.api.evenings import EveningsApi
from genial.server.api.game_types import GameSchemas
from genial.server.api.guard import check_request
from genial.server.api.health import connection, health
from genial.server.api.hints import HintsApi
from genial.server.api.home import HomeApi
from genial.server.api.live import live
from genial.server.api.local_games import LocalGamesApi
from genial.server.api.metrics import metrics
from genial.server.api.moderation import ModerationApi
from genial.server.api.notifications import NotificationsApi
from genial.server.api.openapi import PlainPage, document_refusals
from genial.server.api.pairing import PairingApi
from genial.server.api.positions import PositionsApi
from genial.server.api.profiles import ProfilesApi
from genial.server.api.responses import EXCEPTION_HANDLERS, add_security_headers
from genial.server.api.results import ResultsApi
from genial.server.api.review import ReviewApi
from genial.server.api.sharing import SharingApi
from genial.server.api.tables import TablesApi
from genial.server.api.tokens import TokensApi
from genial.server.bots.hints import HintWorker
from genial.server.bots.runner import BotRunner
from genial.server.cluster.bus import connect
from genial.server.cluster.loop_lag import LoopLag
from genial.server.cluster.monotonic_clock import MonotonicClock
from genial.server.cluster.timekeeper import Timekeeper
from genial.server.compilation import Compilation
from genial.server.limits import LimitLog
from genial.server.live.chat import Chat
from genial.server.live.onlookers import OnlookerRegistry
from genial.server.live.pointing import Pointing
from genial.server.live.presence import Presence
from genial.server.live.watching import LiveServices
from genial.server.lobby.daily import Daily
from genial.server.lobby.daily_results import DailyResults
from genial.server.lobby.feed import LobbyFeed
from genial.server.lobby.listings import Listings
from genial.server.lobby.pairing import Pairing
from genial.server.notifications.turns import turn_notifications
from genial.server.results.evenings import Evenings
from genial.server.results.ledger import Ledger
from genial.server.results.local_games import LocalGames
from genial.server.results.profiles import Profiles
from genial.server.results.rating_changes import RatingChanges
from genial.server.services import RateLimits, Services
from genial.server.settings import Settings
from genial.server.sharing.pictures import Pictures
from genial.server.sharing.previews import Previews
from genial.server.sharing.shared_games import SharedGames
from genial.server.storage.store import Store, serve_alone
from genial.server.tables.default_options import DefaultOptions
from genial.server.tables.registry import TableRegistry
from genial.server.tables.service import TableService
from genial.server.website.files import WebsiteFiles

log = structlog.get_logger()

_LARGEST_BODY = 256 * 1024

ROUTES = document_refusals((
    health, connection, live, metrics, HomeApi, AccountsApi, TablesApi, PositionsApi, EveningsApi,
    ResultsApi, ProfilesApi, DailyApi, PairingApi, ModerationApi, HintsApi, ReviewApi, TokensApi,
    AdminApi, NotificationsApi, BoardsApi, SharingApi, LocalGamesApi,
    *website.ROUTES,
))  # fmt: skip


@asynccontextmanager
async def running_app(
    settings: Settings, clock: MonotonicClock | None = None, limits: RateLimits | None = None, *,
    address: str = "",
) -> AsyncIterator[Litestar]:  # fmt: skip
    """Run the application with its store, bus and background work; raise GenialError.

    The address is the one that invitations carry, if it is not the origin of the settings.
    """
    async with AsyncExitStack() as stack:
        services, timekeeper = await _start_services(
            stack,
            settings,
            clock or MonotonicClock(),
            limits or RateLimits(),
            settings.origin or address,
        )
        app = create_app(services)
        # Players' clocks run from now on.
        await stack.enter_async_context(timekeeper)
        yield app


async def _start_services(
    stack: AsyncExitStack,
    settings: Settings,
    clock: MonotonicClock,
    limits: RateLimits,
    address: str,
) -> tuple[Services, Timekeeper]:
    """Start all services, to be stopped with the stack; the timekeeper is not started yet."""
    default_options = DefaultOptions(settings)
    stack.enter_context(serve_alone(settings.database))
    store = await Store.open(settings.database)
    stack.push_async_callback(store.close)
    bus = await connect(settings.bus, await store.realm())
    stack.push_async_callback(bus.close)
    compilation = await stack.enter_async_context(Compilation())
    registry = TableRegistry(store, bus, clock.now, compilation)
    stack.enter_context(LoopLag(registry.metrics.loop_lag.observe))
    presence = Presence(registry)
    timekeeper = Timekeeper(registry, settings.stand_in, clock, presence.cut_off_since)
    accounts = Accounts(store, await store.secret("cookies", secrets.token_bytes(32)), clock.now)
    network_secret = await store.secret("places", secrets.token_bytes(32))
    files = WebsiteFiles(settings, address)
    await stack.enter_async_context(presence)
    onlookers = await stack.enter_async_context(OnlookerRegistry(registry))
    chat = await stack.enter_async_context(Chat(registry))
    pointing = Pointing(registry)
    tables = TableService(
        registry, presence.gone_since, stand_in=settings.stand_in, patience=settings.patience
    )
    moderation = Moderation(store, clock.now)
    ledger = await stack.enter_async_context(Ledger(registry))
    pairing = await stack.enter_async_context(Pairing(registry, moderation))
    deletion = await stack.enter_async_context(AccountDeletion(registry, ledger, settings.stand_in))
    bot_runner = await stack.enter_async_context(
        BotRunner(registry, compilation, settings.thinkers)
    )
    if not bot_runner.threads and bus.is_local:
        log.warning("no threads for bots: they will not move", thinkers=0)
    listings = Listings(store.engine)
    lobby_feed = await stack.enter_async_context(LobbyFeed(registry, listings))
    review_thread = ReviewThread()
    stack.callback(review_thread.close)
    uploads = Uploads(store, review_thread, compilation, clock.now)
    analyses = AnalysisJobs(registry, uploads)
    shared_games = SharedGames(registry, uploads, compilation)
    pictures = Pictures()
    stack.callback(pictures.close)
    daily, profiles = Daily(registry, ledger), Profiles(store.engine)
    if bot_runner.threads:
        await stack.enter_async_context(HintWorker(bus, compilation, settings.thinkers))
        await stack.enter_async_context(
            AnalysisWorker(analyses, bot_runner, compilation, settings.analysis_effort)
        )
    services = Services(
        settings=settings,
        limits=limits,
        limit_log=LimitLog(),
        compilation=compilation,
        registry=registry,
        tables=tables,
        default_options=default_options,
        chat=chat,
        pointing=pointing,
        presence=presence,
        live=LiveServices(tables, chat, pointing, presence, onlookers, lobby_feed),
        accounts=accounts,
        tokens=Tokens(store, accounts, clock.now),
        sessions=await stack.enter_async_context(SessionRevocation(registry)),
        networks=PlayerNetworks(store, network_secret, clock.now),
        moderation=moderation,
        deletion=deletion,
        listings=listings,
        lobby_feed=lobby_feed,
        pairing=pairing,
        daily=daily,
        daily_results=DailyResults(registry, ledger),
        ledger=ledger,
        local_games=LocalGames(registry, ledger, review_thread, settings.stand_in),
        rating_changes=RatingChanges(registry, ledger),
        profiles=profiles,
        evenings=Evenings(registry, review_thread),
        bot_runner=bot_runner,
        notifications=await stack.enter_async_context(
            turn_notifications(settings, registry, presence)
        ),
        review_thread=review_thread,
        uploads=uploads,
        boards=KeptBoards(store, clock.now),
        analyses=analyses,
        website=files,
        shared_games=shared_games,
        pictures=pictures,
        previews=Previews(
            shared_games, daily, profiles, address=address, page=files.client, now=clock.now
        ),
    )
    return services, timekeeper


def create_app(services: Services) -> Litestar:
    """Return the application that answers requests with these services."""
    return Litestar(
        ROUTES,
        dependencies={
            "services": Provide(lambda: services, sync_to_thread=False, use_cache=True),
            **DEPENDENCIES,
        },
        before_request=check_request,
        after_request=add_security_headers,
        exception_handlers=EXCEPTION_HANDLERS,
        request_max_body_size=_LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="Genial",
            version=genial.__version__,
            path="/api/schema",
            use_handler_docstrings=True,
            render_plugins=[PlainPage(), JsonRenderPlugin()],
        ),
        plugins=[GameSchemas()],
        logging_config=None,
        state=State({"services": services}),
        debug=False,
    )
