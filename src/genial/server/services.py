"""The services of a running server, as the API's handlers get them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from litestar import Litestar
from litestar.connection import ASGIConnection

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
from genial.server.bots.runner import BotRunner
from genial.server.compilation import Compilation
from genial.server.limits import Limit, LimitLog
from genial.server.live.chat import Chat
from genial.server.live.pointing import Pointing
from genial.server.live.presence import Presence
from genial.server.live.watching import LiveServices
from genial.server.lobby.daily import Daily
from genial.server.lobby.daily_results import DailyResults
from genial.server.lobby.feed import LobbyFeed
from genial.server.lobby.listings import Listings
from genial.server.lobby.pairing import Pairing
from genial.server.notifications.turns import TurnNotifications
from genial.server.results.evenings import Evenings
from genial.server.results.ledger import Ledger
from genial.server.results.local_games import LocalGames
from genial.server.results.profiles import Profiles
from genial.server.results.rating_changes import RatingChanges
from genial.server.settings import Settings
from genial.server.sharing.pictures import Pictures
from genial.server.sharing.previews import Previews
from genial.server.sharing.shared_games import SharedGames
from genial.server.tables.default_options import DefaultOptions
from genial.server.tables.registry import TableRegistry
from genial.server.tables.service import TableService
from genial.server.website.files import WebsiteFiles

Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True, kw_only=True)
class RateLimits:
    """How often a client may do something: a burst, and a rate per second."""

    requests: Limit = field(
        default_factory=lambda: Limit(200, 20)
    )  # by address; opening a socket counts, too
    arrivals: Limit = field(default_factory=lambda: Limit(20, 0.05))  # guests, by address
    passwords: Limit = field(default_factory=lambda: Limit(10, 0.1))  # attempts, by address
    guesses: Limit = field(
        default_factory=lambda: Limit(10, 1 / 60)
    )  # attempts, by account name and address
    new_tokens: Limit = field(default_factory=lambda: Limit(20, 0.05))  # by account
    confirmation_mails: Limit = field(default_factory=lambda: Limit(20, 0.05))  # by address
    exports: Limit = field(default_factory=lambda: Limit(3, 1 / 600))  # by account
    new_tables: Limit = field(default_factory=lambda: Limit(30, 1 / 60))  # by account
    messages: Limit = field(
        default_factory=lambda: Limit(100, 20)
    )  # over sockets, by account or address
    hints: Limit = field(default_factory=lambda: Limit(10, 0.5))  # by account
    reviews: Limit = field(default_factory=lambda: Limit(200, 10))  # by account or address
    score_sheets: Limit = field(default_factory=lambda: Limit(60, 2))  # by account or address
    pictures: Limit = field(default_factory=lambda: Limit(200, 5))  # by address
    animations: Limit = field(default_factory=lambda: Limit(10, 0.05))  # by address
    previews: Limit = field(default_factory=lambda: Limit(60, 2))  # by address
    uploads: Limit = field(default_factory=lambda: Limit(10, 0.05))  # by account
    local_games: Limit = field(default_factory=lambda: Limit(30, 0.05))  # by account
    analyses: Limit = field(default_factory=lambda: Limit(10, 0.02))  # by account


@dataclass(frozen=True, kw_only=True)
class Services:
    """Everything that a handler can call."""

    settings: Settings
    limits: RateLimits
    limit_log: LimitLog
    compilation: Compilation
    registry: TableRegistry
    tables: TableService
    default_options: DefaultOptions
    chat: Chat
    pointing: Pointing
    presence: Presence
    live: LiveServices
    accounts: Accounts
    tokens: Tokens
    sessions: SessionRevocation
    networks: PlayerNetworks
    moderation: Moderation
    deletion: AccountDeletion
    listings: Listings
    lobby_feed: LobbyFeed
    pairing: Pairing
    daily: Daily
    daily_results: DailyResults
    ledger: Ledger
    local_games: LocalGames
    rating_changes: RatingChanges
    profiles: Profiles
    evenings: Evenings
    bot_runner: BotRunner
    notifications: TurnNotifications
    review_thread: ReviewThread
    uploads: Uploads
    boards: KeptBoards
    analyses: AnalysisJobs
    website: WebsiteFiles
    shared_games: SharedGames
    pictures: Pictures
    previews: Previews

    def now(self) -> float:
        """Return the server's time, in epoch seconds."""
        return self.registry.now()


def services_of(owner: Litestar | Connection) -> Services:
    """Return the services of an application, for code that Litestar injects nothing into."""
    app = owner if isinstance(owner, Litestar) else owner.app
    services: Services = app.state.services
    return services
