"""Tell players that it is their turn: in the page at once, and outside it if they are away.

The process that stores a turn's event announces the turn. Every event is stored by exactly one
process, so no turn is announced twice. Outside the page a turn is announced only after a delay, if
it still lasts.

Push, mail and webhook have slots of their own, and accounts take turns in each: a slow endpoint
delays only its own account.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager

import msgspec
import sqlalchemy as sa
import structlog

from genial.server.cluster.periodic import Periodic, stop_all
from genial.server.errors import Refusal
from genial.server.limits import FairSlots, QueueTooLong
from genial.server.live.account_messages import tell
from genial.server.live.presence import Presence
from genial.server.live.protocol import YourTurn
from genial.server.notifications.mail import Mail
from genial.server.notifications.push import NotSent, WebPush
from genial.server.notifications.webhook import Webhook
from genial.server.settings import Settings, mail_place
from genial.server.tables.events import Entry, Person
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

log = structlog.get_logger()

_SWEEP = 1.0  # seconds between looks for turns that are due
_MOMENT = 0.2  # seconds until the page announces a turn
_MOST = 10_000  # turns waiting to be announced
_SLOTS = {"push": 16, "mail": 4, "webhook": 8}  # messages sent at the same time
_MOST_WAITING = 50  # messages to one account that wait for one channel
_LONGEST, _SHORTEST = 3 * 86400, 60  # seconds that a push service keeps a message
_LAST_SECONDS = 5.0  # for what is still to be sent at shutdown
_NOT_SENT = "notification not sent"


class PendingTurn(msgspec.Struct, frozen=True, kw_only=True):
    """A turn of an account that is to be announced."""

    account: str
    name: str
    is_bot: bool
    message: YourTurn  # for the page
    since: float
    by_turn: bool  # days a move: announced even to a connected player


class TurnNotice(msgspec.Struct, frozen=True, tag="your-turn", kw_only=True, omit_defaults=True):
    """The message that is sent outside the page."""

    table: str
    number: int
    seat: int
    game: str
    account: str
    name: str
    at: float
    link: str = ""
    deadline: float | None = None


class TurnNotifications:
    """Announces their turns to players."""

    def __init__(
        self, registry: TableRegistry, presence: Presence, pushes: WebPush, mail: Mail,
        webhook: Webhook, *, after: float, origin: str,
    ) -> None:  # fmt: skip
        self._registry, self._presence = registry, presence
        self.pushes, self.mail, self._webhook = pushes, mail, webhook
        self._after, self._origin = after, origin.rstrip("/")
        self._due_outside: dict[str, PendingTurn] = {}  # by table, the oldest first
        self._due_in_page: dict[str, PendingTurn] = {}  # by table
        self._slots = {
            channel: FairSlots(slots, each=1, waiting=_MOST_WAITING)
            for channel, slots in _SLOTS.items()
        }
        self._tasks: set[asyncio.Task[None]] = set()
        self._inside = Periodic(
            "turns in the page", self._announce_in_page, every=None, gather=_MOMENT
        )
        self._outside = Periodic(
            "turn notifications", self._announce_outside, every=min(_SWEEP, after or 0.05)
        )

    async def __aenter__(self) -> TurnNotifications:
        self._registry.on_stored(self._on_stored)
        self._registry.on_change(self._on_change)
        self._inside.start()
        self._outside.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await stop_all(self._inside, self._outside)
        await self._announce_in_page()
        for table in list(self._due_outside):  # no other process will announce them
            self._send_later(self._due_outside.pop(table))
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_LAST_SECONDS)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def waiting(self) -> int:
        """How many turns are waiting to be announced."""
        return len(self._due_outside) + len(self._due_in_page)

    def _on_stored(self, table: Table, entries: Sequence[Entry]) -> None:
        """Remember a player's turn that has begun by an event of this process."""
        if table.position < entries[0].number:
            return  # the position has not changed
        self._due_outside.pop(table.name, None)
        turn = _new_turn(table)
        if turn is None:
            return
        if len(self._due_outside) < _MOST and not turn.is_bot:
            self._due_outside[table.name] = turn
        if len(self._due_in_page) < _MOST:
            self._due_in_page[table.name] = turn
            self._inside.wake()

    def _on_change(self, table: Table) -> None:
        """Forget a turn in the page that is over, whichever process has stored its end."""
        turn = self._due_in_page.get(table.name)
        if turn is not None and table.position > turn.message.number:
            del self._due_in_page[table.name]

    async def _announce_in_page(self) -> None:
        """Announce turns in the page, unless they were over in a moment."""
        due, self._due_in_page = self._due_in_page, {}
        for turn in due.values():
            try:
                await tell(self._registry.bus, turn.account, turn.message)
            except Exception as error:
                log.warning("turn not announced in the page", error=type(error).__name__)

    async def _announce_outside(self) -> None:
        """Announce outside the page the turns that have lasted long enough."""
        due = self._registry.now() - self._after
        while self._due_outside:
            table, turn = next(iter(self._due_outside.items()))
            if turn.since > due:
                break
            del self._due_outside[table]
            self._send_later(turn)

    def _send_later(self, turn: PendingTurn) -> None:
        channels = {
            "push": True,
            "mail": self.mail.is_configured,
            "webhook": self._webhook.is_configured,
        }
        for channel in (name for name, is_configured in channels.items() if is_configured):
            task = asyncio.create_task(self._send(channel, turn))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send(self, channel: str, turn: PendingTurn) -> None:
        """Send through one channel as soon as it has a slot, if the turn still lasts."""
        try:
            async with self._slots[channel].take(turn.account):
                if await self._lasts(turn) and await self._should_notify(turn):
                    await self._count(channel, self._delivery(channel, turn))
        except QueueTooLong:
            self._registry.metrics.notifications.labels(channel, "failed").inc()
            log.warning(_NOT_SENT, channel=channel, error="too many are waiting for this account")
        except (sa.exc.SQLAlchemyError, OSError, Refusal) as error:
            log.warning(_NOT_SENT, channel=channel, error=type(error).__name__)

    async def _lasts(self, turn: PendingTurn) -> bool:
        """Return whether it is still the same turn: another process may have ended it."""
        table = await self._registry.table(turn.message.table)
        return table.turn == turn.message.seat and table.position <= turn.message.number

    async def _should_notify(self, turn: PendingTurn) -> bool:
        """Return whether the player is connected to no process, or has days for a move anyway."""
        return turn.by_turn or bool(await self._presence.away([turn.account]))

    def _delivery(self, channel: str, turn: PendingTurn) -> Awaitable[int]:
        message, now = turn.message, self._registry.now()
        link = f"{self._origin}/table/{message.table}" if self._origin else ""
        notice = TurnNotice(
            table=message.table, number=message.number, seat=message.seat, game=message.game,
            account=turn.account, name=turn.name, at=now, link=link, deadline=message.deadline,
        )  # fmt: skip
        keep = _LONGEST if message.deadline is None else int(message.deadline - now)
        keep = min(_LONGEST, max(_SHORTEST, keep))
        match channel:
            case "push":
                return self.pushes.send(turn.account, notice, message.table, keep)
            case "mail":
                return self.mail.send_turn(turn.account, turn.name, link)
            case _:
                return self._webhook.send(notice, now)

    async def _count(self, channel: str, delivery: Awaitable[int]) -> None:
        counter = self._registry.metrics.notifications
        try:
            counter.labels(channel, "sent").inc(await delivery)
        except NotSent as error:
            counter.labels(channel, "failed").inc()
            log.warning(_NOT_SENT, channel=channel, error=str(error))


