"""Your turn: told in the page at once, and outside it to those who are away.

Whoever brings about a turn tells of it: every event is brought about by exactly one process, so
nobody is told twice. Outside the page a turn is told only after a while, if it still lasts.

Push, mail and webhook have slots of their own, and accounts take turns in each: an endpoint that
answers slowly delays nobody but its own account.
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
from genial.server.notifications.push import NotSent, Pushes
from genial.server.notifications.webhook import Webhook
from genial.server.settings import Settings, mail_place
from genial.server.tables.events import Entry, Person
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

log = structlog.get_logger()

_LOOK = 1.0  # seconds between looks for turns that last
_MOMENT = 0.2  # seconds until the page tells of a turn
_MOST = 10_000  # turns that are waited for
_SLOTS = {"push": 16, "mail": 4, "webhook": 8}  # messages that are sent at the same time
_MOST_WAITING = 50  # messages to one account that wait to be sent one way
_LONGEST, _SHORTEST = 3 * 86400, 60  # seconds that a push service keeps a message
_LAST_SECONDS = 5.0  # for what is still to be sent at the end


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody is to move, and since when."""

    account: str
    name: str
    bot: bool
    told: YourTurn
    since: float
    by_turn: bool  # days a move: he is told even if he is connected


class TurnNotice(msgspec.Struct, frozen=True, tag="your-turn", kw_only=True, omit_defaults=True):
    """What is sent outside."""

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
    """Tells people that they are to move."""

    def __init__(
        self, registry: TableRegistry, presence: Presence, pushes: Pushes, mail: Mail,
        webhook: Webhook, *, after: float, origin: str,
    ) -> None:  # fmt: skip
        self._registry, self._presence = registry, presence
        self.pushes, self.mail, self._webhook = pushes, mail, webhook
        self._after, self._origin = after, origin.rstrip("/")
        self._lasting: dict[str, Turn] = {}  # by table
        self._fresh: dict[str, Turn] = {}  # by table: those that were not told of in the page
        self._slots = {
            way: FairSlots(slots, each=1, waiting=_MOST_WAITING) for way, slots in _SLOTS.items()
        }
        self._tasks: set[asyncio.Task[None]] = set()
        self._inside = Periodic("notices", self._tell_all, every=None, gather=_MOMENT)
        self._outside = Periodic("notices", self._look, every=min(_LOOK, after or 0.05))

    async def __aenter__(self) -> TurnNotifications:
        self._registry.on_stored(self._did)
        self._registry.on_change(self._changed)
        self._inside.start()
        self._outside.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await stop_all(self._inside, self._outside)
        await self._tell_all()
        for table in list(self._lasting):  # nobody else will tell of them
            self._send_later(self._lasting.pop(table))
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_LAST_SECONDS)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def waiting(self) -> int:
        """How many turns are to be told of, if they last."""
        return len(self._lasting) + len(self._fresh)

    def _did(self, table: Table, entries: Sequence[Entry]) -> None:
        """Something happened at a table by this process: is it a new turn of a person?"""
        if table.position < entries[0].number:
            return  # nothing that changes what can be played
        self._lasting.pop(table.name, None)
        turn = _turn_of(table)
        if turn is None:
            return
        if len(self._lasting) < _MOST and not turn.bot:
            self._lasting[table.name] = turn
        if len(self._fresh) < _MOST:
            self._fresh[table.name] = turn
            self._inside.wake()

    def _changed(self, table: Table) -> None:
        """Something happened at a table, wherever: maybe a turn is over."""
        turn = self._fresh.get(table.name)
        if turn is not None and table.position > turn.told.number:
            del self._fresh[table.name]

    async def _tell_all(self) -> None:
        """Tell of turns in the page, unless they were over in a moment."""
        fresh, self._fresh = self._fresh, {}
        for turn in fresh.values():
            try:
                await tell(self._registry.bus, turn.account, turn.told)
            except Exception as error:
                log.warning("notices", error=type(error).__name__)

    async def _look(self) -> None:
        """Send word of turns that last."""
        due = self._registry.now() - self._after
        while self._lasting:
            table, turn = next(iter(self._lasting.items()))
            if turn.since > due:
                break
            del self._lasting[table]
            self._send_later(turn)

    def _send_later(self, turn: Turn) -> None:
        ways = {"push": True, "mail": self.mail.is_there, "webhook": self._webhook.is_there}
        for way in (way for way, is_there in ways.items() if is_there):
            task = asyncio.create_task(self._send(way, turn))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send(self, way: str, turn: Turn) -> None:
        """Send one way, when it is the account's turn and if there still is something to tell."""
        try:
            async with self._slots[way].take(turn.account):
                if await self._is_still(turn) and await self._is_away(turn):
                    await self._count(way, self._sending(way, turn))
        except QueueTooLong:
            self._registry.metrics.notices.labels(way, "failed").inc()
            log.warning("notice not sent", way=way, error="too many wait for this account")
        except (sa.exc.SQLAlchemyError, OSError, Refusal) as error:
            log.warning("notices", error=type(error).__name__)

    async def _is_still(self, turn: Turn) -> bool:
        """Is it still the same turn? Another process may have ended it."""
        table = await self._registry.table(turn.told.table)
        return table.turn == turn.told.seat and table.position <= turn.told.number

    async def _is_away(self, turn: Turn) -> bool:
        """Is somebody connected to no process, or playing for days anyway?"""
        return turn.by_turn or bool(await self._presence.away([turn.account]))

    def _sending(self, way: str, turn: Turn) -> Awaitable[int]:
        told, now = turn.told, self._registry.now()
        link = f"{self._origin}/table/{told.table}" if self._origin else ""
        notice = TurnNotice(
            table=told.table, number=told.number, seat=told.seat, game=told.game,
            account=turn.account, name=turn.name, at=now, link=link, deadline=told.deadline,
        )  # fmt: skip
        keep = _LONGEST if told.deadline is None else int(told.deadline - now)
        keep = min(_LONGEST, max(_SHORTEST, keep))
        match way:
            case "push":
                return self.pushes.send(turn.account, notice, told.table, keep)
            case "mail":
                return self.mail.tell(turn.account, turn.name, link)
            case _:
                return self._webhook.send(notice, now)

    async def _count(self, way: str, sending: Awaitable[int]) -> None:
        counter = self._registry.metrics.notices
        try:
            counter.labels(way, "sent").inc(await sending)
        except NotSent as error:
            counter.labels(way, "failed").inc()
            log.warning("notice not sent", way=way, error=str(error))


