"""What programs need: tokens, and accounts that are bots."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post

from genial.server.accounts.tokens import Token, Tokens
from genial.server.api.accounts import OwnAccount
from genial.server.api.requests import in_person
from genial.server.live.protocol import STORABLE

Anybody = Request[Any, Any, Any]


class Label(msgspec.Struct, forbid_unknown_fields=True):
    """What a token is for."""

    label: Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=STORABLE)]


class NewToken(msgspec.Struct):
    """A token: it is shown once."""

    secret: str
    token: Token


class TokensApi(Controller):
    """Tokens and bots."""

    path = "/api/me"
    tags = ("programs",)

    @post("/tokens", summary="A new token for a program")
    async def make(self, request: Anybody, data: Label) -> NewToken:
        """A program sends it as `Authorization: Bearer …`. It is shown only now."""
        account = await in_person(request)
        request.app.state.labels.use(account.account)
        secret, token = await _tokens(request).new(account, data.label)
        return NewToken(secret, token)

    @get("/tokens", summary="My tokens")
    async def show(self, request: Anybody) -> list[Token]:
        """What they are for, and when they were last used; not the tokens themselves."""
        return await _tokens(request).of(await in_person(request))

    @delete("/tokens/{token:str}", summary="Revoke a token", status_code=204)
    async def revoke(self, request: Anybody, token: str) -> None:
        """It is void at once."""
        await _tokens(request).revoke(await in_person(request), token)

    @post("/bot", summary="A program plays with my account")
    async def become_bot(self, request: Anybody) -> OwnAccount:
        """For ever. Everybody sees it. Only an account that has never sat at a table can."""
        account = await in_person(request)
        return OwnAccount.of(await request.app.state.accounts.become_bot(account))


def _tokens(request: Anybody) -> Tokens:
    tokens: Tokens = request.app.state.tokens
    return tokens