@asynccontextmanager
async def turn_notifications(
    settings: Settings, registry: TableRegistry, presence: Presence
) -> AsyncIterator[TurnNotifications]:
    """Announce turns through the channels that the settings configure."""
    vapid = await registry.store.secret("vapid", secrets.token_bytes(32))
    contact = f"mailto:{settings.contact or 'nobody@localhost'}"
    if not settings.contact and settings.origin.startswith("https://"):
        contact = settings.origin
    pushes = WebPush(registry.store, vapid, contact, registry.now, local=settings.push_locally)
    mail = Mail(registry.store, mail_place(settings.mail) if settings.mail else None, registry.now)
    webhook = Webhook(settings.webhook, settings.webhook_secret)
    after, origin = settings.notify_after, settings.origin
    try:
        async with TurnNotifications(
            registry, presence, pushes, mail, webhook, after=after, origin=origin
        ) as notifications:  # fmt: skip
            yield notifications
    finally:
        await pushes.close()
        mail.close()
        await webhook.close()


def _new_turn(table: Table) -> PendingTurn | None:
    """Return the turn that has just begun if an account plays it, else None."""
    seat, state = table.turn, table.state
    if seat is None or state is None:
        return None
    before = state.previous
    sitter = table.seats[seat - 1]
    if not isinstance(sitter, Person) or (before is not None and before.turn == seat):
        return None
    pace = table.terms.pace
    return PendingTurn(
        account=sitter.account,
        name=sitter.name,
        is_bot=sitter.bot,
        message=YourTurn(
            table=table.name, number=table.number, seat=seat, game=table.terms.game,
            deadline=table.deadline,
        ),
        since=table.moved_at,
        by_turn=pace is not None and pace.by_turn,
    )  # fmt: skip
