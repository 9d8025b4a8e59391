"""Access tokens for programs, and bot accounts."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, delete, get, post

from genial.server.accounts.tokens import Token
from genial.server.api.accounts import OwnAccount
from genial.server.api.dependencies import AppServices, Owner
from genial.server.live.protocol import STORABLE


class TokenLabel(msgspec.Struct, forbid_unknown_fields=True):
    """What a token is for."""

    label: Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=STORABLE)]


class NewToken(msgspec.Struct):
    """A new token; its secret is shown only once."""

    secret: str
    token: Token


class TokensApi(Controller):
    """Tokens and bot accounts."""

    path = "/api/me"
    tags = ("tokens",)

    @post("/tokens", summary="Create a token")
    async def create(self, services: AppServices, owner: Owner, data: TokenLabel) -> NewToken:
        """Return a secret that a program sends as `Authorization: Bearer …`."""
        services.limits.new_tokens.use(owner.account)
        secret, token = await services.tokens.create(owner, data.label)
        return NewToken(secret, token)

    @get("/tokens", summary="List my tokens")
    async def tokens(self, services: AppServices, owner: Owner) -> list[Token]:
        """Return labels and times of last use, not the secrets."""
        return await services.tokens.of(owner)

    @delete("/tokens/{token:str}", summary="Revoke a token", status_code=204)
    async def revoke(self, services: AppServices, owner: Owner, token: str) -> None:
        """Invalidate a token at once."""
        await services.tokens.revoke(owner, token)

    @post("/bot", summary="Turn my account into a bot account")
    async def become_bot(self, services: AppServices, owner: Owner) -> OwnAccount:
        """Mark the account as a bot's for good. It must never have sat at a table."""
        return OwnAccount.of(await services.accounts.become_bot(owner))
