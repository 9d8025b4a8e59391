"""Send e-mail to players who asked for it and have confirmed their address."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import secrets
import smtplib
import socket
import ssl
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Literal

import msgspec
import sqlalchemy as sa

from genial.server.errors import NotFound, Refusal
from genial.server.limits import Limit
from genial.server.notifications.push import NotSent
from genial.server.settings import MailPlace, is_address
from genial.server.storage import schema
from genial.server.storage.store import Store

Language = Literal["de", "en"]

_SECONDS = 15.0  # for each answer of a mail server
_LONGEST = 30.0  # seconds for a whole mail
_THREADS = 8  # for delivering mail
_READY = 220  # the code with which a mail server greets
_VALID = 3600.0  # seconds for which a code is valid
_TRIES = 5
_THIS_MACHINE = ("127.0.0.1", "::1", "localhost")

_TEXTS = {
    "en": {
        "code": (
            "Genial: your code is {code}",
            "Hello {name},\n\nyour code is {code}. Enter it on the Account page of Genial within "
            "an hour, and you will get an e-mail here when it is your turn. If you did not ask "
            "for this, ignore this message.\n",
        ),
        "turn": (
            "Genial: it is your turn",
            "Hello {name},\n\nit is your turn{where}\n\nYou asked for these messages. You can turn "
            "them off on the Account page of Genial.\n",
        ),
    },
    "de": {
        "code": (
            "Genial: dein Code ist {code}",
            "Hallo {name},\n\ndein Code ist {code}. Gib ihn innerhalb einer Stunde bei Genial auf "
            "der Seite „Konto“ ein, dann bekommst du hier eine E-Mail, wenn du am Zug bist. Falls "
            "du das nicht angefordert hast, ignoriere diese Nachricht.\n",
        ),
        "turn": (
            "Genial: du bist am Zug",
            "Hallo {name},\n\ndu bist am Zug{where}\n\nDu hast diese Nachrichten eingeschaltet. "
            "Bei Genial auf der Seite „Konto“ kannst du sie wieder abschalten.\n",
        ),
    },
}


class MailAddress(msgspec.Struct, frozen=True):
    """Where an account wants mail, and whether it has confirmed the address."""

    address: str
    confirmed: bool


class Mail:
    """Sends e-mail through the host's mail server, if there is one."""

    def __init__(self, store: Store, place: MailPlace | None, now: Callable[[], float]) -> None:
        self._store, self._place, self._now = store, place, now
        self._codes = Limit(3, 3 / 3600, now)  # by account and by address
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="mail")

    def close(self) -> None:
        """Cancel the mail that is waiting."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    @property
    def is_configured(self) -> bool:
        """Has the host set a mail server?"""
        return self._place is not None

    # --- addresses

    async def ask(self, account: str, name: str, address: str, language: Language) -> None:
        """Send a code to an address that an account wants to use; raise Refusal."""
        if self._place is None:
            raise Refusal("This server does not send mail.", code="no-mail")
        if not is_address(address):
            raise Refusal("This is not an e-mail address.", code="bad-mail")
        self._codes.use(account)
        self._codes.use(address.lower())
        code, table = f"{secrets.randbelow(10**8):08}", schema.addresses
        row = {"account": account, "address": address, "language": language,
               "code": _hash(account, code), "asked": self._now(), "tries": 0}  # fmt: skip
        async with self._store.engine.begin() as connection:
            await connection.execute(sa.delete(table).where(table.c.account == account))
            await connection.execute(sa.insert(table).values(**row))
        try:
            await self._send(address, language, "code", name=name, code=code)
        except NotSent:
            raise Refusal("The mail could not be sent.", code="mail-failed") from None

    async def confirm(self, account: str, code: str) -> MailAddress:
        """Confirm the address of an account; raise Refusal if the code is wrong or too old."""
        table = schema.addresses
        own = table.c.account == account
        async with self._store.engine.begin() as connection:
            attempt = sa.update(table).where(own, table.c.code.is_not(None))
            await connection.execute(attempt.values(tries=table.c.tries + 1))
            row = (await connection.execute(sa.select(table).where(own))).first()
            is_right = (
                row is not None
                and row.code is not None
                and row.tries <= _TRIES
                and self._now() - row.asked <= _VALID
                and hmac.compare_digest(row.code, _hash(account, code.strip()))
            )
            if is_right:
                await connection.execute(sa.update(table).where(own).values(code=None))
        if not is_right or row is None:
            raise Refusal("This code is wrong or has expired.", code="wrong-code")
        return MailAddress(row.address, confirmed=True)

    async def address_of(self, account: str) -> MailAddress | None:
        """Return where an account wants mail; None if it wants none."""
        row = await self._row(account)
        return None if row is None else MailAddress(row.address, row.code is None)

    async def forget(self, account: str) -> None:
        """Delete the address of an account; raise NotFound."""
        table = schema.addresses
        async with self._store.engine.begin() as connection:
            gone = sa.delete(table).where(table.c.account == account)
            if (await connection.execute(gone)).rowcount == 0:
                raise NotFound("You have given no e-mail address.", code="no-such-mail")

    async def _row(self, account: str) -> sa.Row[tuple[str, ...]] | None:
        query = sa.select(schema.addresses).where(schema.addresses.c.account == account)
        async with self._store.engine.connect() as connection:
            return (await connection.execute(query)).first()

    # --- sending

    async def send_turn(self, account: str, name: str, link: str) -> int:
        """Mail an account that it is its turn, if it wants mail; return the number of mails sent.

        Raise NotSent if the mail did not get through.
        """
        row = await self._row(account) if self._place is not None else None
        if row is None or row.code is not None:
            return 0
        where = f":\n\n{link}" if link else "."
        await self._send(row.address, row.language, "turn", name=name, where=where)
        return 1

    async def _send(self, address: str, language: str, kind: str, **facts: str) -> None:
        assert self._place is not None
        subject, text = _TEXTS[language][kind]
        message = EmailMessage()
        message["From"] = f"Genial <{self._place.sender}>"
        message["To"] = address
        message["Subject"] = subject.format(**facts)
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._place.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text.format(**facts))
        delivery = _Delivery(self._place, message)
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(_LONGEST):
                await loop.run_in_executor(self._pool, delivery.run)
        except (OSError, smtplib.SMTPException) as error:
            raise NotSent(type(error).__name__) from None
        finally:
            delivery.cut_off()


class _Delivery:
    """The delivery of one mail: it runs in one thread, and another can cut it off."""

    def __init__(self, place: MailPlace, message: EmailMessage) -> None:
        self._place, self._message = place, message
        self._server: smtplib.SMTP | None = None

    def run(self) -> None:
        """Deliver the mail; raise OSError or SMTPException."""
        place, context = self._place, ssl.create_default_context()
        server: smtplib.SMTP = (
            smtplib.SMTP_SSL(timeout=_SECONDS, context=context)
            if place.encrypted
            else smtplib.SMTP(timeout=_SECONDS)
        )
        # The name that the certificate must have: smtplib sets it only if the constructor connects.
        server._host = place.host  # type: ignore[attr-defined]  # noqa: SLF001
        self._server = server
        with server:
            code, greeting = server.connect(place.host, place.port)
            if code != _READY:
                raise smtplib.SMTPConnectError(code, greeting)
            server.ehlo()
            if not place.encrypted and server.has_extn("starttls"):
                server.starttls(context=context)
                server.ehlo()
            elif not place.encrypted and place.user and place.host not in _THIS_MACHINE:
                raise smtplib.SMTPNotSupportedError("no password without encryption")
            if place.user:
                server.login(place.user, place.password)
            server.send_message(self._message)

    def cut_off(self) -> None:
        """End the connection: a server that answers byte by byte could hold it for ever."""
        connection = None if self._server is None else self._server.sock
        if connection is not None:
            with contextlib.suppress(OSError):
                # Not TLS's own shutdown: the other thread is using the TLS layer.
                socket.socket.shutdown(connection, socket.SHUT_RDWR)


def _hash(account: str, code: str) -> str:
    return hashlib.sha256(f"{account} {code}".encode()).hexdigest()
