"""Link previews: titles, descriptions and pictures of pages, for messengers and forums.

The client is one page; the server writes into its head what a link leads to. Everything in it is
what a stranger may see, and nothing of it is needed to show the page: if something cannot be found
out quickly, the page goes without.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

import structlog

from genial.core.drawing import CARD
from genial.core.errors import GenialError
from genial.server.lobby.daily import Daily
from genial.server.results.profiles import Profiles
from genial.server.sharing.shared_games import Kind, SharedGame, SharedGames
from genial.server.sharing.texts import (
    clock_text,
    free_seats,
    game_title,
    player_names,
    say,
    title_of,
    winners_of,
)
from genial.server.tables.days import day_of
from genial.server.website.files import WebsiteFile
from genial.server.website.host_pages import Language

log = structlog.get_logger()

_SECONDS = 20.0  # a preview is kept
_MOST_KEPT = 500
_PATIENCE = 2.0  # seconds to find out
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
_KINDS: dict[str, Kind] = {"table": "table", "review": "table", "record": "record"}
_TITLE = "<title>Genial</title>"
_DESCRIPTION = re.compile(r'<meta name="description"[^>]*>')


@dataclass(frozen=True)
class Preview:
    """What is said about a page."""

    title: str
    description: str
    picture: str = ""  # its path; empty: the icon


class Previews:
    """The pages of the client with previews in their heads."""

    def __init__(
        self, games: SharedGames, daily: Daily, profiles: Profiles, *, address: str,
        page: WebsiteFile | None, now: Callable[[], float],
    ) -> None:  # fmt: skip
        self._games, self._daily, self._profiles = games, daily, profiles
        self._address, self._now = address.rstrip("/"), now
        self._page = "" if page is None else page.content.decode()
        self._kept: OrderedDict[tuple[str, Language], tuple[float, WebsiteFile]] = OrderedDict()

    def has_preview(self, path: str) -> bool:
        """Tell if a page has a preview of its own."""
        first, _, rest = path.strip("/").partition("/")
        if not self._page or first not in ("daily", "people", *_KINDS):
            return False
        return first == "daily" or bool(rest)

    async def page(self, path: str, language: Language) -> WebsiteFile | None:
        """Return the client with a preview; none if there is nothing to say about this page."""
        key = (path.strip("/")[:100], language)
        until, kept = self._kept.pop(key, (0.0, None))
        if kept is None or until < time.monotonic():
            try:
                async with asyncio.timeout(_PATIENCE):
                    preview = await self._find(key[0], language)
            except (GenialError, TimeoutError):
                return None
            except Exception as error:  # the page is more important than its preview
                log.warning("no preview", path=key[0], error=str(error))
                return None
            if preview is None:
                return None
            kept = WebsiteFile.create("page.html", self._write(preview, key[0], language).encode())
            until = time.monotonic() + _SECONDS
        self._kept[key] = until, kept
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return kept

    # --- what there is to say

    async def _find(self, path: str, language: Language) -> Preview | None:
        first, _, rest = path.partition("/")
        name = rest.partition("/")[0]
        if first == "daily":
            return await self._challenge(name or day_of(self._now()), language)
        if not _NAME.fullmatch(name):
            return None
        if first == "people":
            return await self._profile(name, language)
        game = await self._games.find(_KINDS[first], name)
        return _game(game, language, is_review=first != "table")

    async def _challenge(self, day: str, language: Language) -> Preview:
        challenge = await self._daily.challenge(day, None)
        title = say(language, "daily", day=challenge.day)
        text = say(language, "daily-text", count=challenge.attempts)
        picture = "/pictures/game/ingenious.png?card=true"
        if challenge.over and challenge.leaders:
            best = challenge.leaders[0]
            picture = f"/pictures/table/{best.table}.png?card=true"
            lowest = (best.colours or [0])[0]
            text = f"{say(language, 'best', name=best.name, lowest=lowest)} {text}"
        return Preview(title, text, picture)

    async def _profile(self, account: str, language: Language) -> Preview:
        profile = await self._profiles.profile(account, "")
        games = sum(tally.games for tally in profile.tallies)
        rated = [tally for tally in profile.tallies if tally.rating is not None]
        ratings = [
            say(
                language, "rating", game=game_title(tally.game, language), variant=tally.variant,
                rating=round(tally.rating or 0),
            )
            for tally in rated[:3]
        ]  # fmt: skip
        text = " · ".join([say(language, "profile-text", games=games), *ratings])
        picture = ""
        for recent in profile.recent[:3]:  # today's challenge is sealed
            try:
                await self._games.find("table", recent.table)
            except GenialError:
                continue
            picture = f"/pictures/table/{recent.table}.png?card=true"
            break
        return Preview(say(language, "profile", name=profile.name), text, picture)

    # --- the page

    def _write(self, preview: Preview, path: str, language: Language) -> str:
        """Return the client's page with a preview, every text escaped."""
        wide, high = CARD
        facts = [
            ("og:type", "website"),
            ("og:site_name", "Genial"),
            ("og:locale", "de_DE" if language == "de" else "en_GB"),
            ("og:title", preview.title),
            ("og:description", preview.description),
        ]
        if self._address:
            facts.append(("og:url", f"{self._address}/{path}"))
            picture = preview.picture or "/icons/icon-512.png"
            facts.append(("og:image", self._address + picture))
            if preview.picture:
                facts += [
                    ("og:image:type", "image/png"),
                    ("og:image:width", str(wide)),
                    ("og:image:height", str(high)),
                    ("og:image:alt", preview.title),
                ]
        kind = "summary_large_image" if self._address and preview.picture else "summary"
        head = "".join(
            f'<meta property="{name}" content="{escape(value)}" />' for name, value in facts
        )
        head += f'<meta name="twitter:card" content="{kind}" />'
        head += f'<meta name="description" content="{escape(preview.description)}" />'
        head += f"<title>{escape(preview.title)} · Genial</title>"
        return _DESCRIPTION.sub("", self._page, count=1).replace(_TITLE, head, 1)


def _game(game: SharedGame, language: Language, *, is_review: bool) -> Preview:
    """Return what is said about a game: an invitation, who plays, or who won."""
    picture = f"/pictures/{game.kind}/{game.name}.png?card=true"
    title = game_title(game.game.name, language)
    if game.phase == "waiting":
        assert game.table is not None
        key = "invites" if game.host else "waiting"
        free = say(language, "free", free=free_seats(game), seats=len(game.sitters))
        clock = clock_text(game.table.terms.pace, language)
        return Preview(
            say(language, key, host=game.host, game=title), f"{clock} {free}",
            f"/pictures/game/{game.game.name}.png?card=true",
        )  # fmt: skip
    named = title_of(game, language)
    moves = say(language, "moves", count=game.total)
    if not game.is_over:
        players = ", ".join(player_names(game, language))
        return Preview(named, f"{say(language, 'playing', players=players)} {moves}", picture)
    if is_review:
        named = say(language, "review-title", title=named)
    text = f"{winners_of(game, language)} {moves} {say(language, 'review')}"
    return Preview(named, text, picture)
