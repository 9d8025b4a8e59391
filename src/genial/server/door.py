"""Who is connected to this process, and who may not stay."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Protocol

import sqlalchemy as sa
import structlog

from genial.server.home import Home
from genial.server.storage import schema

log = structlog.get_logger()

SHOWN_OUT = 4403  # the code that closes the socket of somebody who is banned or gone
_ROUND = 2.0  # seconds between rounds
_CHUNK = 500  # names in a query


class Caller(Protocol):
    """One socket of somebody."""

    def close(self, code: int) -> None:
        """Close it soon."""


class Door:
    """Shows out who is banned or deleted, even if another process did that without a bus."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._here: dict[str, list[Caller]] = {}
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Door:
        self._task = asyncio.create_task(self._rounds())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @contextlib.contextmanager
    def let_in(self, account: str | None, caller: Caller) -> Iterator[None]:
        """Somebody is here."""
        if account is None:
            yield
            return
        self._here.setdefault(account, []).append(caller)
        try:
            yield
        finally:
            left = [other for other in self._here[account] if other is not caller]
            if left:
                self._here[account] = left
            else:
                del self._here[account]

    def is_here(self, account: str) -> bool:
        """Is somebody connected to this process?"""
        return account in self._here

    async def _rounds(self) -> None:
        while True:
            await asyncio.sleep(_ROUND)
            try:
                await self._show_out()
            except Exception as error:
                log.warning("rounds", error=str(error))

    async def _show_out(self) -> None:
        names, table = list(self._here), schema.accounts
        for first in range(0, len(names), _CHUNK):
            some = names[first : first + _CHUNK]
            query = sa.select(table.c.account).where(
                table.c.account.in_(some), sa.not_(table.c.banned), table.c.gone.is_(None)
            )
            async with self._home.store.engine.connect() as connection:
                welcome = set(await connection.scalars(query))
            for name in some:
                if name not in welcome:
                    for caller in self._here.get(name, ()):
                        caller.close(SHOWN_OUT)