@asynccontextmanager
async def noticing(
    settings: Settings, registry: TableRegistry, presence: Presence
) -> AsyncIterator[TurnNotifications]:
    """Everything that tells people of their turns, as the settings say."""
    vapid = await registry.store.secret("vapid", secrets.token_bytes(32))
    contact = f"mailto:{settings.contact or 'nobody@localhost'}"
    if not settings.contact and settings.origin.startswith("https://"):
        contact = settings.origin
    pushes = Pushes(registry.store, vapid, contact, registry.now, local=settings.push_locally)
    mail = Mail(registry.store, mail_place(settings.mail) if settings.mail else None, registry.now)
    webhook = Webhook(settings.webhook, settings.webhook_secret)
    after, origin = settings.notify_after, settings.origin
    try:
        async with TurnNotifications(
            registry, presence, pushes, mail, webhook, after=after, origin=origin
        ) as notices:  # fmt: skip
            yield notices
    finally:
        await pushes.close()
        mail.close()
        await webhook.close()


def _turn_of(table: Table) -> Turn | None:
    """The turn that has just begun, if it is a person's; none if it goes on or is a bot's."""
    seat, state = table.turn, table.state
    if seat is None or state is None:
        return None
    before = state.previous
    sitter = table.seats[seat - 1]
    if not isinstance(sitter, Person) or (before is not None and before.turn == seat):
        return None
    pace = table.terms.pace
    return Turn(
        account=sitter.account,
        name=sitter.name,
        bot=sitter.bot,
        told=YourTurn(
            table=table.name, number=table.number, seat=seat, game=table.terms.game,
            deadline=table.deadline,
        ),
        since=table.moved_at,
        by_turn=pace is not None and pace.by_turn,
    )  # fmt: skip
